// Whether failures take the time of successes: lydite compare --uniform.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/algorithm.h"
#include "lab/measure/compare.h"
#include "lab/measure/pairs.h"

namespace lydite::cli {

struct UniformityOptions {
  lab::Arm arm;
  std::vector<std::string> operations;  // none: all that make the claim
  std::uint64_t processes = 0, seed = 0;
  int cpu = -1;
  bool until_decided = false, json = false;
};

// Measures and prints. Precondition: the row makes such a claim. Returns the exit code.
[[nodiscard]] int judge_uniformity(const lab::Algorithm& row, const UniformityOptions& options);

}  // namespace lydite::cli
