#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/shell_for_test.h"
#include "lab/algorithm.h"
#include "lydite/cpu.h"

namespace lydite::cli {
namespace {

using ListTest = ShellTest;

TEST_F(ListTest, TheTableHasEveryRowAndOperation) {
  const Ran ran = shell("lydite list");
  EXPECT_EQ(ran.exit, 0);
  EXPECT_EQ(ran.err, "");
  for (const lab::Algorithm& row : lab::catalog()) {
    EXPECT_TRUE(contains(ran.out, "\n" + row.id + " ")) << row.id;
    for (const lab::Operation& operation : row.operations) EXPECT_TRUE(contains(ran.out, " " + operation.name));
  }
  EXPECT_TRUE(contains(ran.out, "encapsulation key 1184 B, decapsulation key 2400 B, ciphertext 1088 B"));
}

TEST_F(ListTest, FiltersIgnoreCaseAndMayBeGlobs) {
  EXPECT_TRUE(contains(shell("lydite list ML-KEM-768").out, "ml-kem-768"));
  EXPECT_FALSE(contains(shell("lydite list ML-KEM-768").out, "ml-kem-512"));
  const std::string globbed = shell("lydite list 'ML-KEM-*'").out;
  for (const char* id : {"ml-kem-512", "ml-kem-768", "ml-kem-1024"}) EXPECT_TRUE(contains(globbed, id));
  EXPECT_FALSE(contains(globbed, "sha3-256"));
}

TEST_F(ListTest, JsonHoldsWhatTheCatalogueHolds) {
  const auto document = nlohmann::json::parse(shell("lydite list --json").out);
  EXPECT_EQ(document.at("targets").size(), supported_targets().size());
  EXPECT_EQ(document.at("current_target"), std::string(supported_targets().front()));
  ASSERT_EQ(document.at("algorithms").size(), lab::catalog().size());
  for (std::size_t i = 0; i < lab::catalog().size(); ++i) {
    const auto& row = document["algorithms"][i];
    EXPECT_EQ(row.at("id"), lab::catalog()[i].id);
    EXPECT_EQ(row.at("operations").size(), lab::catalog()[i].operations.size());
    EXPECT_EQ(row.at("sizes").size(), lab::catalog()[i].sizes.size());
  }
}

TEST_F(ListTest, OperationsCanBeDescribed) {
  for (const lab::Operation& operation : lab::select("ml-kem-768").front()->operations) {
    EXPECT_TRUE(contains(shell("lydite list ml-kem-768 --describe").out, operation.description));
  }
}

TEST_F(ListTest, AnEmptySelectionNamesWhatComesNear) {
  const Ran ran = shell("lydite list ml-ken-768 --json");
  EXPECT_EQ(ran.exit, 4);
  EXPECT_EQ(ran.out, "");
  EXPECT_TRUE(contains(ran.err, "did you mean ml-kem-768")) << ran.err;
  EXPECT_FALSE(contains(shell("lydite list zzzzzzzzzzzzzzzzzzzzzzzzzz").err, "did you mean"));
}

}  // namespace
}  // namespace lydite::cli
