// Polynomials as bytes: FIPS 204, section 7.1, algorithms 16 to 19.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "lydite/bytes.h"
#include "src/mldsa/field.h"

namespace lydite::mldsa {

// SimpleBitPack: coefficients of `bits` bits, in [0, 2^bits), least significant bit first.
template <unsigned bits>
constexpr void pack_portable(ConstPoly f, Out<32 * bits> out) {
  std::uint64_t buffer = 0;
  unsigned filled = 0;
  std::size_t at = 0;
  for (const std::int32_t x : f) {
    buffer |= static_cast<std::uint64_t>(x) << filled;
    for (filled += bits; filled >= 8; filled -= 8) {
      out[at++] = static_cast<std::uint8_t>(buffer);
      buffer >>= 8;
    }
  }
}

// SimpleBitUnpack.
template <unsigned bits>
constexpr void unpack_portable(View<32 * bits> in, Poly f) {
  std::uint64_t buffer = 0;
  unsigned filled = 0;
  std::size_t at = 0;
  for (std::int32_t& x : f) {
    for (; filled < bits; filled += 8) buffer |= std::uint64_t{in[at++]} << filled;
    x = static_cast<std::int32_t>(buffer & ((1U << bits) - 1));
    buffer >>= bits;
    filled -= bits;
  }
}

// BitPack(f, b - ., b): b - f in [0, 2^bits).
template <unsigned bits>
constexpr void pack_signed_portable(ConstPoly f, std::int32_t b, Out<32 * bits> out) {
  Polynomial g{};
  for (std::size_t i = 0; i < n; ++i) g[i] = b - f[i];
  pack_portable<bits>(g, out);
}

// BitUnpack.
template <unsigned bits>
constexpr void unpack_signed_portable(View<32 * bits> in, std::int32_t b, Poly f) {
  unpack_portable<bits>(in, f);
  for (std::int32_t& x : f) x = b - x;
}

// The same by the best kernels for this processor; bits is 3, 4, 6, 10, 13, 18 or 20.
template <unsigned bits>
void pack(ConstPoly f, Out<32 * bits> out);
template <unsigned bits>
void unpack(View<32 * bits> in, Poly f);
template <unsigned bits>
void pack_signed(ConstPoly f, std::int32_t b, Out<32 * bits> out);
template <unsigned bits>
void unpack_signed(View<32 * bits> in, std::int32_t b, Poly f);

}  // namespace lydite::mldsa
