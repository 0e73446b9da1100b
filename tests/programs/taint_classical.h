// X25519 and Ed25519 with their secrets marked.
#pragma once

#include <array>
#include <cstdint>

#include "lydite/ed25519.h"
#include "lydite/x25519.h"
#include "tests/programs/taint.h"

namespace lydite {

inline void taint_x25519() {
  const auto sk = classified<32>(21);
  auto pk = x25519::public_key(sk);
  declassify(pk);  // sent
  (void)x25519::agree(classified<32>(22), pk);
  (void)x25519::multiply(classified<32>(23), pk);
}

inline void taint_ed25519() {
  const std::array<std::uint8_t, 300> message{1, 2, 3};
  const auto seed = classified<32>(24);
  const auto key = ed25519::PrivateKey::expand(seed);
  auto pk = key.public_key();
  declassify(pk);  // published
  auto signature = ed25519::sign(key, message);
  declassify(signature);  // sent
  (void)ed25519::PrivateKey::import(seed.reveal(), pk);
}

}  // namespace lydite
