// X25519 (RFC 7748).
#pragma once

#include <cstddef>

#include "lydite/bytes.h"
#include "lydite/entropy.h"
#include "lydite/result.h"

namespace lydite::x25519 {

inline constexpr std::size_t private_key_size = 32;
inline constexpr std::size_t public_key_size = 32;
inline constexpr std::size_t shared_secret_size = 32;

// Private keys are stored as they were drawn: the bits that section 5 fixes are fixed in every use.
using PrivateKey = Secret<private_key_size>;
using PublicKey = Bytes<public_key_size>;
using SharedSecret = Secret<shared_secret_size>;

struct KeyPair {
  PublicKey pk;
  PrivateKey sk;
};

// X25519(sk, 9).
[[nodiscard]] PublicKey public_key(const PrivateKey& sk) noexcept;
// Error: kEntropy.
[[nodiscard]] Result<KeyPair> keygen(const Entropy& entropy) noexcept;

// The key exchange: X25519(sk, u). Error: kLowOrderPoint if the result is zero (section 6.1).
[[nodiscard]] Result<SharedSecret> agree(const PrivateKey& sk, View<public_key_size> u) noexcept;
// The bare function of section 5, which gives zero for the points of low order.
[[nodiscard]] SharedSecret multiply(const PrivateKey& sk, View<public_key_size> u) noexcept;

}  // namespace lydite::x25519
