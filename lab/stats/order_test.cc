#include "lab/stats/order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace lydite::lab::stats {
namespace {

std::vector<double> counting(int n) {
  std::vector<double> values;
  for (int i = n; i > 0; --i) values.push_back(i);
  return values;
}

TEST(Order, MultisetEqualsTheListItStandsFor) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  std::vector<double> list, values;
  std::vector<std::uint64_t> counts;
  for (int i = 0; i < 40; ++i) {
    values.push_back(random() % 50);
    counts.push_back(random() % 5);
    list.insert(list.end(), counts.back(), values.back());
  }
  const Multiset a(list), b(values, counts);
  EXPECT_EQ(a.size(), list.size());
  EXPECT_TRUE(std::ranges::equal(a.values(), b.values()));
  EXPECT_TRUE(std::ranges::equal(a.counts(), b.counts()));
  std::sort(list.begin(), list.end());
  for (std::size_t i = 0; i < list.size(); ++i) EXPECT_EQ(b.at_rank(i + 1), list[i]);
}

TEST(Order, Moments) {
  const Multiset x{2, 4, 4, 4, 5, 5, 7, 9};
  EXPECT_EQ(mean(x), 5);
  EXPECT_EQ(deviation(x), 2);  // divided by n, not by n - 1
  EXPECT_EQ(variation(x), 0.4);
  EXPECT_EQ(minimum(x), 2);
  EXPECT_EQ(maximum(x), 9);
  EXPECT_EQ(variation(Multiset{-1, 1}), std::nullopt);
}

TEST(Order, MedianOfOddAndEvenCounts) {
  EXPECT_EQ(median(Multiset{3, 1, 2}), 2);
  EXPECT_EQ(median(Multiset{3, 1, 2, 10}), 2.5);
  EXPECT_EQ(median(Multiset{7}), 7);
}

TEST(Order, NearestRankNeverInterpolates) {
  EXPECT_EQ(nearest_rank(counting(100), 70), 7);  // 0.07 * 100 in doubles lies above 7
  EXPECT_EQ(nearest_rank(counting(4), 500), 2);
  EXPECT_EQ(nearest_rank(counting(5), 500), 3);
  EXPECT_EQ(nearest_rank(counting(5), 0), 1);
  EXPECT_EQ(nearest_rank(counting(5), 1000), 5);
}

TEST(Order, QuantileNeedsTenSamplesBeyondIt) {
  EXPECT_EQ(quantile(counting(999), 990), std::nullopt);
  EXPECT_EQ(quantile(counting(1000), 990), 990);
  EXPECT_EQ(quantile(counting(9999), 999), std::nullopt);
  EXPECT_EQ(quantile(counting(10000), 999), 9990);
  EXPECT_EQ(quantile(counting(19), 500), std::nullopt);
  EXPECT_EQ(quantile(counting(20), 500), 10);
  EXPECT_EQ(quantile(counting(1000), 10), 10);
}

TEST(Order, StabilizedQuartilesOfTheConformanceSets) {
  const Multiset eight{10, 20, 30, 40, 50, 60, 70, 1000};
  EXPECT_EQ(stabilized_quartiles(eight), (std::array<double, 3>{25, 45, 65}));
  EXPECT_EQ(interquartile_mean(eight), 45);
  const auto three = stabilized_quartiles(Multiset{5, 1, 9});
  EXPECT_NEAR(three[0], 1.6667, 5e-5);
  EXPECT_EQ(three[1], 5);
  EXPECT_NEAR(three[2], 8.3333, 5e-5);
}

}  // namespace
}  // namespace lydite::lab::stats
