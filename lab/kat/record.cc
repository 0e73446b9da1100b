#include "lab/kat/record.h"

#include <charconv>

namespace lydite::lab::kat {

std::optional<std::vector<std::uint8_t>> from_hex(std::string_view text) {
  const auto digit = [](char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; };
  if (text.size() % 2 != 0) return std::nullopt;
  std::vector<std::uint8_t> bytes(text.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes[i] = static_cast<std::uint8_t>(16 * high + low);
  }
  return bytes;
}

std::string to_hex(std::span<const std::uint8_t> bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::uint8_t byte : bytes) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

std::optional<std::string_view> Record::text(std::string_view name) const {
  const auto found = fields.find(name);
  if (found == fields.end()) return std::nullopt;
  return found->second;
}

std::optional<std::vector<std::uint8_t>> Record::bytes(std::string_view name) const {
  const auto value = text(name);
  return value ? from_hex(*value) : std::nullopt;
}

std::optional<std::uint64_t> Record::integer(std::string_view name) const {
  const auto value = text(name);
  if (!value) return std::nullopt;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), number);
  if (error != std::errc{} || end != value->data() + value->size()) return std::nullopt;
  return number;
}

}  // namespace lydite::lab::kat
