// Wycheproof documents of ML-KEM and X25519.
#include <fmt/format.h>

#include "lab/kat/json.h"

namespace lydite::lab::kat {
namespace {

using nlohmann::json;

// Members that become fields, by the type of a group.
struct Conversion {
  std::string_view type;
  std::vector<std::string_view> members;  // byte strings
};

const Conversion* conversion_of(const json& group) {
  static const std::vector<Conversion> conversions = {
      {"MLKEMTest", {"seed", "ek", "c", "K"}},      {"MLKEMEncapsTest", {"ek", "m", "c", "K"}},
      {"MLKEMKeyGen", {"seed", "ek", "dk"}},        {"MLKEMDecapsValidationTest", {"dk", "c", "K"}},
      {"XdhComp", {"public", "private", "shared"}},
  };
  for (const Conversion& conversion : conversions) {
    if (!group.is_object() || group.value("type", json()) != json(conversion.type)) continue;
    if (conversion.type == "XdhComp" && group.value("curve", json()) != json("curve25519")) continue;
    return &conversion;
  }
  return nullptr;
}

std::string joined_flags(const JsonTest& test) {
  std::string text;
  if (!test.has("flags")) return text;
  for (const json& flag : test.list("flags")) {
    if (!flag.is_string()) test.fail("field flags: not a list of words");
    text += (text.empty() ? "" : ",") + flag.get<std::string>();
  }
  return text;
}

Record convert(const JsonTest& test, const Conversion& conversion) {
  Record record = test.record();
  if (conversion.type == "XdhComp") record.fields["set"] = "X25519";
  record.fields["flags"] = joined_flags(test);
  record.fields["comment"] = test.word("comment");
  record.fields["result"] = test.word("result");
  for (const std::string_view name : conversion.members) {
    if (test.has(name)) record.fields[name == "K" ? "k" : std::string(name)] = test.hex(name);
  }
  return record;
}

}  // namespace

VectorFile convert_wycheproof(std::string_view source, const json& document) {
  VectorFile file{std::string(source), {}, {}, {}};
  std::size_t tests = 0;
  for (const json& group : list_of(source, document, "testGroups")) {
    const Conversion* conversion = conversion_of(group);
    for (const json& test : list_of(source, group, "tests")) {
      ++tests;
      if (conversion != nullptr) file.records.push_back(convert(JsonTest(source, group, test), *conversion));
    }
  }
  if (document["numberOfTests"] != json(tests))
    throw ParseError(source, 0,
                     fmt::format("{} tests, but the document announces {}", tests, document["numberOfTests"].dump()));
  if (tests == 0) throw ParseError(source, 0, "no tests");
  if (file.records.empty()) file.note = fmt::format("Wycheproof document of another algorithm, {} tests", tests);
  return file;
}

}  // namespace lydite::lab::kat
