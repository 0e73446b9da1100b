#include <algorithm>

#include "lydite/encode.h"
#include "src/encode/ascii.h"

namespace lydite::encode {

void to_hex(Message bytes, std::span<std::uint8_t> text) noexcept {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    text[2 * i] = hex_digit(bytes[i] >> 4U);
    text[2 * i + 1] = hex_digit(bytes[i] & 15U);
  }
}

Decoded from_hex(Message text, std::span<std::uint8_t> out) noexcept {
  std::size_t digits = 0;
  unsigned bad = 0;
  for (const unsigned c : text) {
    if (is_space(c)) continue;
    const unsigned value = hex_value(c);
    std::uint8_t& byte = out[digits++ / 2];
    byte = static_cast<std::uint8_t>(byte << 4 | (value & 15));
    bad |= value >> 4;
  }
  if (bad == 0 && digits % 2 == 0) return {digits / 2, Flaw::kNone};
  std::ranges::fill(out, std::uint8_t{0});
  return {0, bad != 0 ? Flaw::kDigit : Flaw::kOddDigits};
}

bool is_hex(Message text) noexcept {
  unsigned digits = 0, others = 0;
  for (const unsigned c : text) {
    const unsigned space = within(c, ' ', ' ') | within(c, '\t', '\r');
    const unsigned digit = ~(0U - (hex_value(c) >> 7));
    digits |= digit;
    others |= ~(space | digit);
  }
  return digits != 0 && others == 0;
}

}  // namespace lydite::encode
