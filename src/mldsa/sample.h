// Sampling: FIPS 204, section 7.3.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "lydite/bytes.h"
#include "src/base/ct.h"
#include "src/mldsa/field.h"

namespace lydite::mldsa {

// Five blocks of SHAKE128: enough for algorithm 30 but for one polynomial in some 10^40. Two blocks of SHAKE256: enough
// for algorithm 31 but for one in some 10^5.
inline constexpr std::size_t uniform_block_size = 168;
inline constexpr std::size_t uniform_size = 5 * uniform_block_size;
inline constexpr std::size_t bounded_block_size = 136;
inline constexpr std::size_t bounded_size = 2 * bounded_block_size;

// RejNTTPoly, algorithm 30: continues a polynomial that has `count` coefficients with further output of the XOF, a
// multiple of three bytes. Returns the new count, at most 256. The input is public.
constexpr std::size_t sample_uniform_portable(Message xof, Poly f, std::size_t count) {
  for (std::size_t i = 0; i + 3 <= xof.size() && count < n; i += 3) {
    const std::int32_t x = xof[i] | xof[i + 1] << 8 | (xof[i + 2] & 127) << 16;
    if (x < q) f[count++] = x;
  }
  return count;
}

// Whether half a byte is accepted by CoeffFromHalfByte, algorithm 15, and its coefficient if so.
template <unsigned eta>
constexpr bool is_accepted(unsigned b) {
  return b < (eta == 2 ? 15 : 9);
}
template <unsigned eta>
constexpr std::int32_t bounded_coefficient(unsigned b) {
  const auto x = static_cast<std::int32_t>(b);
  return eta == 2 ? 2 - (x - (x * 205 >> 10) * 5) : 4 - x;
}

// RejBoundedPoly, algorithm 31: as above. Which half bytes are accepted is independent of the coefficients, and so no
// secret.
template <unsigned eta>
std::size_t sample_bounded_portable(Message xof, Poly f, std::size_t count) {
  for (std::size_t i = 0; i < 2 * xof.size() && count < n; ++i) {
    const unsigned b = xof[i / 2] >> (i % 2 * 4) & 15;
    std::uint8_t accepted = is_accepted<eta>(b) ? 1 : 0;
    declassify({&accepted, 1});
    if (accepted != 0) f[count++] = bounded_coefficient<eta>(b);
  }
  return count;
}

// SampleInBall, algorithm 29: `signs` are the first eight bytes of H(c_tilde), next() gives the bytes behind. The input
// is public.
template <class Next, class Coefficient>
constexpr void sample_in_ball(std::uint64_t signs, Next next, unsigned tau, std::array<Coefficient, n>& c) {
  c.fill(0);
  for (std::size_t i = n - tau; i < n; ++i) {
    std::size_t j = next();
    while (j > i) j = next();
    c[i] = c[j];
    c[j] = static_cast<Coefficient>(1 - 2 * static_cast<int>(signs & 1));
    signs >>= 1;
  }
}

// The same by the best kernels for this processor; they start a polynomial with the first blocks.
std::size_t sample_uniform(View<uniform_size> xof, Poly f);
template <unsigned eta>
std::size_t sample_bounded(View<bounded_size> xof, Poly f);

}  // namespace lydite::mldsa
