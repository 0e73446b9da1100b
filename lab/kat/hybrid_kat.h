// How the hybrid KEMs answer the records of vector files.
#pragma once

#include "lab/kat/sha3_kat.h"
#include "lydite/hybrid.h"

namespace lydite::lab::kat {

template <hybrid::Scheme S>
[[nodiscard]] Answer hybrid_answer();
// X25519 as a KEM.
[[nodiscard]] Answer dh_answer();

}  // namespace lydite::lab::kat
