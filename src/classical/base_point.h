// Multiples of the base point by secret numbers: libsodium's.
#pragma once

#include "lydite/bytes.h"

namespace lydite::curve25519 {

// [s]B in Edwards form, encoded; time does not depend on s. Precondition: s < 2^255. The product is public: it is part
// of a public key or of a signature.
[[nodiscard]] Bytes<32> multiply_base(const Secret<32>& s) noexcept;

}  // namespace lydite::curve25519
