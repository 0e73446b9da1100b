// JSON documents that belong to a specification: {"format": 1, ...}. Every object without objects inside becomes a
// record; its `set` is the path of names that leads to it, and plain members of the objects around it are defaults.
#include <fmt/format.h>

#include "lab/kat/json.h"

namespace lydite::lab::kat {
namespace {

using nlohmann::json;
using Fields = std::map<std::string, std::string, std::less<>>;

[[nodiscard]] bool is_plain(const json& value) { return value.is_primitive() && !value.is_null(); }

[[nodiscard]] std::string text_of(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

class Converter {
 public:
  explicit Converter(std::vector<Record>& records) : records_(records) {}

  // `fields` are the defaults.
  void visit(const json& object, const std::string& path, Fields fields) {
    bool has_objects = false;
    for (const auto& [name, value] : object.items()) {
      if (is_plain(value)) fields[name] = text_of(value);
      has_objects |= holds_objects(value);
    }
    if (!has_objects && !path.empty()) return add(path, std::move(fields));
    if (path.empty()) fields.clear();
    for (const auto& [name, value] : object.items()) {
      const std::string below = path.empty() ? name : path + "." + name;
      if (value.is_object()) visit(value, below, fields);
      if (value.is_array() && holds_objects(value)) {
        for (const json& item : value) visit(item, below, fields);
      }
    }
  }

 private:
  [[nodiscard]] static bool holds_objects(const json& value) {
    return value.is_object() || (value.is_array() && !value.empty() &&
                                 std::all_of(value.begin(), value.end(), [](const json& v) { return v.is_object(); }));
  }
  void add(const std::string& path, Fields&& fields) {
    Record record;
    record.fields = std::move(fields);
    record.fields["set"] = path;
    records_.push_back(std::move(record));
  }

  std::vector<Record>& records_;
};

}  // namespace

VectorFile convert_specification(std::string_view source, const json& document) {
  VectorFile file{std::string(source), {}, {}, {}};
  Converter(file.records).visit(document, {}, {});
  if (file.records.empty()) throw ParseError(source, 0, "no records");
  return file;
}

}  // namespace lydite::lab::kat
