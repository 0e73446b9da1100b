// Keys, signatures and ciphertexts in both directions with OpenSSL from 3.5 on, where Python offers it.
#include <gtest/gtest.h>

#include <string>

#include "cli/shell_for_test.h"

namespace lydite::cli {
namespace {

class InteroperationTest : public ShellTest {
 protected:
  // Runs Python with that module's names; skips where there is no such module, or none that knows the new algorithms.
  [[nodiscard]] Ran python(const std::string& lines) const {
    write("program.py", imports + lines);
    return shell("python3 program.py");
  }
  [[nodiscard]] bool is_there() const { return python("").exit == 0; }

 private:
  static inline const std::string imports =
      "from cryptography.hazmat.primitives.asymmetric import mldsa, mlkem\n"
      "from cryptography.hazmat.primitives import serialization as s\n"
      "pem, plain = s.Encoding.PEM, s.NoEncryption()\n"
      "def read(name): return open(name, 'rb').read()\n"
      "def private(key): return key.private_bytes(pem, s.PrivateFormat.PKCS8, plain)\n"
      "def public(key): return key.public_bytes(pem, s.PublicFormat.SubjectPublicKeyInfo)\n";
};

TEST_F(InteroperationTest, MlDsa) {
  if (!is_there()) GTEST_SKIP() << "no Python module `cryptography` with ML-DSA";
  write("message", std::string(100000, 'm'));
  for (const std::string set : {"44", "65", "87"}) {
    const std::string keygen = "lydite sig keygen --force --encoding pem --pk pk --sk sk --alg ml-dsa-";
    ASSERT_EQ(shell(keygen + set + " && lydite sig sign --force --sk sk --context abc --sig sig message").exit, 0);
    const Ran ran = python(
        "sk, pk = s.load_pem_private_key(read('sk'), None), s.load_pem_public_key(read('pk'))\n"
        "assert private(sk) == read('sk') and public(pk) == read('pk') and sk.public_key() == pk\n"
        "pk.verify(read('sig'), read('message'), b'abc')\n"
        "open('theirs', 'wb').write(sk.sign(read('message'), b'abc'))\n"
        "other = mldsa.MLDSA" +
        set +
        "PrivateKey.generate()\n"
        "open('other.sk', 'wb').write(private(other))\n"
        "open('other.pk', 'wb').write(public(other.public_key()))\n");
    ASSERT_EQ(ran.exit, 0) << set << ran.err;
    EXPECT_EQ(shell("lydite sig verify --pk pk --context abc --sig theirs message").out, "valid\n") << set;
    EXPECT_EQ(shell("lydite sig pub --sk other.sk --encoding pem --pk -").out, read("other.pk")) << set;
  }
}

TEST_F(InteroperationTest, MlKem) {
  if (!is_there()) GTEST_SKIP() << "no Python module `cryptography` with ML-KEM";
  for (const std::string set : {"768", "1024"}) {
    const std::string keygen = "lydite kem keygen --force --encoding pem --ek ek --dk dk --alg ml-kem-";
    ASSERT_EQ(shell(keygen + set + " && lydite kem encaps --force --ek ek --ct ct --ss ss").exit, 0);
    const Ran ran = python(
        "dk, ek = s.load_pem_private_key(read('dk'), None), s.load_pem_public_key(read('ek'))\n"
        "assert private(dk) == read('dk') and public(ek) == read('ek')\n"
        "assert dk.decapsulate(read('ct')) == read('ss')\n"
        "key, ciphertext = ek.encapsulate()\n"
        "open('their.ct', 'wb').write(ciphertext), open('their.ss', 'wb').write(key)\n");
    ASSERT_EQ(ran.exit, 0) << set << ran.err;
    EXPECT_EQ(shell("lydite kem decaps --force --dk dk --ct their.ct --ss ss").exit, 0);
    EXPECT_EQ(read("ss"), read("their.ss")) << set;
  }
}

}  // namespace
}  // namespace lydite::cli
