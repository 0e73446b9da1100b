// The document of known answers that comes with the description of the composite signatures: cases of the benchmark
// framing, whose messages follow a rule, and one key of the LAMPS framing.
#include <fmt/format.h>

#include <charconv>

#include "lab/kat/json.h"
#include "lydite/composite.h"

namespace lydite::lab::kat {
namespace {

using nlohmann::json;

constexpr std::uint64_t longest_message = 1 << 20;

// "byte j = (7*j + N) mod 256".
std::string message(const JsonTest& test) {
  constexpr std::string_view begin = "byte j = (7*j + ", end = ") mod 256";
  const std::string rule = test.word("message_rule");
  const std::uint64_t length = test.integer("message_length");
  unsigned offset = 0;
  if (!rule.starts_with(begin) || !rule.ends_with(end) || rule.size() < begin.size() + end.size())
    test.fail("field message_rule: unknown rule");
  const char* last = rule.data() + rule.size() - end.size();
  const auto [stop, error] = std::from_chars(rule.data() + begin.size(), last, offset);
  if (stop != last || error != std::errc()) test.fail("field message_rule: unknown rule");
  if (length > longest_message) test.fail("field message_length: too long");
  std::vector<std::uint8_t> bytes(length);
  for (std::size_t j = 0; j < length; ++j) bytes[j] = static_cast<std::uint8_t>(7 * j + offset);
  return to_hex(bytes);
}

Record convert_benchmark(const JsonTest& test) {
  Record record;
  record.fields = {{"set", composite::FogMlDsa65Ed25519::name},
                   {"id", test.word("name")},
                   {"seed", test.hex("mldsa_seed") + test.hex("ed25519_seed")},
                   {"msg", message(test)},
                   {"pk_sha256", test.hex("public_key_sha256")},
                   {"ed25519_pk", test.hex("ed25519_public")},
                   {"mldsa_sig_sha256", test.hex("mldsa_signature_sha256")},
                   {"ed25519_sig", test.hex("ed25519_signature")},
                   {"sig_sha256", test.hex("signature_sha256")}};
  return record;
}

Record convert_lamps(const JsonTest& test, bool with_context) {
  Record record;
  record.fields = {
      {"set", composite::MlDsa65Ed25519Sha512::name},
      {"pk", test.hex("public_key")},
      {"sk", test.hex("private_key")},
      {"msg", test.hex("message")},
      {"ctx", with_context ? test.hex("context") : ""},
      {"sig", test.hex(with_context ? "signature_with_context" : "signature")},
      {"m_prime_sha256", test.hex(with_context ? "m_prime_sha256_with_context" : "m_prime_sha256_no_context")}};
  return record;
}

}  // namespace

VectorFile convert_composite(std::string_view source, const json& document) {
  VectorFile file{std::string(source), {}, {}, {}};
  const JsonTest whole(source, json::object(), document);
  for (const json& test : list_of(source, whole.object("benchmark_framing"), "cases"))
    file.records.push_back(convert_benchmark(JsonTest(source, json::object(), test)));
  const JsonTest lamps(source, json::object(), whole.object("lamps"));
  for (const bool with_context : {false, true}) file.records.push_back(convert_lamps(lamps, with_context));
  return file;
}

}  // namespace lydite::lab::kat
