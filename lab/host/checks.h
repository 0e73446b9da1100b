// The checks that files answer, and those that need the machine itself.
#pragma once

#include <string_view>
#include <vector>

#include "lab/host/host.h"
#include "lab/host/tree.h"

namespace lydite::lab::host {

// H01, H02, H04 to H08, H11, H12, H15, H16. `machine` as uname names it: "x86_64", "aarch64".
[[nodiscard]] std::vector<Check> file_checks(const Tree& tree, int cpu, std::string_view machine);

struct Probed {
  std::vector<Check> checks;  // H03, H09, H10, H13, H14
  std::vector<Fact> facts;    // the core clock
  double noise_floor = 0;
};
[[nodiscard]] Probed probe(const Tree& tree, int cpu, double pause_seconds);
// The same checks, failed, where the machine may not be probed.
[[nodiscard]] std::vector<Check> unprobed();

[[nodiscard]] std::vector<Fact> file_facts(const Tree& tree, int cpu);

}  // namespace lydite::lab::host
