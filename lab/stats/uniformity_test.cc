#include "lab/stats/uniformity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace lydite::lab::stats {
namespace {

// Processes of different levels (layout, clock), in each of which `of` takes `ratio` times as long as `from`. The
// ratios of the processes lie by turns `spread` above and below.
std::vector<PairTrial> processes(std::size_t count, double ratio, double spread) {
  std::vector<PairTrial> all(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double level = 1e6 * (1 + 0.2 * static_cast<double>(i * 7 % count) / static_cast<double>(count));
    const double of = level * ratio * (i % 2 == 0 ? 1 + spread : 1 - spread);
    all[i] = {"ok", {}, {}};
    for (const int round : {-1, 0, 1}) {
      all[i].of.push_back(static_cast<std::uint64_t>(std::llround(of)) + 100 * static_cast<std::uint64_t>(round + 1));
      all[i].from.push_back(static_cast<std::uint64_t>(std::llround(level)) +
                            100 * static_cast<std::uint64_t>(round + 1));
    }
  }
  return all;
}

UniformityVerdict verdict(std::size_t count, double ratio, double spread) {
  return judge_uniformity(processes(count, ratio, spread)).verdict;
}

TEST(Uniformity, Verdicts) {
  EXPECT_EQ(verdict(20, 1, 0.002), UniformityVerdict::kUniform);
  EXPECT_EQ(verdict(20, 0.63, 0.002), UniformityVerdict::kEarlyExit);
  EXPECT_EQ(verdict(20, 1.02, 0.002), UniformityVerdict::kSlower);
  const Uniformity slower = judge_uniformity(processes(20, 1.02, 0));
  EXPECT_NEAR(slower.ratio, 1.02, 1e-5);
  EXPECT_NEAR(slower.interval->low, 1.02, 1e-5);
}

// Equivalence is claimed for the whole interval, not for its middle.
TEST(Uniformity, IsAStatementOnTheWholeInterval) {
  EXPECT_EQ(verdict(20, 1, 0.019), UniformityVerdict::kUniform);
  const Uniformity wide = judge_uniformity(processes(20, 1, 0.021));
  EXPECT_NEAR(wide.ratio, 1, 0.001);
  EXPECT_EQ(wide.verdict, UniformityVerdict::kUndecided);
  // No wider than 4 %, but not about 1.
  EXPECT_EQ(verdict(20, 1.007, 0.015), UniformityVerdict::kUndecided);
}

TEST(Uniformity, FewProcessesDecideNothing) {
  for (const double ratio : {0.5, 1.0, 2.0}) {
    EXPECT_EQ(verdict(19, ratio, 0.001), UniformityVerdict::kUndecided) << ratio;
    EXPECT_NE(verdict(20, ratio, 0.001), UniformityVerdict::kUndecided) << ratio;
  }
  EXPECT_FALSE(judge_uniformity(processes(5, 1, 0)).interval);
}

// 0.9 % apart without any spread: close, but the distributions have nothing in common.
TEST(Uniformity, ADistanceThatIsSignificantIsNotUniform) {
  auto all = processes(20, 1, 0);
  for (PairTrial& process : all) process = {"ok", {1009}, {1000}};
  const Uniformity found = judge_uniformity(all);
  EXPECT_EQ(found.distance.value, 1);
  EXPECT_LT(found.distance.p, 0.001);
  EXPECT_EQ(found.verdict, UniformityVerdict::kUndecided);
}

// A process of which most rounds are alike is not moved by those that were interrupted.
TEST(Uniformity, InterruptedRoundsDoNotCount) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  std::vector<PairTrial> all(20);
  for (PairTrial& process : all) {
    const std::uint64_t level = 100'000 + random() % 2000;
    for (int round = 0; round < 32; ++round) {
      process.of.push_back(level + random() % 100 + (round % 4 == 0 ? random() % 100'000 : 0));
      process.from.push_back(level + random() % 100 + (round % 4 == 1 ? random() % 100'000 : 0));
    }
  }
  EXPECT_NEAR(judge_uniformity(all).ratio, 1, 0.002);
}

}  // namespace
}  // namespace lydite::lab::stats
