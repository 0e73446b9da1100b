#include "lab/evidence/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace lydite::lab::evidence {
namespace {

TEST(CanonicalJson, HasOneTextForEachValue) {
  const Json value = {{"b", {1, 2.5, 3.0}},
                      {"a", {{"text", "q\"\\\n\x01µ"}, {"none", nullptr}, {"yes", true}}},
                      {"c", Json::array()},
                      {"d", Json::object()},
                      {"e", {"x", "y"}}};
  EXPECT_EQ(canonical(value),
            "{\n \"a\": {\n  \"none\": null,\n  \"text\": \"q\\\"\\\\\\u000a\\u0001µ\",\n  \"yes\": true\n },\n"
            " \"b\": [1,2.5,3],\n \"c\": [],\n \"d\": {},\n \"e\": [\n  \"x\",\n  \"y\"\n ]\n}\n");
}

TEST(CanonicalJson, WritesTheShortestNumberThatReadsBack) {
  EXPECT_EQ(canonical_number(0.1), "0.1");
  EXPECT_EQ(canonical_number(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(canonical_number(-0.0), "0");
  EXPECT_EQ(canonical_number(9007199254740991.0), "9007199254740991");
  EXPECT_EQ(canonical_number(1e300), "1e+300");
  EXPECT_EQ(canonical_number(5e-324), "5e-324");
  EXPECT_THROW((void)canonical_number(std::numeric_limits<double>::infinity()), std::invalid_argument);
  EXPECT_THROW((void)canonical_number(std::nan("")), std::invalid_argument);
}

TEST(CanonicalJson, IsReadBackUnchanged) {
  const Json value = {{"large", 18446744073709551615U},
                      {"negative", -5},
                      {"small", 2.2250738585072014e-308},
                      {"numbers", {1e16, 123456789.125, 1e-7}}};
  const std::string text = canonical(value);
  const ParsedJson parsed = parse_canonical(text);
  EXPECT_TRUE(parsed.faults.empty());
  EXPECT_EQ(canonical(parsed.value), text);
}

TEST(CanonicalJson, RefusesEveryOtherTextOfTheSameValue) {
  for (const char* text :
       {"{\n \"a\": 1\n}", "{\"a\": 1}\n", "{\n  \"a\": 1\n}\n", "{\n \"a\": 1.0\n}\n", "{\n \"a\": 1e0\n}\n",
        "{\n \"a\": \"\\u0041\"\n}\n", "{\n \"a\": [1, 2]\n}\n", "{\n \"a\": 1,\n \"a\": 1\n}\n",
        "{\n \"b\": 1,\n \"a\": 1\n}\n", "{\n \"a\": 1\n}\n\n", "{\n \"a\": 0.10\n}\n"}) {
    EXPECT_EQ(parse_canonical(text).faults.size(), 1U) << text;
  }
}

TEST(CanonicalJson, RefusesWhatIsNoJson) {
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("{\"a\": 1e999}"), std::string("\"\xff\""), std::string("nul"),
        std::string("[1,]"), std::string(100000, '['), std::string(33, '[') + std::string(33, ']')}) {
    EXPECT_EQ(parse_canonical(text).faults.size(), 1U) << text.substr(0, 20);
  }
}

TEST(CanonicalJson, SaysFromWhichLineOn) {
  const ParsedJson parsed = parse_canonical("{\n \"a\": 1,\n \"b\":  2\n}\n");
  ASSERT_EQ(parsed.faults.size(), 1U);
  EXPECT_NE(parsed.faults[0].message.find("line 3"), std::string::npos);
}

}  // namespace
}  // namespace lydite::lab::evidence
