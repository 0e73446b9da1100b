#include "lab/stats/uniformity.h"

#include <gtest/gtest.h>

#include <vector>

namespace lydite::lab::stats {
namespace {

// Twenty medians about 1000 by turns above and below, scaled.
std::vector<double> medians(double scale, double spread) {
  std::vector<double> all;
  for (int i = 0; i < 20; ++i) all.push_back(scale * 1000 * (i % 2 == 0 ? 1 - spread : 1 + spread));
  return all;
}

TEST(Uniformity, Verdicts) {
  const auto base = medians(1, 0.02);
  EXPECT_EQ(judge_uniformity(base, base).verdict, UniformityVerdict::kUniform);
  EXPECT_EQ(judge_uniformity(medians(0.63, 0.02), base).verdict, UniformityVerdict::kEarlyExit);
  EXPECT_EQ(judge_uniformity(medians(1.02, 0.02), base).verdict, UniformityVerdict::kSlower);
  const Uniformity slower = judge_uniformity(medians(1.02, 0.02), base);
  EXPECT_NEAR(slower.ratio, 1.02, 1e-12);
  EXPECT_NEAR(slower.interval->low, 1.02, 1e-12);
}

// 0.5 % apart without any spread: close, but the distributions have nothing in common.
TEST(Uniformity, ADistanceThatIsSignificantIsNotUniform) {
  const Uniformity found = judge_uniformity(medians(1.005, 0), medians(1, 0));
  EXPECT_EQ(found.distance.value, 1);
  EXPECT_LT(found.distance.p, 0.001);
  EXPECT_EQ(found.verdict, UniformityVerdict::kUndecided);
}

TEST(Uniformity, AWideIntervalOrNoneDecidesNothing) {
  std::vector<double> wild = medians(1, 0.05);
  const std::vector<double> base = medians(1, 0);
  EXPECT_EQ(judge_uniformity(wild, base).verdict, UniformityVerdict::kUndecided);
  const std::vector<double> five(5, 1000);
  EXPECT_FALSE(judge_uniformity(five, five).interval);
  EXPECT_EQ(judge_uniformity(five, five).verdict, UniformityVerdict::kUndecided);
}

}  // namespace
}  // namespace lydite::lab::stats
