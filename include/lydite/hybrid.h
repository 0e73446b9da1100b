// Hybrid KEMs of ML-KEM-768 and X25519: MLKEM768-X25519 with the split-PRF combiner of Katzenpost's hpqc, X-Wing
// (draft-connolly-cfrg-xwing-kem), and the adapter that makes X25519 alone a KEM.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>

#include "lydite/bytes.h"
#include "lydite/entropy.h"
#include "lydite/mlkem.h"
#include "lydite/result.h"
#include "lydite/x25519.h"

namespace lydite::hybrid {

using MlKem = mlkem::MlKem768;
using SharedKey = Secret<32>;

// --- X25519 as a KEM: hashed ElGamal with BLAKE2Xb
// --------------------------------------------------------------------

namespace dh {

using PublicKey = x25519::PublicKey;
using PrivateKey = x25519::PrivateKey;
using Ciphertext = Bytes<32>;  // an ephemeral public key
using Seed = Secret<32>;
using KeyPair = x25519::KeyPair;

struct Encapsulation {
  Ciphertext c;
  SharedKey K;
};

// DeriveKeyPair: the private key is BLAKE2Xb of the seed's BLAKE2b-256.
[[nodiscard]] KeyPair keygen(const Seed& seed) noexcept;
// The private key is drawn. Error: kEntropy.
[[nodiscard]] Result<KeyPair> keygen(const Entropy& entropy) noexcept;
// With the ephemeral private key e. Error: kLowOrderPoint.
[[nodiscard]] Result<Encapsulation> encapsulate(View<32> pk, const PrivateKey& e) noexcept;
// Errors: kLowOrderPoint, kEntropy.
[[nodiscard]] Result<Encapsulation> encapsulate(View<32> pk, const Entropy& entropy) noexcept;
// Error: kLowOrderPoint.
[[nodiscard]] Result<SharedKey> decapsulate(const PrivateKey& sk, View<32> c) noexcept;
// The same with the public key of sk at hand. Error: kLowOrderPoint.
[[nodiscard]] Result<SharedKey> decapsulate(const KeyPair& keys, View<32> c) noexcept;

}  // namespace dh

// --- The hybrids
// ------------------------------------------------------------------------------------------------------

// Every part of X25519 comes first, in keys, ciphertexts and hashes, in spite of the name. The combiner is
// "splitprf-v1", each key a hash of a component's secret; its two predecessors are other schemes and not offered.
// Private key: X25519 scalar, ek, d, z.
struct MlKem768X25519 {
  static constexpr char name[] = "MLKEM768-X25519";
  static constexpr std::size_t seed_size = 96, private_key_size = 1280;
  static constexpr bool x25519_first = true;
};
// Every part of ML-KEM comes first. Private key: the seed, as in the draft.
struct XWing {
  static constexpr char name[] = "X-Wing";
  static constexpr std::size_t seed_size = 32, private_key_size = 32;
  static constexpr bool x25519_first = false;
};

template <class S>
concept Scheme = std::same_as<S, MlKem768X25519> || std::same_as<S, XWing>;

inline constexpr std::size_t public_key_size = 1216, ciphertext_size = 1120, coins_size = 64;
static_assert(public_key_size == mlkem::encapsulation_key_size<MlKem> + x25519::public_key_size &&
              ciphertext_size == mlkem::ciphertext_size<MlKem> + x25519::public_key_size);

using PublicKey = Bytes<public_key_size>;
using Ciphertext = Bytes<ciphertext_size>;
template <Scheme S>
using PrivateKey = Secret<S::private_key_size>;
template <Scheme S>
using Seed = Secret<S::seed_size>;
// What encapsulation draws: X25519 scalar and m, in the order of the scheme's parts.
using Coins = Secret<coins_size>;

template <Scheme S>
struct KeyPair {
  PublicKey pk;
  PrivateKey<S> sk;
};
struct Encapsulation {
  Ciphertext c;
  SharedKey K;
};

// MLKEM768-X25519: the seed of X25519 (see dh::keygen), d, z. X-Wing: GenerateKeyPairDerand.
template <class S>
[[nodiscard]] KeyPair<S> keygen(const Seed<S>& seed) noexcept;
// Error: kEntropy.
template <class S>
[[nodiscard]] Result<KeyPair<S>> keygen(const Entropy& entropy) noexcept;

// Errors: kNonCanonical (in the key of ML-KEM), kLowOrderPoint.
template <class S>
[[nodiscard]] Result<Encapsulation> encapsulate(View<public_key_size> pk, const Coins& coins) noexcept;
// Errors: the same, kEntropy.
template <class S>
[[nodiscard]] Result<Encapsulation> encapsulate(View<public_key_size> pk, const Entropy& entropy) noexcept;

// A wrong ciphertext of ML-KEM is not an error, as there (implicit rejection). Errors: kKeyMismatch (the ek in a
// private key of MLKEM768-X25519 is not that of d and z), kLowOrderPoint; the latter after the same work as without it.
template <class S>
[[nodiscard]] Result<SharedKey> decapsulate(const PrivateKey<S>& sk, View<ciphertext_size> c) noexcept;

// --- Prepared keys
// ----------------------------------------------------------------------------------------------------

template <Scheme S>
struct Internal;

// A public key whose part of ML-KEM is checked and expanded. Public data.
template <Scheme S>
class PreparedPublicKey {
 public:
  // Errors: kInvalidLength, kNonCanonical. Points of low order show in encapsulation.
  [[nodiscard]] static Result<PreparedPublicKey> import(Message pk) noexcept;

 private:
  friend struct Internal<S>;
  PreparedPublicKey(const mlkem::PreparedEncapsulationKey<MlKem>& ek, View<32> x) noexcept;

  mlkem::PreparedEncapsulationKey<MlKem> ek_;
  x25519::PublicKey x_;
};

// A private key, expanded, with its public key. Move-only; wiped on destruction.
template <Scheme S>
class PreparedPrivateKey {
 public:
  // Errors: kInvalidLength, kKeyMismatch.
  [[nodiscard]] static Result<PreparedPrivateKey> import(Message sk) noexcept;
  [[nodiscard]] static PreparedPrivateKey expand(const Seed<S>& seed) noexcept;
  [[nodiscard]] PublicKey public_key() const noexcept;

 private:
  friend struct Internal<S>;
  PreparedPrivateKey(const mlkem::Seed& dz, x25519::PrivateKey&& sk) noexcept;

  mlkem::PreparedDecapsulationKey<MlKem> dk_;
  x25519::KeyPair x_;
};

// Error: kLowOrderPoint.
template <class S>
[[nodiscard]] Result<Encapsulation> encapsulate(const PreparedPublicKey<S>& pk, const Coins& coins) noexcept;
// Errors: kLowOrderPoint, kEntropy.
template <class S>
[[nodiscard]] Result<Encapsulation> encapsulate(const PreparedPublicKey<S>& pk, const Entropy& entropy) noexcept;
// Error: kLowOrderPoint, after the same work as without it.
template <class S>
[[nodiscard]] Result<SharedKey> decapsulate(const PreparedPrivateKey<S>& sk, View<ciphertext_size> c) noexcept;
// out[i] = decapsulate(sk, cs[i]); kInvalidLength without that ciphertext.
template <class S>
void decapsulate_many(const PreparedPrivateKey<S>& sk, std::span<const Ciphertext> cs,
                      std::span<Result<SharedKey>> out) noexcept;

// --- X-Wing: the private key as hpqc stores it, and the draft's view of low order ----------------------------------

inline constexpr std::size_t xwing_hpqc_private_key_size = public_key_size + 32;  // public key, then the seed

[[nodiscard]] Secret<xwing_hpqc_private_key_size> to_hpqc(const PrivateKey<XWing>& sk) noexcept;
// Errors: kInvalidLength, kKeyMismatch (the public key is not that of the seed).
[[nodiscard]] Result<PrivateKey<XWing>> from_hpqc(Message sk) noexcept;

// The draft computes on with a shared point that is zero. For tests of conformance only.
// Error: kNonCanonical.
[[nodiscard]] Result<Encapsulation> xwing_draft_encapsulate(View<public_key_size> pk, const Coins& coins) noexcept;
[[nodiscard]] SharedKey xwing_draft_decapsulate(const PrivateKey<XWing>& sk, View<ciphertext_size> c) noexcept;

}  // namespace lydite::hybrid
