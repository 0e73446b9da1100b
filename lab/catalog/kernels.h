// Rows of the kernels below the schemes.
#pragma once

#include <vector>

#include "lab/algorithm.h"
#include "lab/kat/sha3_kat.h"

namespace lydite::lab {

// Keccak-f[1600] on one, four and eight states.
[[nodiscard]] std::vector<Algorithm> keccak_kernels();
// The rings of ML-KEM and ML-DSA.
[[nodiscard]] Algorithm mlkem_kernels();
[[nodiscard]] Algorithm mldsa_kernels();
// Answers the record on rounding and hints over the whole field, with the kernels; any other record as `others` does.
[[nodiscard]] kat::Answer mldsa_field_answer(kat::Answer others);

}  // namespace lydite::lab
