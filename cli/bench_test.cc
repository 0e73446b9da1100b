// The commands that measure, as a user runs them. Their figures are not judged here: the machine may be busy.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/shell_for_test.h"

namespace lydite::cli {
namespace {

using Json = nlohmann::json;
using BenchCommand = ShellTest;
using CompareCommand = ShellTest;
using HostCommand = ShellTest;

TEST_F(BenchCommand, MeasuresBehindTheGate) {
  const Ran ran = shell("lydite bench SHA3-256 --op hash_32 --op hash4_4096 --trials 6 --seed 9 --json");
  ASSERT_EQ(ran.exit, 0) << ran.err;
  EXPECT_TRUE(contains(ran.err, "seed 9"));
  const Json document = Json::parse(ran.out);
  EXPECT_TRUE(contains("ABCD", document["host"]["grade"].get<std::string>()));
  bool saw_ours = false, saw_ruler = false;
  for (const Json& result : document["results"]) {
    EXPECT_EQ(result["gate"], "PASS");
    EXPECT_EQ(result["status"], "ok");
    EXPECT_EQ(result["seed"], "9");
    EXPECT_GT(result["stats"]["ticks"], 0);
    EXPECT_EQ(result["stats"]["trials"], 6);
    if (result["algorithm"] == "sha3-256") {
      saw_ours = true;
      EXPECT_NE(result["target"], "");
    } else {
      saw_ruler = true;
      EXPECT_EQ(result["target"], "");
    }
  }
  EXPECT_TRUE(saw_ours && saw_ruler);
}

TEST_F(BenchCommand, TableCarriesUnitsIntervalAndGrade) {
  const Ran ran = shell("lydite bench sha3-384 --op hash_32 --percentiles");
  ASSERT_EQ(ran.exit, 0) << ran.err;
  for (const char* part : {"95 % interval", "ticks", "core cycles", "allocs/op", "stack", "grade", "MB/s",
                           "known answers PASS", "hash_32 percentiles in ticks:"}) {
    EXPECT_TRUE(contains(ran.out, part)) << part << " in\n" << ran.out;
  }
  EXPECT_FALSE(contains(ran.out, "verdict"));
  EXPECT_FALSE(contains(ran.out, "\x1b")) << "no colours in a file";
  EXPECT_FALSE(contains(ran.err, "%  ")) << "no progress in a file";
}

TEST_F(BenchCommand, SeveralCpus) {
  const Ran ran = shell("lydite bench sha3-512 --op hash_32 --scaling");
  ASSERT_EQ(ran.exit, 0) << ran.err;
  for (const char* part : {"CPUs", "results/s", "100 %", "rounds"}) EXPECT_TRUE(contains(ran.out, part)) << ran.out;
  EXPECT_EQ(shell("lydite bench sha3-512 --scaling --out x").exit, 2);
}

TEST_F(BenchCommand, AllTargets) {
  const Ran ran = shell("lydite bench keccak-f1600-x1 --target all --trials 6 --json");
  ASSERT_EQ(ran.exit, 0) << ran.err;
  const Json document = Json::parse(ran.out);
  std::vector<std::string> targets;
  for (const Json& result : document["results"]) targets.push_back(result["target"]);
  const Json listed = Json::parse(shell("lydite list keccak --json").out);
  EXPECT_EQ(targets, listed["targets"].get<std::vector<std::string>>());
}

TEST_F(BenchCommand, WritesRecords) {
  const Ran ran =
      shell("lydite bench sha3-512 --op hash_32 --trials 6 --out records_here && find records_here -type f");
  ASSERT_EQ(ran.exit, 0) << ran.err;
  ASSERT_TRUE(contains(ran.out, "records_here/records/sha3-512/hash_32__")) << ran.out;
  const Ran record = shell("cat records_here/records/sha3-512/hash_32__*.json");
  EXPECT_EQ(Json::parse(record.out)["gate"]["outcome"], "PASS");
  const Ran again = shell("lydite bench sha3-512 --op hash_32 --trials 6 --out records_here");
  EXPECT_EQ(again.exit, 4);
  EXPECT_TRUE(contains(again.err, "is there already")) << again.err;
  EXPECT_EQ(shell("cat records_here/records/sha3-512/hash_32__*.json").out, record.out);
  const Ran unwritable = shell("touch file; lydite bench sha3-512 --op hash_32 --trials 6 --out file/x");
  EXPECT_EQ(unwritable.exit, 4);
  EXPECT_TRUE(contains(unwritable.err, "error: ")) << unwritable.err;
}

TEST_F(BenchCommand, RefusesWhatDoesNotExist) {
  const Ran algorithm = shell("lydite bench ml-kem-786");
  EXPECT_EQ(algorithm.exit, 4);
  EXPECT_TRUE(contains(algorithm.err, "ml-kem-768")) << algorithm.err;
  const Ran operation = shell("lydite bench ml-kem-768 --op kegen");
  EXPECT_EQ(operation.exit, 4);
  EXPECT_TRUE(contains(operation.err, "keygen")) << operation.err;
  EXPECT_EQ(shell("lydite bench ml-kem-768 --op keygen --op kegen").exit, 4);
  EXPECT_EQ(shell("lydite bench ml-kem-768 --target MMX").exit, 4);
  EXPECT_EQ(shell("lydite bench ml-kem-768 --trials 0").exit, 2);
  EXPECT_EQ(shell("lydite bench ml-kem-768 --cpu -1").exit, 2);
  EXPECT_EQ(shell("lydite bench ml-kem-768 --cpu 65536").exit, 2);
  const Ran seed = shell("lydite bench ml-kem-768 --seed -1");
  EXPECT_EQ(seed.exit, 2);
  EXPECT_TRUE(contains(seed.err, "-1 is negative")) << seed.err;
  const Ran cpu = shell("lydite bench sha3-512 --op hash_32 --cpu 9999");
  EXPECT_EQ(cpu.exit, 1);
  EXPECT_TRUE(contains(cpu.out, "cannot run on CPU 9999")) << cpu.out;
}

TEST_F(BenchCommand, InterruptionHasItsExitCode) {
  const Ran ran = shell("'" LYDITE_COMMAND
                        "' bench sha3-256 --trials 1000 2>err & child=$!\n"
                        "until grep -q seed err; do sleep 0.1; done; kill -TERM $child; wait $child");
  EXPECT_EQ(ran.exit, 5) << ran.err;
  EXPECT_EQ(ran.out, "");
}

TEST_F(CompareCommand, ThreeArmsInTenPairs) {
  const Ran ran = shell("lydite compare sha3-256 sha3-256:libcrypto --op hash_32 --pairs 10 --seed 4 --json");
  ASSERT_EQ(ran.exit, 0) << ran.err;
  const Json result = Json::parse(ran.out)["results"][0];
  EXPECT_EQ(result["operation"], "hash_32");
  for (const char* arm : {"ticks_a", "ticks_b", "ticks_a_again"}) EXPECT_EQ(result[arm].size(), 10u) << arm;
  EXPECT_GE(result["noise_floor_log"].get<double>(), 0.00995);
  EXPECT_TRUE(contains("faster slower same undecided", result["verdict"].get<std::string>()));
}

TEST_F(CompareCommand, AnotherProgramIsAnArm) {
  const Ran ran =
      shell("cp '" LYDITE_COMMAND "' other; lydite compare sha3-512 sha3-512#./other --op hash_32 --pairs 10");
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_TRUE(contains(ran.out, "noise floor")) << ran.out;
  const Ran fails = shell(
      "printf '#!/bin/sh\\nexit 7\\n' >other; chmod +x other; "
      "lydite compare sha3-512 sha3-512#./other --op hash_32 --pairs 10");
  EXPECT_EQ(fails.exit, 1);
  EXPECT_TRUE(contains(fails.out, "exit 7")) << fails.out;
}

TEST_F(CompareCommand, JudgesWhetherFailuresTakeTheTimeOfSuccesses) {
  const Ran ran = shell("lydite compare ml-kem-512 --uniform --op decaps_bad --seed 3 --json");
  ASSERT_EQ(ran.exit, 0) << ran.err;
  const Json document = Json::parse(ran.out);
  EXPECT_EQ(document["seed"], 3);
  const Json result = document["results"].at(0);
  EXPECT_EQ(result["operation"], "decaps_bad");
  EXPECT_EQ(result["against"], "decaps");
  EXPECT_EQ(result["ticks_of"].size(), 20U);
  EXPECT_EQ(result["ticks_against"].at(19).size(), result["rounds"].get<std::size_t>());
  EXPECT_TRUE(contains("uniform, early exit, slower, undecided", result["verdict"].get<std::string>()));
}

TEST_F(CompareCommand, UniformityRefusesWhatDecidesNothing) {
  const Ran few = shell("lydite compare ml-kem-512 --uniform --pairs 19");
  EXPECT_EQ(few.exit, 2);
  EXPECT_TRUE(contains(few.err, "20 processes")) << few.err;
  EXPECT_EQ(shell("lydite compare ml-kem-512 ml-kem-512 --uniform").exit, 2);
  EXPECT_EQ(shell("lydite compare sha3-256 --uniform").exit, 4);
  const Ran operation = shell("lydite compare ml-kem-512 --uniform --op decaps");
  EXPECT_EQ(operation.exit, 4);
  EXPECT_TRUE(contains(operation.err, "decaps_bad")) << operation.err;
}

TEST_F(CompareCommand, RefusesWhatDoesNotExist) {
  EXPECT_EQ(shell("lydite compare sha3-256").exit, 2);
  EXPECT_EQ(shell("lydite compare sha3-256 sha4-256").exit, 4);
  EXPECT_EQ(shell("lydite compare sha3-256@MMX sha3-256").exit, 4);
  EXPECT_EQ(shell("lydite compare sha3-256:libcrypto@AVX2 sha3-256").exit, 4);
  EXPECT_EQ(shell("lydite compare sha3-256 sha3-256#./none").exit, 4);
  EXPECT_EQ(shell("lydite compare sha3-256 ml-kem-768").exit, 4);
  EXPECT_EQ(shell("lydite compare sha3-256 sha3-256 --pairs 9").exit, 2);
  const Ran operation = shell("lydite compare ml-kem-768 ml-kem-768 --op kegen");
  EXPECT_EQ(operation.exit, 4);
  EXPECT_TRUE(contains(operation.err, "did you mean keygen")) << operation.err;
}

TEST_F(HostCommand, GradeDecidesTheExitCode) {
  const Ran ran = shell("lydite host --json");
  const Json document = Json::parse(ran.out);
  EXPECT_EQ(document["checks"].size(), 16u);
  EXPECT_EQ(ran.exit, document["fit"].get<bool>() ? 0 : 3);
  EXPECT_EQ(document["fit"], contains("AB", document["grade"].get<std::string>()));
  std::string name(256, '\0');
  ASSERT_EQ(gethostname(name.data(), name.size() - 1), 0);
  name.resize(name.find('\0'));
  EXPECT_FALSE(contains(ran.out, "\"" + name + "\"")) << "the machine's name stays at home";
}

}  // namespace
}  // namespace lydite::cli
