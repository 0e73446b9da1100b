#include "lab/evidence/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace lydite::lab::evidence {
namespace {

constexpr int deepest = 32;

void write_string(const std::string& value, std::string& out) {
  constexpr char digits[] = "0123456789abcdef";
  out += '"';
  for (const char c : value) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += "\\u00";
      out += digits[static_cast<unsigned char>(c) >> 4];
      out += digits[c & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

void write_line_break(int level, std::string& out) {
  out += '\n';
  out.append(static_cast<std::size_t>(level), ' ');
}

bool holds_only_numbers(const Json& array) {
  return std::all_of(array.begin(), array.end(), [](const Json& element) { return element.is_number(); });
}

void write_value(const Json& value, int level, std::string& out);

void write_numbers(const Json& array, std::string& out) {
  out += '[';
  for (std::size_t i = 0; i < array.size(); ++i) {
    if (i != 0) out += ',';
    write_value(array[i], 0, out);
  }
  out += ']';
}

void write_array(const Json& array, int level, std::string& out) {
  if (holds_only_numbers(array)) return write_numbers(array, out);
  out += '[';
  for (std::size_t i = 0; i < array.size(); ++i) {
    if (i != 0) out += ',';
    write_line_break(level + 1, out);
    write_value(array[i], level + 1, out);
  }
  write_line_break(level, out);
  out += ']';
}

void write_object(const Json& object, int level, std::string& out) {
  if (object.empty()) {
    out += "{}";
    return;
  }
  char separator = '{';
  for (const auto& [key, value] : object.items()) {
    out += separator;
    separator = ',';
    write_line_break(level + 1, out);
    write_string(key, out);
    out += ": ";
    write_value(value, level + 1, out);
  }
  write_line_break(level, out);
  out += '}';
}

void write_value(const Json& value, int level, std::string& out) {
  switch (value.type()) {
    case Json::value_t::object:
      return write_object(value, level, out);
    case Json::value_t::array:
      return write_array(value, level, out);
    case Json::value_t::string:
      return write_string(value.get_ref<const std::string&>(), out);
    case Json::value_t::boolean:
      out += value.get<bool>() ? "true" : "false";
      return;
    case Json::value_t::number_integer:
      out += std::to_string(value.get<std::int64_t>());
      return;
    case Json::value_t::number_unsigned:
      out += std::to_string(value.get<std::uint64_t>());
      return;
    case Json::value_t::number_float:
      out += canonical_number(value.get<double>());
      return;
    default:
      out += "null";
  }
}

// nlohmann's parser does not recurse, but what walks the value afterwards does.
bool is_too_deep(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (++depth > deepest) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

std::size_t line_of_difference(std::string_view a, std::string_view b) {
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  return static_cast<std::size_t>(std::count(a.begin(), end, '\n')) + 1;
}

}  // namespace

std::string canonical_number(double value) {
  if (!std::isfinite(value)) throw std::invalid_argument("JSON has no infinite and no undefined numbers");
  char buffer[64];
  constexpr double exact = 9007199254740992.0;  // 2^53: every integer up to here is a double
  const bool integral = value == std::floor(value) && std::fabs(value) < exact;
  const auto end = integral ? std::to_chars(buffer, buffer + sizeof buffer, static_cast<std::int64_t>(value))
                            : std::to_chars(buffer, buffer + sizeof buffer, value);
  return std::string(buffer, end.ptr);
}

std::string canonical(const Json& value) {
  std::string out;
  write_value(value, 0, out);
  out += '\n';
  return out;
}

ParsedJson parse_json(std::string_view text) {
  if (is_too_deep(text)) return {nullptr, {{"", "nested more than " + std::to_string(deepest) + " levels deep"}}};
  try {
    return {Json::parse(text), {}};
  } catch (const std::exception& error) {
    return {nullptr, {{"", error.what()}}};
  }
}

ParsedJson parse_canonical(std::string_view text) {
  ParsedJson parsed = parse_json(text);
  if (!parsed.faults.empty()) return parsed;
  const std::string expected = canonical(parsed.value);
  if (expected != text) {
    const std::string line = std::to_string(line_of_difference(text, expected));
    parsed.faults.push_back({"", "not in canonical form from line " + line + " on"});
  }
  return parsed;
}

}  // namespace lydite::lab::evidence
