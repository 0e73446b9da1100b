#include "lab/kat/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace lydite::lab::kat {
namespace {

using nlohmann::json;

constexpr int max_depth = 32;

std::size_t line_of(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, std::min(position, text.size()));
  return 1 + static_cast<std::size_t>(std::ranges::count(before, '\n'));
}

bool is_acvp(const json& document) { return document.contains("vsId") && document.contains("algorithm"); }
bool is_wycheproof(const json& document) { return document.contains("numberOfTests"); }
bool is_composite(const json& document) {
  return document.is_object() && document.contains("benchmark_framing") && document.contains("lamps");
}

// Old ACVP documents are a list of a version object and the document.
json without_version(json document) {
  if (document.is_array() && document.size() == 2 && document[0].is_object() && document[0].contains("acvVersion"))
    return document[1];
  return document;
}

}  // namespace

JsonTest::JsonTest(std::string_view source, const json& group, const json& test) : source_(source) {
  for (const auto& [name, value] : group.items()) {
    if (name != "tests") merged_[name] = value;
  }
  if (!test.is_object()) throw ParseError(source, 0, "a test is not an object");
  merged_.update(test);
}

void JsonTest::fail(std::string_view reason) const {
  throw ParseError(source_, 0,
                   fmt::format("test {}: {}", merged_.contains("tcId") ? merged_["tcId"].dump() : "?", reason));
}

const json& JsonTest::member(std::string_view name) const {
  const auto found = merged_.find(name);
  if (found == merged_.end()) fail(fmt::format("no field {}", name));
  return *found;
}

std::string JsonTest::word(std::string_view name) const {
  if (!has(name)) return {};
  if (!member(name).is_string()) fail(fmt::format("field {}: not a string", name));
  return member(name).get<std::string>();
}

std::string JsonTest::hex(std::string_view name) const {
  if (!member(name).is_string()) fail(fmt::format("field {}: not a string", name));
  std::string text = member(name).get<std::string>();
  for (char& c : text) c = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
  if (!from_hex(text)) fail(fmt::format("field {}: not hexadecimal with two digits a byte", name));
  return text;
}

std::uint64_t JsonTest::integer(std::string_view name) const {
  if (!member(name).is_number_unsigned()) fail(fmt::format("field {}: not a natural number", name));
  return member(name).get<std::uint64_t>();
}

bool JsonTest::boolean(std::string_view name) const {
  if (!member(name).is_boolean()) fail(fmt::format("field {}: not true or false", name));
  return member(name).get<bool>();
}

const json& JsonTest::list(std::string_view name) const {
  if (!member(name).is_array()) fail(fmt::format("field {}: not a list", name));
  return member(name);
}

const json& JsonTest::object(std::string_view name) const {
  if (!member(name).is_object()) fail(fmt::format("field {}: not an object", name));
  return member(name);
}

Record JsonTest::record() const {
  Record record;
  record.fields["id"] = std::to_string(integer("tcId"));
  if (has("parameterSet")) record.fields["set"] = word("parameterSet");
  return record;
}

json read_json(std::string_view source, std::string_view text) {
  std::vector<std::set<std::string>> names;
  std::size_t open = 0;
  const auto check = [&](int depth, json::parse_event_t event, json& value) {
    if (depth > max_depth) throw ParseError(source, 0, "JSON nested too deeply");
    if (event == json::parse_event_t::object_start) names.emplace_back(), ++open;
    if (event == json::parse_event_t::object_end) names.pop_back(), --open;
    if (event == json::parse_event_t::key && !names.back().insert(value.get<std::string>()).second)
      throw ParseError(source, 0, fmt::format("the name {} stands twice in an object", value.get<std::string>()));
    return true;
  };
  try {
    return json::parse(text, check);
  } catch (const json::parse_error& error) {
    throw ParseError(source, line_of(text, error.byte), "malformed JSON");
  } catch (const json::out_of_range&) {
    throw ParseError(source, 0, "a number is too large");
  }
}

const json& list_of(std::string_view source, const json& object, std::string_view name) {
  if (!object.is_object()) throw ParseError(source, 0, fmt::format("expected an object with a list {}", name));
  const auto found = object.find(name);
  if (found == object.end() || !found->is_array()) throw ParseError(source, 0, fmt::format("no list {}", name));
  return *found;
}

VectorFile parse_json(std::string_view source, std::string_view text, std::string_view answers) {
  const json document = without_version(read_json(source, text));
  if (is_composite(document)) return convert_composite(source, document);
  if (document.is_object() && document.value("format", json()) == json(1))
    return convert_specification(source, document);
  const bool has_tests = document.is_object() && document.contains("testGroups");
  if (has_tests && is_wycheproof(document)) return convert_wycheproof(source, document);
  if (!has_tests || !is_acvp(document))
    return {std::string(source), {}, {}, "JSON of another kind than ACVP or Wycheproof"};
  const json more = answers.empty() ? json() : without_version(read_json(source, answers));
  return convert_acvp(source, document, more);
}

}  // namespace lydite::lab::kat
