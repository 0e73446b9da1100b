// Answers records of composite signatures of ML-DSA-65 and Ed25519.
#pragma once

#include "lab/kat/sha3_kat.h"
#include "lydite/composite.h"

namespace lydite::lab::kat {

// Records whose field `set` or `name` is F::name. Every record is answered in all ways: encoded and prepared keys,
// batches, digests computed elsewhere, and the two components by themselves.
template <composite::Framing F>
[[nodiscard]] Answer composite_answer();

}  // namespace lydite::lab::kat
