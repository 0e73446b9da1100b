// JSON vector documents: what the readers of their kinds share.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "lab/kat/reader.h"

namespace lydite::lab::kat {

// One test of a document, with the members of its group as defaults. Every failure names file and test.
class JsonTest {
 public:
  JsonTest(std::string_view source, const nlohmann::json& group, const nlohmann::json& test);
  void add(const nlohmann::json& answer) { merged_.update(answer); }

  [[nodiscard]] const std::string& source() const { return source_; }
  [[noreturn]] void fail(std::string_view reason) const;
  [[nodiscard]] bool has(std::string_view name) const { return merged_.contains(name); }
  // Words; empty if absent.
  [[nodiscard]] std::string word(std::string_view name) const;
  // Lower-case hexadecimal. Must be there.
  [[nodiscard]] std::string hex(std::string_view name) const;
  [[nodiscard]] std::uint64_t integer(std::string_view name) const;
  [[nodiscard]] bool boolean(std::string_view name) const;
  [[nodiscard]] const nlohmann::json& list(std::string_view name) const;
  [[nodiscard]] const nlohmann::json& object(std::string_view name) const;
  // A record with `id` and, if the test has one, `set`.
  [[nodiscard]] Record record() const;

 private:
  [[nodiscard]] const nlohmann::json& member(std::string_view name) const;

  std::string source_;
  nlohmann::json merged_;
};

// Text as a document; throws ParseError with the line. A name that stands twice in an object is an error.
[[nodiscard]] nlohmann::json read_json(std::string_view source, std::string_view text);
// The list `name` of objects in `object`.
[[nodiscard]] const nlohmann::json& list_of(std::string_view source, const nlohmann::json& object,
                                            std::string_view name);

[[nodiscard]] VectorFile convert_acvp(std::string_view source, const nlohmann::json& document,
                                      const nlohmann::json& answers);
[[nodiscard]] VectorFile convert_wycheproof(std::string_view source, const nlohmann::json& document);
[[nodiscard]] VectorFile convert_composite(std::string_view source, const nlohmann::json& document);
// Documents of the form {"format": 1, ...} that accompany a specification.
[[nodiscard]] VectorFile convert_specification(std::string_view source, const nlohmann::json& document);

}  // namespace lydite::lab::kat
