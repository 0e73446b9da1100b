// Arithmetic modulo q on signed 32-bit representatives. Each function states the ranges of its coefficients.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lydite/mldsa.h"

namespace lydite::mldsa {

using Poly = std::span<std::int32_t, n>;
using ConstPoly = std::span<const std::int32_t, n>;
using ConstShortPoly = std::span<const std::int16_t, n>;

// base^exponent mod q. For constants only.
constexpr std::int64_t power(std::int64_t base, unsigned exponent) {
  std::int64_t result = 1;
  for (unsigned i = 0; i < exponent; ++i) result = result * base % q;
  return result;
}

// The representative of x in [-(q - 1) / 2, (q - 1) / 2]. For constants only.
constexpr std::int32_t centred(std::int64_t x) {
  const std::int64_t r = (x % q + q) % q;
  return static_cast<std::int32_t>(r > q / 2 ? r - q : r);
}

// R = 2^32. A constant c in Montgomery form is c * R mod q.
constexpr std::int32_t montgomery_form(std::int64_t c) { return centred(centred(c) * ((std::int64_t{1} << 32) % q)); }

// q * q_inverse = 1 (mod 2^32).
inline constexpr std::int32_t q_inverse = 58728449;
static_assert(static_cast<std::uint32_t>(q) * static_cast<std::uint32_t>(q_inverse) == 1);

// a * b mod 2^32.
constexpr std::int32_t multiply_low(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(b));
}

// a / R mod q, of magnitude at most |a| / 2^32 + q / 2. Precondition: |a| < 2^31 q.
constexpr std::int32_t montgomery_reduce(std::int64_t a) {
  const std::int32_t t = multiply_low(static_cast<std::int32_t>(a), q_inverse);
  return static_cast<std::int32_t>((a - std::int64_t{t} * q) >> 32);
}

// a * b / R mod q: with b in Montgomery form, a * b. |result| < 3q / 4 if |b| <= q / 2, for every a.
constexpr std::int32_t montgomery_multiply(std::int32_t a, std::int32_t b) {
  return montgomery_reduce(std::int64_t{a} * b);
}

// The representative in [0, q) of |a| < q.
constexpr std::int32_t canonical(std::int32_t a) { return a + ((a >> 31) & q); }

// BitRev8 of section 7.5.
constexpr unsigned bit_reverse8(unsigned i) {
  unsigned reversed = 0;
  for (unsigned b = 0; b < 8; ++b) reversed |= (i >> b & 1) << (7 - b);
  return reversed;
}

constexpr std::array<std::int32_t, n> make_zetas() {
  std::array<std::int32_t, n> zetas{};
  for (unsigned i = 0; i < n; ++i) zetas[i] = montgomery_form(power(1753, bit_reverse8(i)));
  return zetas;
}
// zeta^BitRev8(i), in Montgomery form: appendix B.
inline constexpr std::array<std::int32_t, n> zetas = make_zetas();

}  // namespace lydite::mldsa
