#include "src/mlkem/sample.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/mlkem/testing.h"

namespace lydite::mlkem {
namespace {

class SampleOnTarget : public OnTarget {};
LYDITE_ON_EACH_TARGET(SampleOnTarget);

// The first `count` coefficients are equal, and as many were found.
void expect_equal_samples(View<xof_size> xof) {
  Polynomial expected{}, f{};
  const std::size_t count = sample_ntt_portable(xof, expected, 0);
  ASSERT_EQ(sample_ntt(xof, f), count);
  ASSERT_TRUE(std::equal(f.begin(), f.begin() + static_cast<std::ptrdiff_t>(count), expected.begin()));
}

TEST_P(SampleOnTarget, NttEqualsPortable) {
  Bytes<xof_size> xof;
  for (int round = 0; round < 1000; ++round) {
    randomise(xof);
    expect_equal_samples(xof);
  }
}

TEST_P(SampleOnTarget, NttWithFewAndManyRefusals) {
  Bytes<xof_size> xof;
  for (const int refused_of_100 : {0, 1, 50, 99, 100}) {
    for (int round = 0; round < 100; ++round) {
      randomise(xof);
      for (std::size_t i = 0; i < xof_size; i += 3)
        if (static_cast<int>(random() % 100) < refused_of_100) xof[i + 1] = xof[i + 2] = 0xFF;
      expect_equal_samples(xof);
    }
  }
  xof.fill(0);
  expect_equal_samples(xof);
  xof.fill(0xFF);
  expect_equal_samples(xof);
}

TEST_P(SampleOnTarget, NttAcceptsExactlyTheNumbersBelowQ) {
  for (int d1 = 0; d1 < 4096; d1 += 2) {
    Bytes<xof_size> xof;
    xof.fill(0xFF);
    const std::size_t at = 3 * (static_cast<std::size_t>(d1) % 168);
    xof[at] = static_cast<std::uint8_t>(d1);
    xof[at + 1] = static_cast<std::uint8_t>(d1 >> 8 | (d1 + 1) << 4);
    xof[at + 2] = static_cast<std::uint8_t>((d1 + 1) >> 4);
    Polynomial f;
    ASSERT_EQ(sample_ntt(xof, f), static_cast<std::size_t>((d1 < q) + (d1 + 1 < q))) << d1;
    expect_equal_samples(xof);
  }
}

TEST(SampleNtt, PortableContinues) {
  Bytes<xof_size> xof;
  for (std::size_t i = 0; i < xof_size; ++i) xof[i] = static_cast<std::uint8_t>(i * 89);
  Polynomial whole{}, pieces{};
  const std::size_t count = sample_ntt_portable(xof, whole, 0);
  std::size_t sum = 0;
  for (std::size_t i = 0; i < xof_size; i += xof_block_size)
    sum = sample_ntt_portable(Message(xof).subspan(i, xof_block_size), pieces, sum);
  EXPECT_EQ(sum, count);
  EXPECT_EQ(pieces, whole);
}

template <unsigned eta>
void expect_equal_cbd(View<64 * eta> prf) {
  Polynomial expected, f;
  sample_cbd_portable<eta>(prf, expected);
  sample_cbd<eta>(prf, f);
  ASSERT_EQ(f, expected);
}

// Algorithm 8, bit by bit.
template <unsigned eta>
void expect_cbd_definition(View<64 * eta> prf) {
  Polynomial f;
  sample_cbd<eta>(prf, f);
  const auto bit = [&](std::size_t i) { return prf[i / 8] >> (i % 8) & 1; };
  for (std::size_t i = 0; i < n; ++i) {
    int sum = 0;
    for (std::size_t j = 0; j < eta; ++j) sum += bit(2 * i * eta + j) - bit(2 * i * eta + eta + j);
    ASSERT_EQ(f[i], sum);
  }
}

TEST_P(SampleOnTarget, CbdEqualsPortableAndDefinition) {
  Bytes<128> two;
  Bytes<192> three;
  for (int round = 0; round < 258; ++round) {
    randomise(two);
    randomise(three);
    if (round < 256) two.fill(static_cast<std::uint8_t>(round)), three.fill(static_cast<std::uint8_t>(round));
    expect_equal_cbd<2>(two);
    expect_equal_cbd<3>(three);
    expect_cbd_definition<2>(two);
    expect_cbd_definition<3>(three);
  }
}

TEST_P(SampleOnTarget, StaysInsideItsBuffers) {
  const GuardedBuffer bytes(xof_size), poly(sizeof(Polynomial));
  const Poly f(reinterpret_cast<std::int16_t*>(poly.data()), n);
  EXPECT_EQ(sample_ntt(View<xof_size>(bytes.data(), xof_size), f), n);
  sample_cbd<3>(View<192>(bytes.data() + xof_size - 192, 192), f);
  sample_cbd<2>(View<128>(bytes.data() + xof_size - 128, 128), f);
}

}  // namespace
}  // namespace lydite::mlkem
