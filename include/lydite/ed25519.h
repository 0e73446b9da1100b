// Ed25519 (RFC 8032).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "lydite/bytes.h"
#include "lydite/entropy.h"
#include "lydite/result.h"

namespace lydite::ed25519 {

inline constexpr std::size_t seed_size = 32;
inline constexpr std::size_t public_key_size = 32;
inline constexpr std::size_t signature_size = 64;

using Seed = Secret<seed_size>;
using PublicKey = Bytes<public_key_size>;
using Signature = Bytes<signature_size>;

struct Internal;

// A key that signs. Its public part always comes from its seed, so that no signature is made with a foreign one.
// Move-only; wiped on destruction.
class PrivateKey {
 public:
  // RFC 8032, section 5.1.5.
  [[nodiscard]] static PrivateKey expand(const Seed& seed) noexcept;
  // A pair as it is stored. Errors: kInvalidLength, kKeyMismatch (pk is not the public key of the seed).
  [[nodiscard]] static Result<PrivateKey> import(Message seed, Message pk) noexcept;

  [[nodiscard]] const PublicKey& public_key() const noexcept { return pk_; }
  [[nodiscard]] View<seed_size> reveal_seed() const noexcept { return seed_.reveal(); }

 private:
  friend struct Internal;
  PrivateKey() noexcept = default;

  Seed seed_;
  Secret<64> expanded_;  // the scalar s, then the prefix of the second hash
  PublicKey pk_{};
};

// Error: kEntropy.
[[nodiscard]] Result<PrivateKey> keygen(const Entropy& entropy) noexcept;

// Section 5.1.6: deterministic.
[[nodiscard]] Signature sign(const PrivateKey& sk, Message message) noexcept;

// Section 5.1.7 without the cofactor. There are several verdicts in use on keys and signatures that no signer makes;
// this one is that of Go and of OpenSSL:
//   - wrong lengths are refused, S is refused unless it is below L;
//   - the key is the point that its y coordinate modulo p gives, whatever the order of that point;
//   - R must be, byte for byte, the canonical encoding of [S]B - [k]A, with k reduced modulo L.
[[nodiscard]] bool verify(Message pk, Message message, Message signature) noexcept;

// A public key, ready to verify: the point, and multiples of it. Public data.
class PreparedPublicKey {
  struct Token {};

 public:
  explicit PreparedPublicKey(Token) noexcept {}
  // Errors: kInvalidLength, kNonCanonical.
  [[nodiscard]] static Result<PreparedPublicKey> import(Message pk) noexcept;

 private:
  friend struct Internal;
  PublicKey encoded_{};
  std::array<std::array<std::array<std::uint64_t, 5>, 4>, 17> multiples_{};
};
[[nodiscard]] bool verify(const PreparedPublicKey& pk, Message message, Message signature) noexcept;

// Whether some point of the curve has this encoding, in the sense of verify(). Errors: kInvalidLength, kNonCanonical.
[[nodiscard]] Result<void> check_public_key(Message pk) noexcept;

}  // namespace lydite::ed25519
