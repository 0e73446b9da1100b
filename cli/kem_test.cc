#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "cli/shell_for_test.h"

namespace lydite::cli {
namespace {

std::string hex(const std::string& bytes) {
  std::string text;
  for (const char byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

struct Set {
  std::string name;
  std::size_t ek, dk, ct;
};
void PrintTo(const Set& set, std::ostream* out) { *out << set.name; }

class KemTest : public ShellTest, public testing::WithParamInterface<Set> {
 protected:
  void keygen(const std::string& options = "") const {
    const Ran ran = shell("lydite kem keygen --set " + GetParam().name + " --ek ek --dk dk " + options);
    ASSERT_EQ(ran.exit, 0) << ran.err;
    ASSERT_EQ(ran.out + ran.err, "");
  }
  void exchange() const {
    keygen();
    ASSERT_EQ(shell("lydite kem encaps --ek ek --ct ct --ss sender").exit, 0);
  }
  // Ends with exit code 4 and a message, prints nothing and leaves the folder as it was.
  void expect_refused(const std::string& command, const std::string& message) const {
    const std::size_t files = file_count();
    const Ran ran = shell("lydite kem " + command);
    EXPECT_EQ(ran.exit, 4) << command << ran.err;
    EXPECT_EQ(ran.out, "") << command;
    EXPECT_TRUE(contains(ran.err, "error: ") && contains(ran.err, message)) << command << ": " << ran.err;
    EXPECT_EQ(file_count(), files) << command;
  }
  [[nodiscard]] static std::vector<std::size_t> wrong_lengths(std::size_t right) {
    return {0, 1, right - 1, right + 1, 2 * right, 100000};
  }
};

INSTANTIATE_TEST_SUITE_P(Sets, KemTest,
                         testing::Values(Set{"ml-kem-512", 800, 1632, 768}, Set{"ML-KEM-768", 1184, 2400, 1088},
                                         Set{"ml-kem-1024", 1568, 3168, 1568}),
                         [](const auto& info) { return "k" + std::to_string((info.param.ek - 32) / 384); });

TEST_P(KemTest, BothSidesObtainTheSameKey) {
  exchange();
  EXPECT_EQ(read("ek").size(), GetParam().ek);
  EXPECT_EQ(read("dk").size(), GetParam().dk);
  EXPECT_EQ(read("ct").size(), GetParam().ct);
  EXPECT_EQ(read("sender").size(), 32U);
  const Ran ran = shell("lydite kem decaps --dk dk --ct ct --ss receiver");
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.out + ran.err, "");
  EXPECT_EQ(read("receiver"), read("sender"));
}

TEST_P(KemTest, RunsDiffer) {
  exchange();
  ASSERT_EQ(shell("lydite kem keygen --set " + GetParam().name + " --ek ek2 --dk dk2").exit, 0);
  ASSERT_EQ(shell("lydite kem encaps --ek ek --ct ct2 --ss sender2").exit, 0);
  EXPECT_NE(read("ek"), read("ek2"));
  EXPECT_NE(read("ct"), read("ct2"));
  EXPECT_NE(read("sender"), read("sender2"));
}

TEST_P(KemTest, TheSeedFormIsTheSameKey) {
  const std::string seed(128, '7'), other(128, '8');
  keygen("--seed " + seed);
  ASSERT_EQ(shell("lydite kem keygen --set " + GetParam().name + " --ek ek2 --dk seed --form seed --seed " + seed).exit,
            0);
  EXPECT_EQ(read("ek2"), read("ek"));
  EXPECT_EQ(read("seed"), std::string(64, '\x77'));
  ASSERT_EQ(shell("lydite kem encaps --ek ek --ct ct --ss sender").exit, 0);
  for (const std::string dk : {"dk", "seed"}) {
    EXPECT_EQ(shell("lydite kem decaps --dk " + dk + " --ct ct --ss receiver_" + dk).exit, 0);
    EXPECT_EQ(read("receiver_" + dk), read("sender"));
  }
  ASSERT_EQ(shell("lydite kem keygen --set " + GetParam().name + " --ek ek3 --dk dk3 --seed " + other).exit, 0);
  EXPECT_NE(read("ek3"), read("ek"));
}

TEST_P(KemTest, SecretsAreForTheirOwnerOnly) {
  ASSERT_EQ(shell("umask 022; lydite kem keygen --set " + GetParam().name + " --ek ek --dk dk").exit, 0);
  ASSERT_EQ(shell("umask 0; lydite kem encaps --ek ek --ct ct --ss sender").exit, 0);
  ASSERT_EQ(
      shell("umask 0; touch receiver; chmod 666 receiver; lydite kem decaps --dk dk --ct ct --ss receiver --force")
          .exit,
      0);
  EXPECT_EQ(mode("dk"), 0600U);
  EXPECT_EQ(mode("sender"), 0600U);
  EXPECT_EQ(mode("receiver"), 0600U);
  EXPECT_EQ(mode("ek"), 0644U);
  EXPECT_EQ(mode("ct"), 0666U);
}

TEST_P(KemTest, NothingIsOverwrittenUnlessForced) {
  exchange();
  const std::string ek = read("ek"), dk = read("dk");
  for (const std::string present : {"ek", "dk"}) {
    const std::string other = present == "ek" ? "--ek ek --dk new" : "--ek new --dk dk";
    expect_refused("keygen --set " + GetParam().name + " " + other, present + " exists");
  }
  expect_refused("encaps --ek ek --ct ct --ss new", "ct exists");
  expect_refused("encaps --ek ek --ct new --ss sender", "sender exists");
  expect_refused("decaps --dk dk --ct ct --ss sender", "sender exists");
  EXPECT_EQ(read("ek"), ek);
  EXPECT_EQ(read("dk"), dk);
  keygen("--force");
  EXPECT_NE(read("ek"), ek);
  EXPECT_NE(read("dk"), dk);
  EXPECT_EQ(file_count(), 4U);
}

TEST_P(KemTest, PipesAndHexadecimal) {
  const std::string keygen_hex = "lydite kem keygen --encoding hex --set " + GetParam().name + " --ek - --dk dk";
  ASSERT_EQ(shell(keygen_hex + " | tr a-f A-F | fold -w 60 > ek").exit, 0);
  const Ran ran = shell(
      "cat ek | lydite kem encaps --encoding hex --ek - --ct - --ss sender |"
      " lydite kem decaps --encoding hex --dk dk --ct - --ss -");
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.out, read("sender"));
  EXPECT_EQ(ran.out.size(), 65U);
  EXPECT_EQ(ran.out.find_first_not_of("0123456789abcdef\n"), std::string::npos);
  EXPECT_EQ(read("dk").size(), 2 * GetParam().dk + 1);
}

TEST_P(KemTest, WrongLengthsAreRefused) {
  exchange();
  for (const std::size_t size : wrong_lengths(GetParam().ek)) {
    write("bad", std::string(size, '\0'));
    expect_refused("encaps --ek bad --ct ct2 --ss ss2 --set " + GetParam().name, "bad");
  }
  for (const std::size_t size : wrong_lengths(GetParam().dk)) {
    write("bad", std::string(size, '\0'));
    expect_refused("decaps --dk bad --ct ct --ss ss2 --set " + GetParam().name, "bad");
    expect_refused("decaps --dk - --ct ct --ss ss2 --set " + GetParam().name + " < bad", "");
  }
  for (const std::size_t size : wrong_lengths(GetParam().ct)) {
    write("bad", std::string(size, '\0'));
    expect_refused("decaps --dk dk --ct bad --ss ss2", "bad");
  }
  for (const std::size_t size : {0, 1, 63, 65, 128}) {
    const Ran ran = shell("lydite kem keygen --set " + GetParam().name + " --ek ek2 --dk dk2 --seed '" +
                          std::string(2 * size, '0') + "'");
    EXPECT_EQ(ran.exit, 4) << size;
    EXPECT_FALSE(exists("ek2") || exists("dk2"));
  }
}

TEST_P(KemTest, LengthsOfNoSetNameTheKnownOnes) {
  exchange();
  write("bad", std::string(17, '\0'));
  expect_refused("encaps --ek bad --ct ct2 --ss ss2", "17 bytes; known lengths are 32, 800, 1184, 1216 and 1568");
  expect_refused("decaps --dk bad --ct ct --ss ss2", "17 bytes; known lengths are 32, 64, 1280, 1632, 2400 and 3168");
  write("seed", std::string(64, '\1'));
  expect_refused("decaps --dk seed --ct bad --ss ss2", "17 bytes; known lengths are 768, 1088 and 1568");
}

TEST_P(KemTest, KeysThatTheStandardRefusesAreErrors) {
  exchange();
  std::string ek = read("ek");
  ek[0] = '\xff', ek[1] = static_cast<char>(ek[1] | 0x0f);
  write("bad", ek);
  expect_refused("encaps --ek bad --ct ct2 --ss ss2", "out of range");
  ek = read("ek");
  ek[ek.size() - 33] = '\xff', ek[ek.size() - 34] = static_cast<char>(ek[ek.size() - 34] | 0xf0);
  write("bad", ek);
  expect_refused("encaps --ek bad --ct ct2 --ss ss2", "out of range");
  std::string dk = read("dk");
  dk[dk.size() - 33] = static_cast<char>(dk[dk.size() - 33] ^ 1);  // last byte of H(ek)
  write("bad", dk);
  expect_refused("decaps --dk bad --ct ct --ss ss2", "hash");
}

TEST_P(KemTest, AnAlteredCiphertextGivesAnotherKeyAndNoError) {
  exchange();
  std::string ct = read("ct");
  ct.back() = static_cast<char>(ct.back() ^ 1);
  write("bad", ct);
  EXPECT_EQ(shell("lydite kem decaps --dk dk --ct bad --ss receiver").exit, 0);
  EXPECT_EQ(read("receiver").size(), 32U);
  EXPECT_NE(read("receiver"), read("sender"));
}

TEST_P(KemTest, BadHexadecimalIsRefused) {
  exchange();
  write("odd", "abc");
  write("letters", "0g");
  expect_refused("encaps --ek odd --ct ct2 --ss ss2", "odd number");
  expect_refused("encaps --ek letters --ct ct2 --ss ss2", "letters has 2 bytes");
  expect_refused("keygen --set " + GetParam().name + " --ek ek2 --dk dk2 --seed 0g", "not hexadecimal");
}

TEST_P(KemTest, OutputsThatCannotBeWrittenLeaveNothingBehind) {
  keygen();
  const std::string set = "keygen --set " + GetParam().name;
  expect_refused(set + " --ek ek2 --dk missing/dk2", "missing/dk2");
  expect_refused(set + " --ek missing/ek2 --dk dk2", "missing/ek2");
  expect_refused(set + " --ek ek2 --dk /proc/dk2", "/proc/dk2");
  expect_refused(set + " --ek ek2 --dk .", "folder");
  expect_refused(set + " --ek ek2 --dk . --force", "folder");
  expect_refused("encaps --ek ek --ct /dev/full --ss ss2", "No space left");
  expect_refused("encaps --ek ek --ct ct2 --ss /dev/full", "No space left");
  expect_refused("encaps --ek missing --ct ct2 --ss ss2", "missing");
  expect_refused("encaps --ek . --ct ct2 --ss ss2", "directory");
}

TEST_P(KemTest, AReaderThatGoesAwayIsAnError) {
  keygen();
  const Ran ran = shell(to_closed_pipe("lydite kem encaps --ek ek --ct - --ss ss"));
  EXPECT_EQ(ran.exit, 4);
  EXPECT_TRUE(contains(ran.err, "Broken pipe")) << ran.err;
  EXPECT_EQ(file_count(), 2U);
}

TEST_P(KemTest, AFullDiskLeavesNothingBehind) {
  if (shell("mkdir disk && mount -t tmpfs -o size=4096 none disk").exit != 0) GTEST_SKIP() << "cannot mount";
  const Ran ran =
      shell("lydite kem keygen --set " + GetParam().name +
            " --ek disk/ek --dk dk; status=$?; ls -A disk; "
            "lydite kem keygen --set ml-kem-1024 --ek disk/e --dk disk/d; second=$?; ls -A disk; umount disk; "
            "exit $((10 * status + second))");
  EXPECT_EQ(ran.exit, 4) << ran.err;
  EXPECT_EQ(ran.out, "ek\nek\n");
  EXPECT_TRUE(contains(ran.err, "No space left")) << ran.err;
}

TEST_P(KemTest, SecretsGoToATerminalOnlyWhenAsked) {
  exchange();
  if (shell("command -v script").exit != 0) GTEST_SKIP() << "no `script` command to make a terminal";
  ASSERT_EQ(shell("lydite kem decaps --dk dk --ct ct --ss receiver").exit, 0);
  const std::string secret = hex(read("receiver"));
  write("dk.hex", hex(read("dk")));
  write("ct.hex", hex(read("ct")));
  const std::string run = "script -qec '" LYDITE_COMMAND " kem decaps --dk dk.hex --ct ct.hex --ss - --encoding hex";
  const Ran refused = shell(run + "' /dev/null");
  EXPECT_EQ(refused.exit, 4);
  EXPECT_FALSE(contains(refused.out, secret));
  const Ran asked = shell(run + " --show-secrets' /dev/null");
  EXPECT_EQ(asked.exit, 0) << asked.out;
  EXPECT_TRUE(contains(asked.out, secret));
}

TEST_P(KemTest, OneFileForTwoThingsIsAUsageError) {
  exchange();
  EXPECT_EQ(shell("lydite kem keygen --set " + GetParam().name + " --ek - --dk -").exit, 2);
  EXPECT_EQ(shell("lydite kem keygen --set " + GetParam().name + " --ek new --dk new").exit, 2);
  EXPECT_EQ(shell("lydite kem encaps --ek ek --ct - --ss -").exit, 2);
  EXPECT_EQ(shell("lydite kem decaps --dk - --ct - --ss new").exit, 2);
  EXPECT_FALSE(exists("new"));
}

TEST_P(KemTest, OneFileIsFoundUnderAnotherName) {
  exchange();
  const std::string keygen = "lydite kem keygen --force --set " + GetParam().name;
  EXPECT_EQ(shell(keygen + " --ek new --dk ./new").exit, 2);
  EXPECT_EQ(shell(keygen + " --ek new --dk \"$PWD/new\"").exit, 2);
  EXPECT_EQ(shell(keygen + " --ek - --dk /dev/stdout | cat").exit, 2);
  EXPECT_EQ(shell("ln -s ek other; " + keygen + " --ek ek --dk other").exit, 2);
  EXPECT_EQ(shell("lydite kem decaps --dk dk --ct ./dk --ss new").exit, 2);
  EXPECT_FALSE(exists("new"));
}

TEST_P(KemTest, InputsAreNotReplaced) {
  exchange();
  const std::string ek = read("ek"), dk = read("dk"), ct = read("ct");
  EXPECT_EQ(shell("lydite kem encaps --force --ek ek --ct ek --ss new").exit, 2);
  EXPECT_EQ(shell("lydite kem encaps --force --ek ek --ct new --ss ./ek").exit, 2);
  EXPECT_EQ(shell("lydite kem decaps --force --dk dk --ct ct --ss ./dk").exit, 2);
  EXPECT_EQ(shell("lydite kem decaps --force --dk dk --ct ct --ss ct").exit, 2);
  EXPECT_TRUE(read("ek") == ek && read("dk") == dk && read("ct") == ct);
  EXPECT_FALSE(exists("new"));
}

// FIPS 203, section 7.1: a hash that fits does not say that the secret vector does.
TEST_P(KemTest, ExpandedKeysWhoseHalvesAreNoPairAreRefused) {
  exchange();
  std::string dk = read("dk");
  std::swap(dk[0], dk[3]);
  std::swap(dk[1], dk[4]);
  write("bad", dk);
  expect_refused("decaps --dk bad --ct ct --ss ss2", "bad: the parts of the private key do not belong together");
  expect_refused("pub --dk bad --ek ek2", "bad: the parts of the private key do not belong together");
}

TEST_F(ShellTest, PointsOfLowOrderAreBlamedOnTheInputThatHasThem) {
  for (const auto& [alg, ek_size, ct_size] : {std::tuple("x25519-kem", 32, 32), {"mlkem768-x25519", 1216, 1120}}) {
    const std::string kem = std::string("lydite kem ");
    ASSERT_EQ(shell(kem + "keygen --force --ek ek --dk dk --alg " + alg + " && " + kem +
                    "encaps --force --ek ek --ct ct --ss ss --alg " + alg)
                  .exit,
              0);
    write("bad", std::string(32, '\0') + read("ct").substr(32));
    const Ran decaps = shell(kem + "decaps --dk dk --ct bad --ss new --alg " + alg);
    EXPECT_EQ(decaps.exit, 4);
    EXPECT_TRUE(contains(decaps.err, "error: ciphertext bad: ")) << decaps.err;
    write("bad", std::string(32, '\0') + read("ek").substr(32));
    const Ran encaps = shell(kem + "encaps --ek bad --ct new --ss new2 --alg " + alg);
    EXPECT_EQ(encaps.exit, 4);
    EXPECT_TRUE(contains(encaps.err, "error: encapsulation key bad: ")) << encaps.err;
    EXPECT_FALSE(exists("new") || exists("new2"));
    EXPECT_TRUE(read("ek").size() == static_cast<std::size_t>(ek_size) &&
                read("ct").size() == static_cast<std::size_t>(ct_size));
  }
}

// The command waits for a reader of the encapsulation key when the decapsulation key is written already.
TEST_F(ShellTest, ASignalLeavesNoSecretBehind) {
  for (const std::string signal : {"HUP", "INT", "TERM"}) {
    for (const std::string option : {"", "--force"}) {
      const Ran ran =
          shell("mkfifo pipe; set -m\n'" LYDITE_COMMAND "' kem keygen --set ml-kem-512 --ek pipe --dk dk " + option +
                " & child=$!\n"
                "is_written() { ls dk.* || ls -l /proc/$child/fd | grep deleted; } >/dev/null 2>&1\n"
                "for i in $(seq 200); do is_written && break; sleep 0.05; done; is_written || exit 99\n"
                "kill -" +
                signal + " $child; wait $child; rm pipe; exit $(ls -A | wc -l)");
      EXPECT_EQ(ran.exit, 0) << signal << " " << option << ran.err;
    }
  }
}

TEST_F(ShellTest, UnknownParameterSetsNameWhatComesNear) {
  const Ran ran = shell("lydite kem keygen --set ml-kem-786 --ek ek --dk dk");
  EXPECT_EQ(ran.exit, 4);
  EXPECT_TRUE(contains(ran.err, "did you mean ml-kem-768")) << ran.err;
  EXPECT_FALSE(exists("ek") || exists("dk"));
}

}  // namespace
}  // namespace lydite::cli
