#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/shell_for_test.h"
#include "lydite/cpu.h"

namespace lydite::cli {
namespace {

using KatTest = ShellTest;

const std::string hash_file =
    "# records: 1\n\nlen = 0\nmsg =\nmd = a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a\n";

TEST_F(KatTest, TheProjectsOwnVectorsPass) {
  const Ran ran = shell("lydite kat");
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_TRUE(contains(ran.out, "mlkem/decaps.tv")) << ran.out;
  EXPECT_TRUE(contains(ran.out, " 0 failed, 0 skipped, 0 not read\n")) << ran.out;
}

TEST_F(KatTest, TheFilterSelectsAlgorithmsAndAnEmptySelectionIsAnError) {
  const Ran ran = shell("lydite kat ML-KEM-768");
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_FALSE(contains(ran.out, "ml-kem-512"));
  EXPECT_TRUE(contains(ran.out, "not read by any algorithm:"));
  const Ran none = shell("lydite kat ml-ken");
  EXPECT_EQ(none.exit, 4);
  EXPECT_EQ(none.out, "");
  EXPECT_TRUE(contains(none.err, "did you mean ml-kem"));
}

TEST_F(KatTest, FilesAndFoldersAreRunAndWhatNobodyReadsIsNamed) {
  write("sha3-256.tv", hash_file);
  write("other.tv", "name = value\n");
  write("notes.txt", "");
  const Ran ran = shell("lydite kat --vectors . --vectors sha3-256.tv");
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_TRUE(contains(ran.out, "other.tv     1 records")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "notes.txt    not a vector file")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "4 files, 3 records: 2 passed, 0 failed, 0 skipped, 1 not read")) << ran.out;
}

TEST_F(KatTest, AFilterMayFollowTheVectors) {
  write("sha3-256.tv", hash_file);
  const Ran ran = shell("lydite kat --vectors sha3-256.tv --vectors . sha3-256:libcrypto");
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_TRUE(contains(ran.out, "sha3-256:libcrypto")) << ran.out;
  EXPECT_FALSE(contains(ran.out, "sha3-256:libgcrypt")) << ran.out;
  EXPECT_EQ(shell("lydite kat --vectors sha3-256.tv sha4").exit, 4);
}

TEST_F(KatTest, AMismatchExitsWithOneAndSaysWhere) {
  std::string wrong = hash_file;
  wrong.replace(wrong.find("a7ff"), 4, "a7fe");
  write("sha3-256.tv", wrong);
  const Ran ran = shell("lydite kat sha3-256 --vectors sha3-256.tv");
  EXPECT_EQ(ran.exit, 1);
  EXPECT_TRUE(contains(ran.out, "sha3-256.tv:3: hash: md differs from byte 1")) << ran.out;
}

TEST_F(KatTest, EmptyAndMalformedInputIsAnError) {
  write("empty.tv", "");
  write("short.tv", "# records: 2\n\nlen = 0\nmsg =\nmd = 00\n");
  write("odd.json", "{");
  write("text.txt", "text");
  for (const auto& [given, complaint] :
       std::map<std::string, std::string>{{"empty.tv", "empty.tv: no records"},
                                          {"short.tv", "short.tv:5: 1 records, but the header announces 2"},
                                          {"odd.json", "odd.json:1: malformed JSON"},
                                          {"text.txt", "no record was checked"},
                                          {"absent", "absent: No such file"}}) {
    const Ran ran = shell("lydite kat --vectors " + given);
    EXPECT_EQ(ran.exit, 4) << given;
    EXPECT_TRUE(contains(ran.err, complaint)) << ran.err;
  }
  const Ran folder = shell("mkdir none; lydite kat --vectors none");
  EXPECT_EQ(folder.exit, 4);
  EXPECT_TRUE(contains(folder.err, "none: empty folder"));
}

TEST_F(KatTest, LargeMessagesRunOnRequestOnly) {
  write("sha3-256.tv",
        "content = 00\nfulllen = 67108865\nmd = 49107d9e08e0c7c2d0ed05eba1164e5ef5a9c2a7f6fd3a9c0e0d2dba0d2e86b8\n");
  const Ran skipped = shell("lydite kat sha3-256 --vectors sha3-256.tv");
  EXPECT_EQ(skipped.exit, 4);
  EXPECT_TRUE(contains(skipped.err, "no record was checked (1 skipped")) << skipped.err;
  EXPECT_TRUE(contains(skipped.out, "1 record: message of 67108865 bytes")) << skipped.out;
  EXPECT_EQ(shell("lydite kat sha3-256 --vectors sha3-256.tv --large").exit, 1);  // the digest is made up
}

TEST_F(KatTest, TargetsCanBeChosen) {
  const std::string name(supported_targets().back());
  const Ran one = shell("lydite kat sha3-256 --target " + name);
  EXPECT_EQ(one.exit, 0);
  EXPECT_TRUE(contains(one.out, "target " + name + "\n"));
  const Ran all = shell("lydite kat ml-kem-512 --target all --json");
  EXPECT_EQ(all.exit, 0);
  EXPECT_EQ(nlohmann::json::parse(all.out).at("runs").size(), supported_targets().size());
  const Ran wrong = shell("lydite kat --target " + name + "X");
  EXPECT_EQ(wrong.exit, 4);
  EXPECT_EQ(wrong.out, "");
  EXPECT_TRUE(contains(wrong.err, name + "X is not a target")) << wrong.err;
  EXPECT_TRUE(contains(wrong.err, "did you mean " + name)) << wrong.err;
}

TEST_F(KatTest, JsonHoldsFilesAlgorithmsAndTotals) {
  write("sha3-256.tv", hash_file);
  const auto run =
      nlohmann::json::parse(shell("lydite kat sha3-256 --json --vectors sha3-256.tv").out).at("runs").at(0);
  EXPECT_EQ(run.at("files").at(0).at("passed"), 1);
  EXPECT_EQ(run.at("files").at(0).at("sha256").get<std::string>().size(), 64U);
  EXPECT_EQ(run.at("algorithms").at(0).at("outcome"), "PASS");
  EXPECT_EQ(run.at("totals").at("failed"), 0);
}

}  // namespace
}  // namespace lydite::cli
