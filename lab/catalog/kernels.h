// Rows of the kernels below the schemes.
#pragma once

#include <vector>

#include "lab/algorithm.h"

namespace lydite::lab {

[[nodiscard]] std::vector<Algorithm> kernel_algorithms();

}  // namespace lydite::lab
