#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "cli/shell_for_test.h"

namespace lydite::cli {
namespace {

struct Scheme {
  std::string algorithm;
  std::size_t signature_size;
  bool has_context, is_hedged;
};
void PrintTo(const Scheme& scheme, std::ostream* out) { *out << scheme.algorithm; }

class SigBase : public ShellTest, public testing::WithParamInterface<Scheme> {
 protected:
  void keygen(const std::string& name = "") const {
    const Ran ran =
        shell("lydite sig keygen --alg " + alg() + " --pk " + name + "pk --sk " + name + "sk --encoding pem");
    ASSERT_EQ(ran.exit, 0) << ran.err;
  }
  void sign(const std::string& options = "--in message --sig sig") const {
    const Ran ran = shell("umask 022; lydite sig sign --alg " + alg() + " --sk sk " + options);
    ASSERT_EQ(ran.exit, 0) << ran.err;
    ASSERT_EQ(ran.err, "");
  }
  [[nodiscard]] Ran verify(const std::string& options = "--in message --sig sig", const std::string& pk = "pk") const {
    return shell("lydite sig verify --alg " + alg() + " --pk " + pk + " " + options);
  }
  void expect(int exit, const std::string& out, const std::string& options = "--in message --sig sig",
              const std::string& pk = "pk") const {
    const Ran ran = verify(options, pk);
    EXPECT_EQ(ran.exit, exit) << options << ran.err;
    EXPECT_EQ(ran.out, out) << options;
    EXPECT_EQ(ran.err, "") << options;
  }
  void SetUp() override { write("message", "a message\n"); }
  [[nodiscard]] static const std::string& alg() { return GetParam().algorithm; }
};

class SigTest : public SigBase {};
const Scheme ml_dsa_44{"ml-dsa-44", 2420, true, true}, ed25519{"ed25519", 64, false, false},
    fog{"fog-mldsa65-ed25519", 3373, false, true}, lamps{"mldsa65-ed25519-sha512", 3373, true, true},
    hash_ml_dsa_44{"hash-ml-dsa-44", 2420, true, true};
INSTANTIATE_TEST_SUITE_P(Schemes, SigTest,
                         testing::Values(ml_dsa_44, Scheme{"ml-dsa-65", 3309, true, true},
                                         Scheme{"ml-dsa-87", 4627, true, true}, ed25519, fog, lamps, hash_ml_dsa_44,
                                         Scheme{"hash-ml-dsa-65", 3309, true, true},
                                         Scheme{"hash-ml-dsa-87", 4627, true, true}),
                         algorithm_name);
// One of each kind.
class SigRulesTest : public SigBase {};
INSTANTIATE_TEST_SUITE_P(Schemes, SigRulesTest, testing::Values(ml_dsa_44, ed25519, fog, lamps, hash_ml_dsa_44),
                         algorithm_name);

TEST_P(SigTest, FilesAndPipesGiveValidSignatures) {
  keygen();
  sign();
  EXPECT_EQ(read("sig").size(), GetParam().signature_size);
  EXPECT_EQ(mode("sig") & 0077U, 0044U);
  expect(0, "valid\n");
  const Ran pipe = shell("cat message | lydite sig sign --alg " + alg() +
                         " --sk sk --sig - --encoding hex | tr a-f A-F | fold -w 60 | lydite sig verify --alg " +
                         alg() + " --pk pk --in message --sig -");
  EXPECT_EQ(pipe.out, "valid\n") << pipe.err;
  EXPECT_EQ(shell("lydite sig verify --alg " + alg() + " --pk pk --sig sig < message").out, "valid\n");
  EXPECT_EQ(shell("cat pk | lydite sig verify --alg " + alg() + " --pk - --sig sig --in message").out, "valid\n");
  for (const std::size_t size : {0, 65536, 300000}) {
    write("long", std::string(size, 'x'));
    sign("--in long --sig long.sig --force");
    EXPECT_EQ(shell("cat long | lydite sig verify --alg " + alg() + " --pk pk --sig long.sig").out, "valid\n") << size;
  }
  write("long", std::string(300000, 'x') + "y");
  expect(1, "not valid\n", "--in long --sig long.sig");
}

TEST_P(SigRulesTest, WhatDoesNotBelongTogetherIsNotValid) {
  keygen();
  keygen("other_");
  sign();
  expect(1, "not valid\n", "--in message --sig sig", "other_pk");
  write("other", "a massage\n");
  expect(1, "not valid\n", "--in other --sig sig");
  // Any place, so either half and both: nothing tells which.
  const std::string sig = read("sig");
  for (const std::vector<std::size_t>& places : {std::vector<std::size_t>{0}, {sig.size() - 1}, {0, sig.size() - 1}}) {
    std::string altered = sig;
    for (const std::size_t place : places) altered[place] = static_cast<char>(altered[place] ^ 1);
    write("altered", altered);
    expect(1, "not valid\n", "--in message --sig altered");
  }
}

TEST_P(SigRulesTest, SignaturesOfAnotherLengthAreNotValid) {
  keygen();
  sign();
  const std::string sig = read("sig"), demanded = std::to_string(GetParam().signature_size);
  for (const std::string& bad : {std::string(), std::string("1"), sig.substr(1), sig + "x"}) {
    write("bad", bad);
    expect(1,
           "not valid: the signature has " + std::to_string(bad.size()) + " bytes; " + alg() + " demands " + demanded +
               "\n",
           "--in message --sig bad");
  }
}

TEST_P(SigRulesTest, SignaturesAreHedgedUnlessAskedOtherwise) {
  keygen();
  sign();
  sign("--in message --sig sig2");
  EXPECT_EQ(read("sig") != read("sig2"), GetParam().is_hedged);
  sign("--in message --sig first --deterministic");
  sign("--sig second --deterministic < message");
  EXPECT_EQ(read("first"), read("second"));
  expect(0, "valid\n", "--in message --sig first");
}

TEST_P(SigRulesTest, ContextsArePartOfTheSignature) {
  keygen();
  const std::string longest(255, 'c');
  if (!GetParam().has_context) {
    const Ran ran = shell("lydite sig sign --alg " + alg() + " --sk sk --in message --sig sig --context c");
    EXPECT_EQ(ran.exit, 2);
    EXPECT_TRUE(contains(ran.err, alg() + " has no context")) << ran.err;
    sign();
    EXPECT_EQ(verify("--in message --sig sig --context c").exit, 2);
    return;
  }
  sign("--in message --sig sig --context abc");
  expect(0, "valid\n", "--in message --sig sig --context abc");
  expect(0, "valid\n", "--in message --sig sig --context-hex '61 62 63'");
  for (const std::string wrong : {"", "--context abd", "--context ab", "--context abcd", "--context-hex 616200"}) {
    expect(1, "not valid\n", "--in message --sig sig " + wrong);
  }
  sign("--in message --sig longest --context " + longest);
  expect(0, "valid\n", "--in message --sig longest --context " + longest);
  const Ran ran = verify("--in message --sig longest --context c" + longest);
  EXPECT_EQ(ran.exit, 2);
  EXPECT_TRUE(contains(ran.err, "the context has 256 bytes; it may have 255")) << ran.err;
  EXPECT_EQ(shell("lydite sig sign --alg " + alg() + " --sk sk --sig new --context c" + longest).exit, 2);
  EXPECT_EQ(verify("--in message --sig sig --context abc --context-hex 616263").exit, 2);
  EXPECT_EQ(verify("--in message --sig sig --context-hex 6").exit, 4);
  EXPECT_FALSE(exists("new"));
}

TEST_P(SigRulesTest, WhatCannotBeReadOrWrittenIsAnErrorAndLeavesNothing) {
  keygen();
  sign();
  const std::size_t files = file_count();
  const std::string sign_it = "lydite sig sign --alg " + alg() + " --sk sk --in message ";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {sign_it + "--sig sig", "sig exists; --force replaces it"},
      {sign_it + "--sig /dev/full", "No space left"},
      {sign_it + "--sig - > /dev/full", "No space left"},
      {sign_it + "--sig - >&-", "standard output"},
      {sign_it + "--sig missing/sig", "missing/sig"},
      {"lydite sig sign --alg " + alg() + " --sk sk --in missing --sig new", "missing"},
      {"lydite sig sign --alg " + alg() + " --sk sk --in . --sig new", "directory"},
      {"lydite sig sign --alg " + alg() + " --sk missing --in message --sig new", "missing"},
      {"lydite sig verify --alg " + alg() + " --pk pk --in missing --sig sig", "missing"},
      {"lydite sig verify --alg " + alg() + " --pk pk --in message --sig missing", "missing"},
      {"lydite sig verify --alg " + alg() + " --pk pk --in message --sig sig > /dev/full", "No space left"},
      {"lydite sig verify --alg " + alg() + " --pk pk --in message --sig sig >&-", "standard output"},
  };
  for (const auto& [line, message] : cases) {
    const Ran ran = shell(line);
    EXPECT_EQ(ran.exit, 4) << line;
    EXPECT_EQ(ran.out, "") << line;
    EXPECT_TRUE(contains(ran.err, message)) << line << ": " << ran.err;
    EXPECT_EQ(file_count(), files) << line;
  }
}

using SigsTest = ShellTest;

TEST_F(SigsTest, TheAlgorithmFollowsFromTheKeyUnlessItIsOfAnotherName) {
  write("message", "m");
  for (const std::string encoding : {"raw", "pem"}) {
    ASSERT_EQ(shell("rm -f ?k; lydite sig keygen --alg ml-dsa-44 --pk pk --sk sk --encoding " + encoding).exit, 0);
    EXPECT_EQ(shell("lydite sig sign --sk sk --in message --sig - > sig && lydite sig verify --pk pk --in message "
                    "--sig sig")
                  .out,
              "valid\n");
    EXPECT_EQ(shell("lydite sig verify --alg hash-ml-dsa-44 --pk pk --in message --sig sig").out, "not valid\n");
    ASSERT_EQ(shell("lydite sig sign --alg hash-ml-dsa-44 --sk sk --in message --sig - > sig").exit, 0);
    EXPECT_EQ(shell("lydite sig verify --pk pk --in message --sig sig").exit, 1);
    EXPECT_EQ(shell("lydite sig verify --alg hash-ml-dsa-44 --pk pk --in message --sig sig").exit, 0);
  }
}

TEST_F(SigsTest, TheHashFunctionIsPartOfHashMlDsa) {
  write("message", "m");
  ASSERT_EQ(shell("lydite sig keygen --alg hash-ml-dsa-44 --pk pk --sk sk").exit, 0);
  const std::string verify = "lydite sig verify --alg hash-ml-dsa-44 --pk pk --in message --sig ";
  const std::vector<std::string> functions = {"sha256",   "sha384",   "sha512",   "sha512-256", "sha3-256",
                                              "sha3-384", "sha3-512", "shake128", "shake256"};
  for (const std::string& hash : functions) {
    ASSERT_EQ(shell("lydite sig sign --alg hash-ml-dsa-44 --sk sk --in message --sig " + hash + " --hash " + hash).exit,
              0);
    EXPECT_EQ(shell(verify + hash + " --hash " + hash).out, "valid\n");
  }
  EXPECT_EQ(shell(verify + "sha512").out, "valid\n");
  EXPECT_EQ(shell(verify + "sha384 --hash SHA3-384").exit, 1);
  EXPECT_EQ(shell(verify + "sha3-256 --hash sha256").exit, 1);
  const Ran pure = shell("lydite sig sign --sk sk --in message --sig new --hash sha512");
  EXPECT_EQ(pure.exit, 2);
  EXPECT_TRUE(contains(pure.err, "hash-ml-dsa-44")) << pure.err;
}

// FIPS 204, section 5.4: as hard to find collisions of as of the scheme's own hashes.
TEST_F(SigsTest, WeakHashFunctionsAreRefused) {
  for (const auto& [alg, most, all] :
       {std::tuple("hash-ml-dsa-44", "sha3-224",
                   "sha256, sha384, sha512, sha512-256, sha3-256, sha3-384, sha3-512, shake128 and shake256"),
        {"hash-ml-dsa-65", "shake128", "sha384, sha512, sha3-384, sha3-512 and shake256"},
        {"hash-ml-dsa-87", "SHA384", "sha512, sha3-512 and shake256"}}) {
    const std::string name(alg);
    ASSERT_EQ(shell("lydite sig keygen --force --pk pk --sk sk --alg " + name).exit, 0);
    for (const std::string verb : {"sign --sk sk", "verify --pk pk"}) {
      const Ran ran = shell("lydite sig " + verb + " --sig sig --in pk --alg " + name + " --hash " + most);
      EXPECT_EQ(ran.exit, 4);
      EXPECT_EQ(ran.err, std::string("error: the hash function ") + most + " is too weak for " + name + "; there are " +
                             all + "\n");
    }
  }
  EXPECT_FALSE(exists("sig"));
}

TEST_F(SigsTest, TheMessageMayBeNamedWithoutAnOption) {
  write("message", "m");
  ASSERT_EQ(shell("lydite sig keygen --alg ml-dsa-44 --pk pk --sk sk && lydite sig sign --sk sk --sig sig message").err,
            "");
  EXPECT_EQ(shell("lydite sig verify --pk pk --sig sig message").out, "valid\n");
  EXPECT_EQ(shell("lydite sig verify --pk pk message --sig sig").out, "valid\n");
  EXPECT_EQ(shell("lydite sig verify --pk pk --sig sig --in message").out, "valid\n");
  EXPECT_EQ(shell("lydite sig verify --pk pk --sig sig - < message").out, "valid\n");
  EXPECT_EQ(shell("lydite sig verify --pk pk --sig sig pk").exit, 1);
  EXPECT_EQ(shell("lydite sig verify --pk pk --sig sig message pk").exit, 2);
}

TEST_F(SigsTest, FramingsOfTheCompositeAreNotMistakenForEachOther) {
  write("message", "m");
  ASSERT_EQ(shell("lydite sig keygen --alg fog-mldsa65-ed25519 --pk pk --sk sk &&"
                  "lydite sig sign --alg fog-mldsa65-ed25519 --sk sk --in message --sig sig")
                .exit,
            0);
  EXPECT_EQ(shell("lydite sig verify --alg fog-mldsa65-ed25519 --pk pk --in message --sig sig").exit, 0);
  EXPECT_EQ(shell("lydite sig verify --alg mldsa65-ed25519-sha512 --pk pk --in message --sig sig").exit, 1);
}

// Less memory than the message has.
TEST_F(SigsTest, LongMessagesAreNotKeptWhereTheSchemeAllows) {
  for (const std::string alg : {"ml-dsa-44", "hash-ml-dsa-44", "mldsa65-ed25519-sha512"}) {
    const std::string message = "head -c 40000000 /dev/zero | (ulimit -d 30000; lydite sig ";
    const Ran ran = shell("lydite sig keygen --force --pk pk --sk sk --alg " + alg + " && " + message +
                          "sign --sk sk --sig sig --force --alg " + alg + ") && " + message +
                          "verify --pk pk --sig sig --alg " + alg + ")");
    EXPECT_EQ(ran.out, "valid\n") << alg << ran.err;
  }
}

TEST_F(SigsTest, KeysAndMessagesAreNotReplaced) {
  write("message", "m");
  ASSERT_EQ(shell("lydite sig keygen --alg ed25519 --pk pk --sk sk --encoding pem").exit, 0);
  const std::string pk = read("pk"), sk = read("sk");
  EXPECT_EQ(shell("lydite sig keygen --alg ed25519 --pk pk --sk new").exit, 4);
  EXPECT_EQ(shell("lydite sig keygen --alg ed25519 --pk new --sk sk").exit, 4);
  EXPECT_EQ(shell("lydite sig keygen --alg ed25519 --pk new --sk ./new --force").exit, 2);
  EXPECT_EQ(shell("lydite sig sign --sk sk --in message --sig ./sk --force").exit, 2);
  EXPECT_EQ(shell("lydite sig sign --sk sk --in message --sig message --force").exit, 2);
  EXPECT_EQ(shell("lydite sig pub --sk sk --pk sk --force").exit, 2);
  EXPECT_EQ(shell("lydite sig verify --pk - --sig - --in message").exit, 2);
  EXPECT_TRUE(read("pk") == pk && read("sk") == sk && read("message") == "m" && !exists("new"));
}

}  // namespace
}  // namespace lydite::cli
