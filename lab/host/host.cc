#include "lab/host/host.h"

#include <sys/utsname.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "lab/host/checks.h"
#include "lab/measure/measure.h"

namespace lydite::lab::host {
namespace {

const Check* find(const std::vector<Check>& checks, std::string_view code) {
  const auto found = std::find_if(checks.begin(), checks.end(), [&](const Check& check) { return check.code == code; });
  return found == checks.end() ? nullptr : &*found;
}

bool all_pass(const std::vector<Check>& checks, std::initializer_list<std::string_view> codes) {
  return std::all_of(codes.begin(), codes.end(), [&](std::string_view code) {
    const Check* check = find(checks, code);
    return check != nullptr && check->ok;
  });
}

bool controls_frequency(const std::vector<Check>& checks) {
  const Check* governor = find(checks, "H05");
  return governor != nullptr && governor->found != no_frequency_control && all_pass(checks, {"H04", "H05", "H06"});
}

}  // namespace

char grade(const std::vector<Check>& checks) {
  if (!all_pass(checks, {"H01", "H09", "H10"})) return 'D';
  if (all_pass(checks, {"H02", "H03", "H07", "H08", "H11", "H12", "H14"}))
    return controls_frequency(checks) ? 'A' : 'B';
  return all_pass(checks, {"H13"}) ? 'C' : 'D';
}

std::vector<Check> Host::problems() const {
  std::vector<Check> result;
  std::copy_if(checks.begin(), checks.end(), std::back_inserter(result), [](const Check& check) { return !check.ok; });
  return result;
}

std::string Host::fact(std::string_view name) const {
  const auto found = std::find_if(facts.begin(), facts.end(), [&](const Fact& fact) { return fact.name == name; });
  return found == facts.end() ? "" : found->value;
}

Host examine(const Options& options) {
  const Tree tree(options.root);
  const int cpu = options.cpu < 0 ? last_allowed_cpu() : options.cpu;
  utsname system{};
  uname(&system);
  Host host;
  host.checks = file_checks(tree, cpu, system.machine);
  host.facts = file_facts(tree, cpu);
  Probed probed;
  if (options.probes) {
    probed = probe(tree, cpu, options.probe_pause_seconds);
  } else {
    probed.checks = unprobed();
  }
  host.noise_floor = probed.noise_floor;
  host.checks.insert(host.checks.end(), probed.checks.begin(), probed.checks.end());
  host.facts.insert(host.facts.end(), probed.facts.begin(), probed.facts.end());
  std::sort(host.checks.begin(), host.checks.end(), [](const Check& a, const Check& b) { return a.code < b.code; });
  host.grade = grade(host.checks);
  return host;
}

}  // namespace lydite::lab::host
