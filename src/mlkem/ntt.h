// The number-theoretic transform and products in its domain: FIPS 203, section 4.3. All polynomials are in the
// standard's order; coefficients are as field.h says.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/mlkem/field.h"

namespace lydite::mlkem {

// The constants of the last layer of the inverse transform, with the factor 1/128 of algorithm 10, line 14.
inline constexpr std::int16_t inverse_128 = montgomery_form(3303);
inline constexpr std::int16_t inverse_128_zeta = montgomery_form(power(17, bit_reverse7(1)) * 3303 % q);
static_assert(3303 * 128 % q == 1);
// Cancels one montgomery_reduce.
inline constexpr std::int16_t montgomery_one = montgomery_form(65536 % q);

// NTT: algorithm 9, in place. Sums grow by less than q in each of the seven layers.
constexpr void ntt_portable(Poly f) {
  unsigned i = 1;
  for (unsigned len = 128; len >= 2; len /= 2) {
    for (unsigned start = 0; start < n; start += 2 * len) {
      const std::int16_t zeta = zetas[i++];
      for (unsigned j = start; j < start + len; ++j) {
        const std::int16_t t = montgomery_multiply(f[j + len], zeta);
        f[j + len] = static_cast<std::int16_t>(f[j] - t);
        f[j] = static_cast<std::int16_t>(f[j] + t);
      }
    }
  }
  for (std::int16_t& x : f) x = barrett_reduce(x);
}

// NTT^-1: algorithm 10, in place. Sums double in each layer; they are reduced in the third and the sixth.
constexpr void inverse_ntt_portable(Poly f) {
  unsigned i = 127;
  for (unsigned len = 2; len <= 64; len *= 2) {
    for (unsigned start = 0; start < n; start += 2 * len) {
      const std::int16_t zeta = zetas[i--];
      for (unsigned j = start; j < start + len; ++j) {
        const auto sum = static_cast<std::int16_t>(f[j] + f[j + len]);
        f[j + len] = montgomery_multiply(static_cast<std::int16_t>(f[j + len] - f[j]), zeta);
        f[j] = len == 8 || len == 64 ? barrett_reduce(sum) : sum;
      }
    }
  }
  for (unsigned j = 0; j < 128; ++j) {
    const auto sum = static_cast<std::int16_t>(f[j] + f[j + 128]);
    f[j + 128] = montgomery_multiply(static_cast<std::int16_t>(f[j + 128] - f[j]), inverse_128_zeta);
    f[j] = montgomery_multiply(sum, inverse_128);
  }
}

// A polynomial b in the NTT domain, prepared for products: the pair (b0, b1) modulo X^2 - gamma becomes
// (b0, gamma b1) and (b1, b0), so that each coefficient of a product is one inner product of pairs.
struct alignas(64) Multiplicand {
  Polynomial direct;
  Polynomial crossed;
};

constexpr Polynomial make_gammas() {
  Polynomial gammas{};
  for (unsigned i = 0; i < n / 2; ++i) {
    gammas[2 * i] = montgomery_form(1);
    gammas[2 * i + 1] = montgomery_form(power(17, 2 * bit_reverse7(i) + 1));
  }
  return gammas;
}
// 1 and zeta^(2 BitRev7(i) + 1) of algorithm 11, in turn, in Montgomery form.
alignas(64) inline constexpr Polynomial gammas = make_gammas();

constexpr void make_multiplicand_portable(ConstPoly b, Multiplicand& out) {
  for (unsigned i = 0; i < n; ++i) {
    out.direct[i] = montgomery_multiply(b[i], gammas[i]);
    out.crossed[i] = b[i ^ 1];
  }
}

// out = a_0 b_0 + ... + a_{count - 1} b_{count - 1} in the NTT domain: algorithm 11 and a row of equation 2.11. a_j is
// the polynomial at a + 256 * stride * j; count <= 4. The sum of products stays below 8 q^2 < 2^27.
constexpr void multiply_row_portable(const std::int16_t* a, std::size_t stride, const Multiplicand* b,
                                     std::size_t count, Poly out) {
  for (unsigned i = 0; i < n; i += 2) {
    std::int32_t even = 0, odd = 0;
    for (std::size_t j = 0; j < count; ++j) {
      const std::int16_t* pair = a + n * stride * j + i;
      even += pair[0] * b[j].direct[i] + pair[1] * b[j].direct[i + 1];
      odd += pair[0] * b[j].crossed[i] + pair[1] * b[j].crossed[i + 1];
    }
    out[i] = montgomery_multiply(montgomery_reduce(even), montgomery_one);
    out[i + 1] = montgomery_multiply(montgomery_reduce(odd), montgomery_one);
  }
}

// The same by the best kernels for this processor, with equal representatives.
void ntt(Poly f);
void inverse_ntt(Poly f);
void make_multiplicand(ConstPoly b, Multiplicand& out);
void multiply_row(const std::int16_t* a, std::size_t stride, const Multiplicand* b, std::size_t count, Poly out);

}  // namespace lydite::mlkem
