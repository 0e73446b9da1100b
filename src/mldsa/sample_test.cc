#include "src/mldsa/sample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/mldsa/hashes.h"
#include "src/mldsa/testing.h"

namespace lydite::mldsa {
namespace {

class MlDsaSampleOnTarget : public OnTarget {
 protected:
  // Random bytes at the end of a page, of which every third (or each) is made large with probability large_of_8 / 8.
  template <std::size_t size>
  void fill(const GuardedBuffer& buffer, unsigned large_of_8, std::size_t stride) {
    randomise(buffer.bytes());
    for (std::size_t i = stride - 1; i < size; i += stride) {
      if (random() % 8 < large_of_8) buffer.data()[i] = 0xFF;
      if (stride == 3 && random() % 64 == 0) {  // q - 1, q, q + 1
        const std::int32_t x = q - 1 + static_cast<std::int32_t>(random() % 3);
        for (int b = 0; b < 3; ++b) buffer.data()[i - 2 + b] = static_cast<std::uint8_t>(x >> 8 * b);
      }
    }
  }
};
LYDITE_ON_EACH_TARGET(MlDsaSampleOnTarget);

TEST_P(MlDsaSampleOnTarget, UniformEqualsThePortableOne) {
  for (unsigned round = 0; round < 200; ++round) {
    const GuardedBuffer buffer(uniform_size);
    fill<uniform_size>(buffer, round % 4, 3);
    if (round % 4 != 0)
      for (std::size_t i = 1; i < uniform_size; i += 3) buffer.data()[i] |= 0xF0;
    Polynomial f{}, expected{};
    const std::size_t count = sample_uniform(buffer.bytes().first<uniform_size>(), f);
    ASSERT_EQ(count, sample_uniform_portable(buffer.bytes(), expected, 0));
    ASSERT_TRUE(std::equal(f.begin(), f.begin() + count, expected.begin()));
  }
}

template <unsigned eta>
void check_bounded(const GuardedBuffer& buffer) {
  Polynomial f{}, expected{};
  const std::size_t count = sample_bounded<eta>(buffer.bytes().first<bounded_size>(), f);
  ASSERT_EQ(count, sample_bounded_portable<eta>(buffer.bytes(), expected, 0));
  ASSERT_TRUE(std::equal(f.begin(), f.begin() + count, expected.begin()));
}

TEST_P(MlDsaSampleOnTarget, BoundedEqualsThePortableOne) {
  for (unsigned round = 0; round < 200; ++round) {
    const GuardedBuffer buffer(bounded_size);
    fill<bounded_size>(buffer, round % 8, 1);
    check_bounded<2>(buffer);
    check_bounded<4>(buffer);
  }
}

TEST(MlDsaSampleTest, BoundedCoefficientsAreThoseOfAlgorithm15) {
  for (unsigned b = 0; b < 15; ++b) EXPECT_EQ(bounded_coefficient<2>(b), 2 - static_cast<int>(b % 5));
  for (unsigned b = 0; b < 9; ++b) EXPECT_EQ(bounded_coefficient<4>(b), 4 - static_cast<int>(b));
  EXPECT_FALSE(is_accepted<2>(15) || is_accepted<4>(9) || is_accepted<4>(15));
}

// A polynomial that continues after some blocks has the coefficients of one piece.
TEST(MlDsaSampleTest, PiecesMakeTheWhole) {
  std::vector<std::uint8_t> xof(uniform_size + uniform_block_size);
  Shake128::hash({}, xof);
  for (std::size_t i = 2; i < uniform_size; i += 6) xof[i] = 0xFF, xof[i - 1] = 0xFF;
  Polynomial whole{}, pieces{};
  std::size_t count = sample_uniform_portable(Message(xof).first(uniform_size), pieces, 0);
  ASSERT_LT(count, n);
  count = sample_uniform_portable(Message(xof).subspan(uniform_size), pieces, count);
  EXPECT_EQ(sample_uniform_portable(xof, whole, 0), count);
  EXPECT_EQ(pieces, whole);
}

// A block in which no place is accepted: the challenge goes on with the bytes behind it.
TEST(MlDsaSampleTest, ChallengesMayNeedMoreThanABlock) {
  const Bytes<48> c_tilde{1, 2, 3};
  Bytes<bounded_block_size> block;
  block.fill(0xFF);
  Polynomial c{}, expected{};
  std::size_t at = bounded_block_size;
  Bytes<1500> stream;
  Shake256::hash(c_tilde, stream);
  sample_in_ball(~std::uint64_t{0}, [&] { return std::size_t{stream[at++]}; }, 49, expected);
  take_challenge(block, c_tilde, 49, c);
  // 255 is accepted as the place of the last coefficient only.
  EXPECT_EQ(std::ranges::count_if(c, [](std::int32_t x) { return x != 0; }), 49);
  EXPECT_EQ(c, expected);
}

TEST(MlDsaSampleTest, ChallengesHaveTheirWeight) {
  for (std::uint8_t i = 0; i < 50; ++i) {
    const Bytes<32> c_tilde{i};
    Bytes<bounded_block_size> block;
    Shake256::hash(c_tilde, block);
    Polynomial c;
    take_challenge(block, c_tilde, 39, c);
    EXPECT_EQ(std::ranges::count(c, 1) + std::ranges::count(c, -1), 39);
    EXPECT_EQ(std::ranges::count(c, 0), 256 - 39);
  }
}

}  // namespace
}  // namespace lydite::mldsa
