#include "lab/stats/summary.h"

#include <gtest/gtest.h>

namespace lydite::lab {
namespace {

// `count` samples of `ticks` each.
Trial steady_trial(std::uint64_t ticks, std::uint64_t count, std::uint64_t batch = 1) {
  Trial trial;
  trial.status = "ok";
  trial.batch = batch;
  trial.calls = count * batch;
  trial.samples.values = {ticks};
  trial.samples.counts = {count};
  return trial;
}

TEST(Summary, NothingWithoutSamples) {
  Measurement measurement;
  EXPECT_FALSE(summarize(measurement));
  measurement.trials.resize(3);
  EXPECT_FALSE(summarize(measurement));
}

TEST(Summary, HeadlineIsTheMedianOfTrialMedians) {
  Measurement measurement;
  measurement.ref_hz = 2e9;
  for (const std::uint64_t ticks : {1000u, 1010u, 1020u, 1030u, 1040u, 9000u}) {
    measurement.trials.push_back(steady_trial(ticks, 1000));
  }
  const auto summary = summarize(measurement);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->ticks, 1025);
  EXPECT_EQ(summary->interval->low, 1000);
  EXPECT_EQ(summary->interval->high, 9000);
  EXPECT_EQ(summary->ns, 512.5);
  EXPECT_DOUBLE_EQ(summary->operations_per_second, 1e9 / 512.5);
  EXPECT_EQ(summary->trials, 6u);
  EXPECT_EQ(summary->samples, 6000u);
  EXPECT_EQ(summary->median, 1020);
  EXPECT_FALSE(summary->megabytes_per_second);
  EXPECT_FALSE(summary->ticks_per_unit);
}

TEST(Summary, TimerCostIsSubtractedOncePerSampleAndNotBelowZero) {
  Measurement measurement;
  measurement.trials = {steady_trial(4052, 10, 4)};
  measurement.trials[0].overhead_ticks = 52;
  EXPECT_EQ(summarize(measurement)->ticks, 1000);
  measurement.trials = {steady_trial(50, 10)};
  measurement.trials[0].overhead_ticks = 52;
  EXPECT_EQ(summarize(measurement)->ticks, 0);
  EXPECT_EQ(summarize(measurement)->operations_per_second, 0);
}

TEST(Summary, TicksBeyond32BitsAreKept) {
  Measurement measurement;
  measurement.trials = {steady_trial(5'192'469'932, 3)};
  EXPECT_EQ(summarize(measurement)->ticks, 5'192'469'932.0);
}

TEST(Summary, FewTrialsHaveNoInterval) {
  Measurement measurement;
  measurement.trials.assign(5, steady_trial(100, 10));
  EXPECT_FALSE(summarize(measurement)->interval);
}

TEST(Summary, OnlySupportedQuantiles) {
  Measurement measurement;
  measurement.trials = {steady_trial(100, 999)};
  const auto shown = [&] {
    std::vector<unsigned> permille;
    const auto summary = summarize(measurement);
    for (const Quantile& q : summary->quantiles) permille.push_back(q.permille);
    return permille;
  };
  EXPECT_EQ(shown(), (std::vector<unsigned>{50, 100, 250, 500, 750, 900, 950}));
  measurement.trials = {steady_trial(100, 10000)};
  EXPECT_EQ(shown().back(), 999u);
}

TEST(Summary, RatesPerByteAndPerUnit) {
  Measurement measurement;
  measurement.ref_hz = 1e9;
  measurement.input_bytes = 1024;
  measurement.units = 4;
  measurement.trials = {steady_trial(8192, 100)};
  const auto summary = summarize(measurement);
  EXPECT_EQ(summary->megabytes_per_second, 500);
  EXPECT_EQ(summary->ticks_per_byte, 2);
  EXPECT_EQ(summary->ticks_per_unit, 2048);
  EXPECT_EQ(summary->ns_per_unit, 2048);
  EXPECT_FALSE(summary->cycles_per_byte);
}

// Reference ticks never stand in for core cycles (B56).
TEST(Summary, WithoutACounterTheCoreColumnIsEmpty) {
  Measurement measurement;
  measurement.trials.assign(6, steady_trial(1000, 100));
  for (Trial& trial : measurement.trials) trial.ref_ticks = 100'000;
  EXPECT_FALSE(summarize(measurement)->core_cycles);
  EXPECT_FALSE(summarize(measurement)->estimated_core_cycles);
  for (Trial& trial : measurement.trials) trial.core_cycles = 150'000;
  EXPECT_EQ(summarize(measurement)->core_cycles, 1500);
  measurement.trials[3].core_cycles.reset();
  EXPECT_FALSE(summarize(measurement)->core_cycles);
}

TEST(Summary, EstimatedCyclesNeedAgreeingProbes) {
  Measurement measurement;
  measurement.trials.assign(4, steady_trial(1000, 100));
  for (Trial& trial : measurement.trials) trial.clock_before.core_per_ref = trial.clock_after.core_per_ref = 1.5;
  EXPECT_EQ(summarize(measurement)->estimated_core_cycles, 1500);
  EXPECT_EQ(summarize(measurement)->core_per_ref, 1.5);
  measurement.trials[0].clock_after.core_per_ref = 1.6;  // the clock moved
  EXPECT_EQ(summarize(measurement)->estimated_core_cycles, 1500);
  measurement.trials[1].clock_before.core_per_ref = 0;  // the chains disagreed
  EXPECT_FALSE(summarize(measurement)->estimated_core_cycles);
}

// The published record of section 20.
TEST(Summary, GuideSumsOfThePublishedRecord) {
  Measurement measurement;
  for (const std::uint64_t ns : {634959062u, 633014844u, 630070572u, 633911667u, 632878959u}) {
    measurement.trials.push_back(steady_trial(1, 1281));
    measurement.trials.back().wall_ns = ns;
  }
  const std::uint64_t cycles[] = {1711041233, 1706009510, 1697710157, 1708228874, 1705590264};
  for (std::size_t i = 0; i < 5; ++i) measurement.trials[i].core_cycles = cycles[i];
  const auto summary = summarize(measurement);
  EXPECT_EQ(summary->calls, 6405u);
  EXPECT_DOUBLE_EQ(summary->mean_seconds, 0.0004941194541764247);
  EXPECT_DOUBLE_EQ(summary->median_trial_seconds, 0.0004941567868852459);
  EXPECT_DOUBLE_EQ(*summary->core_cycles, 1331779.4769711164);
  EXPECT_DOUBLE_EQ(*summary->mean_core_cycles, 1331550.3572209212);
  EXPECT_DOUBLE_EQ(1 / summary->mean_seconds, 2023.8021222353077);
}

// An operation of nothing is 0 within its interval (B57).
TEST(Summary, EmptyOperationIsZeroWithinItsInterval) {
  Measurement measurement;
  for (const std::uint64_t ticks : {50u, 52u, 52u, 52u, 54u, 52u}) {
    measurement.trials.push_back(steady_trial(ticks, 100));
    measurement.trials.back().overhead_ticks = 52;
  }
  const auto summary = summarize(measurement);
  EXPECT_EQ(summary->ticks, 0);
  EXPECT_LE(summary->interval->low, 0);
  EXPECT_GE(summary->interval->high, 0);
}

}  // namespace
}  // namespace lydite::lab
