#include "lydite/x25519.h"

#include <gtest/gtest.h>
#include <sodium/crypto_scalarmult_curve25519.h>

#include <algorithm>
#include <random>

#include "src/classical/testing.h"

namespace lydite::x25519 {
namespace {

using classical::from_hex;

// Bug-log case B25: 0, 1, p - 1, p, p + 1 and the points of order eight, with and without the top bit.
std::vector<PublicKey> low_order_points() {
  std::vector<PublicKey> points;
  for (const char* text : {"0000000000000000000000000000000000000000000000000000000000000000",
                           "0100000000000000000000000000000000000000000000000000000000000000",
                           "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                           "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                           "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                           "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
                           "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"}) {
    PublicKey point = from_hex<32>(text);
    points.push_back(point);
    point.back() |= 0x80;
    points.push_back(point);
  }
  return points;
}

class X25519 : public classical::Randomised {
 protected:
  PrivateKey random_key() {
    PrivateKey sk;
    randomise(sk.fill());
    return sk;
  }
};

TEST_F(X25519, AllZeroResultsAreRefusedByTheExchangeOnly) {
  const PrivateKey sk = random_key();
  for (const PublicKey& u : low_order_points()) {
    const auto shared = agree(sk, u);
    ASSERT_FALSE(shared.has_value());
    EXPECT_EQ(shared.error(), Error::kLowOrderPoint);
    EXPECT_TRUE(std::ranges::equal(multiply(sk, u).reveal(), PublicKey{}));
  }
}

TEST_F(X25519, BothSidesAgree) {
  for (int i = 0; i < 20; ++i) {
    const PrivateKey a = random_key(), b = random_key();
    const auto ab = agree(a, public_key(b)), ba = agree(b, public_key(a));
    ASSERT_TRUE(ab.has_value() && ba.has_value());
    EXPECT_TRUE(std::ranges::equal(ab->reveal(), ba->reveal()));
    EXPECT_TRUE(std::ranges::equal(ab->reveal(), multiply(a, public_key(b)).reveal()));
  }
}

// The way over the Edwards form against the ladder, with scalars whose fixed bits are set otherwise.
TEST_F(X25519, PublicKeysAreProductsWithTheBasePoint) {
  PublicKey base{9};
  for (int i = 0; i < 200; ++i) {
    PrivateKey sk = random_key();
    if (i < 4)
      std::ranges::fill(sk.fill(), std::array<std::uint8_t, 4>{0x00, 0xFF, 0x07, 0x80}[static_cast<unsigned>(i)]);
    PublicKey expected;
    ASSERT_EQ(crypto_scalarmult_curve25519(expected.data(), sk.reveal().data(), base.data()), 0);
    EXPECT_EQ(public_key(sk), expected);
  }
}

TEST_F(X25519, KeysAreKeptAsDrawnAndFailuresReported) {
  const auto counting = [](void*, std::span<std::uint8_t> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::uint8_t>(i + 1);
    return true;
  };
  const auto keys = keygen(Entropy(counting, nullptr));
  ASSERT_TRUE(keys.has_value());
  EXPECT_EQ(keys->sk.reveal()[0], 1);
  EXPECT_EQ(keys->sk.reveal()[31], 32);
  EXPECT_EQ(keys->pk, public_key(keys->sk));
  const auto failed = keygen(Entropy([](void*, std::span<std::uint8_t>) { return false; }, nullptr));
  ASSERT_FALSE(failed.has_value());
  EXPECT_EQ(failed.error(), Error::kEntropy);
}

}  // namespace
}  // namespace lydite::x25519
