// Digits without branches and tables: the bytes that they stand for may be secret.
#pragma once

#include <cstdint>

namespace lydite::encode {

// All bits set if a <= value <= b, else none; for arguments below 2^31.
constexpr unsigned within(unsigned value, unsigned a, unsigned b) noexcept {
  return (((value - a) | (b - value)) >> 31) - 1;
}

// Set above the bits of a digit's value if the character is no digit.
inline constexpr unsigned not_a_digit = 0x80;

// 0 to 15.
constexpr std::uint8_t hex_digit(unsigned value) noexcept {
  return static_cast<std::uint8_t>(value + '0' + (within(value, 10, 15) & ('a' - '0' - 10)));
}

constexpr unsigned hex_value(unsigned c) noexcept {
  const unsigned number = within(c, '0', '9'), lower = within(c, 'a', 'f'), upper = within(c, 'A', 'F');
  return (number & (c - '0')) | (lower & (c - 'a' + 10)) | (upper & (c - 'A' + 10)) |
         (~(number | lower | upper) & not_a_digit);
}

// 0 to 63 (RFC 4648, section 4).
constexpr std::uint8_t base64_digit(unsigned value) noexcept {
  return static_cast<std::uint8_t>(
      (within(value, 0, 25) & (value + 'A')) | (within(value, 26, 51) & (value - 26 + 'a')) |
      (within(value, 52, 61) & (value - 52 + '0')) | (within(value, 62, 62) & '+') | (within(value, 63, 63) & '/'));
}

constexpr unsigned base64_value(unsigned c) noexcept {
  const unsigned upper = within(c, 'A', 'Z'), lower = within(c, 'a', 'z'), number = within(c, '0', '9');
  const unsigned plus = within(c, '+', '+'), slash = within(c, '/', '/');
  return (upper & (c - 'A')) | (lower & (c - 'a' + 26)) | (number & (c - '0' + 52)) | (plus & 62) | (slash & 63) |
         (~(upper | lower | number | plus | slash) & not_a_digit);
}

constexpr bool is_space(unsigned c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace lydite::encode
