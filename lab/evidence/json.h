// Canonical JSON: every value has exactly one text, so that equal data are equal bytes.
//
// Keys sorted bytewise; one space of indent for each level; an array of numbers on one line; no space before a colon,
// one after it; integers without fraction or exponent, whatever the type they had; other numbers with the fewest
// digits that read back as the same double; only the escapes that JSON demands; a final newline.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lydite::lab::evidence {

using Json = nlohmann::json;

// What is wrong, and where: a JSON pointer, empty for the document as a whole.
struct Fault {
  std::string field;
  std::string message;
  bool operator==(const Fault&) const = default;
};

// Throws std::invalid_argument for a number that JSON does not have (infinity, not a number).
[[nodiscard]] std::string canonical(const Json& value);

// The fewest digits that read back as the same number; integers without fraction.
[[nodiscard]] std::string canonical_number(double value);

struct ParsedJson {
  Json value;
  std::vector<Fault> faults;
};

// Reads any bytes. Malformed text and nesting deeper than 32 are faults.
[[nodiscard]] ParsedJson parse_json(std::string_view text);
// The same, and text that is not canonical is a fault. The value is there all the same, so that its fields can be
// judged.
[[nodiscard]] ParsedJson parse_canonical(std::string_view text);

}  // namespace lydite::lab::evidence
