// ML-DSA and HashML-DSA (FIPS 204).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lydite/bytes.h"
#include "lydite/entropy.h"
#include "lydite/result.h"
#include "lydite/sha3.h"

namespace lydite::mldsa {

inline constexpr std::size_t n = 256;
inline constexpr std::int32_t q = 8380417;
inline constexpr unsigned d = 13;

// FIPS 204, section 4, table 1.
struct MlDsa44 {
  static constexpr char name[] = "ML-DSA-44";
  static constexpr unsigned k = 4, l = 4, eta = 2, tau = 39, lambda = 128, omega = 80, category = 2;
  static constexpr std::int32_t gamma1 = 1 << 17, gamma2 = (q - 1) / 88, beta = tau * eta;
};
struct MlDsa65 {
  static constexpr char name[] = "ML-DSA-65";
  static constexpr unsigned k = 6, l = 5, eta = 4, tau = 49, lambda = 192, omega = 55, category = 3;
  static constexpr std::int32_t gamma1 = 1 << 19, gamma2 = (q - 1) / 32, beta = tau * eta;
};
struct MlDsa87 {
  static constexpr char name[] = "ML-DSA-87";
  static constexpr unsigned k = 8, l = 7, eta = 2, tau = 60, lambda = 256, omega = 75, category = 5;
  static constexpr std::int32_t gamma1 = 1 << 19, gamma2 = (q - 1) / 32, beta = tau * eta;
};

template <class P>
concept ParameterSet = (P::k >= 4 && P::k <= 8) && (P::l >= 4 && P::l <= 7) && (P::eta == 2 || P::eta == 4) &&
                       (P::gamma1 == 1 << 17 || P::gamma1 == 1 << 19) &&
                       (P::gamma2 == (q - 1) / 88 || P::gamma2 == (q - 1) / 32) && P::tau <= 64;

// Bits of a coefficient of s1 and s2, of z, and of w1 in their encodings.
template <ParameterSet P>
inline constexpr unsigned s_bits = P::eta == 2 ? 3 : 4;
template <ParameterSet P>
inline constexpr unsigned z_bits = P::gamma1 == 1 << 17 ? 18 : 20;
template <ParameterSet P>
inline constexpr unsigned w1_bits = P::gamma2 == (q - 1) / 88 ? 6 : 4;

template <ParameterSet P>
inline constexpr std::size_t challenge_size = P::lambda / 4;
template <ParameterSet P>
inline constexpr std::size_t public_key_size = 32 + 320 * P::k;
template <ParameterSet P>
inline constexpr std::size_t private_key_size = 128 + 32 * (s_bits<P> * (P::k + P::l) + d * P::k);
template <ParameterSet P>
inline constexpr std::size_t signature_size = challenge_size<P> + 32 * z_bits<P> * P::l + P::omega + P::k;
inline constexpr std::size_t seed_size = 32;
inline constexpr std::size_t max_context_size = 255;
// Signing gives up after so many attempts, the least that FIPS 204, appendix C, allows. With the keys of keygen that
// happens with a probability below 2^-256.
inline constexpr unsigned max_attempts = 814;

template <ParameterSet P>
using PublicKey = Bytes<public_key_size<P>>;
template <ParameterSet P>
using PrivateKey = Secret<private_key_size<P>>;
template <ParameterSet P>
using Signature = Bytes<signature_size<P>>;
using Seed = Secret<seed_size>;           // xi
using Randomizer = Secret<32>;            // rnd
using MessageRepresentative = Bytes<64>;  // mu

template <ParameterSet P>
struct KeyPair {
  PublicKey<P> pk;
  PrivateKey<P> sk;
};

// Bytes from outside in a call that verifies: anything of a wrong length, and a context that is too long, is an
// invalid signature. The result is valid or not; there are no errors.

// --- Operations on encoded keys ---------------------------------------------------------------------------------

// ML-DSA.KeyGen_internal(xi): algorithm 6.
template <class P>
[[nodiscard]] KeyPair<P> keygen(const Seed& xi) noexcept;
// ML-DSA.KeyGen(): algorithm 1. Error: kEntropy.
template <class P>
[[nodiscard]] Result<KeyPair<P>> keygen(const Entropy& entropy) noexcept;

// ML-DSA.Sign(sk, M, ctx): algorithm 2, hedged. Errors: kContextTooLong, kEntropy, kNonCanonical (in s1 or s2), and
// kTooManyAttempts, as every call that signs: a key that belongs to no public key.
template <class P>
[[nodiscard]] Result<Signature<P>> sign(const PrivateKey<P>& sk, Message message, Message context,
                                        const Entropy& entropy) noexcept;
// The same with the given rnd. Errors: kContextTooLong, kNonCanonical.
template <class P>
[[nodiscard]] Result<Signature<P>> sign(const PrivateKey<P>& sk, Message message, Message context,
                                        const Randomizer& rnd) noexcept;
// The deterministic variant: rnd is zero. Errors: kContextTooLong, kNonCanonical.
template <class P>
[[nodiscard]] Result<Signature<P>> sign_deterministic(const PrivateKey<P>& sk, Message message,
                                                      Message context) noexcept;
// ML-DSA.Verify(pk, M, sigma, ctx): algorithm 3.
template <class P>
[[nodiscard]] bool verify(Message pk, Message message, Message signature, Message context) noexcept;

// With a representative mu that was computed elsewhere, of exactly 64 bytes: algorithm 7 from line 7 on.
// Errors: kInvalidLength, kNonCanonical.
template <class P>
[[nodiscard]] Result<Signature<P>> sign_mu(const PrivateKey<P>& sk, Message mu, const Randomizer& rnd) noexcept;
// Algorithm 8 from line 8 on.
template <class P>
[[nodiscard]] bool verify_mu(Message pk, Message mu, Message signature) noexcept;

// --- HashML-DSA: a scheme of its own, whose signatures ML-DSA refuses ----------------------------------------------

enum class PreHash {
  kSha2_224,
  kSha2_256,
  kSha2_384,
  kSha2_512,
  kSha2_512_224,
  kSha2_512_256,
  kSha3_224,
  kSha3_256,
  kSha3_384,
  kSha3_512,
  kShake128,  // with 32 bytes of output
  kShake256,  // with 64 bytes of output
};
// Bytes of its digest; 0 if there is no such function.
[[nodiscard]] std::size_t digest_size(PreHash function) noexcept;

// A digest of up to 64 bytes.
struct Digest {
  Bytes<64> bytes{};
  std::size_t size = 0;
  [[nodiscard]] Message view() const noexcept { return Message(bytes).first(size); }
};
// PH(M) for the functions of FIPS 202. Error: kUnsupported for the others, whose digests come from elsewhere.
[[nodiscard]] Result<Digest> digest(PreHash function, Message message) noexcept;

// HashML-DSA.Sign: algorithm 4, for the digest of a message. Errors: kInvalidLength (the digest is not of this
// function), kContextTooLong, kNonCanonical.
template <class P>
[[nodiscard]] Result<Signature<P>> hash_sign(const PrivateKey<P>& sk, PreHash function, Message message_digest,
                                             Message context, const Randomizer& rnd) noexcept;
// HashML-DSA.Verify: algorithm 5, for the digest of a message.
template <class P>
[[nodiscard]] bool hash_verify(Message pk, PreHash function, Message message_digest, Message signature,
                               Message context) noexcept;

// --- Long messages piece by piece ----------------------------------------------------------------------------------

// tr = H(pk): algorithm 6, line 9; what a message is bound to.
template <class P>
[[nodiscard]] Bytes<64> public_key_hash(View<public_key_size<P>> pk) noexcept;
// tr as a private key has it.
template <class P>
[[nodiscard]] Bytes<64> public_key_hash(const PrivateKey<P>& sk) noexcept;

// mu of a message that comes in pieces: for sign_mu and verify_mu.
class MessageHash {
 public:
  // Error: kContextTooLong.
  [[nodiscard]] static Result<MessageHash> begin(View<64> tr, Message context) noexcept;
  void absorb(Message piece) noexcept { sponge_.absorb(piece); }
  // Not to be used afterwards.
  [[nodiscard]] MessageRepresentative finish() noexcept;

 private:
  MessageHash() noexcept = default;
  Shake256::Incremental sponge_;
};

// --- Keys from outside ---------------------------------------------------------------------------------------------

// Error: kInvalidLength. Every string of the right length is a public key.
template <class P>
[[nodiscard]] Result<void> check_public_key(Message pk) noexcept;
// Also whether t0 and tr belong to the other parts. Errors: kInvalidLength, kNonCanonical, kKeyMismatch.
template <class P>
[[nodiscard]] Result<void> check_private_key(Message sk) noexcept;
// A key given as seed and in expanded form. Errors: kInvalidLength, kKeyMismatch (they are not the same key).
template <class P>
[[nodiscard]] Result<void> check_private_key(Message xi, Message sk) noexcept;
// The public key that belongs to a private key. Errors: as check_private_key.
template <class P>
[[nodiscard]] Result<PublicKey<P>> public_key(Message sk) noexcept;

// --- Prepared (expanded) keys: checked once, with the matrix and the transforms kept --------------------------------

using Polynomial = std::array<std::int32_t, n>;
using ShortPolynomial = std::array<std::int16_t, n>;

template <ParameterSet P>
struct Internal;

// A public key, ready to verify. Public data.
template <ParameterSet P>
class PreparedPublicKey {
  struct Token {};

 public:
  explicit PreparedPublicKey(Token) noexcept {}
  // Error: kInvalidLength.
  [[nodiscard]] static Result<PreparedPublicKey> import(Message pk) noexcept;
  [[nodiscard]] const Bytes<64>& hash() const noexcept { return tr_; }  // tr

 private:
  friend struct Internal<P>;
  // Row i: A_hat[i], then the transform of 2^d t1[i].
  alignas(64) std::array<Polynomial, P::k*(P::l + 1)> rows_;
  Bytes<64> tr_;
};

// A private key that passed its checks, ready to sign. Move-only; wiped on destruction.
template <ParameterSet P>
class PreparedPrivateKey {
  struct Token {};

 public:
  explicit PreparedPrivateKey(Token) noexcept {}
  // From the encoded key. Errors: kInvalidLength, kNonCanonical, kKeyMismatch.
  [[nodiscard]] static Result<PreparedPrivateKey> import(Message sk) noexcept;
  // From the seed form xi.
  [[nodiscard]] static PreparedPrivateKey expand(const Seed& xi) noexcept;
  PreparedPrivateKey(PreparedPrivateKey&& other) noexcept;
  PreparedPrivateKey& operator=(PreparedPrivateKey&& other) noexcept;
  PreparedPrivateKey(const PreparedPrivateKey&) = delete;
  PreparedPrivateKey& operator=(const PreparedPrivateKey&) = delete;
  ~PreparedPrivateKey();

  [[nodiscard]] const Bytes<64>& hash() const noexcept { return tr_; }  // tr

 private:
  friend struct Internal<P>;
  alignas(64) std::array<Polynomial, P::k * P::l> A_hat_;
  alignas(64) std::array<ShortPolynomial, P::l + P::k> s_hat_;
  alignas(64) std::array<Polynomial, P::k> t0_hat_;
  Bytes<32> K_;
  Bytes<64> tr_;
};

// The signatures are those of the encoded key. Error: kContextTooLong.
template <class P>
[[nodiscard]] Result<Signature<P>> sign(const PreparedPrivateKey<P>& sk, Message message, Message context,
                                        const Randomizer& rnd) noexcept;
// Errors: kContextTooLong, kEntropy.
template <class P>
[[nodiscard]] Result<Signature<P>> sign(const PreparedPrivateKey<P>& sk, Message message, Message context,
                                        const Entropy& entropy) noexcept;
template <class P>
[[nodiscard]] Result<Signature<P>> sign_deterministic(const PreparedPrivateKey<P>& sk, Message message,
                                                      Message context) noexcept;
// Error: kInvalidLength.
template <class P>
[[nodiscard]] Result<Signature<P>> sign_mu(const PreparedPrivateKey<P>& sk, Message mu, const Randomizer& rnd) noexcept;
template <class P>
[[nodiscard]] bool verify(const PreparedPublicKey<P>& pk, Message message, Message signature, Message context) noexcept;
template <class P>
[[nodiscard]] bool verify_mu(const PreparedPublicKey<P>& pk, Message mu, Message signature) noexcept;

// --- Batches: the same results, with vector lanes filled from independent inputs -----------------------------------

// What one call of verify() gets.
struct SignedMessage {
  Message pk, message, signature, context;
};
// valid[i] = verify(inputs[i]); false without that input.
template <class P>
void verify_many(std::span<const SignedMessage> inputs, std::span<bool> valid) noexcept;

// The same for signatures of one signer.
struct MessageSignature {
  Message message, signature, context;
};
template <class P>
void verify_many(const PreparedPublicKey<P>& pk, std::span<const MessageSignature> inputs,
                 std::span<bool> valid) noexcept;

static_assert(public_key_size<MlDsa44> == 1312 && private_key_size<MlDsa44> == 2560 && signature_size<MlDsa44> == 2420);
static_assert(public_key_size<MlDsa65> == 1952 && private_key_size<MlDsa65> == 4032 && signature_size<MlDsa65> == 3309);
static_assert(public_key_size<MlDsa87> == 2592 && private_key_size<MlDsa87> == 4896 && signature_size<MlDsa87> == 4627);

}  // namespace lydite::mldsa
