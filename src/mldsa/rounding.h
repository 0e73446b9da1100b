// Rounding, hints and norms: FIPS 204, section 7.4. No division: every quotient is a multiplication and a shift, which
// the tests compare with the definition for all of [0, q).
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/mldsa/field.h"

namespace lydite::mldsa {

struct Parts {
  std::int32_t high, low;
};

// Power2Round: algorithm 35, of r in [0, q). low in (-2^12, 2^12].
constexpr Parts power2round(std::int32_t r) {
  const std::int32_t high = (r + (1 << (d - 1)) - 1) >> d;
  return {high, r - (high << d)};
}

// Decompose: algorithm 36, of r in [0, q). low in [-gamma2, gamma2].
template <std::int32_t gamma2>
constexpr Parts decompose(std::int32_t r) {
  std::int32_t high = (r + 127) >> 7;
  if constexpr (gamma2 == (q - 1) / 32) {
    high = ((high * 1025 + (1 << 21)) >> 22) & 15;
  } else {
    high = (high * 11275 + (1 << 23)) >> 24;
    high &= ~((43 - high) >> 31);  // 44 is 0
  }
  std::int32_t low = r - high * 2 * gamma2;
  low -= (((q - 1) / 2 - low) >> 31) & q;
  return {high, low};
}

// UseHint: algorithm 40, of r in [0, q). Public.
template <std::int32_t gamma2>
constexpr std::int32_t use_hint(std::int32_t hint, std::int32_t r) {
  constexpr std::int32_t m = (q - 1) / (2 * gamma2);
  const auto [high, low] = decompose<gamma2>(r);
  if (hint == 0) return high;
  if (low > 0) return high == m - 1 ? 0 : high + 1;
  return high == 0 ? m - 1 : high - 1;
}

// The polynomials' functions. w is the result of inverse_ntt.

// t = f + s2 for |f| < 3q / 4 and |s2| <= 4: t1 and t0 of t.
constexpr void power2round_portable(ConstPoly f, ConstPoly s2, Poly t1, Poly t0) {
  for (std::size_t i = 0; i < n; ++i) {
    const auto [high, low] = power2round(canonical(f[i] + s2[i]));
    t1[i] = high;
    t0[i] = low;
  }
}

// |w| < q; w becomes its low part.
template <std::int32_t gamma2>
constexpr void decompose_portable(Poly w, Poly high) {
  for (std::size_t i = 0; i < n; ++i) {
    const Parts parts = decompose<gamma2>(canonical(w[i]));
    high[i] = parts.high;
    w[i] = parts.low;
  }
}

// |w| < q; w becomes UseHint(hint, w). Public.
template <std::int32_t gamma2>
constexpr void use_hint_portable(ConstPoly hint, Poly w) {
  for (std::size_t i = 0; i < n; ++i) w[i] = use_hint<gamma2>(hint[i], canonical(w[i]));
}

// Whether the norm of f is below the bound, as one bit that does not say where it is not.
constexpr bool is_below_portable(ConstPoly f, std::int32_t bound) {
  std::int32_t all_below = -1;
  for (const std::int32_t x : f) {
    const std::int32_t sign = x >> 31;
    all_below &= ((x ^ sign) - sign) - bound;
  }
  return all_below < 0;
}

// f = f + g, or f - g; whether the norm of the result is below the bound.
constexpr bool add_portable(Poly f, ConstShortPoly g, std::int32_t bound) {
  for (std::size_t i = 0; i < n; ++i) f[i] += g[i];
  return is_below_portable(f, bound);
}
constexpr bool subtract_portable(Poly f, ConstShortPoly g, std::int32_t bound) {
  for (std::size_t i = 0; i < n; ++i) f[i] -= g[i];
  return is_below_portable(f, bound);
}

// MakeHint: algorithm 39, with low = LowBits(w - c s2), added = c t0 and high = w1: 1 where adding c t0 changes the
// high bits. The hint replaces low. Returns the number of ones.
template <std::int32_t gamma2>
constexpr unsigned make_hint_portable(Poly low, ConstPoly added, ConstPoly high) {
  unsigned count = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::int32_t x = low[i] + added[i];
    const std::int32_t sign = x >> 31;
    const std::int32_t above = (gamma2 - ((x ^ sign) - sign)) >> 31;
    const std::int32_t at_edge = ~(((x + gamma2) | -(x + gamma2)) >> 31);
    const std::int32_t high_nonzero = (high[i] | -high[i]) >> 31;
    low[i] = (above | (at_edge & high_nonzero)) & 1;
    count += static_cast<unsigned>(low[i]);
  }
  return count;
}

// The same by the best kernels for this processor.
void power2round(ConstPoly f, ConstPoly s2, Poly t1, Poly t0);
template <std::int32_t gamma2>
void decompose(Poly w, Poly high);
template <std::int32_t gamma2>
void use_hint(ConstPoly hint, Poly w);
bool is_below(ConstPoly f, std::int32_t bound);
bool add(Poly f, ConstShortPoly g, std::int32_t bound);
bool subtract(Poly f, ConstShortPoly g, std::int32_t bound);
template <std::int32_t gamma2>
unsigned make_hint(Poly low, ConstPoly added, ConstPoly high);

}  // namespace lydite::mldsa
