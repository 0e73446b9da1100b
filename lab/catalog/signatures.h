// Rows of signature schemes.
#pragma once

#include <vector>

#include "lab/algorithm.h"

namespace lydite::lab {

// ML-DSA-44, ML-DSA-65 and ML-DSA-87.
[[nodiscard]] std::vector<Algorithm> mldsa_algorithms();
[[nodiscard]] Algorithm ed25519_algorithm();
// Both framings of ML-DSA-65 with Ed25519.
[[nodiscard]] std::vector<Algorithm> composite_algorithms();

}  // namespace lydite::lab
