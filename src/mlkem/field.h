// Arithmetic modulo q on signed 16-bit representatives. Unless a function says otherwise, a coefficient x between two
// functions of this folder has |x| < q, and functions return such representatives.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lydite/mlkem.h"

namespace lydite::mlkem {

using Poly = std::span<std::int16_t, n>;
using ConstPoly = std::span<const std::int16_t, n>;

// base^exponent mod q. For constants only.
constexpr std::int32_t power(std::int32_t base, unsigned exponent) {
  std::int32_t result = 1;
  for (unsigned i = 0; i < exponent; ++i) result = result * base % q;
  return result;
}

// The representative of x in [-(q - 1) / 2, (q - 1) / 2]. For constants only.
constexpr std::int16_t centred(std::int32_t x) {
  const std::int32_t r = (x % q + q) % q;
  return static_cast<std::int16_t>(r > q / 2 ? r - q : r);
}

// R = 2^16. A constant c in Montgomery form is c * R mod q.
constexpr std::int16_t montgomery_form(std::int32_t c) { return centred(centred(c) * (65536 % q)); }

// q * q_inverse = 1 (mod 2^16).
inline constexpr std::int16_t q_inverse = -3327;
static_assert(static_cast<std::uint16_t>(q * q_inverse) == 1);

// a / R mod q, of magnitude at most |a| / 2^16 + q / 2. Precondition: |a| < 2^31 - 2^15 * q.
constexpr std::int16_t montgomery_reduce(std::int32_t a) {
  const auto t = static_cast<std::int16_t>(static_cast<std::uint32_t>(a) * static_cast<std::uint16_t>(q_inverse));
  return static_cast<std::int16_t>((a - t * q) >> 16);
}

// a * b / R mod q: with b in Montgomery form, a * b. |result| < q if |b| < q, for every a.
constexpr std::int16_t montgomery_multiply(std::int16_t a, std::int16_t b) { return montgomery_reduce(a * b); }

// The representative a - round(10 a / 2^15) q: |result| <= 2160, for every a.
constexpr std::int16_t barrett_reduce(std::int16_t a) {
  const std::int32_t quotient = (a * 10 + (1 << 14)) >> 15;
  return static_cast<std::int16_t>(a - quotient * q);
}

// The representative in [0, q), for every a.
constexpr std::int16_t canonical(std::int16_t a) {
  const std::int32_t r = barrett_reduce(a);
  return static_cast<std::int16_t>(r + ((r >> 15) & q));
}

// The order of the powers of zeta = 17: BitRev7 of section 4.3.
constexpr unsigned bit_reverse7(unsigned i) {
  unsigned reversed = 0;
  for (unsigned b = 0; b < 7; ++b) reversed |= (i >> b & 1) << (6 - b);
  return reversed;
}

constexpr std::array<std::int16_t, 128> make_zetas() {
  std::array<std::int16_t, 128> zetas{};
  for (unsigned i = 0; i < 128; ++i) zetas[i] = montgomery_form(power(17, bit_reverse7(i)));
  return zetas;
}
// zeta^BitRev7(i), in Montgomery form: appendix A.
inline constexpr std::array<std::int16_t, 128> zetas = make_zetas();

}  // namespace lydite::mlkem
