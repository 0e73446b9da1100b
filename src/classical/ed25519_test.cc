#include "lydite/ed25519.h"

#include <gtest/gtest.h>
#include <sodium/crypto_core_ed25519.h>
#include <sodium/crypto_scalarmult_ed25519.h>
#include <sodium/crypto_sign_ed25519.h>

#include <algorithm>
#include <array>

#include "src/classical/edwards.h"
#include "src/classical/testing.h"

namespace lydite::ed25519 {
namespace {

using classical::from_hex;

const Bytes<32> L = from_hex<32>("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");

// S + n L, modulo 2^256.
Signature with_order_added(Signature signature, int n) {
  for (int round = 0; round < n; ++round) {
    unsigned carry = 0;
    for (std::size_t i = 0; i < 32; ++i) {
      carry += signature[32 + i] + unsigned{L[i]};
      signature[32 + i] = static_cast<std::uint8_t>(carry);
      carry >>= 8;
    }
  }
  return signature;
}

// By encoded and prepared key, which must agree.
bool is_valid(Message pk, Message message, Message signature) {
  const auto prepared = PreparedPublicKey::import(pk);
  const bool valid = verify(pk, message, signature);
  EXPECT_EQ(valid, prepared && verify(*prepared, message, signature));
  return valid;
}

class Ed25519 : public classical::Randomised {
 protected:
  PrivateKey random_key() {
    Seed key_seed;
    randomise(key_seed.fill());
    return PrivateKey::expand(key_seed);
  }
};

TEST_F(Ed25519, KeysAndSignaturesAreThoseOfLibsodium) {
  for (std::size_t size : {0, 1, 31, 32, 111, 112, 127, 128, 1000, 9000}) {
    const PrivateKey sk = random_key();
    const auto message = random_bytes(size);
    Bytes<64> other_key;
    PublicKey other_pk;
    Signature expected;
    ASSERT_EQ(crypto_sign_ed25519_seed_keypair(other_pk.data(), other_key.data(), sk.reveal_seed().data()), 0);
    ASSERT_EQ(crypto_sign_ed25519_detached(expected.data(), nullptr, message.data(), size, other_key.data()), 0);
    EXPECT_EQ(sk.public_key(), other_pk);
    EXPECT_EQ(sign(sk, message), expected);
    EXPECT_TRUE(is_valid(other_pk, message, expected));
  }
}

// [s]B - [k]A against libsodium's own group operations.
TEST_F(Ed25519, TheEquationIsThatOfLibsodium) {
  for (int i = 0; i < 200; ++i) {
    Bytes<32> s, k, A, sB, kA, expected;
    randomise(s);
    randomise(k);
    s[31] &= 0x0F;
    k[31] &= 0x0F;
    A = random_key().public_key();
    if (i == 0) s = {1};
    if (i == 1) k = {1};
    ASSERT_EQ(crypto_scalarmult_ed25519_base_noclamp(sB.data(), s.data()), 0);
    ASSERT_EQ(crypto_scalarmult_ed25519_noclamp(kA.data(), k.data(), A.data()), 0);
    ASSERT_EQ(crypto_core_ed25519_sub(expected.data(), sB.data(), kA.data()), 0);
    const auto point = curve25519::decode_point(A);
    ASSERT_TRUE(point.has_value());
    EXPECT_EQ(curve25519::encode_point(*point), A);
    const auto multiples = curve25519::multiples_of<std::tuple_size_v<curve25519::Multiples>>(*point);
    EXPECT_EQ(curve25519::encode_point(curve25519::multiply_subtract(s, k, multiples)), expected);
  }
}

// Bug-log case B23.
TEST_F(Ed25519, SIsBelowTheOrder) {
  const PrivateKey sk = random_key();
  const auto message = random_bytes(40);
  const Signature signature = sign(sk, message);
  ASSERT_TRUE(is_valid(sk.public_key(), message, signature));
  for (int n = 1; n < 15; ++n) EXPECT_FALSE(is_valid(sk.public_key(), message, with_order_added(signature, n))) << n;
  for (const unsigned bits : {0x20U, 0x40U, 0x80U, 0xE0U}) {
    Signature changed = signature;
    changed[63] = static_cast<std::uint8_t>(changed[63] | bits);
    EXPECT_FALSE(is_valid(sk.public_key(), message, changed)) << bits;
  }
}

// Bug-log case B24: no call takes a seed and somebody's public key loosely.
TEST_F(Ed25519, AStoredPairMustBelongTogether) {
  const PrivateKey a = random_key(), b = random_key();
  const auto imported = PrivateKey::import(a.reveal_seed(), a.public_key());
  ASSERT_TRUE(imported.has_value());
  EXPECT_EQ(sign(*imported, {}), sign(a, {}));
  const auto mixed = PrivateKey::import(a.reveal_seed(), b.public_key());
  ASSERT_FALSE(mixed.has_value());
  EXPECT_EQ(mixed.error(), Error::kKeyMismatch);
  const Bytes<33> bytes{};
  for (const std::size_t size : {0, 31, 33}) {
    EXPECT_EQ(PrivateKey::import(Message(bytes).first(size), a.public_key()).error(), Error::kInvalidLength);
    EXPECT_EQ(PrivateKey::import(a.reveal_seed(), Message(bytes).first(size)).error(), Error::kInvalidLength);
  }
}

TEST_F(Ed25519, EverySingleBitCounts) {
  const PrivateKey sk = random_key();
  auto message = random_bytes(10);
  const Signature signature = sign(sk, message);
  for (std::size_t bit = 0; bit < 8 * signature.size(); ++bit) {
    Signature changed = signature;
    changed[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
    EXPECT_FALSE(verify(sk.public_key(), message, changed)) << bit;
  }
  for (std::size_t bit = 0; bit < 256; ++bit) {
    PublicKey changed = sk.public_key();
    changed[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
    EXPECT_FALSE(verify(changed, message, signature)) << bit;
  }
  for (std::uint8_t& byte : message) {
    byte ^= 1;
    EXPECT_FALSE(verify(sk.public_key(), message, signature));
    byte ^= 1;
  }
}

TEST_F(Ed25519, OtherLengthsAreInvalid) {
  const PrivateKey sk = random_key();
  const Signature signature = sign(sk, {});
  Bytes<66> longer{};
  std::ranges::copy(signature, longer.begin());
  for (const std::size_t size : {0, 1, 32, 63, 65, 66})
    EXPECT_FALSE(is_valid(sk.public_key(), {}, Message(longer).first(size)));
  Bytes<33> key{};
  std::ranges::copy(sk.public_key(), key.begin());
  for (const std::size_t size : {0, 31, 33}) {
    EXPECT_FALSE(is_valid(Message(key).first(size), {}, signature));
    EXPECT_EQ(check_public_key(Message(key).first(size)).error(), Error::kInvalidLength);
  }
  EXPECT_TRUE(is_valid(sk.public_key(), Message(), signature));
}

TEST_F(Ed25519, KeysWithoutAPointAreFound) {
  const Bytes<32> no_point{2};
  EXPECT_EQ(check_public_key(no_point).error(), Error::kNonCanonical);
  EXPECT_EQ(PreparedPublicKey::import(no_point).error(), Error::kNonCanonical);
  // y = p + 1 is the point y = 1: R must be canonical, the key need not be.
  const Bytes<32> p_plus_one = from_hex<32>("eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f");
  Signature signature{1};
  EXPECT_TRUE(is_valid(p_plus_one, {}, signature));
  std::ranges::copy(p_plus_one, signature.begin());
  EXPECT_FALSE(is_valid(p_plus_one, {}, signature));
}

TEST_F(Ed25519, FailingEntropyIsReported) {
  const auto failed = keygen(Entropy([](void*, std::span<std::uint8_t>) { return false; }, nullptr));
  ASSERT_FALSE(failed.has_value());
  EXPECT_EQ(failed.error(), Error::kEntropy);
  const auto sk = keygen(system_entropy());
  ASSERT_TRUE(sk.has_value());
  EXPECT_TRUE(is_valid(sk->public_key(), {}, sign(*sk, {})));
}

// --- The field: its bounds, and its encodings around p ------------------------------------------------------------

TEST_F(Ed25519, FieldElementsKeepTheirValueAtTheBounds) {
  using namespace curve25519;
  for (int i = 0; i < 200; ++i) {
    Bytes<32> bytes;
    randomise(bytes);
    bytes[31] &= 0x7F;
    const Element a = decode(bytes), b = invert(a);
    EXPECT_EQ(encode(a * b), encode(one));
    EXPECT_EQ(encode(square(a)), encode(a * a));
    // The loosest limbs that products take, against the same value reduced first.
    const Element loose = (a + a) - b, tight = loose * one;
    EXPECT_EQ(encode(loose * loose), encode(square(tight)));
    EXPECT_EQ(encode(square(loose)), encode(square(tight)));
  }
  Element most;
  most.fill((std::uint64_t{1} << 54) - 1);
  EXPECT_EQ(encode(most * most), encode(square(most * one)));
  EXPECT_EQ(encode(square(most)), encode(square(most * one)));
}

TEST_F(Ed25519, ValuesFromPOnAreReduced) {
  using namespace curve25519;
  for (unsigned i = 0; i < 19; ++i) {
    Bytes<32> bytes;
    bytes.fill(0xFF);
    bytes[0] = static_cast<std::uint8_t>(0xED + i);
    bytes[31] = 0x7F;
    EXPECT_EQ(encode(decode(bytes)), Bytes<32>{static_cast<std::uint8_t>(i)}) << i;
  }
}

}  // namespace
}  // namespace lydite::ed25519
