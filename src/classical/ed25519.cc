// Ed25519 over the curve and scalar arithmetic of libsodium; the hashes are libcrypto's, which are faster on long
// messages. sodium_init() is not needed (see x25519.cc).
#include "lydite/ed25519.h"

#include <sodium/crypto_core_ed25519.h>
#include <sodium/crypto_scalarmult_ed25519.h>
#include <sodium/crypto_sign_ed25519.h>

#include <algorithm>
#include <array>

#include "lydite/sha2.h"
#include "src/base/ct.h"

namespace lydite::ed25519 {
namespace {

using Point = Bytes<32>;   // encoded
using Scalar = Bytes<32>;  // little-endian

// From this length on the faster hash pays for the slower arithmetic of satisfies_equation().
constexpr std::size_t long_message = 98304;

constexpr Point identity{1};
// L, the order of the base point.
constexpr Scalar L{0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9, 0xDE, 0x14,
                   0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0x10};
// p = 2^255 - 19.
constexpr Scalar p = [] {
  Scalar bytes;
  bytes.fill(0xFF);
  bytes.front() = 0xED;
  bytes.back() = 0x7F;
  return bytes;
}();

bool is_below(View<32> number, const Scalar& bound) noexcept {
  return std::lexicographical_compare(number.rbegin(), number.rend(), bound.rbegin(), bound.rend());
}

Scalar reduce(View<64> number) noexcept {
  Scalar reduced;
  crypto_core_ed25519_scalar_reduce(reduced.data(), number.data());
  return reduced;
}

// k = SHA-512(R || A || M) mod L.
Scalar challenge(View<32> R, View<32> A, Message message) noexcept {
  Sha512::Incremental hash;
  hash.absorb(R);
  hash.absorb(A);
  hash.absorb(message);
  return reduce(hash.finish());
}

// Encodings that libsodium's verification refuses and the equation alone does not: points of order 1, 2, 4 and 8, and
// y coordinates that are not reduced. The sign bit does not matter.
bool is_unusual(View<32> encoded) noexcept {
  static constexpr Point order_8[] = {
      {0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0,
       0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05},
      {0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F,
       0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A}};
  Point y;
  std::ranges::copy(encoded, y.begin());
  y.back() &= 0x7F;
  Point minus_one = p;
  minus_one.front() = 0xEC;
  constexpr Point zero{};
  return y == zero || y == identity || !is_below(y, minus_one) || y == order_8[0] || y == order_8[1];
}

// [k]P for any point of the curve, one bit at a time: only for points of an order that nobody honest uses.
Point multiply_slowly(const Scalar& k, const Point& P) noexcept {
  Point sum = identity;
  for (std::size_t bit = 256; bit-- > 0;) {
    crypto_core_ed25519_add(sum.data(), sum.data(), sum.data());
    if ((k[bit / 8] >> (bit % 8) & 1) != 0) crypto_core_ed25519_add(sum.data(), sum.data(), P.data());
  }
  return sum;
}

// Whether R = [S]B - [k]A. Precondition: S < L.
bool satisfies_equation(View<32> R, View<32> S, const Scalar& k, View<32> A) noexcept {
  Point P, Q, difference;
  if (crypto_core_ed25519_add(P.data(), A.data(), identity.data()) != 0) return false;  // not on the curve
  // It refuses points outside the subgroup of order L, and a product that is the identity.
  if (crypto_scalarmult_ed25519_noclamp(Q.data(), k.data(), P.data()) != 0) Q = multiply_slowly(k, P);
  if (crypto_scalarmult_ed25519_base_noclamp(P.data(), S.data()) != 0) P = identity;
  return crypto_core_ed25519_sub(difference.data(), P.data(), Q.data()) == 0 && std::ranges::equal(difference, R);
}

}  // namespace

struct Internal {
  static void expand(const Seed& seed, PrivateKey& key) noexcept {
    std::ranges::copy(seed.reveal(), key.seed_.fill().begin());
    auto hash = Sha512::hash(seed.reveal());
    hash[0] &= 0xF8;
    hash[31] = static_cast<std::uint8_t>((hash[31] & 0x7F) | 0x40);
    std::ranges::copy(hash, key.expanded_.fill().begin());
    wipe(hash);
    crypto_scalarmult_ed25519_base_noclamp(key.pk_.data(), key.expanded_.reveal().data());
    declassify(key.pk_);  // published by its owner
  }

  static Signature sign(const PrivateKey& sk, Message message) noexcept {
    Signature signature;
    const Out<32> R = std::span(signature).first<32>(), S = std::span(signature).last<32>();
    Secret<32> r;
    nonce(sk.expanded_.reveal().last<32>(), message, r);
    crypto_scalarmult_ed25519_base_noclamp(R.data(), r.reveal().data());
    declassify(R);  // a part of the signature
    const Scalar k = challenge(R, sk.pk_, message);
    crypto_core_ed25519_scalar_mul(S.data(), k.data(), sk.expanded_.reveal().data());
    crypto_core_ed25519_scalar_add(S.data(), S.data(), r.reveal().data());
    declassify(S);
    return signature;
  }

 private:
  // r = SHA-512(prefix || M) mod L.
  static void nonce(View<32> prefix, Message message, Secret<32>& r) noexcept {
    Sha512::Incremental hash;
    hash.absorb(prefix);
    hash.absorb(message);
    auto digest = hash.finish();
    crypto_core_ed25519_scalar_reduce(r.fill().data(), digest.data());
    wipe(digest);
  }
};

PrivateKey PrivateKey::expand(const Seed& seed) noexcept {
  PrivateKey key;
  Internal::expand(seed, key);
  return key;
}

Result<PrivateKey> PrivateKey::import(Message seed, Message pk) noexcept {
  if (seed.size() != seed_size || pk.size() != public_key_size) return Error::kInvalidLength;
  PrivateKey key = expand(Seed(seed.first<seed_size>()));
  if (!std::ranges::equal(key.public_key(), pk)) return Error::kKeyMismatch;
  return key;
}

Result<PrivateKey> keygen(const Entropy& entropy) noexcept {
  Seed seed;
  if (const auto filled = entropy.fill(seed.fill()); !filled) return filled.error();
  return PrivateKey::expand(seed);
}

Signature sign(const PrivateKey& sk, Message message) noexcept { return Internal::sign(sk, message); }

bool verify(Message pk, Message message, Message signature) noexcept {
  if (pk.size() != public_key_size || signature.size() != signature_size) return false;
  const View<32> A = pk.first<32>(), R = signature.first<32>();
  // An S that is too large is wrong, and evaluated all the same: a composite signature must not tell.
  const bool is_reduced = is_below(signature.last<32>(), L);
  Signature reduced;
  std::ranges::copy(signature, reduced.begin());
  Bytes<64> S{};
  std::ranges::copy(signature.last<32>(), S.begin());
  std::ranges::copy(reduce(S), reduced.begin() + 32);
  const bool is_valid =
      message.size() >= long_message || is_unusual(A) || is_unusual(R)
          ? satisfies_equation(R, View<64>(reduced).last<32>(), challenge(R, A, message), A)
          : crypto_sign_ed25519_verify_detached(reduced.data(), message.data(), message.size(), A.data()) == 0;
  return is_reduced && is_valid;
}

Result<void> check_public_key(Message pk) noexcept {
  if (pk.size() != public_key_size) return Error::kInvalidLength;
  Point point;
  if (crypto_core_ed25519_add(point.data(), pk.data(), identity.data()) != 0) return Error::kNonCanonical;
  return {};
}

}  // namespace lydite::ed25519
