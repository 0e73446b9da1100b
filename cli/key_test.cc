// Key files of every algorithm: encodings, what is recognised, and what is refused with which words.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/shell_for_test.h"

namespace lydite::cli {
namespace {

struct Keys {
  std::string family, algorithm, name;
  std::size_t public_size, private_size;
  std::string public_option = family == "sig" ? "--pk" : "--ek", private_option = family == "sig" ? "--sk" : "--dk";
};
void PrintTo(const Keys& keys, std::ostream* out) { *out << keys.algorithm; }

class KeyBase : public ShellTest, public testing::WithParamInterface<Keys> {
 protected:
  [[nodiscard]] static std::string command(const std::string& verb) {
    return "lydite " + GetParam().family + " " + verb + " --alg " + GetParam().algorithm + " ";
  }
  [[nodiscard]] static std::string pair(const std::string& public_key, const std::string& private_key) {
    return GetParam().public_option + " " + public_key + " " + GetParam().private_option + " " + private_key + " ";
  }
  void run(const std::string& line) const {
    const Ran ran = shell(line);
    ASSERT_EQ(ran.exit, 0) << line << "\n" << ran.err;
    ASSERT_EQ(ran.err, "") << line;
  }
  void expect_refused(const std::string& line, const std::string& message) const {
    const std::size_t files = file_count();
    const Ran ran = shell(line);
    EXPECT_EQ(ran.exit, 4) << line << ran.err;
    EXPECT_EQ(ran.out, "") << line;
    EXPECT_TRUE(contains(ran.err, "error: ") && contains(ran.err, message)) << line << ": " << ran.err;
    EXPECT_EQ(file_count(), files) << line;
  }
};

class KeyTest : public KeyBase {};
const Keys ml_dsa_44{"sig", "ml-dsa-44", "ML-DSA-44", 1312, 2560}, ed25519{"sig", "ed25519", "Ed25519", 32, 32},
    fog{"sig", "fog-mldsa65-ed25519", "FOG-MLDSA65-Ed25519", 1984, 64},
    ml_kem_512{"kem", "ml-kem-512", "ML-KEM-512", 800, 1632},
    split_prf{"kem", "mlkem768-x25519", "MLKEM768-X25519", 1216, 1280}, x_wing{"kem", "x-wing", "X-Wing", 1216, 32};
INSTANTIATE_TEST_SUITE_P(Algorithms, KeyTest,
                         testing::Values(ml_dsa_44, Keys{"sig", "ml-dsa-65", "ML-DSA-65", 1952, 4032},
                                         Keys{"sig", "ml-dsa-87", "ML-DSA-87", 2592, 4896}, ed25519, fog,
                                         Keys{"sig", "mldsa65-ed25519-sha512", "id-MLDSA65-Ed25519-SHA512", 1984, 64},
                                         ml_kem_512, Keys{"kem", "ml-kem-768", "ML-KEM-768", 1184, 2400},
                                         Keys{"kem", "ml-kem-1024", "ML-KEM-1024", 1568, 3168},
                                         Keys{"kem", "x25519-kem", "X25519", 32, 32}, split_prf, x_wing),
                         algorithm_name);
// One of each kind.
class KeyRulesTest : public KeyBase {};
INSTANTIATE_TEST_SUITE_P(Algorithms, KeyRulesTest,
                         testing::Values(ml_dsa_44, ed25519, fog, ml_kem_512, split_prf, x_wing), algorithm_name);

TEST_P(KeyTest, ThePublicKeyFollowsFromThePrivateOneInEveryEncoding) {
  for (const std::string encoding : {"raw", "hex", "pem"}) {
    run("umask 022; " + command("keygen") + pair(encoding, encoding + ".private") + "--encoding " + encoding);
    EXPECT_EQ(mode(encoding + ".private"), 0600U);
    EXPECT_EQ(mode(encoding), 0644U);
    for (const std::string as : {"raw", "hex", "pem"}) {
      run(command("pub") + pair("-", encoding + ".private") + "--encoding " + as + " > " + encoding + "." + as);
    }
    EXPECT_EQ(read(encoding + "." + encoding), read(encoding));
    EXPECT_EQ(read(encoding + ".raw").size(), GetParam().public_size);
    EXPECT_EQ(read(encoding + ".hex").size(), 2 * GetParam().public_size + 1);
  }
  EXPECT_EQ(read("raw.private").size(), GetParam().private_size);
  EXPECT_EQ(read("hex.private").size(), 2 * GetParam().private_size + 1);
  EXPECT_TRUE(read("pem").starts_with("-----BEGIN ") && contains(read("pem"), "PUBLIC KEY-----\n"));
  EXPECT_TRUE(read("pem.private").starts_with("-----BEGIN ") && contains(read("pem.private"), "PRIVATE KEY-----\n"));
}

TEST_P(KeyTest, OneSeedGivesOneKeyInEveryEncoding) {
  const Ran wrong = shell(command("keygen") + pair("a", "b") + "--seed 00");
  ASSERT_EQ(wrong.exit, 4);
  const std::string demanded = wrong.err.substr(wrong.err.find("demands ") + 8);
  const std::string seed = std::string(2 * std::stoul(demanded), '5');
  for (const std::string encoding : {"raw", "hex", "pem"}) {
    run(command("keygen") + pair(encoding, encoding + ".private") + "--encoding " + encoding + " --seed " + seed);
    run(command("pub") + pair(encoding + ".public", encoding + ".private"));
    EXPECT_EQ(read(encoding + ".public"), read("raw")) << encoding;
  }
  EXPECT_EQ(read("raw").size(), GetParam().public_size);
}

TEST_P(KeyRulesTest, PemNamesItsAlgorithm) {
  run(command("keygen") + pair("public", "private") + "--encoding pem");
  run("lydite " + GetParam().family + " pub " + pair("again", "private") + "--encoding pem");
  EXPECT_EQ(read("again"), read("public"));
  const bool is_sig = GetParam().family == "sig";
  const std::string foreign = is_sig ? "lydite kem pub --ek new --dk private" : "lydite sig pub --pk new --sk private";
  expect_refused(foreign, is_sig ? "is for --sk of `lydite sig`" : "is for --dk of `lydite kem`");
  const std::string other = GetParam().algorithm == "ed25519" ? "ml-dsa-44" : is_sig ? "ed25519" : "ml-kem-512";
  if (GetParam().algorithm == other) return;
  expect_refused("lydite " + GetParam().family + " pub --alg " + other + " " + pair("new", "private"), "is a key of ");
}

TEST_P(KeyRulesTest, PemIsReadStrictly) {
  run(command("keygen") + pair("public", "private") + "--encoding pem");
  const std::string pem = read("private"), pub = command("pub") + pair("new", "bad");
  write("crlf", [&] {
    std::string text;
    for (const char c : pem) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
    return text;
  }());
  run(command("pub") + pair("again", "crlf") + "--encoding pem");
  EXPECT_EQ(read("again"), read("public"));
  const std::size_t end = pem.find("-----END"), first = pem.find('\n') + 1;
  const std::vector<std::pair<std::string, std::string>> cases = {
      {pem + "garbage", "more after the END line"},
      {pem + pem, "more after the END line"},
      {pem.substr(0, end), "no END line"},
      {pem.substr(0, pem.size() / 2), "no END line"},
      {pem.substr(0, first) + "A" + pem.substr(first), "not PEM"},
      {pem.substr(0, first) + "?" + pem.substr(first + 1), "not base64"},
      {pem.substr(0, first) + "AAAA\n" + pem.substr(end), "bad"},
      {pem.substr(0, first) + pem.substr(end), "bad"},
  };
  for (const auto& [text, message] : cases) {
    write("bad", text);
    expect_refused(pub, message);
  }
}

TEST_P(KeyRulesTest, AKeyInThePlaceOfTheOtherOneIsNamed) {
  run(command("keygen") + pair("public", "private") + "--encoding pem");
  const std::string place = "is for " + GetParam().public_option + " of `lydite " + GetParam().family + "`";
  expect_refused(command("pub") + pair("new", "public"), place);
  const std::string use = GetParam().family == "sig" ? "verify --sig public --in /dev/null --pk private"
                                                     : "encaps --ct new --ss ss --ek private";
  expect_refused("lydite " + GetParam().family + " " + use,
                 "; `lydite " + GetParam().family + " pub` makes the public one from it");
}

TEST_P(KeyRulesTest, WrongLengthsNameFileFoundAndDemanded) {
  const std::string use = GetParam().family == "sig" ? "verify --sig /dev/zero --in /dev/null --pk bad"
                                                     : "encaps --ct new --ss ss --ek bad";
  for (const std::size_t size : {std::size_t{0}, GetParam().public_size - 1, GetParam().public_size + 1}) {
    write("bad", std::string(size, '\xff'));
    expect_refused("lydite " + GetParam().family + " " + use + " --alg " + GetParam().algorithm,
                   fmt::format("bad has {} bytes; {} demands {}", size, GetParam().name, GetParam().public_size));
  }
  write("bad", std::string(GetParam().private_size + 1, '\xff'));
  expect_refused(command("pub") + pair("new", "bad"), fmt::format("bad has {} bytes; ", GetParam().private_size + 1));
}

using KeysTest = ShellTest;

TEST_F(KeysTest, LengthsThatFitSeveralAlgorithmsDemandTheName) {
  write("k32", std::string(32, '\x80'));
  write("k64", std::string(64, '\x80'));
  write("k1216", std::string(1216, '\x80'));
  const Ran seed = shell("lydite sig pub --sk k32 --pk -");
  EXPECT_EQ(seed.exit, 4);
  EXPECT_TRUE(contains(seed.err, "has 32 bytes, which fits ml-dsa-44, ml-dsa-65, ml-dsa-87 and ed25519; --alg says"))
      << seed.err;
  EXPECT_TRUE(contains(shell("lydite sig pub --sk k64 --pk -").err,
                       "fits fog-mldsa65-ed25519 and mldsa65-ed25519-sha512; --alg says"));
  EXPECT_TRUE(contains(shell("lydite kem encaps --ek k1216 --ct ct --ss ss").err, "fits mlkem768-x25519 and x-wing"));
  EXPECT_FALSE(exists("ct") || exists("ss"));
}

// B26: the form of hpqc is another encoding with a name.
TEST_F(KeysTest, XWingHasTwoFormsOfWhichOneMustBeAskedFor) {
  ASSERT_EQ(shell("lydite kem keygen --alg x-wing --ek ek --dk dk").exit, 0);
  write("seed", [&] {
    std::string text;
    for (const char c : read("dk")) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
    return text;
  }());
  ASSERT_EQ(shell("lydite kem keygen --alg x-wing --ek ek2 --dk hpqc --form hpqc --seed $(cat seed)").exit, 0);
  EXPECT_EQ(read("ek2"), read("ek"));
  EXPECT_EQ(read("hpqc"), read("ek") + read("dk"));
  ASSERT_EQ(shell("lydite kem encaps --alg x-wing --ek ek --ct ct --ss ss").exit, 0);
  EXPECT_EQ(shell("lydite kem decaps --dk dk --ct ct --ss ss_seed").exit, 0);
  const Ran refused = shell("lydite kem decaps --dk hpqc --ct ct --ss ss_hpqc");
  EXPECT_EQ(refused.exit, 4);
  EXPECT_TRUE(contains(refused.err, "--form hpqc takes it")) << refused.err;
  EXPECT_EQ(shell("lydite kem decaps --dk hpqc --ct ct --ss ss_hpqc --form hpqc").exit, 0);
  EXPECT_TRUE(read("ss_seed") == read("ss") && read("ss_hpqc") == read("ss"));
  for (const std::size_t size : {2432, 2464}) {
    write("old", std::string(size, '\xff'));
    EXPECT_TRUE(contains(shell("lydite kem decaps --alg x-wing --dk old --ct ct --ss new").err, "demands 32"));
  }
  std::string mixed = read("hpqc");
  mixed[0] = static_cast<char>(mixed[0] ^ 1);
  write("mixed", mixed);
  EXPECT_TRUE(contains(shell("lydite kem decaps --dk mixed --ct ct --ss new --form hpqc").err, "belong together"));
  // PEM names the form.
  ASSERT_EQ(shell("lydite kem keygen --alg x-wing --ek ek3 --dk pem --form hpqc --encoding pem").exit, 0);
  EXPECT_TRUE(read("pem").starts_with("-----BEGIN XWING PRIVATE KEY-----\n"));
  EXPECT_EQ(shell("lydite kem pub --dk pem --ek - --encoding pem").out, read("ek3"));
  EXPECT_FALSE(exists("new"));
}

TEST_F(KeysTest, SchemesWithoutAnOidHaveLabels) {
  ASSERT_EQ(shell("lydite kem keygen --alg mlkem768-x25519 --ek ek --dk dk --encoding pem").exit, 0);
  EXPECT_TRUE(read("ek").starts_with("-----BEGIN MLKEM768-X25519 PUBLIC KEY-----\n"));
  EXPECT_TRUE(read("dk").starts_with("-----BEGIN MLKEM768-X25519 PRIVATE KEY-----\n"));
  ASSERT_EQ(shell("lydite sig keygen --alg fog-mldsa65-ed25519 --pk pk --sk sk --encoding pem").exit, 0);
  EXPECT_TRUE(read("pk").starts_with("-----BEGIN FOG-MLDSA65-ED25519 PUBLIC KEY-----\n"));
}

// The private keys of RFC 9881, appendix C.1, of its sibling for ML-KEM, and of draft-connolly-cfrg-xwing-kem.
TEST_F(KeysTest, PrivateKeysAreWrittenAsTheDocumentsHaveThem) {
  std::string seed;
  for (int i = 0; i < 64; ++i) seed += fmt::format("{:02x}", i);
  const auto block = [](const std::string& lines) {
    return "-----BEGIN PRIVATE KEY-----\n" + lines + "-----END PRIVATE KEY-----\n";
  };
  const std::string end = " --encoding pem --seed ";
  EXPECT_EQ(shell("lydite sig keygen --alg ml-dsa-44 --pk a --sk -" + end + seed.substr(0, 64)).out,
            block("MDQCAQAwCwYJYIZIAWUDBAMRBCKAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZ\nGhscHR4f\n"));
  EXPECT_EQ(shell("lydite kem keygen --alg ml-kem-512 --ek b --dk -" + end + seed).out,
            block("MFQCAQAwCwYJYIZIAWUDBAQBBEKAQAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZ\n"
                  "GhscHR4fICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=\n"));
  EXPECT_EQ(shell("lydite kem keygen --alg x-wing --ek c --dk -" + end + seed.substr(0, 64)).out,
            block("MDQCAQAwDQYLKwYBBAGD5i2ByHoEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZ\nGhscHR4f\n"));
}

TEST_F(KeysTest, OtherBlocksAreToldApart) {
  const auto refusal = [&](const std::string& label) {
    write("block", "-----BEGIN " + label + "-----\nAAAA\n-----END " + label + "-----\n");
    return shell("lydite sig pub --sk block --pk new").err;
  };
  EXPECT_TRUE(contains(refusal("ENCRYPTED PRIVATE KEY"), "is encrypted"));
  EXPECT_TRUE(contains(refusal("CERTIFICATE"), "has the label \"CERTIFICATE\", which is not that of a key"));
  EXPECT_TRUE(contains(refusal("OTHER PRIVATE KEY"), "names no algorithm known here"));
  EXPECT_TRUE(contains(refusal("PRIVATE KEY"), "not the DER of a key"));
  EXPECT_FALSE(exists("new"));
}

// PrivateKeyInfo of ML-DSA-44 with seed and expanded key (RFC 9881, section 6), as far as the two.
const std::string both_head(
    "\x30\x82\x0a\x3e\x02\x01\x00\x30\x0b\x06\x09\x60\x86\x48\x01\x65\x03\x04\x03\x11\x04\x82\x0a\x2a\x30\x82\x0a\x26",
    28);

// B21.
TEST_F(KeysTest, SeedAndExpandedKeyMustBelongTogether) {
  const auto keygen = [&](const std::string& form, const std::string& name, char digit) {
    return shell("lydite sig keygen --alg ml-dsa-44 --form " + form + " --pk " + name + ".pk --sk " + name +
                 " --seed " + std::string(64, digit))
        .exit;
  };
  ASSERT_EQ(keygen("expanded", "expanded", '1') + keygen("expanded", "other", '2'), 0);
  const auto pub = [&](const std::string& seed, const std::string& expanded) {
    write("der", both_head + std::string("\x04\x20", 2) + seed + std::string("\x04\x82\x0a\x00", 4) + expanded);
    return shell(
        "(echo -----BEGIN PRIVATE KEY-----; base64 -w64 der; echo -----END PRIVATE KEY-----) |"
        " lydite sig pub --sk - --pk -");
  };
  const std::string seed(32, '\x11'), expanded = read("expanded");
  EXPECT_EQ(pub(seed, expanded).out, read("expanded.pk"));
  std::string altered = expanded;
  altered.back() = static_cast<char>(altered.back() ^ 1);  // in t0
  for (const std::string& wrong : {read("other"), altered}) {
    const Ran ran = pub(seed, wrong);
    EXPECT_EQ(ran.exit, 4);
    EXPECT_EQ(ran.out, "");
    EXPECT_TRUE(contains(ran.err, "its seed and its expanded key are not the same key")) << ran.err;
  }
  EXPECT_TRUE(contains(pub(std::string(31, '\x11'), expanded).err, "not the DER of a key"));
}

TEST_F(KeysTest, AnEmbeddedPublicKeyMustBelongToThePrivateOne) {
  const std::string pem =
      "-----BEGIN PRIVATE KEY-----\n"
      "MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n"
      "oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB\n"
      "Z9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PRIVATE KEY-----\n";  // RFC 8410, section 10.3
  write("sk", pem);
  EXPECT_EQ(shell("lydite sig pub --sk sk --pk - --encoding hex").out,
            "19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1\n");
  write("sk", pem.substr(0, pem.find("ZuE=")) + "ZuI=" + pem.substr(pem.find("ZuE=") + 4));
  const Ran ran = shell("lydite sig pub --sk sk --pk -");
  EXPECT_EQ(ran.exit, 4);
  EXPECT_TRUE(contains(ran.err, "the public key inside does not belong to the private key")) << ran.err;
}

TEST_F(KeysTest, OpensslReadsKeysOfCurves) {
  if (shell("openssl version").exit != 0) GTEST_SKIP() << "no openssl command";
  ASSERT_EQ(shell("lydite sig keygen --alg ed25519 --pk pk --sk sk --encoding pem;"
                  "lydite kem keygen --alg x25519-kem --ek ek --dk dk --encoding pem")
                .exit,
            0);
  EXPECT_EQ(shell("openssl pkey -in sk -pubout").out, read("pk"));
  EXPECT_EQ(shell("openssl pkey -in dk -pubout").out, read("ek"));
  const Ran theirs = shell("openssl genpkey -algorithm x25519 -out their.dk && openssl pkey -in their.dk -pubout");
  EXPECT_EQ(shell("lydite kem pub --dk their.dk --ek - --encoding pem").out, theirs.out);
}

TEST_F(KeysTest, OpensslAgreesOnEd25519) {
  if (shell("openssl version").exit != 0) GTEST_SKIP() << "no openssl command";
  write("message", std::string(70000, 'm'));
  ASSERT_EQ(shell("lydite sig keygen --alg ed25519 --pk pk --sk sk --encoding pem &&"
                  "lydite sig sign --sk sk --in message --sig sig")
                .exit,
            0);
  EXPECT_EQ(shell("openssl pkeyutl -verify -pubin -inkey pk -rawin -in message -sigfile sig").exit, 0);
  EXPECT_EQ(shell("openssl pkeyutl -sign -inkey sk -rawin -in message -out theirs").exit, 0);
  EXPECT_EQ(read("theirs"), read("sig"));
  EXPECT_EQ(shell("lydite sig verify --pk pk --in message --sig theirs").out, "valid\n");
}

}  // namespace
}  // namespace lydite::cli
