// Rows of libraries that many people know, measured in the same run: rulers for the other rows.
#pragma once

#include <vector>

#include "lab/algorithm.h"

namespace lydite::lab {

[[nodiscard]] std::vector<Algorithm> ruler_algorithms();

}  // namespace lydite::lab
