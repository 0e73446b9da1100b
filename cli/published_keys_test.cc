// Keys as other documents print them, compared by the SHA-256 of the whole PEM text.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "cli/shell_for_test.h"

namespace lydite::cli {
namespace {

struct Published {
  std::string family, algorithm;
  std::string public_key, expanded;  // digests of the files
};
void PrintTo(const Published& keys, std::ostream* out) { *out << keys.algorithm; }

class PublishedKeysTest : public ShellTest, public testing::WithParamInterface<Published> {};
INSTANTIATE_TEST_SUITE_P(
    Documents, PublishedKeysTest,
    testing::Values(Published{"sig", "ml-dsa-44", "e8c997db43b377029f99957c26a9eb4ddf628bf88f95603b9f8a5cb56ffb57c0",
                              "0ce3ae87683cfd06578e710a9367514bf94c33b2b87627b90ccbb8e6386125f6"},
                    Published{"sig", "ml-dsa-65", "2362f97f1a94de086f16877e903d859157c6726f5e60f8e4d7309b21cbff2bb0",
                              "38c6267319c0ae486da4f946fd0c4f3994a192071235acbf5b4e2e501a721419"},
                    Published{"sig", "ml-dsa-87", "503f443502bea293ca6b67d0e0668dd87d047273621aa74a7eed89804bcae6b5",
                              "6def3bb0330c418d93f942cd74d889a5ee4a4a86151e967903abd78dfeb4e778"},
                    Published{"kem", "ml-kem-512", "2a310646da629154d87181d88b71b7540725ead136c05ce737c9101abe8a12cf",
                              "a426c00bab6aa0c1d89be72caabcd5cc5ae6b75d41d39c44ad7e2cd4e65d8147"},
                    Published{"kem", "ml-kem-768", "990d18361a0c4d15d3f1fab8580b979867b082f5572fdf554452f189e0ccda15",
                              "8feff5989a7facc392c3e3bb35a6eb921b63f5a3e204480c4cccc237df21400c"},
                    Published{"kem", "ml-kem-1024", "4f823a8b9011d508a099189660374a2940d028890aa870fdadf47ce67238db6a",
                              "6c7a985370c8ce7f327eae9675edcede0d7ca832a59245b50c3cb8745fb7451c"}),
    algorithm_name);

// RFC 9881, appendix C, and its sibling for ML-KEM: all keys are made from the seed 00 01 02 ...
TEST_P(PublishedKeysTest, PemIsThatOfTheDocuments) {
  const bool is_sig = GetParam().family == "sig";
  std::string seed;
  for (int i = 0; i < (is_sig ? 32 : 64); ++i) seed += fmt::format("{:02x}", i);
  const std::string options = is_sig ? " --pk pk --sk sk" : " --ek pk --dk sk";
  const Ran ran =
      shell("lydite " + GetParam().family + " keygen --encoding pem --form expanded --alg " + GetParam().algorithm +
            options + " --seed " + seed + " && cat pk | sha256sum && cat sk | sha256sum");
  EXPECT_EQ(ran.out, GetParam().public_key + "  -\n" + GetParam().expanded + "  -\n") << ran.err;
}

using PublishedTest = ShellTest;

// The test vectors of draft-ietf-lamps-pq-composite-sigs: the private key, whose encoding is short, and the
// SubjectPublicKeyInfo of the certificate beside it. ML-DSA-65 stands there for comparison.
TEST_F(PublishedTest, KeysOfTheCompositeDraft) {
  const auto block = [](const std::string& lines) {
    return "-----BEGIN PRIVATE KEY-----\n" + lines + "-----END PRIVATE KEY-----\n";
  };
  write("composite", block("MFECAQAwCgYIKwYBBQUHBjAEQCOleCBSiVVeZd31Z2ActHFftZOneWqPcdZow7yo\n"
                           "dtk3YOl0H1+4pos8SQuT5KoOXYIgbvO44iQuG89HKfLhRqo=\n"));
  write("alone", block("MDQCAQAwCwYJYIZIAWUDBAMSBCKAICffbGrytyFpJXfJNFHncTbkAqSw7/enHSSp\nFyCqOqVx\n"));
  const auto digest = [&](const std::string& name) {
    return shell("lydite sig pub --encoding pem --pk - --sk " + name + " | grep -v -e ----- | base64 -d | sha256sum")
        .out;
  };
  EXPECT_EQ(digest("composite"), "741e9189543b49f89aad6d81ea14acb74b3c32bd94373fb4cd84062549990fc4  -\n");
  EXPECT_EQ(digest("alone"), "01c6ad31b21390f18cb079716bb82b3179ac4ff557cb528be551d86746fa7bf4  -\n");
}

}  // namespace
}  // namespace lydite::cli
