// ML-KEM (FIPS 203).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lydite/bytes.h"
#include "lydite/entropy.h"
#include "lydite/result.h"

namespace lydite::mlkem {

inline constexpr std::size_t n = 256;
inline constexpr std::int32_t q = 3329;

// FIPS 203, section 8, table 2.
struct MlKem512 {
  static constexpr char name[] = "ML-KEM-512";
  static constexpr unsigned k = 2, eta1 = 3, eta2 = 2, du = 10, dv = 4, category = 1;
};
struct MlKem768 {
  static constexpr char name[] = "ML-KEM-768";
  static constexpr unsigned k = 3, eta1 = 2, eta2 = 2, du = 10, dv = 4, category = 3;
};
struct MlKem1024 {
  static constexpr char name[] = "ML-KEM-1024";
  static constexpr unsigned k = 4, eta1 = 2, eta2 = 2, du = 11, dv = 5, category = 5;
};

template <class P>
concept ParameterSet = (P::k >= 2 && P::k <= 4) && (P::eta1 == 2 || P::eta1 == 3) && P::eta2 == 2 &&
                       (P::du == 10 || P::du == 11) && (P::dv == 4 || P::dv == 5);

template <ParameterSet P>
inline constexpr std::size_t encapsulation_key_size = 384 * P::k + 32;
template <ParameterSet P>
inline constexpr std::size_t decapsulation_key_size = 768 * P::k + 96;
template <ParameterSet P>
inline constexpr std::size_t ciphertext_size = 32 * (P::du * P::k + P::dv);
inline constexpr std::size_t seed_size = 64;
inline constexpr std::size_t shared_key_size = 32;

template <ParameterSet P>
using EncapsulationKey = Bytes<encapsulation_key_size<P>>;
template <ParameterSet P>
using DecapsulationKey = Secret<decapsulation_key_size<P>>;
template <ParameterSet P>
using Ciphertext = Bytes<ciphertext_size<P>>;
using Seed = Secret<seed_size>;             // d || z
using SharedKey = Secret<shared_key_size>;  // K

template <ParameterSet P>
struct KeyPair {
  EncapsulationKey<P> ek;
  DecapsulationKey<P> dk;
};
template <ParameterSet P>
struct Encapsulation {
  Ciphertext<P> c;
  SharedKey K;
};

// --- Operations on encoded keys ---------------------------------------------------------------------------------

// ML-KEM.KeyGen_internal(d, z): algorithm 16.
template <class P>
[[nodiscard]] KeyPair<P> keygen(const Seed& dz) noexcept;
// ML-KEM.KeyGen(): algorithm 19. Error: kEntropy.
template <class P>
[[nodiscard]] Result<KeyPair<P>> keygen(const Entropy& entropy) noexcept;

// ML-KEM.Encaps_internal(ek, m): algorithm 17, with the modulus check of section 7.2. Error: kNonCanonical.
template <class P>
[[nodiscard]] Result<Encapsulation<P>> encapsulate(View<encapsulation_key_size<P>> ek, const Secret<32>& m) noexcept;
// ML-KEM.Encaps(ek): algorithm 20. Errors: kNonCanonical, kEntropy.
template <class P>
[[nodiscard]] Result<Encapsulation<P>> encapsulate(View<encapsulation_key_size<P>> ek, const Entropy& entropy) noexcept;

// ML-KEM.Decaps(dk, c): algorithm 21, with the hash check of section 7.3. Error: kKeyHashMismatch.
// A malformed ciphertext is not an error: the result is then the rejection key J(z || c).
template <class P>
[[nodiscard]] Result<SharedKey> decapsulate(const DecapsulationKey<P>& dk, View<ciphertext_size<P>> c) noexcept;

// Input checks of section 7.2: length and modulus. Errors: kInvalidLength, kNonCanonical.
template <class P>
[[nodiscard]] Result<void> check_encapsulation_key(Message ek) noexcept;
// Input checks of section 7.3: length and hash. Errors: kInvalidLength, kKeyHashMismatch.
template <class P>
[[nodiscard]] Result<void> check_decapsulation_key(Message dk) noexcept;

// --- Prepared (expanded) keys: checked once, with the matrix and the key hash kept ---------------------------------

using Polynomial = std::array<std::int16_t, n>;

// An encapsulation key that passed its checks. Public data.
template <ParameterSet P>
class PreparedEncapsulationKey {
 public:
  // Errors: kInvalidLength, kNonCanonical.
  [[nodiscard]] static Result<PreparedEncapsulationKey> import(Message ek) noexcept;
  [[nodiscard]] const EncapsulationKey<P>& encoded() const noexcept { return ek_; }
  [[nodiscard]] const Bytes<32>& hash() const noexcept { return h_; }  // H(ek)

 private:
  template <ParameterSet>
  friend struct Internal;
  template <ParameterSet>
  friend class PreparedDecapsulationKey;
  PreparedEncapsulationKey() noexcept = default;

  alignas(64) std::array<Polynomial, P::k * P::k> A_hat_;
  alignas(64) std::array<Polynomial, P::k> t_hat_;
  EncapsulationKey<P> ek_;
  Bytes<32> h_;
};

// A decapsulation key that passed its checks. Move-only; wiped on destruction.
template <ParameterSet P>
class PreparedDecapsulationKey {
 public:
  // From the encoded key. Errors: kInvalidLength, kNonCanonical (in its encapsulation key), kKeyHashMismatch.
  [[nodiscard]] static Result<PreparedDecapsulationKey> import(Message dk) noexcept;
  // From the seed form d || z.
  [[nodiscard]] static PreparedDecapsulationKey expand(const Seed& dz) noexcept;
  PreparedDecapsulationKey(PreparedDecapsulationKey&& other) noexcept;
  PreparedDecapsulationKey& operator=(PreparedDecapsulationKey&& other) noexcept;
  PreparedDecapsulationKey(const PreparedDecapsulationKey&) = delete;
  PreparedDecapsulationKey& operator=(const PreparedDecapsulationKey&) = delete;
  ~PreparedDecapsulationKey();

  [[nodiscard]] const PreparedEncapsulationKey<P>& encapsulation_key() const noexcept { return ek_; }

 private:
  template <ParameterSet>
  friend struct Internal;
  PreparedDecapsulationKey() noexcept = default;

  PreparedEncapsulationKey<P> ek_;
  alignas(64) std::array<Polynomial, P::k> s_hat_;
  Bytes<32> z_;
};

template <class P>
[[nodiscard]] Encapsulation<P> encapsulate(const PreparedEncapsulationKey<P>& ek, const Secret<32>& m) noexcept;
// Error: kEntropy.
template <class P>
[[nodiscard]] Result<Encapsulation<P>> encapsulate(const PreparedEncapsulationKey<P>& ek,
                                                   const Entropy& entropy) noexcept;
template <class P>
[[nodiscard]] SharedKey decapsulate(const PreparedDecapsulationKey<P>& dk, View<ciphertext_size<P>> c) noexcept;

// --- Batches: the same results, with vector lanes filled from independent inputs -----------------------------------

// out[i] = encapsulate(eks[i], ms[i]); kInvalidLength without that input.
template <class P>
void encapsulate_many(std::span<const EncapsulationKey<P>> eks, std::span<const Secret<32>> ms,
                      std::span<Result<Encapsulation<P>>> out) noexcept;
// out[i] = decapsulate(dk, cs[i]); without that ciphertext it is left alone.
template <class P>
void decapsulate_many(const PreparedDecapsulationKey<P>& dk, std::span<const Ciphertext<P>> cs,
                      std::span<SharedKey> out) noexcept;

// --- The split view that incremental protocols need ----------------------------------------------------------------

// ek = vector || rho. The header is what the first half of an encapsulation needs.
struct EncapsulationKeyHeader {
  Bytes<32> rho;
  Bytes<32> h;  // H(ek)
};
template <ParameterSet P>
inline constexpr std::size_t vector_size = 384 * P::k;
template <ParameterSet P>
inline constexpr std::size_t c1_size = 32 * P::du * P::k;  // u
template <ParameterSet P>
inline constexpr std::size_t c2_size = 32 * P::dv;  // v

template <class P>
[[nodiscard]] EncapsulationKeyHeader header(View<encapsulation_key_size<P>> ek) noexcept;
template <class P>
[[nodiscard]] View<vector_size<P>> vector(View<encapsulation_key_size<P>> ek) noexcept {
  return ek.template first<vector_size<P>>();
}
template <class P>
[[nodiscard]] View<c1_size<P>> c1(View<ciphertext_size<P>> c) noexcept {
  return c.template first<c1_size<P>>();
}
template <class P>
[[nodiscard]] View<c2_size<P>> c2(View<ciphertext_size<P>> c) noexcept {
  return c.template last<c2_size<P>>();
}

// What the first half keeps for the second: y_hat, e2 and mu as polynomials. Secret, move-only, wiped.
template <ParameterSet P>
using EncapsulationState = Secret<2 * n*(P::k + 1)>;
template <ParameterSet P>
struct FirstHalf {
  Bytes<c1_size<P>> c1;
  EncapsulationState<P> state;
  SharedKey K;
};
// c1 and K from the header alone. Together with the second half this equals encapsulate(ek, m).
template <class P>
[[nodiscard]] FirstHalf<P> encapsulate_first(const EncapsulationKeyHeader& header, const Secret<32>& m) noexcept;
// c2, once the vector is there. Errors: kNonCanonical, kKeyHashMismatch (the vector is not the header's).
template <class P>
[[nodiscard]] Result<Bytes<c2_size<P>>> encapsulate_second(const EncapsulationKeyHeader& header,
                                                           const EncapsulationState<P>& state,
                                                           View<vector_size<P>> vector) noexcept;

static_assert(encapsulation_key_size<MlKem512> == 800 && decapsulation_key_size<MlKem512> == 1632 &&
              ciphertext_size<MlKem512> == 768);
static_assert(encapsulation_key_size<MlKem768> == 1184 && decapsulation_key_size<MlKem768> == 2400 &&
              ciphertext_size<MlKem768> == 1088);
static_assert(encapsulation_key_size<MlKem1024> == 1568 && decapsulation_key_size<MlKem1024> == 3168 &&
              ciphertext_size<MlKem1024> == 1568);

}  // namespace lydite::mlkem
