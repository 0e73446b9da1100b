#include "cli/hex.h"

#include <stdexcept>
#include <string>

namespace lydite::cli {
namespace {

// All bits set if a <= value <= b, else none; for arguments below 2^31.
constexpr unsigned within(unsigned value, unsigned a, unsigned b) { return (((value - a) | (b - value)) >> 31) - 1; }

constexpr unsigned digit(unsigned value) { return value + '0' + (within(value, 10, 15) & ('a' - '0' - 10)); }

// The value of a digit; above 15 if it is none.
constexpr unsigned value_of(unsigned c) {
  const unsigned number = within(c, '0', '9'), lower = within(c, 'a', 'f'), upper = within(c, 'A', 'F');
  return (number & (c - '0')) | (lower & (c - 'a' + 10)) | (upper & (c - 'A' + 10)) |
         (~(number | lower | upper) & 0x80);
}

constexpr bool is_space(unsigned c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

Buffer to_hex(Message bytes) {
  Buffer text(2 * bytes.size() + 1);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    text.fill()[2 * i] = static_cast<std::uint8_t>(digit(bytes[i] >> 4));
    text.fill()[2 * i + 1] = static_cast<std::uint8_t>(digit(bytes[i] & 15U));
  }
  text.fill().back() = '\n';
  return text;
}

Buffer from_hex(Message text, std::string_view what) {
  Buffer bytes((text.size() + 1) / 2);
  std::size_t digits = 0;
  unsigned bad = 0;
  for (const unsigned c : text) {
    if (is_space(c)) continue;
    const unsigned value = value_of(c);
    std::uint8_t& byte = bytes.fill()[digits++ / 2];
    byte = static_cast<std::uint8_t>(byte << 4 | (value & 15));
    bad |= value >> 4;
  }
  if (bad != 0) throw std::runtime_error(std::string(what) + ": not hexadecimal");
  if (digits % 2 != 0) throw std::runtime_error(std::string(what) + ": an odd number of hexadecimal digits");
  bytes.shrink(digits / 2);
  return bytes;
}

}  // namespace lydite::cli
