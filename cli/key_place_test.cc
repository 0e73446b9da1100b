// Keys in a wrong place: of another role, command or algorithm, or of an algorithm that is not offered.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "cli/shell_for_test.h"

namespace lydite::cli {
namespace {

class KeyPlaceTest : public ShellTest {
 protected:
  void expect_refused(const std::string& line, const std::string& message) const {
    const std::size_t files = file_count();
    const Ran ran = shell(line);
    EXPECT_EQ(ran.exit, 4) << line;
    EXPECT_EQ(ran.out, "") << line;
    EXPECT_TRUE(contains(ran.err, message)) << line << ": " << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    EXPECT_EQ(file_count(), files) << line;
  }
  void keygen(const std::string& encoding) const {
    ASSERT_EQ(shell("lydite sig keygen --alg ml-dsa-44 --pk pk --sk sk --encoding " + encoding +
                    " && lydite kem keygen --alg ml-kem-512 --ek ek --dk dk --encoding " + encoding)
                  .exit,
              0);
  }
};

TEST_F(KeyPlaceTest, PemIsNamedWithTheOptionThatTakesIt) {
  keygen("pem");
  const std::string pk = "this is a public key of ML-DSA-44, which is for --pk of `lydite sig`",
                    sk = "this is a private key of ML-DSA-44, which is for --sk of `lydite sig`",
                    ek = "this is an encapsulation key of ML-KEM-512, which is for --ek of `lydite kem`",
                    dk = "this is a decapsulation key of ML-KEM-512, which is for --dk of `lydite kem`";
  for (const auto& [file, what] : {std::pair("pk", pk), {"ek", ek}, {"dk", dk}}) {
    expect_refused(std::string("lydite sig sign --in /dev/null --sig new --sk ") + file, what);
    expect_refused(std::string("lydite sig pub --alg ml-dsa-44 --pk new --sk ") + file, what);
  }
  for (const auto& [file, what] : {std::pair("sk", sk), {"ek", ek}, {"dk", dk}}) {
    expect_refused(std::string("lydite sig verify --in pk --sig /dev/null --pk ") + file, what);
  }
  for (const auto& [file, what] : {std::pair("pk", pk), {"sk", sk}, {"dk", dk}}) {
    expect_refused(std::string("lydite kem encaps --ct new --ss ss --ek ") + file, what);
  }
  for (const auto& [file, what] : {std::pair("pk", pk), {"sk", sk}, {"ek", ek}}) {
    expect_refused(std::string("lydite kem decaps --ct /dev/null --ss ss --dk ") + file, what);
  }
}

TEST_F(KeyPlaceTest, RawKeysAreRecognisedByTheirLength) {
  keygen("raw");
  expect_refused("lydite sig sign --in /dev/null --sig new --sk pk",
                 "that is the length of a public key of ML-DSA-44, which is for --pk of `lydite sig`");
  expect_refused("lydite sig sign --in /dev/null --sig new --sk dk --alg ml-dsa-44",
                 "that is the length of a decapsulation key of ML-KEM-512, which is for --dk of `lydite kem`");
  expect_refused("lydite kem encaps --ct new --ss ss --ek pk", "that is the length of a public key of ML-DSA-44");
  expect_refused("lydite sig verify --in /dev/null --sig new --alg ml-dsa-65 --pk pk",
                 "ML-DSA-65 demands 1952; that is the length of a public key of ML-DSA-44");
}

TEST_F(KeyPlaceTest, KeysOfAlgorithmsThatAreNotOfferedAreNamed) {
  if (shell("openssl version").exit != 0) GTEST_SKIP() << "no openssl command";
  const std::vector<std::pair<std::string, std::string>> keys = {
      {"openssl genpkey -algorithm rsa -pkeyopt rsa_keygen_bits:1024", "an RSA key"},
      {"openssl genrsa -traditional 1024", "an RSA key"},
      {"openssl genpkey -algorithm ec -pkeyopt ec_paramgen_curve:P-256", "an EC key"},
      {"openssl ecparam -name prime256v1 -genkey", "an EC key"},
      {"openssl ecparam -name prime256v1 -genkey -noout", "an EC key"},
      {"openssl genpkey -algorithm ed448", "an Ed448 key"}};
  for (const auto& [command, name] : keys) {
    ASSERT_EQ(shell(command + " > private 2>errors && openssl pkey -in private -pubout > public &&"
                              " openssl pkcs8 -topk8 -nocrypt -in private -outform der > private.der")
                  .exit,
              0);
    const std::string what = ": this is " + name + ", which this command does not offer";
    expect_refused("lydite sig pub --pk new --sk private", "private key private" + what);
    expect_refused("lydite sig pub --pk new --sk private.der", "private key private.der" + what);
    expect_refused("lydite sig verify --sig /dev/null --in private --pk public", "public key public" + what);
    expect_refused("lydite kem encaps --ct new --ss ss --ek public", "encapsulation key public" + what);
  }
}

TEST_F(KeyPlaceTest, AlgorithmsWithoutANameAreNumbered) {
  // SubjectPublicKeyInfo of SLH-DSA-SHA2-128s with a key of one byte.
  write("der", std::string("\x30\x11\x30\x0b\x06\x09\x60\x86\x48\x01\x65\x03\x04\x03\x14\x03\x02\x00\x00", 19));
  expect_refused("lydite sig verify --sig x --in der --pk der", "a key of the algorithm 2.16.840.1.101.3.4.3.20, ");
  write("block", "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n");
  expect_refused("lydite sig pub --pk new --sk block", "this is an OpenSSH key");
}

TEST_F(KeyPlaceTest, DerIsReadAsPemIs) {
  keygen("pem");
  const auto to_der = [](const std::string& name) {
    return "grep -v -e ----- " + name + " | base64 -d > " + name + ".der;";
  };
  ASSERT_EQ(shell(to_der("pk") + to_der("sk") + to_der("ek") + to_der("dk")).exit, 0);
  EXPECT_EQ(shell("lydite sig pub --sk sk.der --pk - --encoding pem").out, read("pk"));
  EXPECT_EQ(shell("lydite kem pub --dk - --ek - --encoding pem < dk.der").out, read("ek"));
  EXPECT_EQ(shell("lydite kem encaps --ek ek.der --ct ct --ss a && lydite kem decaps --dk dk.der --ct ct --ss b &&"
                  " lydite sig sign --sk sk.der --in pk --sig sig && lydite sig verify --pk pk.der --in pk --sig sig")
                .out,
            "valid\n");
  EXPECT_EQ(read("a"), read("b"));
  expect_refused("lydite sig pub --pk new --sk pk.der", "this is a public key of ML-DSA-44, which is for --pk");
  const std::string der = read("sk.der");
  for (const std::string& bad : {der.substr(0, der.size() - 1), der + "x", "\x31" + der.substr(1)}) {
    write("bad", bad);
    expect_refused("lydite sig pub --pk new --sk bad", "bad has " + std::to_string(bad.size()) + " bytes; ");
  }
}

}  // namespace
}  // namespace lydite::cli
