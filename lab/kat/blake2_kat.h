// How BLAKE2b and BLAKE2Xb answer the records of vector files.
#pragma once

#include "lab/kat/sha3_kat.h"

namespace lydite::lab::kat {

[[nodiscard]] Answer blake2b_answer();
[[nodiscard]] Answer blake2xb_answer();

}  // namespace lydite::lab::kat
