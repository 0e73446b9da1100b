// Integers modulo p = 2^255 - 19 in five limbs of 51 bits, for PUBLIC data only: what is done with secrets is done by
// libsodium. Limbs may have a few bits more than 51; each function states what it takes and gives.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "lydite/bytes.h"

namespace lydite::curve25519 {

// "Reduced": limbs below 2^52, as products are. "Loose": below 2^54, what products take; one factor may be below
// 5/4 of that.
using Element = std::array<std::uint64_t, 5>;

inline constexpr Element zero{}, one{1};
inline constexpr std::uint64_t limb_mask = (std::uint64_t{1} << 51) - 1;

// Loose from reduced; from one loose and one reduced, what one factor may be.
constexpr Element operator+(const Element& a, const Element& b) noexcept {
  Element sum{};
  for (std::size_t i = 0; i < 5; ++i) sum[i] = a[i] + b[i];
  return sum;
}
// a + 4p - b: loose from a reduced b and an a below 2^53.
constexpr Element operator-(const Element& a, const Element& b) noexcept {
  Element difference{a[0] + 4 * (limb_mask - 18) - b[0]};
  for (std::size_t i = 1; i < 5; ++i) difference[i] = a[i] + 4 * limb_mask - b[i];
  return difference;
}

__extension__ using Wide = unsigned __int128;

// Reduced from sums below 2^115.
constexpr Element carry(const std::array<Wide, 5>& sums) noexcept {
  Element out{};
  std::uint64_t carried = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    const Wide sum = sums[i] + carried;
    out[i] = static_cast<std::uint64_t>(sum) & limb_mask;
    carried = static_cast<std::uint64_t>(sum >> 51);
  }
  const Wide low = out[0] + Wide{carried} * 19;
  out[0] = static_cast<std::uint64_t>(low) & limb_mask;
  out[1] += static_cast<std::uint64_t>(low >> 51);
  return out;
}

// Reduced from loose.
constexpr Element operator*(const Element& a, const Element& b) noexcept {
  const std::uint64_t b1 = 19 * b[1], b2 = 19 * b[2], b3 = 19 * b[3], b4 = 19 * b[4];
  const auto product = [](std::uint64_t x, std::uint64_t y) { return Wide{x} * y; };
  return carry(
      {product(a[0], b[0]) + product(a[1], b4) + product(a[2], b3) + product(a[3], b2) + product(a[4], b1),
       product(a[0], b[1]) + product(a[1], b[0]) + product(a[2], b4) + product(a[3], b3) + product(a[4], b2),
       product(a[0], b[2]) + product(a[1], b[1]) + product(a[2], b[0]) + product(a[3], b4) + product(a[4], b3),
       product(a[0], b[3]) + product(a[1], b[2]) + product(a[2], b[1]) + product(a[3], b[0]) + product(a[4], b4),
       product(a[0], b[4]) + product(a[1], b[3]) + product(a[2], b[2]) + product(a[3], b[1]) + product(a[4], b[0])});
}
constexpr Element square(const Element& a) noexcept {
  const std::uint64_t a0 = 2 * a[0], a1 = 2 * a[1], a3 = 19 * a[3], a4 = 19 * a[4];
  const auto product = [](std::uint64_t x, std::uint64_t y) { return Wide{x} * y; };
  return carry({product(a[0], a[0]) + product(a1, a4) + product(2 * a[2], a3),
                product(a0, a[1]) + product(2 * a[2], a4) + product(a[3], a3),
                product(a0, a[2]) + product(a[1], a[1]) + product(2 * a[3], a4),
                product(a0, a[3]) + product(a1, a[2]) + product(a[4], a4),
                product(a0, a[4]) + product(a1, a[3]) + product(a[2], a[2])});
}
// a^(2^count).
constexpr Element square(Element a, unsigned count) noexcept {
  for (unsigned i = 0; i < count; ++i) a = square(a);
  return a;
}

// a^(2^250 - 1), and a^11 on the way: the common part of the two powers below.
struct Powers {
  Element a_11, a_250;
};
constexpr Powers powers(const Element& a) noexcept {
  const Element a2 = square(a), a9 = a * square(a2, 2), a11 = a2 * a9;
  const Element e5 = a9 * square(a11);  // a^(2^5 - 1), and so on
  const Element e10 = e5 * square(e5, 5), e20 = e10 * square(e10, 10), e40 = e20 * square(e20, 20);
  const Element e50 = e10 * square(e40, 10), e100 = e50 * square(e50, 50), e200 = e100 * square(e100, 100);
  return {a11, e50 * square(e200, 50)};
}
// a^(p - 2): 1 / a, or 0.
constexpr Element invert(const Element& a) noexcept {
  const Powers power = powers(a);
  return power.a_11 * square(power.a_250, 5);
}
// a^((p - 5) / 8).
constexpr Element power_for_root(const Element& a) noexcept { return a * square(powers(a).a_250, 2); }

// The low 255 bits, little-endian. Values from p on are taken modulo p. Reduced.
constexpr Element decode(View<32> bytes) noexcept {
  std::array<std::uint64_t, 4> words{};
  for (std::size_t i = 0; i < 32; ++i) words[i / 8] |= std::uint64_t{bytes[i]} << (8 * (i % 8));
  return {words[0] & limb_mask, (words[0] >> 51 | words[1] << 13) & limb_mask,
          (words[1] >> 38 | words[2] << 26) & limb_mask, (words[2] >> 25 | words[3] << 39) & limb_mask,
          (words[3] >> 12) & limb_mask};
}

// The one encoding below p. From loose.
constexpr Bytes<32> encode(const Element& a) noexcept {
  Element x = a * one;
  // 1 if x >= p: then subtracting p is adding 19 and dropping bit 255.
  std::uint64_t above = (x[0] + 19) >> 51;
  for (std::size_t i = 1; i < 5; ++i) above = (x[i] + above) >> 51;
  x[0] += 19 * above;
  for (std::size_t i = 0; i < 4; ++i) {
    x[i + 1] += x[i] >> 51;
    x[i] &= limb_mask;
  }
  x[4] &= limb_mask;
  const std::array<std::uint64_t, 4> words = {x[0] | x[1] << 51, x[1] >> 13 | x[2] << 38, x[2] >> 26 | x[3] << 25,
                                              x[3] >> 39 | x[4] << 12};
  Bytes<32> bytes{};
  for (std::size_t i = 0; i < 32; ++i) bytes[i] = static_cast<std::uint8_t>(words[i / 8] >> (8 * (i % 8)));
  return bytes;
}

}  // namespace lydite::curve25519
