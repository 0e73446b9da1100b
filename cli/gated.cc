#include "cli/gated.h"

#include <fmt/format.h>

#include <cstdio>

#include "lydite/cpu.h"

namespace lydite::cli {

lab::kat::GateResult gate_on(const lab::Algorithm& row, const std::string& target) {
  const std::string before(current_target());
  if (!target.empty()) use_target(target);
  auto verdict = lab::kat::gate_verdict(row);
  use_target(before);
  return verdict;
}

bool is_admitted(const lab::kat::GateResult& verdict, const std::string& target) {
  if (verdict.outcome == "PASS") return true;
  fmt::print(stderr, "error: {}{}{} is not timed: known answers {}\n", verdict.algorithm, target.empty() ? "" : " on ",
             target, verdict.outcome);
  for (const std::string& failure : verdict.failures) fmt::print(stderr, "  {}\n", failure);
  return false;
}

}  // namespace lydite::cli
