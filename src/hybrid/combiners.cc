#include "src/hybrid/combiners.h"

#include <algorithm>

#include "lydite/blake2.h"
#include "lydite/sha3.h"
#include "src/base/wipe.h"

namespace lydite::hybrid {
namespace {

constexpr std::uint8_t split_prf_label[] = {'s', 'p', 'l', 'i', 't', 'p', 'r', 'f', '-', 'v', '1'};
constexpr std::uint8_t xwing_label[] = {0x5C, 0x2E, 0x2F, 0x2F, 0x5E, 0x5C};

void absorb_number(Blake2b& hash, std::uint32_t number) noexcept {
  const std::uint8_t bytes[] = {static_cast<std::uint8_t>(number >> 24), static_cast<std::uint8_t>(number >> 16),
                                static_cast<std::uint8_t>(number >> 8), static_cast<std::uint8_t>(number)};
  hash.absorb(bytes);
}
void absorb_string(Blake2b& hash, Message string) noexcept {
  absorb_number(hash, static_cast<std::uint32_t>(string.size()));
  hash.absorb(string);
}

// BLAKE2b-256 keyed with BLAKE2b-256(secret) over all ciphertexts.
SharedKey split_prf(Message secret, const Parts& parts) noexcept {
  Secret<32> key;
  static_cast<void>(Blake2b::hash(secret, key.fill()));
  auto hash = Blake2b::begin(32, key.reveal());
  hash->absorb(split_prf_label);
  absorb_number(*hash, 2);
  absorb_string(*hash, parts.x_ciphertext);
  absorb_string(*hash, parts.ml_ciphertext);
  SharedKey out;
  hash->finish(out.fill());
  return out;
}

}  // namespace

SharedKey hash_point(View<32> point, View<32> recipient, View<32> ephemeral) noexcept {
  auto hash = Blake2Xb::begin(32, point);
  hash->absorb(recipient);
  hash->absorb(ephemeral);
  SharedKey secret;
  static_cast<void>(hash->squeeze(secret.fill()));
  return secret;
}

template <>
SharedKey combine<MlKem768X25519>(const Parts& parts) noexcept {
  const SharedKey x = hash_point(parts.x_secret, parts.x_public_key, parts.x_ciphertext);
  const SharedKey first = split_prf(x.reveal(), parts), second = split_prf(parts.ml_secret, parts);
  SharedKey K;
  std::ranges::transform(first.reveal(), second.reveal(), K.fill().begin(),
                         [](std::uint8_t a, std::uint8_t b) { return static_cast<std::uint8_t>(a ^ b); });
  return K;
}

template <>
SharedKey combine<XWing>(const Parts& parts) noexcept {
  Sha3_256::Incremental hash;
  hash.absorb(parts.ml_secret);
  hash.absorb(parts.x_secret);
  hash.absorb(parts.x_ciphertext);
  hash.absorb(parts.x_public_key);
  hash.absorb(xwing_label);
  SharedKey K;
  hash.squeeze(K.fill());
  wipe_stack();  // the permutation spills what it holds
  return K;
}

}  // namespace lydite::hybrid
