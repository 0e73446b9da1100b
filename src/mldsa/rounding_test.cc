#include "src/mldsa/rounding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "lydite/sha3.h"
#include "src/mldsa/testing.h"

namespace lydite::mldsa {
namespace {

constexpr std::int32_t coarse = (q - 1) / 32, fine = (q - 1) / 88;

class MlDsaRoundingOnTarget : public OnTarget {};
LYDITE_ON_EACH_TARGET(MlDsaRoundingOnTarget);

// Algorithm 36, word for word.
Parts decompose_by_definition(std::int64_t r, std::int64_t gamma2) {
  std::int64_t low = r % (2 * gamma2);
  if (low > gamma2) low -= 2 * gamma2;
  if (r - low == q - 1) return {0, static_cast<std::int32_t>(low - 1)};
  return {static_cast<std::int32_t>((r - low) / (2 * gamma2)), static_cast<std::int32_t>(low)};
}
// Algorithm 40.
std::int32_t use_hint_by_definition(bool hint, std::int64_t r, std::int64_t gamma2) {
  const auto m = static_cast<std::int32_t>((q - 1) / (2 * gamma2));
  const Parts parts = decompose_by_definition(r, gamma2);
  if (hint && parts.low > 0) return (parts.high + 1) % m;
  if (hint) return (parts.high - 1 + m) % m;
  return parts.high;
}

// All r in [0, q), 256 at a time, on every target.
template <std::int32_t gamma2>
void check_decompose_exhaustively() {
  Polynomial ones, zeros{};
  ones.fill(1);
  for (std::int32_t start = 0; start < q; start += n) {
    Polynomial r, low, high, hinted, plain;
    for (std::size_t i = 0; i < n; ++i) r[i] = std::min(start + static_cast<std::int32_t>(i), q - 1);
    low = hinted = plain = r;
    decompose<gamma2>(low, high);
    use_hint<gamma2>(ones, hinted);
    use_hint<gamma2>(zeros, plain);
    for (std::size_t i = 0; i < n; ++i) {
      const Parts expected = decompose_by_definition(r[i], gamma2);
      ASSERT_EQ(high[i], expected.high) << r[i];
      ASSERT_EQ(low[i], expected.low) << r[i];
      ASSERT_EQ(hinted[i], use_hint_by_definition(true, r[i], gamma2)) << r[i];
      ASSERT_EQ(plain[i], expected.high) << r[i];
    }
  }
}

TEST_P(MlDsaRoundingOnTarget, DecomposeAndUseHintForEveryValue) {
  check_decompose_exhaustively<coarse>();
  check_decompose_exhaustively<fine>();
}

TEST_P(MlDsaRoundingOnTarget, RepresentativesMakeNoDifference) {
  Polynomial w = random_poly(-(q - 1), -1), moved = w, high, moved_high;
  for (std::int32_t& x : moved) x += q;
  decompose<fine>(w, high);
  decompose<fine>(moved, moved_high);
  EXPECT_EQ(w, moved);
  EXPECT_EQ(high, moved_high);
}

TEST_P(MlDsaRoundingOnTarget, Power2RoundForEveryValue) {
  const Polynomial zeros{};
  for (std::int32_t start = 0; start < q; start += n) {
    Polynomial r, t1, t0;
    for (std::size_t i = 0; i < n; ++i) r[i] = std::min(start + static_cast<std::int32_t>(i), q - 1);
    power2round(r, zeros, t1, t0);
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_EQ((t1[i] << d) + t0[i], r[i]);
      ASSERT_TRUE(t0[i] > -(1 << (d - 1)) && t0[i] <= 1 << (d - 1)) << r[i];
    }
  }
}

// The digest of all roundings of all values, from C2SP/CCTV: an independent implementation made it.
TEST(MlDsaRoundingTest, TheFieldDigestIsThatOfOthers) {
  Shake128::Incremental sponge;
  std::string text;
  for (std::int32_t r = 0; r < q; ++r) {
    const std::int32_t middle = centred(r);
    const Parts halves = power2round(r), parts88 = decompose<fine>(r), parts32 = decompose<coarse>(r);
    for (const std::int32_t x : {middle, std::abs(middle), halves.high, halves.low < 0 ? halves.low + q : halves.low,
                                 parts88.high, use_hint<fine>(1, r), parts88.low, std::abs(parts88.low), parts32.high,
                                 use_hint<coarse>(1, r), parts32.low, std::abs(parts32.low)})
      text.append(std::to_string(x)).push_back('\n');
    if (r % 4096 != 0 && r != q - 1) continue;
    sponge.absorb({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    text.clear();
  }
  Bytes<32> digest;
  sponge.squeeze(digest);
  const Bytes<32> expected = {0xf9, 0x30, 0x66, 0x34, 0x17, 0x27, 0x81, 0x56, 0xab, 0x05, 0xd9,
                              0x40, 0x29, 0x4a, 0x77, 0x21, 0x0a, 0x80, 0x9c, 0x92, 0x4d, 0x8a,
                              0xb6, 0x3e, 0xc7, 0x2f, 0x45, 0x26, 0x24, 0x76, 0x02, 0xc7};
  EXPECT_EQ(digest, expected);
}

TEST_P(MlDsaRoundingOnTarget, SumsAndNormsEqualThePortableOnes) {
  for (const Polynomial& f : polys(-(1 << 20), 1 << 20)) {
    const ShortPolynomial g = shortened(random_poly(-200, 200));
    const std::int32_t bound = (1 << 20) - static_cast<std::int32_t>(random() % 8);
    Polynomial sum = f, expected_sum = f, difference = f, expected_difference = f;
    EXPECT_EQ(add(sum, g, bound), add_portable(expected_sum, g, bound));
    EXPECT_EQ(sum, expected_sum);
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(sum[i], f[i] + g[i]);
    EXPECT_EQ(subtract(difference, g, bound), subtract_portable(expected_difference, g, bound));
    EXPECT_EQ(difference, expected_difference);
    EXPECT_EQ(is_below(f, bound), is_below_portable(f, bound));
  }
}

// One coefficient at the bound, at every place, of either sign.
TEST_P(MlDsaRoundingOnTarget, NormsSeeEveryCoefficient) {
  for (std::size_t i = 0; i < n; ++i) {
    for (const std::int32_t x : {1000, -1000}) {
      Polynomial f{};
      f[i] = x;
      EXPECT_FALSE(is_below(f, 1000)) << i;
      EXPECT_TRUE(is_below(f, 1001)) << i;
    }
  }
}

template <std::int32_t gamma2>
void check_make_hint(const Polynomial& sum, const Polynomial& added, const Polynomial& high) {
  Polynomial low;
  for (std::size_t i = 0; i < n; ++i) low[i] = sum[i] - added[i];
  Polynomial hint = low, expected = low;
  ASSERT_EQ(make_hint<gamma2>(hint, added, high), make_hint_portable<gamma2>(expected, added, high));
  ASSERT_EQ(hint, expected);
  for (std::size_t i = 0; i < n; ++i) {
    const bool changes = sum[i] > gamma2 || sum[i] < -gamma2 || (sum[i] == -gamma2 && high[i] != 0);
    ASSERT_EQ(hint[i], changes ? 1 : 0);
  }
}

TEST_P(MlDsaRoundingOnTarget, HintsEqualTheDefinition) {
  for (int round = 0; round < 50; ++round) {
    const Polynomial high = random_poly(0, 2), added = random_poly(-fine, fine);
    check_make_hint<coarse>(random_poly(-coarse - 2, -coarse + 2), added, high);
    check_make_hint<fine>(random_poly(fine - 2, fine + 2), added, high);
    check_make_hint<fine>(random_poly(-fine - 2, -fine + 2), added, high);
  }
}

}  // namespace
}  // namespace lydite::mldsa
