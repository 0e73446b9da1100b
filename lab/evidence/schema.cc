#include "lab/evidence/schema.h"

#include <algorithm>
#include <cctype>

namespace lydite::lab::evidence {
namespace {

std::string_view type_name(Type type) {
  switch (type) {
    case Type::kObject:
      return "object";
    case Type::kObjects:
      return "array of objects";
    case Type::kText:
      return "text";
    case Type::kTexts:
      return "array of texts";
    case Type::kFacts:
      return "object of texts";
    case Type::kDigest:
      return "SHA-256";
    case Type::kBoolean:
      return "true or false";
    case Type::kInteger:
      return "integer";
    case Type::kIntegers:
      return "array of integers";
    case Type::kOptionalIntegers:
      return "array of integers or nulls";
    case Type::kNumber:
      return "number";
    case Type::kNumbers:
      break;
  }
  return "array of numbers";
}

bool is_digest(const std::string& text) {
  return text.size() == 64 &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

template <class Predicate>
bool all_of(const Json& value, Predicate predicate) {
  return value.is_array() && std::all_of(value.begin(), value.end(), predicate);
}

bool has_type(const Json& value, Type type) {
  switch (type) {
    case Type::kObject:
      return value.is_object();
    case Type::kObjects:
      return all_of(value, [](const Json& element) { return element.is_object(); });
    case Type::kText:
      return value.is_string();
    case Type::kTexts:
      return all_of(value, [](const Json& element) { return element.is_string(); });
    case Type::kFacts:
      return value.is_object() &&
             std::all_of(value.begin(), value.end(), [](const Json& member) { return member.is_string(); });
    case Type::kDigest:
      return value.is_string() && is_digest(value.get_ref<const std::string&>());
    case Type::kBoolean:
      return value.is_boolean();
    case Type::kInteger:
      return value.is_number_integer();
    case Type::kIntegers:
      return all_of(value, [](const Json& element) { return element.is_number_integer(); });
    case Type::kOptionalIntegers:
      return all_of(value, [](const Json& element) { return element.is_number_integer() || element.is_null(); });
    case Type::kNumber:
      return value.is_number();
    case Type::kNumbers:
      break;
  }
  return all_of(value, [](const Json& element) { return element.is_number(); });
}

bool is_numeric(Type type) {
  return type == Type::kInteger || type == Type::kIntegers || type == Type::kOptionalIntegers ||
         type == Type::kNumber || type == Type::kNumbers;
}

// Numbers that need not be integers have no limit unless one is stated.
bool is_unlimited(const Field& field) {
  return field.high >= largest_integer && (field.type == Type::kNumber || field.type == Type::kNumbers);
}

bool in_range(const Json& number, const Field& field) {
  if (number.is_null()) return true;
  const double value = number.get<double>();
  return value >= field.low && (value <= field.high || is_unlimited(field));
}

std::string range(const Field& field) {
  if (!is_numeric(field.type)) return "";
  if (field.low <= -largest_integer) return "any";
  if (field.low == field.high) return canonical_number(field.low);
  if (field.high >= largest_integer) return canonical_number(field.low) + " and up";
  return canonical_number(field.low) + " to " + canonical_number(field.high);
}

class Validator {
 public:
  explicit Validator(std::span<const Field> fields) : fields_(fields) {}

  std::vector<Fault> operator()(const Json& document) {
    if (document.is_object()) {
      check_members(document, "", "");
    } else {
      faults_.push_back({"", "must be an object"});
    }
    return std::move(faults_);
  }

 private:
  [[nodiscard]] const Field* find(const std::string& pattern) const {
    const auto found =
        std::find_if(fields_.begin(), fields_.end(), [&](const Field& field) { return field.path == pattern; });
    return found == fields_.end() ? nullptr : &*found;
  }

  void check_members(const Json& object, const std::string& pointer, const std::string& pattern) {
    for (const auto& [key, value] : object.items()) {
      if (const Field* field = find(pattern + "/" + key)) {
        check_value(value, *field, pointer + "/" + key);
      } else {
        faults_.push_back({pointer + "/" + key, "unknown field"});
      }
    }
    for (const Field& field : fields_) {
      const std::size_t slash = field.path.rfind('/');
      if (field.path.compare(0, slash, pattern) == 0 && slash == pattern.size() && !field.is_optional &&
          !object.contains(field.path.substr(slash + 1))) {
        faults_.push_back({pointer + field.path.substr(slash), "missing"});
      }
    }
  }

  void check_value(const Json& value, const Field& field, const std::string& pointer) {
    if (value.is_null() && field.is_nullable) return;
    if (!has_type(value, field.type)) {
      faults_.push_back(
          {pointer, "must be " + std::string(type_name(field.type)) + (field.is_nullable ? " or null" : "")});
      return;
    }
    if (field.type == Type::kObject) check_members(value, pointer, field.path);
    if (field.type == Type::kObjects) check_elements(value, field, pointer);
    if (is_numeric(field.type)) check_range(value, field, pointer);
  }

  void check_elements(const Json& array, const Field& field, const std::string& pointer) {
    for (std::size_t i = 0; i < array.size(); ++i) {
      check_members(array[i], pointer + "/" + std::to_string(i), field.path + "/*");
    }
  }

  void check_range(const Json& value, const Field& field, const std::string& pointer) {
    if (!value.is_array()) {
      if (!in_range(value, field)) faults_.push_back({pointer, "must be " + range(field)});
      return;
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (!in_range(value[i], field)) faults_.push_back({pointer + "/" + std::to_string(i), "must be " + range(field)});
    }
  }

  std::span<const Field> fields_;
  std::vector<Fault> faults_;
};

// A slash that begins a word, with a letter behind it: /home/..., -I/usr/..., but not MB/s or 1/2.
bool names_absolute_path(const std::string& text) {
  constexpr std::string_view before = " \t\n=:,;'\"([<";
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const bool begins = i == 0 || before.find(text[i - 1]) != before.npos || (i >= 2 && text[i - 2] == '-');
    if (text[i] == '/' && begins && std::isalpha(static_cast<unsigned char>(text[i + 1])) != 0) return true;
  }
  return false;
}

void find_paths(const Json& value, const std::string& pointer, std::vector<Fault>& faults) {
  if (value.is_string() && names_absolute_path(value.get_ref<const std::string&>())) {
    faults.push_back({pointer, "contains an absolute path"});
  }
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) find_paths(member, pointer + "/" + key, faults);
  }
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) find_paths(value[i], pointer + "/" + std::to_string(i), faults);
  }
}

}  // namespace

std::vector<Fault> validate(const Json& document, std::span<const Field> fields) { return Validator(fields)(document); }

std::string to_markdown(std::span<const Field> fields) {
  std::string out = "| field | type | range | meaning |\n|---|---|---|---|\n";
  for (const Field& field : fields) {
    out += "| `" + field.path + "` | " + std::string(type_name(field.type)) + (field.is_nullable ? " or null" : "") +
           (field.is_optional ? " or absent" : "") + " | " + range(field) + " | " + field.meaning + " |\n";
  }
  return out;
}

std::vector<Fault> absolute_paths(const Json& document) {
  std::vector<Fault> faults;
  find_paths(document, "", faults);
  return faults;
}

}  // namespace lydite::lab::evidence
