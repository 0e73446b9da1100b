// ACVP documents of ML-KEM, SHA-3 and SHAKE.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "lab/kat/json.h"

namespace lydite::lab::kat {
namespace {

using nlohmann::json;
using Answers = std::map<std::pair<std::uint64_t, std::uint64_t>, const json*>;  // by group and test

void copy(Record& record, const JsonTest& test, std::initializer_list<const char*> names) {
  for (const char* name : names) record.fields[name] = test.hex(name);
}

Record convert_key_check(const JsonTest& test) {
  Record record = test.record();
  const std::string function = test.word("function");
  record.fields["function"] = function;
  record.fields["reason"] = test.word("reason");
  record.fields["key"] = test.hex(function == "encapsulationKeyCheck" ? "ek" : "dk");
  record.fields["passed"] = test.boolean("testPassed") ? "true" : "false";
  return record;
}

Record convert_decapsulation(const JsonTest& test) {
  Record record = test.record();
  record.fields["reason"] = test.word("reason");
  if (test.word("keyFormat") == "seed") {
    record.fields["seed"] = test.hex("d") + test.hex("z");
  } else {
    record.fields["dk"] = test.hex("dk");
  }
  copy(record, test, {"c", "k"});
  return record;
}

Record convert_kem(const JsonTest& test, bool keygen) {
  Record record = test.record();
  if (keygen) {
    copy(record, test, {"d", "z", "ek", "dk"});
    return record;
  }
  const std::string function = test.word("function");
  if (function == "decapsulation") return convert_decapsulation(test);
  if (function == "encapsulationKeyCheck" || function == "decapsulationKeyCheck") return convert_key_check(test);
  if (function != "encapsulation") test.fail(fmt::format("unknown function '{}'", function));
  copy(record, test, {"ek", "m", "c", "k"});
  return record;
}

// A chain of digests, each of 1000 iterations.
void convert_chain(Record& record, const JsonTest& test, bool extendable) {
  record.fields["seed"] = test.hex("msg");
  if (extendable) {
    record.fields["minoutlen"] = std::to_string(test.integer("minOutLen") / 8);
    record.fields["maxoutlen"] = std::to_string(test.integer("maxOutLen") / 8);
  }
  std::size_t i = 0;
  for (const json& result : test.list("resultsArray")) {
    record.fields[fmt::format("{}.{}", extendable ? "out" : "md", i++)] =
        JsonTest(test.source(), json::object(), result).hex("md");
  }
}

void convert_large(Record& record, const JsonTest& test) {
  const JsonTest large(test.source(), json::object(), test.object("largeMsg"));
  record.fields["content"] = large.hex("content");
  record.fields["fulllen"] = std::to_string(large.integer("fullLength") / 8);
  record.fields["md"] = test.hex("md");
}

// Lengths are in bits. What is not a whole number of bytes keeps its lengths in bits and has no `len`.
void convert_message(Record& record, const JsonTest& test, bool extendable) {
  const std::uint64_t bits = test.integer("len"), out_bits = extendable ? test.integer("outLen") : 0;
  std::string message = test.hex("msg");
  if (message.size() * 4 < bits) test.fail("field msg: shorter than len");
  const bool is_bytes = bits % 8 == 0 && out_bits % 8 == 0;
  record.fields[is_bytes ? "len" : "bits"] = std::to_string(is_bytes ? bits / 8 : bits);
  if (extendable) record.fields[is_bytes ? "outlen" : "outbits"] = std::to_string(is_bytes ? out_bits / 8 : out_bits);
  record.fields["msg"] = is_bytes ? message.substr(0, bits / 4) : message;
  record.fields[extendable ? "out" : "md"] = test.hex("md");
}

Record convert_hash(const JsonTest& test, std::string_view algorithm) {
  const bool extendable = algorithm.starts_with("SHAKE");
  Record record = test.record();
  record.fields["set"] = extendable ? fmt::format("SHAKE{}", algorithm.substr(6)) : std::string(algorithm);
  const std::string type = test.word("testType");
  if (type == "MCT") {
    convert_chain(record, test, extendable);
  } else if (type == "LDT") {
    convert_large(record, test);
  } else if (type == "AFT" || type == "VOT") {
    convert_message(record, test, extendable);
  } else {
    test.fail(fmt::format("unknown test type '{}'", type));
  }
  return record;
}

bool is_hash(std::string_view algorithm) {
  static constexpr std::string_view names[] = {"SHA3-224", "SHA3-256",  "SHA3-384",
                                               "SHA3-512", "SHAKE-128", "SHAKE-256"};
  return std::ranges::find(names, algorithm) != std::end(names);
}

std::uint64_t number(std::string_view source, const json& object, const char* name) {
  if (!object.is_object() || !object.contains(name) || !object[name].is_number_unsigned())
    throw ParseError(source, 0, fmt::format("an object without the number {}", name));
  return object[name].get<std::uint64_t>();
}

Answers index(std::string_view source, const json& document) {
  Answers answers;
  if (document.is_null()) return answers;
  for (const json& group : list_of(source, document, "testGroups")) {
    for (const json& test : list_of(source, group, "tests"))
      answers[{number(source, group, "tgId"), number(source, test, "tcId")}] = &test;
  }
  return answers;
}

// Documents of answers alone say nothing of parameter sets or test types.
bool has_questions(std::string_view source, const json& groups) {
  if (groups.empty()) throw ParseError(source, 0, "no tests");
  return groups.front().is_object() && groups.front().contains("testType");
}

std::string text(const json& document, const char* name) {
  const auto found = document.find(name);
  return found != document.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace

VectorFile convert_acvp(std::string_view source, const json& document, const json& answer_document) {
  VectorFile file{std::string(source), {}, {}, {}};
  const std::string algorithm = text(document, "algorithm"), mode = text(document, "mode");
  const json& groups = list_of(source, document, "testGroups");
  const bool is_kem = algorithm == "ML-KEM" && (mode == "keyGen" || mode == "encapDecap");
  if (!is_kem && !is_hash(algorithm))
    file.note = fmt::format("ACVP document of another algorithm: {}{}{}", algorithm, mode.empty() ? "" : " ", mode);
  if (file.note.empty() && !has_questions(source, groups))
    file.note = "ACVP answers, read together with their questions";
  if (!file.note.empty()) return file;

  const Answers answers = index(source, answer_document);
  for (const json& group : groups) {
    for (const json& test : list_of(source, group, "tests")) {
      JsonTest merged(source, group, test);
      const auto answer = answers.find({number(source, group, "tgId"), number(source, test, "tcId")});
      if (answer != answers.end()) merged.add(*answer->second);
      file.records.push_back(is_kem ? convert_kem(merged, mode == "keyGen") : convert_hash(merged, algorithm));
    }
  }
  if (file.records.empty()) throw ParseError(source, 0, "no tests");
  return file;
}

}  // namespace lydite::lab::kat
