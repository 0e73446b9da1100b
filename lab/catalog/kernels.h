// Rows of the kernels below the schemes.
#pragma once

#include <vector>

#include "lab/algorithm.h"

namespace lydite::lab {

// Keccak-f[1600] on one, four and eight states.
[[nodiscard]] std::vector<Algorithm> keccak_kernels();
// The ring of ML-KEM.
[[nodiscard]] Algorithm mlkem_kernels();

}  // namespace lydite::lab
