// The number-theoretic transform and products in its domain: FIPS 204, sections 7.5 and 7.6. All polynomials are in the
// standard's order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/mldsa/field.h"

namespace lydite::mldsa {

// The constants of the last layer of the inverse transform: R / 256, which also cancels the montgomery_reduce of a
// product, and the same times the last zeta.
inline constexpr std::int64_t inverse_256 = 8347681;
static_assert(inverse_256 * 256 % q == 1);
inline constexpr std::int64_t montgomery_r = (std::int64_t{1} << 32) % q;
inline constexpr std::int32_t final_factor = montgomery_form(inverse_256 * montgomery_r % q);
inline constexpr std::int32_t final_zeta =
    montgomery_form(power(1753, bit_reverse8(1)) * (inverse_256 * montgomery_r % q) % q);

// NTT: algorithm 41, in place. |f| < q gives |f| < 6q: sums grow by less than 0.51 q in each of the eight layers.
constexpr void ntt_portable(Poly f) {
  unsigned i = 1;
  for (unsigned len = 128; len >= 1; len /= 2) {
    for (unsigned start = 0; start < n; start += 2 * len) {
      const std::int32_t zeta = zetas[i++];
      for (unsigned j = start; j < start + len; ++j) {
        const std::int32_t t = montgomery_multiply(f[j + len], zeta);
        f[j + len] = f[j] - t;
        f[j] = f[j] + t;
      }
    }
  }
}

// R NTT^-1: algorithm 42, in place. |f| < q gives |f| < 3q / 4. Sums double in each layer, and 256 q < 2^31. A result
// whose representative of least magnitude is below q / 4 is that representative.
constexpr void inverse_ntt_portable(Poly f) {
  unsigned i = 255;
  for (unsigned len = 1; len <= 64; len *= 2) {
    for (unsigned start = 0; start < n; start += 2 * len) {
      const std::int32_t zeta = zetas[i--];
      for (unsigned j = start; j < start + len; ++j) {
        const std::int32_t sum = f[j] + f[j + len];
        f[j + len] = montgomery_multiply(f[j + len] - f[j], zeta);
        f[j] = sum;
      }
    }
  }
  for (unsigned j = 0; j < 128; ++j) {
    const std::int32_t sum = f[j] + f[j + 128];
    f[j + 128] = montgomery_multiply(f[j + 128] - f[j], final_zeta);
    f[j] = montgomery_multiply(sum, final_factor);
  }
}

// out = (a_0 b_0 + ... + a_{count - 1} b_{count - 1}) / R in the NTT domain: a row of algorithm 48. a_j is the
// polynomial at a + 256 j, b_j likewise. |a_0 b_0| + ... < 200 q^2 gives |out| < q.
constexpr void multiply_row_portable(const Polynomial* a, const Polynomial* b, std::size_t count, Poly out) {
  for (unsigned i = 0; i < n; ++i) {
    std::int64_t sum = 0;
    for (std::size_t j = 0; j < count; ++j) sum += std::int64_t{a[j][i]} * b[j][i];
    out[i] = montgomery_reduce(sum);
  }
}

// The same by the best kernels for this processor, with equal representatives.
void ntt(Poly f);
void inverse_ntt(Poly f);
void multiply_row(const Polynomial* a, const Polynomial* b, std::size_t count, Poly out);

}  // namespace lydite::mldsa
