// The document of composite signatures: strictly read, or refused with file and place.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lab/kat/reader.h"

namespace lydite::lab::kat {
namespace {

std::string document(const std::string& rule, const std::string& length = "3") {
  return R"({"format": 1, "benchmark_framing": {"cases": [{"name": "a", "mldsa_seed": "01", "ed25519_seed": "02",
    "message_length": )" +
         length + R"(, "message_rule": ")" + rule + R"(", "public_key_sha256": "03", "ed25519_public": "04",
    "mldsa_signature_sha256": "05", "ed25519_signature": "06", "signature_sha256": "07"}]},
    "lamps": {"message": "08", "context": "09", "public_key": "0a", "private_key": "0b", "signature": "0c",
    "signature_with_context": "0d", "m_prime_sha256_no_context": "0e", "m_prime_sha256_with_context": "0f"}})";
}

VectorFile read(const std::string& text) {
  return parse("composite.json", {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

TEST(CompositeDocument, BecomesRecordsOfBothFramings) {
  const VectorFile file = read(document("byte j = (7*j + 250) mod 256"));
  ASSERT_EQ(file.records.size(), 3U);
  EXPECT_EQ(file.records[0].text("set"), "FOG-MLDSA65-Ed25519");
  EXPECT_EQ(file.records[0].text("seed"), "0102");
  EXPECT_EQ(file.records[0].text("msg"), "fa0108");
  EXPECT_EQ(file.records[1].text("set"), "id-MLDSA65-Ed25519-SHA512");
  EXPECT_EQ(file.records[1].text("ctx"), "");
  EXPECT_EQ(file.records[1].text("sig"), "0c");
  EXPECT_EQ(file.records[2].text("ctx"), "09");
  EXPECT_EQ(file.records[2].text("sig"), "0d");
  EXPECT_EQ(file.records[2].text("m_prime_sha256"), "0f");
}

TEST(CompositeDocument, RulesAndLengthsThatNobodyKnowsAreErrors) {
  for (const char* rule : {"", "byte j = 7", "byte j = (7*j + ) mod 256", "byte j = (7*j + x) mod 256",
                           "byte j = (7*j + 1) mod 255", "byte j = (7*j + 1 mod 256", ") mod 256"})
    EXPECT_THROW(read(document(rule)), ParseError) << rule;
  for (const char* length : {"-1", "1e3", "\"3\"", "99999999999"})
    EXPECT_THROW(read(document("byte j = (7*j + 1) mod 256", length)), ParseError) << length;
}

}  // namespace
}  // namespace lydite::lab::kat
