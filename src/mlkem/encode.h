// Polynomials as bytes: FIPS 203, section 4.2.1, algorithms 5 and 6.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "lydite/bytes.h"
#include "src/mlkem/field.h"

namespace lydite::mlkem {

// Packs map(x) for each coefficient x, a number of d bits, least significant bit first. No copy is left behind.
template <unsigned d, class Map = std::identity>
constexpr void pack_portable(ConstPoly f, Out<32 * d> out, Map map = {}) {
  std::uint32_t buffer = 0;
  unsigned bits = 0;
  std::size_t at = 0;
  for (const std::int16_t x : f) {
    buffer |= static_cast<std::uint32_t>(map(x)) << bits;
    for (bits += d; bits >= 8; bits -= 8) {
      out[at++] = static_cast<std::uint8_t>(buffer);
      buffer >>= 8;
    }
  }
}

template <unsigned d>
constexpr void unpack_portable(View<32 * d> in, Poly f) {
  std::uint32_t buffer = 0;
  unsigned bits = 0;
  std::size_t at = 0;
  for (std::int16_t& x : f) {
    for (; bits < d; bits += 8) buffer |= std::uint32_t{in[at++]} << bits;
    x = static_cast<std::int16_t>(buffer & ((1U << d) - 1));
    buffer >>= d;
    bits -= d;
  }
}

// ByteEncode_12, of the representatives in [0, q).
constexpr void encode_portable(ConstPoly f, Out<384> out) { pack_portable<12>(f, out, canonical); }

// ByteDecode_12. Returns whether every integer was below q already; the others are reduced.
constexpr bool decode_portable(View<384> in, Poly f) {
  unpack_portable<12>(in, f);
  std::int32_t all_below = -1;
  for (std::int16_t& x : f) {
    const std::int32_t difference = x - q;
    const std::int32_t below = difference >> 31;
    all_below &= below;
    x = static_cast<std::int16_t>(difference + (below & q));
  }
  return all_below != 0;
}

// The same by the best kernel for this processor.
void encode(ConstPoly f, Out<384> out);
bool decode(View<384> in, Poly f);

}  // namespace lydite::mlkem
