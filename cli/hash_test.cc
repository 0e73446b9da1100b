#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/shell_for_test.h"

namespace lydite::cli {
namespace {

using HashTest = ShellTest;

// FIPS 202 example values of the empty message.
const std::string empty_sha3_256 = "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a";
const std::string empty_shake128 = "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26";

TEST_F(HashTest, EmptyInputsHaveTheKnownDigests) {
  EXPECT_EQ(shell("lydite hash").out, empty_sha3_256 + "  -\n");
  EXPECT_EQ(shell("lydite hash --alg SHAKE128 -").out, empty_shake128 + "  -\n");
  EXPECT_EQ(shell("lydite hash --alg shake128 --length 4").out, empty_shake128.substr(0, 8) + "  -\n");
}

TEST_F(HashTest, EveryFunctionAgreesWithOpenssl) {
  write("file", std::string(100000, 'x') + "end");
  for (const std::string name :
       {"sha256", "sha384", "sha512", "sha512-256", "sha3-224", "sha3-256", "sha3-384", "sha3-512"}) {
    const Ran theirs = shell("openssl dgst -r -" + name + " file | cut -d' ' -f1");
    if (theirs.exit != 0) GTEST_SKIP() << "no openssl command";
    EXPECT_EQ(shell("lydite hash --alg " + name + " file | cut -d' ' -f1").out, theirs.out) << name;
    EXPECT_EQ(shell("cat file | lydite hash --alg " + name + " | cut -d' ' -f1").out, theirs.out) << name;
  }
  for (const std::string name : {"shake128", "shake256"}) {
    const Ran theirs = shell("openssl dgst -r -xoflen 333 -" + name + " file | cut -d' ' -f1");
    EXPECT_EQ(shell("lydite hash --length 333 --alg " + name + " file | cut -d' ' -f1").out, theirs.out) << name;
  }
}

TEST_F(HashTest, UnreadableFilesAreErrorsAndTheOthersAreStillHashed) {
  write("a", "");
  write("b", "");
  const Ran ran = shell("mkdir folder; lydite hash a missing folder b");
  EXPECT_EQ(ran.exit, 4);
  EXPECT_EQ(ran.out, empty_sha3_256 + "  a\n" + empty_sha3_256 + "  b\n");
  EXPECT_TRUE(contains(ran.err, "error: missing: No such file")) << ran.err;
  EXPECT_TRUE(contains(ran.err, "error: folder: Is a directory")) << ran.err;
}

TEST_F(HashTest, OddNamesAreEscapedInLinesAndInJson) {
  EXPECT_EQ(shell("touch $'a\\nb'; lydite hash $'a\\nb'").out, "\\" + empty_sha3_256 + "  a\\nb\n");
  const Ran ran = shell("touch $'\\xff\"'; lydite hash --json $'\\xff\"' $'a\\nb'");
  EXPECT_EQ(ran.exit, 0);
  const auto document = nlohmann::json::parse(ran.out);
  EXPECT_EQ(document.at(0).at("digest"), empty_sha3_256);
  EXPECT_EQ(document.at(1).at("file"), "a\nb");
}

TEST_F(HashTest, WrongOptionsAreErrors) {
  const Ran ran = shell("lydite hash --alg sha3-265");
  EXPECT_EQ(ran.exit, 4);
  EXPECT_TRUE(contains(ran.err, "did you mean sha3-256")) << ran.err;
  EXPECT_EQ(shell("lydite hash --alg sha3-256 --length 16").exit, 2);
  EXPECT_EQ(shell("lydite hash --alg shake128 --length 0").exit, 2);
  EXPECT_EQ(shell("lydite hash --alg shake128 --length -1").exit, 2);
}

TEST_F(HashTest, MemoryDoesNotGrowWithTheInput) {
  const Ran ran = shell("ulimit -v 262144; head -c 1073741824 /dev/zero | lydite hash");
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.out.size(), 64U + 4);
}

}  // namespace
}  // namespace lydite::cli
