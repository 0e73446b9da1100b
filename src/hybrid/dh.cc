// X25519 as a KEM.
#include "src/hybrid/dh.h"

#include <utility>

#include "lydite/blake2.h"
#include "src/hybrid/combiners.h"

namespace lydite::hybrid::dh {

PrivateKey derive_private_key(const Seed& seed) noexcept {
  Secret<32> digest;
  static_cast<void>(Blake2b::hash(seed.reveal(), digest.fill()));
  auto stream = Blake2Xb::begin(Blake2Xb::unknown_length);
  stream->absorb(digest.reveal());
  PrivateKey sk;
  static_cast<void>(stream->squeeze(sk.fill()));
  return sk;
}

KeyPair keygen(const Seed& seed) noexcept {
  PrivateKey sk = derive_private_key(seed);
  return {x25519::public_key(sk), std::move(sk)};
}

Result<KeyPair> keygen(const Entropy& entropy) noexcept { return x25519::keygen(entropy); }

Result<Encapsulation> encapsulate(View<32> pk, const PrivateKey& e) noexcept {
  const auto point = x25519::agree(e, pk);
  if (!point) return point.error();
  Encapsulation out;
  out.c = x25519::public_key(e);
  out.K = hash_point(point->reveal(), pk, out.c);
  return out;
}

Result<Encapsulation> encapsulate(View<32> pk, const Entropy& entropy) noexcept {
  PrivateKey e;
  if (const auto filled = entropy.fill(e.fill()); !filled) return filled.error();
  return encapsulate(pk, e);
}

Result<SharedKey> decapsulate(const PrivateKey& sk, View<32> c) noexcept {
  const auto point = x25519::agree(sk, c);
  if (!point) return point.error();
  return hash_point(point->reveal(), x25519::public_key(sk), c);
}

Result<SharedKey> decapsulate(const KeyPair& keys, View<32> c) noexcept {
  const auto point = x25519::agree(keys.sk, c);
  if (!point) return point.error();
  return hash_point(point->reveal(), keys.pk, c);
}

}  // namespace lydite::hybrid::dh
