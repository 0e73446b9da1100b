#include "lydite/sha2.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "src/classical/testing.h"

namespace lydite {
namespace {

using classical::from_hex;

constexpr std::array<std::uint8_t, 3> abc{'a', 'b', 'c'};

TEST(Sha2, GivesTheExamplesOfTheStandard) {
  EXPECT_EQ(Sha256::hash(abc), from_hex<32>("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
  EXPECT_EQ(Sha384::hash(abc), from_hex<48>("cb00753f45a35e8bb5a03d699ac65007272c32ab0eded163"
                                            "1a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"));
  EXPECT_EQ(Sha512::hash(abc), from_hex<64>("ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                                            "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"));
  EXPECT_EQ(Sha512_256::hash(abc), from_hex<32>("53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"));
}

TEST(Sha2, CopiesContinueIndependently) {
  Sha512::Incremental whole;
  whole.absorb(Message(abc).first(1));
  Sha512::Incremental copy = whole;
  whole.absorb(Message(abc).subspan(1));
  copy.absorb(Message(abc).first(2));
  EXPECT_EQ(whole.finish(), Sha512::hash(abc));
  EXPECT_EQ(copy.finish(), Sha512::hash(std::array<std::uint8_t, 3>{'a', 'a', 'b'}));
}

TEST(Sha2, AnEmptySpanIsAnOrdinaryPiece) {
  Sha256::Incremental hash;
  hash.absorb({});
  hash.absorb(Message(abc));
  hash.absorb(Message());
  EXPECT_EQ(hash.finish(), Sha256::hash(abc));
}

TEST(Hmac, TagsHaveExactlyTheLengthAgreedOn) {
  const auto tag = Hmac<Sha256>::compute(abc, abc);
  const Message bytes = tag.reveal();
  EXPECT_TRUE(Hmac<Sha256>::verify(abc, abc, bytes));
  EXPECT_TRUE(Hmac<Sha256>::verify(abc, abc, bytes.first(16), 16));
  EXPECT_FALSE(Hmac<Sha256>::verify(abc, abc, bytes.first(16)));
  EXPECT_FALSE(Hmac<Sha256>::verify(abc, abc, bytes, 16));
  EXPECT_FALSE(Hmac<Sha256>::verify(abc, abc, bytes.first(9), 9));
  EXPECT_FALSE(Hmac<Sha256>::verify(abc, abc, {}, 0));
  EXPECT_FALSE(Hmac<Sha256>::verify(abc, abc, bytes, 33));
  for (std::size_t i = 0; i < tag.size; ++i) {
    Bytes<32> wrong;
    std::ranges::copy(bytes, wrong.begin());
    wrong[i] ^= 0x10;
    EXPECT_FALSE(Hmac<Sha256>::verify(abc, abc, wrong));
  }
}

TEST(Hkdf, OutputEndsAt255Digests) {
  std::vector<std::uint8_t> out(255 * 32 + 1);
  EXPECT_TRUE(Hkdf<Sha256>::expand(abc, {}, std::span(out).first(255 * 32)).has_value());
  const std::vector<std::uint8_t> before = out;
  const auto refused = Hkdf<Sha256>::expand(abc, {}, out);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error(), Error::kInvalidLength);
  EXPECT_EQ(out, before);
}

}  // namespace
}  // namespace lydite
