#include "lab/stats/inference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace lydite::lab::stats {
namespace {

TEST(Inference, MedianRanksOfTheConformanceTable) {
  const struct {
    std::size_t n, low, high;
    double coverage;
  } table[] = {{6, 1, 6, .9688},    {8, 1, 8, .9922},    {10, 2, 9, .9785},   {12, 3, 10, .9614},
               {15, 4, 12, .9648},  {20, 6, 15, .9586},  {25, 8, 18, .9567},  {30, 10, 21, .9572},
               {40, 14, 27, .9615}, {50, 18, 33, .9672}, {100, 40, 61, .9648}};
  for (const auto& row : table) {
    const auto ranks = median_ranks(row.n);
    ASSERT_TRUE(ranks) << row.n;
    EXPECT_EQ(ranks->low, row.low) << row.n;
    EXPECT_EQ(ranks->high, row.high) << row.n;
    EXPECT_NEAR(ranks->coverage, row.coverage, 5e-5) << row.n;
  }
  EXPECT_FALSE(median_ranks(0));
  EXPECT_FALSE(median_ranks(5));
  EXPECT_TRUE(median_ranks(1000));
  EXPECT_FALSE(median_ranks(1001));
}

TEST(Inference, MedianIntervalPicksThoseRanks) {
  const auto interval = median_interval({8, 3, 5, 1, 9, 2, 10, 4, 7, 6});
  ASSERT_TRUE(interval);
  EXPECT_EQ(interval->low, 2);
  EXPECT_EQ(interval->high, 9);
  EXPECT_FALSE(median_interval({1, 2, 3, 4, 5}));
}

TEST(Inference, SignedRankExactValues) {
  EXPECT_EQ(signed_rank_p(std::vector<double>{1, 2, 3, 4, 5}), 2.0 / 32);
  EXPECT_EQ(signed_rank_p(std::vector<double>{-1, 2, 3, 4, 5}), 4.0 / 32);  // rank sums 0 and 1 from below
  EXPECT_EQ(signed_rank_p(std::vector<double>{-1, 1}), 1);
  EXPECT_EQ(signed_rank_p(std::vector<double>{0, 0}), 1);
  EXPECT_EQ(signed_rank_p(std::vector<double>{}), 1);
  EXPECT_EQ(signed_rank_p(std::vector<double>{1, 1, 1, 0}), 2.0 / 8);  // ties, and a zero left out
}

TEST(Inference, SignedRankAgreesWithEnumeration) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  std::vector<double> differences;
  for (int i = 0; i < 10; ++i) differences.push_back((random() % 2 ? 1 : -1) * static_cast<double>(1 + i * i));
  const auto negative_sum = [](unsigned signs) {
    int sum = 0;
    for (int i = 0; i < 10; ++i) sum += (signs >> i & 1) * (i + 1);
    return sum;
  };
  unsigned observed = 0;
  for (int i = 0; i < 10; ++i) observed |= unsigned{differences[static_cast<std::size_t>(i)] < 0} << i;
  const int limit = std::min(negative_sum(observed), 55 - negative_sum(observed));
  int as_extreme = 0;
  for (unsigned signs = 0; signs < 1024; ++signs) as_extreme += negative_sum(signs) <= limit;
  EXPECT_DOUBLE_EQ(signed_rank_p(differences), std::min(1.0, 2 * as_extreme / 1024.0));
}

TEST(Inference, SignedRankWithTheMostPairs) {
  std::vector<double> one_sided(160, 0.0);
  for (std::size_t i = 0; i < one_sided.size(); ++i) one_sided[i] = static_cast<double>(i + 1);
  const double p = signed_rank_p(one_sided);
  EXPECT_GT(p, 0);
  EXPECT_LT(p, 1e-40);
}

TEST(MeanInterval, NeedsSixValues) {
  EXPECT_FALSE(mean_interval(std::vector<double>{1, 2, 3, 4, 5}));
  const auto same = mean_interval(std::vector<double>(6, 3));
  ASSERT_TRUE(same);
  EXPECT_EQ(same->low, 3);
  EXPECT_EQ(same->high, 3);
}

TEST(MeanInterval, IsTheSameEveryTimeAndFollowsTheScale) {
  const std::vector<double> x = {5, 9, 1, 7, 3, 8, 2, 2, 6, 40};
  std::vector<double> scaled;
  for (const double value : x) scaled.push_back(100 + 4 * value);
  const auto once = mean_interval(x), again = mean_interval(x), other = mean_interval(scaled);
  EXPECT_EQ(once->low, again->low);
  EXPECT_EQ(once->high, again->high);
  EXPECT_NEAR(other->low, 100 + 4 * once->low, 1e-9);
  EXPECT_NEAR(other->high, 100 + 4 * once->high, 1e-9);
  // A long tail to the right makes it longer to the right of the mean, 8.3.
  EXPECT_LT(8.3 - once->low, once->high - 8.3);
  EXPECT_LT(once->low, 8.3);
}

// Of twenty means of fifty signing times each: attempts are geometric.
TEST(MeanInterval, CoversTheTrueMean) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  std::geometric_distribution<int> attempts(0.2);
  int covered = 0;
  for (int i = 0; i < 300; ++i) {
    std::vector<double> trials(20, 0);
    for (double& trial : trials) {
      for (int message = 0; message < 50; ++message) trial += (1 + attempts(random)) / 50.0;
    }
    const auto interval = mean_interval(trials);
    covered += interval->low <= 5 && 5 <= interval->high;
  }
  EXPECT_GE(covered, 255);  // 85 %; about 93 % are expected
  EXPECT_LE(covered, 299);
}

TEST(Inference, Holm) {
  EXPECT_EQ(holm(std::vector<double>{0.01, 0.5, 0.02}), (std::vector<double>{0.03, 0.5, 0.04}));
  EXPECT_EQ(holm(std::vector<double>{0.04, 0.03}), (std::vector<double>{0.06, 0.06}));  // monotone
  EXPECT_EQ(holm(std::vector<double>{0.9, 0.8}), (std::vector<double>{1, 1}));
  EXPECT_TRUE(holm(std::vector<double>{}).empty());
}

TEST(KolmogorovSmirnov, EqualSamplesHaveNoDistance) {
  const Distance distance = kolmogorov_smirnov({3, 1, 2, 2}, {2, 2, 1, 3});
  EXPECT_EQ(distance.value, 0);
  EXPECT_EQ(distance.p, 1);
}

TEST(KolmogorovSmirnov, SeparateSamplesHaveTheWholeDistance) {
  std::vector<double> a, b;
  for (int i = 0; i < 20; ++i) {
    a.push_back(i);
    b.push_back(100 + i);
  }
  const Distance distance = kolmogorov_smirnov(a, b);
  EXPECT_EQ(distance.value, 1);
  EXPECT_LT(distance.p, 1e-6);
}

// 20 against 20 with a distance of 0.4: scipy.stats.ks_2samp(mode='asymp') gives 0.0815 without the correction, which
// here makes the distance count for more.
TEST(KolmogorovSmirnov, FindsTheLargestStep) {
  std::vector<double> a, b;
  for (int i = 0; i < 20; ++i) {
    a.push_back(i);
    b.push_back(i + 8);
  }
  const Distance distance = kolmogorov_smirnov(a, b);
  EXPECT_NEAR(distance.value, 0.4, 1e-12);
  EXPECT_NEAR(distance.p, 0.0591, 0.002);
}

}  // namespace
}  // namespace lydite::lab::stats
