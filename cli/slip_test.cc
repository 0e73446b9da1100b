// What goes wrong on a first use: each slip has its exit code and one clear line, and leaves nothing behind.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "cli/shell_for_test.h"

namespace lydite::cli {
namespace {

class SlipTest : public ShellTest {
 protected:
  void SetUp() override {
    write("message", "m\n");
    ASSERT_EQ(shell("lydite sig keygen --alg ml-dsa-44 --pk pk --sk sk --encoding pem &&"
                    " lydite sig sign --sk sk --sig sig message &&"
                    " lydite kem keygen --alg ml-kem-512 --ek ek --dk dk &&"
                    " lydite kem encaps --ek ek --ct ct --ss ss; mkdir folder; : > empty; echo 0g > bad")
                  .exit,
              0);
  }
  void expect(int exit, const std::string& line, const std::string& message) const {
    const std::size_t files = file_count();
    const Ran ran = shell(line);
    EXPECT_EQ(ran.exit, exit) << line << ": " << ran.err;
    EXPECT_TRUE(contains(ran.err, message)) << line << ": " << ran.err;
    EXPECT_EQ(file_count(), files) << line;
  }
};

TEST_F(SlipTest, ExitCodesMeanTheSameInEveryCommand) {
  const std::vector<std::pair<int, std::string>> calls = {
      {0, "sig verify --pk pk --sig sig message"},
      {0, "kem decaps --dk dk --ct ct --ss - | cmp - ss"},
      {0, "hash message"},
      {0, "kat sha3-224"},
      {1, "sig verify --pk pk --sig sig pk"},
      {1, "sig verify --pk pk --sig empty message"},
      {1, "kat sha3-256 --vectors sha3-256.tv"},
      // Usage: what is not an option, is missing, does not go together, or is out of range.
      {2, "sig verify --pk pk --sig sig --wrong"},
      {2, "kem decaps --wrong"},
      {2, "hash --wrong"},
      {2, "kat --wrong"},
      {2, "sig verify --pk pk"},
      {2, "kem encaps --ek ek --ct c"},
      {2, "sig sign --sk sk --sig new message --hash sha512"},
      {2, "hash --length 7 message"},
      {2, "hash --alg shake128 --length 0 message"},
      {2, "sig verify --pk - --sig -"},
      {2, "kem decaps --dk - --ct - --ss new"},
      // What does not exist or is malformed, and what cannot be written.
      {4, "sig verify --pk missing --sig sig message"},
      {4, "kem decaps --dk missing --ct ct --ss new"},
      {4, "hash missing"},
      {4, "kat --vectors missing"},
      {4, "sig verify --pk empty --sig sig message"},
      {4, "kem decaps --dk dk --ct empty --ss new"},
      {4, "kat --vectors empty"},
      {4, "sig sign --sk bad --sig new message"},
      {4, "sig sign --sk sk --sig new message --context-hex 0g"},
      {4, "kem keygen --alg ml-kem-512 --ek a --dk b --seed 0g"},
      {4, "sig verify --pk pk --sig folder message"},
      {4, "kem encaps --ek folder --ct new --ss new2"},
      {4, "hash folder"},
      {4, "sig verify --pk pk --sig sig message > /dev/full"},
      {4, "kem pub --dk dk --ek - > /dev/full"},
      {4, "hash message > /dev/full"},
      {4, "kat sha3-224 > /dev/full"},
      {4, "sig sign --sk sk --sig sig message"},
      {4, "kem pub --dk dk --ek ek"}};
  write("sha3-256.tv", "len = 0\nmsg =\nmd = " + std::string(64, '0') + "\n");
  for (const auto& [exit, call] : calls) expect(exit, "lydite " + call, exit < 2 ? "" : "error: ");
}

TEST_F(SlipTest, HelpExplainsTheExitCodes) {
  for (const std::string command : {"", "sig ", "sig verify ", "kem ", "kem decaps ", "hash ", "kat "}) {
    EXPECT_TRUE(contains(shell("lydite " + command + "--help").out, "\nExit codes: 0 done; 1 a check failed"))
        << command;
  }
}

TEST_F(SlipTest, MissingWordsAreNamed) {
  expect(2, "lydite sig", "error: lydite sig wants one of its commands: keygen, pub, sign or verify\n");
  expect(2, "lydite sig sign --sk sk --sig", "error: --sig wants a value\n");
  expect(2, "lydite kem encaps --ek ek --ct new", "error: --ss is required\n");
  expect(2, "lydite sig sign --sk sk --sig a --sig b message", "error: --sig is given more than once\n");
  expect(4, "lydite hash \"$UNSET\"", "error: \"\": No such file");
  expect(4, "lydite sig sign --sk \"$UNSET\" --sig new message", "error: cannot open \"\": No such file");
  expect(4, "lydite sig sign --sk sk --sig new \"$UNSET\"", "error: cannot open \"\": No such file");
  expect(4, "lydite sig sign --sk sk --sig \"$UNSET\" message", "error: cannot create \"\": No such file");
}

TEST_F(SlipTest, TwoInputsFromOnePipeAreToldApart) {
  expect(2, "lydite sig verify --pk - --sig sig < pk", "error: --pk and the message must not be standard input both\n");
  expect(2, "lydite sig sign --sk - --sig new < sk", "error: --sk and the message must not be standard input both\n");
  expect(2, "lydite sig verify --pk pk --sig - < sig",
         "error: --sig and the message must not be standard input both\n");
  expect(2, "lydite kem keygen --alg x-wing --ek - --dk -", "error: --ek and --dk must not be standard output both\n");
}

TEST_F(SlipTest, AKeyMayBeTheMessage) {
  EXPECT_EQ(shell("lydite sig sign --sk sk --sig - pk > own && lydite sig verify --pk pk --sig own pk").out, "valid\n");
}

// Also when a file is behind the name, over which --force must not move another; here that would fail in /proc only.
TEST_F(SlipTest, NamesOfOpenFilesAreStreams) {
  const std::string sign = "lydite sig sign --sk sk --deterministic --encoding hex message --sig ";
  const std::string sig = shell(sign + "-").out;
  ASSERT_FALSE(sig.empty());
  const Ran ran = shell("echo first > out; " + sign + "/dev/stdout >> out; cat out");
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.out, "first\n" + sig);
  EXPECT_EQ(shell(sign + "/dev/stdout | cat").out, sig);
  for (const std::string options : {"", " --force"}) {
    EXPECT_EQ(shell(sign + "/dev/fd/3" + options + " 3> out; cat out").out, sig);
    EXPECT_EQ(shell(sign + "/proc/self/fd/3" + options + " 3> out; cat out").out, sig);
  }
}

// With an endless message, the command would not end.
TEST_F(SlipTest, OutputsAreLookedAtBeforeTheMessage) {
  expect(4, "timeout 20 '" LYDITE_COMMAND "' sig sign --sk sk --sig sig < /dev/zero",
         "sig exists; --force replaces it");
  expect(4, "timeout 20 '" LYDITE_COMMAND "' sig sign --sk sk --sig folder < /dev/zero", "folder is a folder");
}

TEST_F(SlipTest, TextAroundPemIsNamed) {
  write("before", "# my key\n" + read("pk"));
  expect(4, "lydite sig verify --pk before --sig sig message", "before: not PEM: the first line is no BEGIN line");
  write("after", read("pk") + "# my key\n");
  expect(4, "lydite sig verify --pk after --sig sig message", "after: there is more after the END line");
}

TEST_F(SlipTest, BlankLinesAroundPemDoNotMatter) {
  for (const std::string& text : {read("pk") + "\n", read("pk") + " \r\n\n", "\n\n" + read("pk")}) {
    write("blank", text);
    EXPECT_EQ(shell("lydite sig verify --pk blank --sig sig message").out, "valid\n") << text;
  }
}

TEST_F(SlipTest, BytesAreNotPrintedToATerminal) {
  if (shell("command -v script").exit != 0) GTEST_SKIP() << "no `script` command to make a terminal";
  const auto on_terminal = [&](const std::string& call) {
    return shell("script -qec '" LYDITE_COMMAND " " + call + "' /dev/null");
  };
  const Ran raw = on_terminal("sig pub --sk sk --pk -");
  EXPECT_EQ(raw.exit, 4);
  EXPECT_TRUE(contains(raw.out, "--pk: bytes are not printed to a terminal; --encoding hex")) << raw.out;
  EXPECT_EQ(on_terminal("sig pub --sk sk --pk - --encoding hex").exit, 0);
  EXPECT_TRUE(contains(on_terminal("sig pub --sk sk --pk - --encoding pem").out, "BEGIN PUBLIC KEY"));
}

}  // namespace
}  // namespace lydite::cli
