// The form of evidence files as a table: every field that must be there, its type and its range. What is not in the
// table must not be in the file.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/evidence/json.h"

namespace lydite::lab::evidence {

enum class Type {
  kObject,
  kObjects,  // an array of objects
  kText,
  kTexts,
  kFacts,   // an object with members of any name, all texts
  kDigest,  // SHA-256: 64 lower-case hexadecimal digits
  kBoolean,
  kInteger,
  kIntegers,
  kOptionalIntegers,  // an array whose elements may be null
  kNumber,
  kNumbers,
};

// 2^53: the largest integer that every reader of JSON has exactly.
inline constexpr double largest_integer = 9007199254740992.0;

struct Field {
  std::string path;  // a JSON pointer in which `*` stands for every index
  Type type;
  std::string meaning;
  bool is_nullable = false;
  double low = 0, high = largest_integer;  // of numbers, and of the elements of arrays
  bool is_optional = false;                // may be left out where it means nothing
};

// Every deviation from the table, in the order of the document.
[[nodiscard]] std::vector<Fault> validate(const Json& document, std::span<const Field> fields);

// The table as Markdown: field, type, range, meaning.
[[nodiscard]] std::string to_markdown(std::span<const Field> fields);

// Texts with a path that exists on one machine only.
[[nodiscard]] std::vector<Fault> absolute_paths(const Json& document);

}  // namespace lydite::lab::evidence
