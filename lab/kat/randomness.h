// Whether a function that draws random bytes really depends on its source, on all runs and on nothing else.
#pragma once

#include <cstdint>
#include <string>

#include "lab/algorithm.h"

namespace lydite::lab::kat {

// What one function does with a source of random bytes.
struct Draw {
  std::string function;
  std::uint64_t bytes = 0;  // that one run draws
  std::string defect;       // empty if there is none
};

// Runs it four times: twice on the same bytes, on other ones, and with a source that fails.
[[nodiscard]] Draw examine(const Randomised& function);

}  // namespace lydite::lab::kat
