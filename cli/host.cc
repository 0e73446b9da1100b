// lydite host: what this machine is, and whether it is fit to measure on.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/host_text.h"
#include "cli/table.h"
#include "lab/host/host.h"

namespace lydite::cli {
namespace {

using lab::host::Host;

struct Options {
  int cpu = -1;
  bool json = false;
};

bool is_fit(const Host& host) { return host.grade == 'A' || host.grade == 'B'; }

void print_json(const Host& host) {
  auto checks = nlohmann::json::array();
  for (const auto& check : host.checks) {
    checks.push_back({{"code", check.code},
                      {"name", check.name},
                      {"found", check.found},
                      {"wanted", check.wanted},
                      {"consequence", check.consequence},
                      {"ok", check.ok}});
  }
  auto facts = nlohmann::json::object();
  for (const auto& fact : host.facts) facts[fact.name] = fact.value;
  const nlohmann::json document = {{"grade", std::string(1, host.grade)},
                                   {"fit", is_fit(host)},
                                   {"noise_floor", host.noise_floor},
                                   {"checks", checks},
                                   {"facts", facts}};
  fmt::print("{}\n", document.dump(2));
}

void print_table(const Host& host) {
  for (const auto& fact : host.facts) {
    if (!fact.value.empty()) fmt::print("{:<26} {}\n", fact.name, fact.value);
  }
  fmt::print("\n");
  for (const auto& check : host.checks) {
    fmt::print("{} {:<8} {:<24} {}\n", check.code, check.ok ? "ok" : "problem", check.name, check.found);
    if (!check.ok) fmt::print("{:13}wanted: {}; otherwise {}\n", "", check.wanted, check.consequence);
  }
  const auto problems = host.problems().size();
  fmt::print("\n{}\n{}\n", describe_grade(host.grade),
             problems == 0 ? "host ready" : fmt::format("{} problem{}", problems, problems == 1 ? "" : "s"));
}

int host(const Options& options) {
  lab::host::Options wanted;
  wanted.cpu = options.cpu;
  const Host found = lab::host::examine(wanted);
  options.json ? print_json(found) : print_table(found);
  return is_fit(found) ? kOk : kUnfitHost;
}

}  // namespace

std::string describe_grade(char grade) {
  switch (grade) {
    case 'A':
      return "grade A (fixed): absolute cycles and times, comparable between systems";
    case 'B':
      return "grade B (steady): absolute cycles and times, but the clock is not controlled";
    case 'C':
      return "grade C (reference): times and estimated cycles (~) with their intervals, ratios within this host";
    default:
      return "grade D (noisy): only ratios from interleaved pairs mean something";
  }
}

std::string problem_lines(const Host& host) {
  std::string text;
  for (const auto& check : host.problems()) {
    text += fmt::format("  {} {}: {}; {}\n", check.code, check.name, check.found, check.consequence);
  }
  return text;
}

void attach_host(CLI::App& command, int& exit) {
  const auto options = std::make_shared<Options>();
  command.add_option("--cpu", options->cpu, "The CPU to measure on; without it the last one allowed")
      ->check(CLI::Range(0, last_cpu));
  command.add_flag("--json", options->json, "Write JSON");
  command.callback([options, &exit] { exit = host(*options); });
}

}  // namespace lydite::cli
