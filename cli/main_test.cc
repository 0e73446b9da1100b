// What all commands share: exit codes, help, near matches, targets, broken pipes.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/shell_for_test.h"
#include "lydite/cpu.h"

namespace lydite::cli {
namespace {

using MainTest = ShellTest;

const std::vector<std::string> all_commands = {"list",     "host",   "kat", "bench", "compare", "campaign",
                                               "evidence", "report", "sig", "kem",   "hash",    "version"};

TEST_F(MainTest, EveryCommandIsThereAndExplainsItselfWithExamples) {
  const Ran help = shell("lydite --help");
  EXPECT_EQ(help.exit, 0);
  for (const std::string& command : all_commands) {
    EXPECT_TRUE(contains(help.out, "\n  " + command + " ")) << command;
    const Ran own = shell("lydite " + command + " --help");
    EXPECT_EQ(own.exit, 0) << command;
    EXPECT_TRUE(contains(own.out, "Examples:\n  ")) << command;
    EXPECT_TRUE(contains(own.out, "lydite " + command)) << command;
    EXPECT_EQ(own.err, "") << command;
  }
}

TEST_F(MainTest, WithoutACommandTheHelpIsAUsageError) {
  const Ran ran = shell("lydite");
  EXPECT_EQ(ran.exit, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_TRUE(contains(ran.err, "list"));
  EXPECT_TRUE(contains(ran.err, "Usage: lydite [OPTIONS] SUBCOMMAND")) << ran.err;
}

TEST_F(MainTest, UnknownCommandsAndOptionsAreUsageErrors) {
  const Ran command = shell("lydite bensh ml-kem-768");
  EXPECT_EQ(command.exit, 2);
  EXPECT_EQ(command.out, "");
  EXPECT_TRUE(contains(command.err, "bensh") && contains(command.err, "did you mean bench")) << command.err;
  EXPECT_EQ(shell("lydite qqqqqqqqqqqqqqqq").exit, 2);
  EXPECT_EQ(shell("lydite ''").exit, 2);
  EXPECT_EQ(shell("lydite --wrong").exit, 2);
  EXPECT_EQ(shell("lydite list --wrong").exit, 2);
  EXPECT_EQ(shell("lydite kem").exit, 2);
  EXPECT_EQ(shell("lydite kem keygen").exit, 2);
}

TEST_F(MainTest, WhatComesNearAnUnknownWordIsNamed) {
  const std::vector<std::pair<std::string, std::string>> calls = {
      {"kem keygn --set ml-kem-512", "lydite kem has no command \"keygn\"; did you mean keygen?"},
      {"sig verfy --pk a", "lydite sig has no command \"verfy\"; did you mean verify"},
      {"evidence chek set", "lydite evidence has no command \"chek\"; did you mean check?"},
      {"list --jsn", "lydite list has no option \"--jsn\"; did you mean --json?"},
      {"kem keygen --sett=ml-kem-512", "lydite kem keygen has no option \"--sett=ml-kem-512\"; did you mean --set"},
      {"--versoin", "lydite has no option \"--versoin\"; did you mean --version?"}};
  for (const auto& [call, message] : calls) {
    const Ran ran = shell("lydite " + call);
    EXPECT_EQ(ran.exit, 2) << call;
    EXPECT_EQ(ran.out, "") << call;
    EXPECT_TRUE(contains(ran.err, message)) << ran.err;
  }
}

// One line, with exit code 4, wherever a name is wanted: what comes near, and what there is.
TEST_F(MainTest, NamesThatDoNotExistAreToldInOneWay) {
  const std::vector<std::pair<std::string, std::string>> calls = {
      {"sig keygen --alg ml-dsa-56 --pk a --sk b",
       "lydite sig has no algorithm \"ml-dsa-56\"; did you mean ml-dsa-65, ml-dsa-44 or ml-dsa-87? There are "
       "ml-dsa-44, "},
      {"sig sign --alg rsa --sk a --sig b", "lydite sig has no algorithm \"rsa\"; there are ml-dsa-44, "},
      {"sig keygen --alg ml-kem-768 --pk a --sk b",
       "lydite sig has no algorithm \"ml-kem-768\", but `lydite kem` has it"},
      {"kem keygen --alg ed25519 --ek a --dk b", "lydite kem has no algorithm \"ed25519\", but `lydite sig` has it"},
      {"kem keygen --alg x-wing --ek a --dk b --form expnaded",
       "X-Wing has no form \"expnaded\"; there are seed and hpqc"},
      {"kem keygen --alg x25519-kem --ek a --dk b --form x", "X25519 has no form \"x\"; there is seed"},
      {"kem pub --alg x-wing --dk zeros --ek a --form sead",
       "X-Wing has no form \"sead\"; did you mean seed? There are "},
      {"kem decaps --alg x-wing --dk zeros --ct ct --ss a --form x",
       "X-Wing has no form \"x\"; there are seed and hpqc"},
      {"sig keygen --alg ed25519 --pk a --sk b --encoding der",
       "lydite sig keygen has no encoding \"der\"; there are raw, hex and pem"},
      {"kem decaps --dk zeros --ct ct --ss a --encoding pem",
       "lydite kem decaps has no encoding \"pem\"; there are raw and hex"},
      {"sig sign --alg hash-ml-dsa-87 --sk zeros --sig a --hash md5",
       "hash-ml-dsa-87 has no hash function \"md5\"; there are sha512, sha3-512 and shake256"},
      {"hash --alg sha3-265", "lydite hash has no algorithm \"sha3-265\"; did you mean sha3-256"},
      {"hash --alg md5", "lydite hash has no algorithm \"md5\"; there are sha256, sha384, "},
      {"kat ml-ken", "no algorithm matches \"ml-ken\"; did you mean ml-kem"},
      {"kat md5", "no algorithm matches \"md5\"; `lydite list` names all of them"},
      {"kat --target MMX", "MMX is not a target of this build and machine; there are "}};
  write("zeros", std::string(32, '\0'));
  write("ct", std::string(1120, '\0'));
  for (const auto& [call, message] : calls) {
    const Ran ran = shell("lydite " + call);
    EXPECT_EQ(ran.exit, 4) << call;
    EXPECT_EQ(ran.out, "") << call;
    EXPECT_TRUE(ran.err.starts_with("error: " + message)) << ran.err;
    EXPECT_EQ(ran.err.find('\n'), ran.err.size() - 1) << ran.err;
  }
  EXPECT_EQ(file_count(), 2U);
}

TEST_F(MainTest, NumbersOutOfRangeAreUsageErrors) {
  const Ran cpu = shell("lydite host --cpu -1");
  EXPECT_EQ(cpu.exit, 2);
  EXPECT_TRUE(contains(cpu.err, "-1 not in range 0 to 65535")) << cpu.err;
  EXPECT_EQ(shell("lydite compare sha3-256 sha3-256 --cpu -1").exit, 2);
  const Ran seed = shell("lydite compare sha3-256 sha3-256 --seed -1");
  EXPECT_EQ(seed.exit, 2);
  EXPECT_TRUE(contains(seed.err, "-1 is negative")) << seed.err;
}

TEST_F(MainTest, ComparisonsThatFailHaveNoFigures) {
  const Ran ran = shell("lydite compare sha3-256 \"sha3-256#$(type -P true)\" --op hash_32 --pairs 10");
  EXPECT_EQ(ran.exit, 1);
  EXPECT_TRUE(contains(ran.out, "no answer")) << ran.out;
  EXPECT_FALSE(contains(ran.out, "0.00 %")) << ran.out;
  const Ran target = shell("lydite compare sha3-256@AVX2X sha3-256");
  EXPECT_EQ(target.exit, 4);
  EXPECT_TRUE(contains(target.err, "AVX2X is not a target") && contains(target.err, "There are ")) << target.err;
}

TEST_F(MainTest, TheVersionIsPrinted) {
  EXPECT_EQ(shell("lydite version").out, shell("lydite --version").out);
  EXPECT_TRUE(contains(shell("lydite version").out, "lydite 0."));
}

TEST_F(MainTest, TheTargetCanBeLimited) {
  for (const std::string_view target : supported_targets()) {
    const Ran ran = shell("LYDITE_TARGET=" + std::string(target) + " lydite list keccak");
    EXPECT_EQ(ran.exit, 0);
    EXPECT_TRUE(contains(ran.out, "in use: " + std::string(target))) << ran.out;
  }
  const Ran ran = shell("LYDITE_TARGET=AVX9 lydite list");
  EXPECT_EQ(ran.exit, 4);
  EXPECT_TRUE(ran.err.starts_with("error: LYDITE_TARGET=AVX9 is not a target of this build and machine; ")) << ran.err;
  EXPECT_EQ(ran.out, "");
  for (const std::string_view target : supported_targets()) EXPECT_TRUE(contains(ran.err, std::string(target)));
}

TEST_F(MainTest, AReaderThatGoesAwayIsNoError) {
  for (const std::string command : {"list", "list --json", "--help", "list --describe", "version", "hash"}) {
    const Ran ran = shell(to_closed_pipe("lydite " + command));
    EXPECT_EQ(ran.exit, 0) << command << ran.err;
    EXPECT_EQ(ran.err, "") << command;
  }
}

TEST_F(MainTest, AFullDiskIsAnError) {
  for (const std::string command : {"list", "list --json", "version", "hash"}) {
    const Ran ran = shell("lydite " + command + " > /dev/full");
    EXPECT_EQ(ran.exit, 4) << command;
    EXPECT_TRUE(contains(ran.err, "error: ")) << command;
  }
}

TEST_F(MainTest, ClosedStandardStreamsDoNotBecomeFiles) {
  EXPECT_EQ(shell("lydite kem keygen --set ml-kem-512 --ek ek --dk dk >&- 2>&- <&-").exit, 0);
  EXPECT_EQ(read("ek").size(), 800U);
  EXPECT_EQ(read("dk").size(), 1632U);
  EXPECT_EQ(shell("lydite list >&-").exit, 4);
  EXPECT_EQ(shell("lydite hash <&-").exit, 4);
}

TEST_F(MainTest, NothingIsColoured) { EXPECT_FALSE(contains(shell("lydite list; lydite --help").out, "\x1b[")); }

TEST_F(MainTest, TheHiddenCommandIsNotInTheHelp) { EXPECT_FALSE(contains(shell("lydite --help").out, "trial")); }

}  // namespace
}  // namespace lydite::cli
