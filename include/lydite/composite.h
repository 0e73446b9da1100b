// Composite signatures of ML-DSA-65 and Ed25519. A signature is valid if both of its halves are; both are always
// evaluated, and nothing tells which one failed, neither the result nor the time.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>

#include "lydite/bytes.h"
#include "lydite/ed25519.h"
#include "lydite/entropy.h"
#include "lydite/mldsa.h"
#include "lydite/result.h"

namespace lydite::composite {

using MlDsa = mldsa::MlDsa65;

// The framing of the FOG benchmark: both components sign the message itself. It knows no context, does not separate
// domains, and each half is a signature of its own: for comparison with other measurements.
struct FogMlDsa65Ed25519 {
  static constexpr char name[] = "FOG-MLDSA65-Ed25519";
  static constexpr std::size_t max_context_size = 0;
};
// id-MLDSA65-Ed25519-SHA512 of draft-ietf-lamps-pq-composite-sigs: both components sign
// M' = Prefix || Label || len(context) || context || SHA-512(message), ML-DSA with the label as its context.
struct MlDsa65Ed25519Sha512 {
  static constexpr char name[] = "id-MLDSA65-Ed25519-SHA512";
  static constexpr std::size_t max_context_size = 255;
};

template <class F>
concept Framing = requires {
  { F::max_context_size } -> std::convertible_to<std::size_t>;
};

inline constexpr std::size_t public_key_size = mldsa::public_key_size<MlDsa> + ed25519::public_key_size;
inline constexpr std::size_t private_key_size = mldsa::seed_size + ed25519::seed_size;
inline constexpr std::size_t signature_size = mldsa::signature_size<MlDsa> + ed25519::signature_size;
static_assert(public_key_size == 1984 && private_key_size == 64 && signature_size == 3373);

// In all three the part of ML-DSA comes first. A key belongs to one framing and is not shared with another scheme.
using PublicKey = Bytes<public_key_size>;
using PrivateKey = Secret<private_key_size>;  // two seeds
using Signature = Bytes<signature_size>;

struct KeyPair {
  PublicKey pk;
  PrivateKey sk;
};

// Every private key is one: two seeds.
[[nodiscard]] PublicKey public_key(const PrivateKey& sk) noexcept;
// Error: kEntropy.
[[nodiscard]] Result<KeyPair> keygen(const Entropy& entropy) noexcept;

// Errors: kInvalidLength, kNonCanonical (no point of the curve has the encoding in the second part).
[[nodiscard]] Result<void> check_public_key(Message pk) noexcept;
// Error: kInvalidLength.
[[nodiscard]] Result<void> check_private_key(Message sk) noexcept;
// A pair as it is stored. Errors: kInvalidLength, kKeyMismatch (pk is not the public key of sk).
[[nodiscard]] Result<void> check_key_pair(Message sk, Message pk) noexcept;

// A context longer than the framing allows is an error for those who sign, and makes a signature invalid for those who
// verify, as wrong lengths do.

// Hedged. Errors: kContextTooLong, kEntropy.
template <class F>
[[nodiscard]] Result<Signature> sign(const PrivateKey& sk, Message message, Message context,
                                     const Entropy& entropy) noexcept;
// With the given rnd of ML-DSA. Error: kContextTooLong.
template <class F>
[[nodiscard]] Result<Signature> sign(const PrivateKey& sk, Message message, Message context,
                                     const mldsa::Randomizer& rnd) noexcept;
// rnd is zero. Error: kContextTooLong.
template <class F>
[[nodiscard]] Result<Signature> sign_deterministic(const PrivateKey& sk, Message message, Message context) noexcept;
template <class F>
[[nodiscard]] bool verify(Message pk, Message message, Message signature, Message context) noexcept;

// --- Prepared keys: expanded once ----------------------------------------------------------------------------------

struct Internal;

// Public data.
template <Framing F>
class PreparedPublicKey {
  struct Token {};

 public:
  PreparedPublicKey(Token, View<public_key_size> pk) noexcept;
  // Errors: kInvalidLength, kNonCanonical.
  [[nodiscard]] static Result<PreparedPublicKey> import(Message pk) noexcept;

 private:
  friend struct Internal;
  // Results, because those are built in place: a copy of the first would need a third of a small stack. Both have
  // values.
  Result<mldsa::PreparedPublicKey<MlDsa>> first_;
  Result<ed25519::PreparedPublicKey> second_;
};

// Move-only; wiped on destruction.
template <Framing F>
class PreparedPrivateKey {
  struct Token {};

 public:
  PreparedPrivateKey(Token, const PrivateKey& sk) noexcept;
  [[nodiscard]] static PreparedPrivateKey expand(const PrivateKey& sk) noexcept { return {Token(), sk}; }
  // A pair as it is stored. Errors: kInvalidLength, kKeyMismatch.
  [[nodiscard]] static Result<PreparedPrivateKey> import(Message sk, Message pk) noexcept;

 private:
  friend struct Internal;
  mldsa::PreparedPrivateKey<MlDsa> first_;
  ed25519::PrivateKey second_;
};

template <class F>
[[nodiscard]] Result<Signature> sign(const PreparedPrivateKey<F>& sk, Message message, Message context,
                                     const Entropy& entropy) noexcept;
template <class F>
[[nodiscard]] Result<Signature> sign(const PreparedPrivateKey<F>& sk, Message message, Message context,
                                     const mldsa::Randomizer& rnd) noexcept;
template <class F>
[[nodiscard]] Result<Signature> sign_deterministic(const PreparedPrivateKey<F>& sk, Message message,
                                                   Message context) noexcept;
template <class F>
[[nodiscard]] bool verify(const PreparedPublicKey<F>& pk, Message message, Message signature, Message context) noexcept;

// --- Long messages piece by piece: the digest comes from Sha512::Incremental (sha2.h) -------------------------------

using MessageDigest = Bytes<64>;  // SHA-512(message)

// Error: kContextTooLong.
[[nodiscard]] Result<Signature> sign_digest(const PreparedPrivateKey<MlDsa65Ed25519Sha512>& sk,
                                            const MessageDigest& digest, Message context,
                                            const mldsa::Randomizer& rnd) noexcept;
[[nodiscard]] Result<Signature> sign_digest(const PrivateKey& sk, const MessageDigest& digest, Message context,
                                            const mldsa::Randomizer& rnd) noexcept;
[[nodiscard]] bool verify_digest(const PreparedPublicKey<MlDsa65Ed25519Sha512>& pk, const MessageDigest& digest,
                                 Message signature, Message context) noexcept;
[[nodiscard]] bool verify_digest(Message pk, const MessageDigest& digest, Message signature, Message context) noexcept;

// --- Batches -------------------------------------------------------------------------------------------------------

using mldsa::SignedMessage;
// valid[i] = verify(inputs[i]); false without that input.
template <class F>
void verify_many(std::span<const SignedMessage> inputs, std::span<bool> valid) noexcept;

}  // namespace lydite::composite
