// The curve -x^2 + y^2 = 1 + d x^2 y^2 of Ed25519 (RFC 8032, section 5.1), for PUBLIC data only: all of it takes a time
// that depends on the data.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "src/classical/field.h"

namespace lydite::curve25519 {

// (X : Y : Z : T) with x = X / Z, y = Y / Z, x y = T / Z. Reduced.
struct Point {
  Element X, Y, Z, T;
};
// A point as the second operand of additions: Y + X, Y - X, 2 Z, 2 d T.
using Addend = std::array<Element, 4>;

inline constexpr Element d = (zero - Element{121665}) * invert(Element{121666});
inline constexpr Element root_of_minus_one = square(power_for_root(Element{2})) * Element{2};
inline constexpr Element d2 = (d + d) * one;

// What both formulas of addition end with: the point (E F : G H : F G), and E H for T.
struct Factors {
  Element E, F, G, H;
  [[nodiscard]] constexpr Point point() const noexcept { return {E * F, G * H, F * G, E * H}; }
  // Enough for doubling: T is not set.
  [[nodiscard]] constexpr Point without_T() const noexcept { return {E * F, G * H, F * G, {}}; }
};

// 2 P; T of P is not used.
constexpr Factors twice(const Point& P) noexcept {
  const Element A = square(P.X), B = square(P.Y), Z2 = square(P.Z);
  const Element H = A + B, G = A - B;
  return {H - square(P.X + P.Y), Z2 + Z2 + G, G, H};
}

// P + Q, or P - Q if `negative`, in the same time.
constexpr Factors add(const Point& P, const Addend& Q, bool negative = false) noexcept {
  const Element A = (P.Y - P.X) * Q[negative ? 0 : 1], B = (P.Y + P.X) * Q[negative ? 1 : 0];
  const Element C = P.T * Q[3], D = P.Z * Q[2];
  const std::array<Element, 2> FG = {D - C, D + C};
  return {B - A, FG[negative ? 1 : 0], FG[negative ? 0 : 1], B + A};
}

constexpr Addend addend(const Point& P) noexcept { return {P.Y + P.X, P.Y - P.X, P.Z + P.Z, P.T * d2}; }

// 0, P, 2 P, ...
template <std::size_t Count>
constexpr std::array<Addend, Count> multiples_of(const Point& P) noexcept {
  std::array<Addend, Count> multiples{Addend{one, one, Element{2}, zero}, addend(P)};
  Point sum = P;
  for (std::size_t i = 2; i < Count; ++i) {
    sum = add(sum, multiples[1]).point();
    multiples[i] = addend(sum);
  }
  return multiples;
}

// The point whose y, taken modulo p, and sign of x are given: section 5.1.3, except that y need not be reduced and that
// x = 0 may have the sign 1. Nothing if there is none.
constexpr std::optional<Point> decode_point(View<32> bytes) noexcept {
  const Element y = decode(bytes), y_square = square(y);
  const Element u = y_square - one, v = (d * y_square + one) * one;
  const Element v3 = square(v) * v;
  Element x = u * v3 * power_for_root(u * square(v3) * v);
  const Bytes<32> check = encode(v * square(x));
  if (check != encode(u)) {
    if (check != encode((zero - one) * u)) return {};
    x = x * root_of_minus_one;
  }
  if ((encode(x)[0] & 1) != bytes[31] >> 7) x = (zero - x) * one;
  return Point{x, y, one, x * y};
}

constexpr Bytes<32> encode_point(const Point& P) noexcept {
  const Element inverse = invert(P.Z);
  Bytes<32> bytes = encode(P.Y * inverse);
  bytes[31] = static_cast<std::uint8_t>(bytes[31] | encode(P.X * inverse)[0] << 7);
  return bytes;
}

// The point in the form of X25519: u = (1 + y) / (1 - y) (RFC 7748, section 4.1).
constexpr Bytes<32> montgomery_u(View<32> bytes) noexcept {
  const Element y = decode(bytes);
  return encode((one + y) * invert(one - y));
}

inline constexpr Point base = [] {
  Bytes<32> bytes;
  bytes.fill(0x66);  // y = 4/5
  bytes[0] = 0x58;
  return *decode_point(bytes);
}();

// A number below 2^253 in base 2^width, with digits from -2^(width - 1) to 2^(width - 1).
inline constexpr unsigned number_bits = 253;
template <unsigned width>
using Digits = std::array<std::int8_t, number_bits / width + 1>;
template <unsigned width>
constexpr Digits<width> signed_digits(View<32> number) noexcept {
  Digits<width> digits{};
  int carried = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    int digit = carried;
    for (std::size_t j = 0; j < width && width * i + j < number_bits; ++j) {
      const std::size_t bit = width * i + j;
      digit += (number[bit / 8] >> (bit % 8) & 1) << j;
    }
    carried = digit > 1 << (width - 1) ? 1 : 0;
    digits[i] = static_cast<std::int8_t>(digit - (carried << width));
  }
  return digits;
}

// The widths that cost least: multiples of the base are there already, those of another point must be made.
inline constexpr unsigned base_width = 7, point_width = 5;
template <unsigned width>
inline constexpr std::size_t multiple_count = (std::size_t{1} << (width - 1)) + 1;
inline constexpr auto base_multiples = multiples_of<multiple_count<base_width>>(base);
using Multiples = std::array<Addend, multiple_count<point_width>>;

// [s]B - [k]P with the multiples of P. Preconditions: s and k are below 2^253. Which operations are done does not
// depend on s and k, so that all verifications take the same time.
inline Point multiply_subtract(View<32> s, View<32> k, const Multiples& P) noexcept {
  const auto s_digits = signed_digits<base_width>(s);
  const auto k_digits = signed_digits<point_width>(k);
  const auto add_multiple = [](const Point& sum, const auto& multiples, int digit) {
    return add(sum, multiples[static_cast<std::size_t>(digit < 0 ? -digit : digit)], digit < 0);
  };
  // Only an addition that follows needs T.
  const auto finish = [](const Factors& factors, bool with_T) {
    return with_T ? factors.point() : factors.without_T();
  };
  Point sum{zero, one, one, zero};
  for (std::size_t i = number_bits; i-- > 0;) {
    const bool adds_base = i % base_width == 0, adds_point = i % point_width == 0;
    sum = finish(twice(sum), adds_base || adds_point);
    if (adds_base) sum = finish(add_multiple(sum, base_multiples, s_digits[i / base_width]), adds_point);
    if (adds_point) sum = finish(add_multiple(sum, P, -k_digits[i / point_width]), false);
  }
  return sum;
}

}  // namespace lydite::curve25519
