// Rows of signature schemes.
#pragma once

#include <vector>

#include "lab/algorithm.h"

namespace lydite::lab {

// ML-DSA-44, ML-DSA-65 and ML-DSA-87.
[[nodiscard]] std::vector<Algorithm> mldsa_algorithms();

}  // namespace lydite::lab
