// Answers ML-DSA records (FIPS 204): keys, signatures of every interface, verification, refusals, and digests over many
// cases.
#pragma once

#include "lab/kat/sha3_kat.h"
#include "lydite/mldsa.h"

namespace lydite::lab::kat {

// Records whose field `set` is P::name, or whose file names it. Every record is answered in all ways that it allows:
// with encoded keys, with prepared keys, with mu computed piece by piece, and in a batch.
template <mldsa::ParameterSet P>
[[nodiscard]] Answer mldsa_answer();

}  // namespace lydite::lab::kat
