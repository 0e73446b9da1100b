// How throughput grows with the number of CPUs: independent copies of one operation, one on each.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lab/algorithm.h"

namespace lydite::lab {

struct ScalingLimits {
  std::uint64_t rounds = 7;    // each takes all counts of CPUs in turn
  double round_seconds = 0.2;  // of each count
};

// Element i of both is that of round i.
struct ScalingPoint {
  std::uint64_t cpus = 0;
  std::vector<std::uint64_t> calls;  // by all copies together
  std::vector<std::uint64_t> ns;     // from the common start to the end of the last copy
};

struct Scaling {
  std::string algorithm, operation, target;
  std::uint64_t units = 1;
  std::vector<ScalingPoint> points;
  std::vector<std::uint64_t> absent;  // counts that were wanted, but this process may use fewer CPUs
};

// The CPUs that this process may use, ascending.
[[nodiscard]] std::vector<int> allowed_cpus();

// On 1, 2 and 4 of these CPUs, the last ones first, on the target in use. Throws std::runtime_error if a copy fails its
// check, std::system_error if it cannot run on its CPU.
[[nodiscard]] Scaling measure_scaling(const Algorithm& algorithm, const Operation& operation, std::uint64_t seed,
                                      std::span<const int> cpus, const ScalingLimits& limits);

}  // namespace lydite::lab
