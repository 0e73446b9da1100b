// The hybrid KEMs, X25519 as a KEM and BLAKE2 with their secrets marked.
#pragma once

#include <array>
#include <cstdint>

#include "lydite/blake2.h"
#include "lydite/hybrid.h"
#include "tests/programs/taint.h"

namespace lydite {

inline void taint_blake2() {
  const auto key = classified<32>(31);
  const auto message = classified<300>(32);
  Bytes<64> out;
  (void)Blake2b::hash(message.reveal(), out, key.reveal());
  auto xof = Blake2Xb::begin(100, key.reveal());
  xof->absorb(message.reveal());
  (void)xof->squeeze(out);
}

inline void taint_dh() {
  auto keys = hybrid::dh::keygen(classified<32>(33));
  declassify(keys.pk);  // published
  auto sent = hybrid::dh::encapsulate(keys.pk, classified<32>(34));
  declassify(sent->c);  // sent
  (void)hybrid::dh::decapsulate(keys.sk, sent->c);
  (void)hybrid::dh::decapsulate(keys, sent->c);
  (void)hybrid::dh::decapsulate(keys, Bytes<32>{});
}

template <hybrid::Scheme S>
class HybridTaint {
 public:
  static void run() {
    const auto seed = classified<S::seed_size>(35);
    auto keys = hybrid::keygen<S>(seed);
    declassify(keys.pk);  // published
    declassify_public_part(keys.sk);
    const View<hybrid::public_key_size> pk(keys.pk);
    auto sent = hybrid::encapsulate<S>(pk, classified<64>(36));
    declassify(sent->c);  // sent
    hybrid::Ciphertext bad = sent->c, low_order = sent->c;
    bad[500] ^= 1;
    for (std::size_t i = 0; i < 32; ++i) low_order[(S::x25519_first ? 0 : hybrid::ciphertext_size - 32) + i] = 0;
    for (const hybrid::Ciphertext& c : {sent->c, bad, low_order}) decapsulate(keys.sk, seed, c);
    const auto prepared = hybrid::PreparedPublicKey<S>::import(pk);
    (void)hybrid::encapsulate<S>(*prepared, classified<64>(37));
  }

 private:
  // Scalar || ek || d || z, where a private key has an ek.
  static void declassify_public_part(const hybrid::PrivateKey<S>& sk) {
    if constexpr (hybrid::PrivateKey<S>::size > 1184) declassify(sk.reveal().template subspan<32, 1184>());
  }
  static void decapsulate(const hybrid::PrivateKey<S>& sk, const hybrid::Seed<S>& seed, const hybrid::Ciphertext& c) {
    (void)hybrid::decapsulate<S>(sk, c);
    const auto imported = hybrid::PreparedPrivateKey<S>::import(sk.reveal());
    (void)hybrid::decapsulate<S>(*imported, c);
    const auto expanded = hybrid::PreparedPrivateKey<S>::expand(seed);
    const std::array<hybrid::Ciphertext, 3> cs{c, c, c};
    std::array<Result<hybrid::SharedKey>, 3> out{Error::kEntropy, Error::kEntropy, Error::kEntropy};
    hybrid::decapsulate_many<S>(expanded, cs, out);
  }
};

}  // namespace lydite
