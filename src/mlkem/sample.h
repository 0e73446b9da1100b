// Sampling: FIPS 203, section 4.2.2.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lydite/bytes.h"
#include "src/mlkem/encode.h"
#include "src/mlkem/field.h"

namespace lydite::mlkem {

// Three blocks of SHAKE128: enough for algorithm 7 in all but one of some hundred polynomials.
inline constexpr std::size_t xof_block_size = 168;
inline constexpr std::size_t xof_size = 3 * xof_block_size;

// SampleNTT, algorithm 7: continues a polynomial that has `count` coefficients with further output of the XOF, a
// multiple of three bytes. Returns the new count, at most 256. The input is public.
constexpr std::size_t sample_ntt_portable(Message xof, Poly f, std::size_t count) {
  for (std::size_t i = 0; i + 3 <= xof.size(); i += 3) {
    const int d1 = xof[i] | (xof[i + 1] & 15) << 8;
    const int d2 = xof[i + 1] >> 4 | xof[i + 2] << 4;
    if (d1 < q && count < n) f[count++] = static_cast<std::int16_t>(d1);
    if (d2 < q && count < n) f[count++] = static_cast<std::int16_t>(d2);
  }
  return count;
}

// SamplePolyCBD_eta, algorithm 8. |f| <= eta.
template <unsigned eta>
constexpr void sample_cbd_portable(View<64 * eta> prf, Poly f) {
  unpack_portable<2 * eta>(prf, f);
  for (std::int16_t& x : f) {
    int sum = 0;
    for (unsigned i = 0; i < eta; ++i) sum += (x >> i & 1) - (x >> (eta + i) & 1);
    x = static_cast<std::int16_t>(sum);
  }
}

// The same by the best kernel for this processor; sample_ntt starts a polynomial with the first three blocks.
std::size_t sample_ntt(View<xof_size> xof, Poly f);
template <unsigned eta>
void sample_cbd(View<64 * eta> prf, Poly f);

}  // namespace lydite::mlkem
