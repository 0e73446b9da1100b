// The composite signature with its secrets marked.
#pragma once

#include <array>
#include <cstdint>

#include "lydite/composite.h"
#include "tests/programs/taint.h"

namespace lydite {

template <composite::Framing F>
void taint_composite() {
  const std::array<std::uint8_t, 300> message{1, 2, 3};
  const auto sk = classified<64>(25);
  auto pk = composite::public_key(sk);
  declassify(pk);  // published
  for (std::uint8_t i = 0; i < 2; ++i) (void)composite::sign<F>(sk, message, {}, classified<32>(i));
  (void)composite::sign_deterministic<F>(composite::PreparedPrivateKey<F>::expand(sk), message, {});
  const auto imported = composite::PreparedPrivateKey<F>::import(sk.reveal(), pk);
  (void)composite::sign<F>(*imported, message, {}, classified<32>(26));
  (void)composite::check_key_pair(sk.reveal(), pk);
}

}  // namespace lydite
