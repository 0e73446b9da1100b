#include "lab/evidence/host_state.h"

#include <cstdlib>

namespace lydite::lab::evidence {
namespace {

constexpr const char* fixed_facts[] = {
    "architecture",  "cpu_model",        "cpu_number",         "virtualized",
    "tick_source",   "cpufreq_governor", "cpufreq_max_khz",    "intel_pstate_no_turbo",
    "cpufreq_boost", "smt_control",      "perf_event_paranoid"};
constexpr char clock_fact[] = "core_clock_mhz";
constexpr long clock_step_mhz = 50;  // to which the fact is rounded

bool has_fixed_clock(const host::Host& host) { return host.grade == 'A' || host.grade == 'B'; }

std::string difference(const std::string& name, const host::Host& before, const host::Host& now) {
  return name + " was " + before.fact(name) + ", is " + now.fact(name);
}

}  // namespace

std::vector<Field> host_fields() {
  return {
      {"/host", Type::kObject, "the machine, and whether it was fit to measure on"},
      {"/host/grade", Type::kText, "`A` fixed, `B` steady, `C` reference, `D` noisy; follows from the checks"},
      {"/host/unfixed_allowed", Type::kBoolean, "whether measuring on grades C and D was permitted"},
      {"/host/noise_floor", Type::kNumber, "of the noise probe, as a share; 0 if it did not run"},
      {"/host/passed", Type::kTexts, "codes of the checks that passed"},
      {"/host/problems", Type::kObjects, "checks that did not"},
      {"/host/problems/*/code", Type::kText, "of the check"},
      {"/host/problems/*/name", Type::kText, "what it looks at"},
      {"/host/problems/*/found", Type::kText, "what it found"},
      {"/host/problems/*/wanted", Type::kText, "what it wanted"},
      {"/host/problems/*/consequence", Type::kText, "what that means for the figures"},
      {"/host/facts", Type::kFacts, "processor, kernel, clocks and other settings, by name"},
  };
}

Json to_json(const HostState& state) {
  Json passed = Json::array(), problems = Json::array(), facts = Json::object();
  for (const host::Check& check : state.host.checks) {
    if (check.ok) {
      passed.push_back(check.code);
    } else {
      problems.push_back({{"code", check.code},
                          {"name", check.name},
                          {"found", check.found},
                          {"wanted", check.wanted},
                          {"consequence", check.consequence}});
    }
  }
  for (const host::Fact& fact : state.host.facts) facts[fact.name] = fact.value;
  return {{"grade", std::string(1, state.host.grade)},
          {"unfixed_allowed", state.is_unfixed_allowed},
          {"noise_floor", state.host.noise_floor},
          {"passed", passed},
          {"problems", problems},
          {"facts", facts}};
}

HostState host_from(const Json& object) {
  HostState state;
  const std::string grade = object["grade"];
  state.host.grade = grade.size() == 1 ? grade.front() : '?';
  object["unfixed_allowed"].get_to(state.is_unfixed_allowed);
  object["noise_floor"].get_to(state.host.noise_floor);
  for (const Json& code : object["passed"]) state.host.checks.push_back({code, "", "", "", "", true});
  for (const Json& problem : object["problems"]) {
    state.host.checks.push_back(
        {problem["code"], problem["name"], problem["found"], problem["wanted"], problem["consequence"], false});
  }
  for (const auto& [name, value] : object["facts"].items()) state.host.facts.push_back({name, value});
  return state;
}

std::string changed_host(const host::Host& before, const host::Host& now) {
  for (const char* name : fixed_facts) {
    if (before.fact(name) != now.fact(name)) return difference(name, before, now);
  }
  const long moved = std::atol(now.fact(clock_fact).c_str()) - std::atol(before.fact(clock_fact).c_str());
  if (has_fixed_clock(before) && std::labs(moved) > clock_step_mhz) return difference(clock_fact, before, now);
  return "";
}

}  // namespace lydite::lab::evidence
