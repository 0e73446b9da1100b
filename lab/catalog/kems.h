// Rows of KEMs and of key agreement.
#pragma once

#include <vector>

#include "lab/algorithm.h"

namespace lydite::lab {

// ML-KEM-512, ML-KEM-768 and ML-KEM-1024.
[[nodiscard]] std::vector<Algorithm> mlkem_algorithms();
// X25519 as a KEM, MLKEM768-X25519 and X-Wing.
[[nodiscard]] std::vector<Algorithm> hybrid_algorithms();
[[nodiscard]] Algorithm x25519_algorithm();

}  // namespace lydite::lab
