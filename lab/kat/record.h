// One record of a vector file, whatever format it came from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lydite::lab::kat {

// Lower-case hexadecimal, two digits a byte.
[[nodiscard]] std::optional<std::vector<std::uint8_t>> from_hex(std::string_view text);
[[nodiscard]] std::string to_hex(std::span<const std::uint8_t> bytes);

// Fields by name, with values as written (.tv: hexadecimal, decimal or words). An absent field is not an empty one.
struct Record {
  std::string source;     // path of the file, relative to the vector folder: "mlkem/acvp-keygen.tv.gz"
  std::size_t index = 0;  // number of the record in its file, from 0
  std::size_t line = 0;   // where it begins, from 1; 0 where the format has no lines
  bool large = false;     // answer it even if that takes long (gigabytes of message)
  std::map<std::string, std::string, std::less<>> fields;

  [[nodiscard]] bool has(std::string_view name) const { return fields.find(name) != fields.end(); }
  // The value as written; nothing if absent.
  [[nodiscard]] std::optional<std::string_view> text(std::string_view name) const;
  // The value as bytes; nothing if absent or not hexadecimal.
  [[nodiscard]] std::optional<std::vector<std::uint8_t>> bytes(std::string_view name) const;
  // The value as a decimal integer; nothing if absent or not one.
  [[nodiscard]] std::optional<std::uint64_t> integer(std::string_view name) const;
};

}  // namespace lydite::lab::kat
