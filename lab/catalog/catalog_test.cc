// Every row of the catalogue, and every operation of every row.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <vector>

#include "lab/algorithm.h"
#include "lab/catalog/operation.h"
#include "lydite/cpu.h"
#include "lydite/sha3.h"

namespace lydite::lab {
namespace {

TEST(CatalogTest, IdsAreUniqueAndLowerCase) {
  std::set<std::string> ids;
  for (const Algorithm& row : catalog()) {
    EXPECT_TRUE(ids.insert(row.id).second) << row.id;
    EXPECT_EQ(row.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-:"), std::string::npos) << row.id;
    EXPECT_EQ(row.dispatches, row.implementation == "lydite") << row.id;
  }
}

TEST(CatalogTest, RowsAreComplete) {
  for (const Algorithm& row : catalog()) {
    EXPECT_FALSE(row.title.empty() || row.specification.empty() || row.implementation.empty()) << row.id;
    EXPECT_FALSE(row.sizes.empty() || row.operations.empty()) << row.id;
    EXPECT_TRUE(static_cast<bool>(row.kat)) << row.id;
    std::set<std::string> names;
    for (const Operation& operation : row.operations) {
      EXPECT_TRUE(names.insert(operation.name).second) << row.id << " " << operation.name;
      EXPECT_FALSE(operation.description.empty()) << row.id << " " << operation.name;
      EXPECT_GE(operation.units, 1U);
      EXPECT_GE(operation.inputs, 1U);
    }
  }
}

TEST(CatalogTest, ABaselineIsAnOperationOfTheSameRowOnTheSameLength) {
  std::size_t claims = 0;
  for (const Algorithm& row : catalog()) {
    for (const Operation& operation : row.operations) {
      if (operation.baseline.empty()) continue;
      const auto baseline = std::ranges::find(row.operations, operation.baseline, &Operation::name);
      ASSERT_NE(baseline, row.operations.end()) << row.id << " " << operation.name;
      EXPECT_TRUE(baseline->baseline.empty()) << row.id << " " << operation.name;
      EXPECT_EQ(baseline->input_bytes, operation.input_bytes) << row.id << " " << operation.name;
      EXPECT_EQ(baseline->inputs, operation.inputs) << row.id << " " << operation.name;
      ++claims;
    }
  }
  EXPECT_GE(claims, 12U);
}

TEST(CatalogTest, SigningIsMeasuredOverAtLeastAThousandMessages) {
  for (const Algorithm& row : catalog()) {
    if (row.kind != Kind::kSignature) continue;
    for (const Operation& operation : row.operations) {
      const bool is_short = operation.input_bytes > 0 && operation.input_bytes <= 131072;
      const bool draws_lots = operation.name.starts_with("sign_") && row.id != "ed25519";
      if (is_short && draws_lots) EXPECT_GE(operation.inputs, 1000U) << row.id << " " << operation.name;
    }
  }
}

TEST(CatalogTest, ForeignRowsNameTheirVersion) {
  for (const Algorithm& row : catalog()) {
    if (row.dispatches) continue;
    EXPECT_NE(row.implementation.find_first_of("0123456789"), std::string::npos) << row.implementation;
  }
}

TEST(CatalogTest, SizesAreThoseOfTheStandards) {
  const auto bytes = [](std::string_view id) {
    std::vector<std::uint64_t> sizes;
    for (const Size& size : select(id).front()->sizes) sizes.push_back(size.bytes);
    return sizes;
  };
  EXPECT_EQ(bytes("ml-kem-512"), (std::vector<std::uint64_t>{800, 1632, 768, 32}));
  EXPECT_EQ(bytes("ml-kem-768"), (std::vector<std::uint64_t>{1184, 2400, 1088, 32}));
  EXPECT_EQ(bytes("ml-kem-1024"), (std::vector<std::uint64_t>{1568, 3168, 1568, 32}));
  EXPECT_EQ(bytes("ml-dsa-44"), (std::vector<std::uint64_t>{1312, 2560, 32, 2420}));
  EXPECT_EQ(bytes("ml-dsa-65"), (std::vector<std::uint64_t>{1952, 4032, 32, 3309}));
  EXPECT_EQ(bytes("ml-dsa-87"), (std::vector<std::uint64_t>{2592, 4896, 32, 4627}));
  EXPECT_EQ(bytes("sha3-384"), std::vector<std::uint64_t>{48});
}

TEST(InputTest, TheGuideMessageFollowsItsRule) {
  const Octets message = guide_message(0, 300);
  for (std::size_t i = 0; i < message.size(); ++i) ASSERT_EQ(message[i], (131 * i + 300) % 256);
  EXPECT_NE(guide_message(1, 300), message);
  EXPECT_NE(guide_message(std::uint64_t{1} << 56, 300), message);
}

TEST(InputTest, DerivedInputsFollowTheirRule) {
  Bytes<40> derived{}, expected{};
  derive_input("encaps", 0x0102, 3, derived);
  const std::string text = std::string("lab-inputencaps") + std::string("\0\3\0\0\0\2\1\0\0\0\0\0\0", 13);
  Shake256::hash({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, expected);
  EXPECT_EQ(derived, expected);
}

// --- Every operation --------------------------------------------------------------------------------------------

struct Case {
  const Algorithm* row;
  const Operation* operation;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.row->id << " " << c.operation->name; }

template <class Predicate>
std::vector<Case> cases(Predicate wanted) {
  std::vector<Case> all;
  for (const Algorithm& row : catalog()) {
    for (const Operation& operation : row.operations) {
      if (wanted(row, operation)) all.push_back({&row, &operation});
    }
  }
  return all;
}

std::string test_name(const testing::TestParamInfo<Case>& info) {
  std::string name = info.param.row->id + "_" + info.param.operation->name;
  std::replace_if(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

// Each test leaves the best target behind.
class OperationTest : public testing::TestWithParam<Case> {
 protected:
  ~OperationTest() override { use_target(""); }

  [[nodiscard]] static Prepared prepare(std::uint64_t seed) { return GetParam().operation->prepare(seed); }
  [[nodiscard]] static Octets result(std::uint64_t seed) {
    const Prepared prepared = prepare(seed);
    prepared.run(prepared.state.get());
    return prepared.result(prepared.state.get());
  }
  // More than the sixteen inputs that some operations use by turns; few where one run is long.
  [[nodiscard]] static int run_count() { return GetParam().operation->input_bytes > 100000 ? 1 : 18; }
};
const auto all_cases = cases([](const Algorithm&, const Operation&) { return true; });
INSTANTIATE_TEST_SUITE_P(Catalog, OperationTest, testing::ValuesIn(all_cases), test_name);

// What differs above this length is the length alone.
constexpr std::uint64_t long_message = 131072;

using SeedTest = OperationTest;
const auto short_cases =
    cases([](const Algorithm&, const Operation& operation) { return operation.input_bytes <= long_message; });
INSTANTIATE_TEST_SUITE_P(Catalog, SeedTest, testing::ValuesIn(short_cases), test_name);

using TargetTest = OperationTest;
const auto dispatching_cases = cases([](const Algorithm& row, const Operation& operation) {
  return row.dispatches && operation.input_bytes <= long_message;
});
INSTANTIATE_TEST_SUITE_P(Catalog, TargetTest, testing::ValuesIn(dispatching_cases), test_name);

TEST_P(OperationTest, EveryRunPassesItsCheckWhichFailsWhereNothingRan) {
  const Prepared prepared = prepare(1);
  EXPECT_FALSE(prepared.check(prepared.state.get()));
  for (int i = 0; i < run_count(); ++i) {
    prepared.run(prepared.state.get());
    ASSERT_TRUE(prepared.check(prepared.state.get())) << "run " << i;
  }
}

TEST_P(SeedTest, TheResultDependsOnTheSeedAlone) {
  EXPECT_EQ(result(1), result(1));
  EXPECT_NE(result(1), result(2));
  EXPECT_NE(result(0), result(std::uint64_t{1} << 40));
}

// The checks compare with what was made beforehand or by another way, so that work with another secret fails.
TEST(CatalogTest, SlowChecksFailForOtherSecrets) {
  for (const Algorithm& row : catalog()) {
    if (row.kind != Kind::kKem && row.kind != Kind::kSignature) continue;
    std::size_t operations_with_secrets = 0;
    for (const Operation& operation : row.operations) {
      // Long messages are the work of hashes; an error on a point of low order does not depend on the secret.
      if (operation.input_bytes > 4096 || operation.name.ends_with("low_order")) continue;
      const Prepared prepared = operation.prepare(1);
      if (prepared.secrets.empty()) continue;
      ++operations_with_secrets;
      for (const auto secret : prepared.secrets) secret[0] ^= 0xFF;
      prepared.run(prepared.state.get());
      EXPECT_FALSE(prepared.check(prepared.state.get())) << row.id << " " << operation.name;
    }
    EXPECT_GE(operations_with_secrets, row.kind == Kind::kKem ? 6U : 4U) << row.id;
  }
}

// Inputs and check by the portable code, the work by each target: a wrong kernel cannot confirm itself.
TEST_P(TargetTest, EveryTargetGivesThePortableResult) {
  const auto portable = supported_targets().back();
  ASSERT_TRUE(use_target(portable));
  const Octets expected = result(3);
  for (const auto target : supported_targets()) {
    ASSERT_TRUE(use_target(portable));
    const Prepared prepared = prepare(3);
    ASSERT_TRUE(use_target(target));
    prepared.run(prepared.state.get());
    ASSERT_TRUE(use_target(portable));
    EXPECT_TRUE(prepared.check(prepared.state.get())) << target;
    EXPECT_EQ(prepared.result(prepared.state.get()), expected) << target;
  }
}

}  // namespace
}  // namespace lydite::lab
