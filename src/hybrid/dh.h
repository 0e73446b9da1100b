// The private half of X25519's DeriveKeyPair, for those who make the public key themselves.
#pragma once

#include "lydite/hybrid.h"

namespace lydite::hybrid::dh {

[[nodiscard]] PrivateKey derive_private_key(const Seed& seed) noexcept;

}  // namespace lydite::hybrid::dh
