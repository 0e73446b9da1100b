// Heap allocations of an operation, counted in a run of its own: nothing is timed while the counter is loaded.
#pragma once

#include <cstdint>
#include <string>

#include "lab/algorithm.h"
#include "lab/measure/measurement.h"

namespace lydite::lab {

// Runs the operation so many times after a first call that is not watched. Throws std::runtime_error if the counting
// library (counter/) was not loaded into this process, or if the operation fails its check.
[[nodiscard]] Allocations count_allocations(const Operation& operation, std::uint64_t seed, std::uint64_t calls);

// Where that library lies: beside the given program.
[[nodiscard]] std::string counting_library(const std::string& program);

}  // namespace lydite::lab
