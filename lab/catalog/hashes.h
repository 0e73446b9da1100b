// Rows of hash functions beside those of FIPS 202.
#pragma once

#include <vector>

#include "lab/algorithm.h"

namespace lydite::lab {

// SHA-2 and BLAKE2.
[[nodiscard]] std::vector<Algorithm> more_hash_algorithms();

}  // namespace lydite::lab
