#include "lydite/blake2.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lydite {
namespace {

std::vector<std::uint8_t> counting(std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(i * 7);
  return bytes;
}

// RFC 7693, appendix A.
TEST(Blake2b, HashesAbc) {
  const std::uint8_t message[] = {'a', 'b', 'c'};
  Bytes<64> digest;
  ASSERT_TRUE(Blake2b::hash(message, digest));
  const Bytes<8> first = {0xBA, 0x80, 0xA5, 0x3F, 0x98, 0x1C, 0x4D, 0x0D},
                 last = {0xB9, 0x23, 0x86, 0xED, 0xD4, 0x00, 0x99, 0x23};
  EXPECT_TRUE(std::equal(first.begin(), first.end(), digest.begin()));
  EXPECT_TRUE(std::equal(last.begin(), last.end(), digest.end() - 8));
}

TEST(Blake2b, PiecesGiveTheDigestOfTheWhole) {
  const auto message = counting(700);
  const auto key = counting(33);
  for (const std::size_t size : {0U, 1U, 127U, 128U, 129U, 255U, 256U, 257U, 384U, 700U}) {
    const Message part = Message(message).first(size);
    Bytes<48> whole, pieces;
    ASSERT_TRUE(Blake2b::hash(part, whole, key));
    for (const std::size_t piece : {1U, 64U, 127U, 128U, 129U, 300U}) {
      auto state = Blake2b::begin(48, key);
      for (std::size_t at = 0; at < size; at += piece) state->absorb(part.subspan(at, std::min(piece, size - at)));
      state->finish(pieces);
      EXPECT_EQ(whole, pieces) << size << " bytes in pieces of " << piece;
    }
  }
}

TEST(Blake2b, RefusesImpossibleLengths) {
  const auto key = counting(65);
  EXPECT_EQ(Blake2b::begin(0).error(), Error::kInvalidLength);
  EXPECT_EQ(Blake2b::begin(65).error(), Error::kInvalidLength);
  EXPECT_EQ(Blake2b::begin(32, key).error(), Error::kInvalidLength);
  EXPECT_TRUE(Blake2b::begin(1));
  EXPECT_TRUE(Blake2b::begin(64, Message(key).first(64)));
  Bytes<65> out;
  out.fill(9);
  EXPECT_FALSE(Blake2b::hash({}, out));
  EXPECT_TRUE(std::ranges::all_of(out, [](std::uint8_t b) { return b == 9; }));
}

TEST(Blake2b, EveryParameterChangesTheDigest) {
  const std::array<Blake2bTree, 10> trees = {{{},
                                              {.fanout = 2},
                                              {.depth = 2},
                                              {.leaf_length = 1},
                                              {.node_offset = 1},
                                              {.xof_length = 1},
                                              {.node_depth = 1},
                                              {.inner_length = 1},
                                              {.salt = {1}},
                                              {.personalization = {1}}}};
  std::vector<Bytes<32>> digests;
  for (const Blake2bTree& tree : trees) {
    auto state = Blake2b::begin(32, {}, tree);
    state->finish(digests.emplace_back());
  }
  std::ranges::sort(digests);
  EXPECT_EQ(std::ranges::adjacent_find(digests), digests.end());
}

TEST(Blake2Xb, PiecesGiveTheWholeOutput) {
  const auto message = counting(200);
  for (const std::uint32_t length : {1U, 63U, 64U, 65U, 128U, 200U}) {
    auto whole = Blake2Xb::begin(length), pieces = Blake2Xb::begin(length);
    whole->absorb(message);
    pieces->absorb(message);
    std::vector<std::uint8_t> a(length), b(length);
    ASSERT_TRUE(whole->squeeze(a));
    for (std::size_t at = 0; at < length; at += 7)
      ASSERT_TRUE(pieces->squeeze(std::span(b).subspan(at, std::min<std::size_t>(7, length - at))));
    EXPECT_EQ(a, b) << length;
    std::uint8_t more = 9;
    EXPECT_EQ(whole->squeeze({&more, 1}).error(), Error::kInvalidLength);
    EXPECT_EQ(more, 0);
  }
}

TEST(Blake2Xb, TheDeclaredLengthIsAPartOfTheInput) {
  Bytes<32> a, b, c;
  ASSERT_TRUE(Blake2Xb::begin(32)->squeeze(a));
  ASSERT_TRUE(Blake2Xb::begin(33)->squeeze(b));
  ASSERT_TRUE(Blake2Xb::begin(Blake2Xb::unknown_length)->squeeze(c));
  EXPECT_NE(a, b);
  EXPECT_NE(a, c);
  EXPECT_EQ(Blake2Xb::begin(0).error(), Error::kInvalidLength);
  EXPECT_EQ(Blake2Xb::begin(32, counting(65)).error(), Error::kInvalidLength);
}

}  // namespace
}  // namespace lydite
