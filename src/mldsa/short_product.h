// The products c s1 and c s2 in another ring: with coefficients modulo 3329, those of ML-KEM, of which a vector holds
// twice as many. |c s| <= beta is so small that its residue says what it is.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/mldsa/encoding.h"
#include "src/mlkem/ntt.h"

namespace lydite::mldsa {

// inverse_ntt gives representatives below q / 2 + 2^15 / 2^16 q / 2, so that there is one of a number below q / 4.
inline constexpr std::int32_t short_product_bound = mlkem::q / 4;

// s in that ring's NTT domain. s is secret.
inline void transform_short(ConstPoly s, ShortPolynomial& s_hat) noexcept {
  for (std::size_t i = 0; i < n; ++i) s_hat[i] = static_cast<std::int16_t>(s[i]);
  mlkem::ntt(s_hat);
}

// c as a factor of multiply_short; c becomes its transform.
inline void transform_challenge(ShortPolynomial& c, mlkem::Multiplicand& factor) noexcept {
  mlkem::ntt(c);
  mlkem::make_multiplicand(c, factor);
}

// product = c s, exactly.
template <ParameterSet P>
void multiply_short(const ShortPolynomial& s_hat, const mlkem::Multiplicand& c, ShortPolynomial& product) noexcept {
  static_assert(P::beta < short_product_bound);
  mlkem::multiply_row(s_hat.data(), 1, &c, 1, product);
  mlkem::inverse_ntt(product);
}

// s1, then s2 of an encoded private key, transformed. Returns whether all coefficients are in range.
template <ParameterSet P>
[[nodiscard]] bool transform_secrets(const std::uint8_t* s, ShortPolynomial* s_hat) noexcept {
  struct alignas(64) Secrets {
    Polynomial f;
  };
  Wiped<Secrets> secrets;
  bool in_range = true;
  for (std::size_t i = 0; i < P::l + P::k; ++i) {
    decode_secret<P>(s, i, secrets.f);
    in_range &= is_below(secrets.f, P::eta + 1);
    transform_short(secrets.f, s_hat[i]);
  }
  // Whether a key is malformed is no secret.
  declassify({reinterpret_cast<const std::uint8_t*>(&in_range), sizeof in_range});
  return in_range;
}

}  // namespace lydite::mldsa
