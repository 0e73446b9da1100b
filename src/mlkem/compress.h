// Lossy compression of polynomials, and messages as polynomials: FIPS 203, section 4.2.1.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lydite/bytes.h"
#include "src/base/ct.h"
#include "src/mlkem/encode.h"
#include "src/mlkem/field.h"

namespace lydite::mlkem {

// Compress_d, equation 4.7: round(2^d x / q) mod 2^d, of any representative x. The quotient of y < 2^23 by q is
// floor(y * 2580335 / 2^33): a multiplication, since division takes a time that depends on the dividend.
template <unsigned d>
constexpr std::int16_t compress_portable(std::int16_t x) {
  const std::uint64_t y = (static_cast<std::uint64_t>(canonical(x)) << d) + q / 2;
  return static_cast<std::int16_t>((y * 2580335 >> 33) & ((1U << d) - 1));
}

// Decompress_d, equation 4.8: round(q y / 2^d), for y in [0, 2^d).
template <unsigned d>
constexpr std::int16_t decompress_portable(std::int16_t y) {
  return static_cast<std::int16_t>((y * q + (1 << (d - 1))) >> d);
}

// ByteEncode_d(Compress_d(f)). Any |f| < 2^14.
template <unsigned d>
constexpr void compress_portable(ConstPoly f, Out<32 * d> out) {
  pack_portable<d>(f, out, [](std::int16_t x) { return compress_portable<d>(x); });
}

// Decompress_d(ByteDecode_d(in)).
template <unsigned d>
constexpr void decompress_portable(View<32 * d> in, Poly f) {
  unpack_portable<d>(in, f);
  for (std::int16_t& x : f) x = decompress_portable<d>(x);
}

// Decompress_1(ByteDecode_1(m)), by masks that the compiler cannot turn into branches.
inline void message_to_poly_portable(View<32> m, Poly f) {
  for (std::size_t i = 0; i < n; ++i) {
    const auto bit = static_cast<std::uint16_t>(m[i / 8] >> (i % 8) & 1);
    const auto mask = Mask<std::uint16_t>::of(static_cast<std::uint16_t>(-bit));
    f[i] = static_cast<std::int16_t>(select<std::uint16_t>(mask, (q + 1) / 2, 0));
  }
}

// ByteEncode_1(Compress_1(f)).
inline void poly_to_message_portable(ConstPoly f, Out<32> m) { compress_portable<1>(f, m); }

// The same by the best kernel for this processor.
template <unsigned d>
void compress(ConstPoly f, Out<32 * d> out);
template <unsigned d>
void decompress(View<32 * d> in, Poly f);
void message_to_poly(View<32> m, Poly f);
void poly_to_message(ConstPoly f, Out<32> m);

}  // namespace lydite::mlkem
