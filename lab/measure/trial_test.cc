#include "lab/measure/trial.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>

#include "lab/measure/clock.h"
#include "lab/measure/loop.h"
#include "lab/stats/summary.h"

namespace lydite::lab {
namespace {

struct State {
  std::uint64_t calls = 0;
  std::uint64_t seed = 0;
};

// An operation of this shape for tests.
Operation operation(void (*run)(void*), bool (*check)(const void*) = nullptr) {
  Operation result;
  result.name = "test";
  result.prepare = [run, check](std::uint64_t seed) {
    auto state = std::make_shared<State>();
    state->seed = seed;
    Prepared prepared;
    prepared.state = state;
    prepared.run = run;
    prepared.check = check;
    return prepared;
  };
  return result;
}

void nothing(void*) {}
void count(void* state) { ++static_cast<State*>(state)->calls; }
void work(void* state) {
  auto& x = static_cast<State*>(state)->calls;
  for (int i = 0; i < 2000; ++i) asm volatile("" : "+r"(x));
}
void sleep_at_first(void* state) {
  if (static_cast<State*>(state)->calls++ == 0) usleep(50'000);
}

std::uint64_t total(const Samples& samples) {
  return std::accumulate(samples.counts.begin(), samples.counts.end(), std::uint64_t{0});
}

Measurement measurement_of(Trial trial, std::size_t count = 1) {
  Measurement measurement;
  measurement.ref_hz = measure_ref_hz(0.01);
  measurement.trials.assign(count, trial);
  return measurement;
}

TEST(Trial, CallsAsOftenAsPlanned) {
  static std::uint64_t calls;
  calls = 0;
  const Operation counted = operation([](void*) { ++calls; });
  TrialPlan plan;
  plan.batch = 8;
  plan.samples = 100;
  plan.warmup_calls = 5;
  plan.until_steady = false;
  const Trial trial = run_trial(counted, 1, plan);
  EXPECT_EQ(trial.status, "ok");
  EXPECT_EQ(trial.batch, 8u);
  EXPECT_EQ(trial.calls, 800u);
  EXPECT_EQ(trial.warmup_calls, 5u);
  EXPECT_EQ(total(trial.samples), 100u);
  EXPECT_EQ(trial.samples.first.size(), 64u);
  EXPECT_EQ(calls, 1 + 5 + 800u);  // the cold call, the warm-up, the samples
  EXPECT_GT(trial.wall_ns, 0u);
  EXPECT_GT(trial.ref_ticks, 0u);
}

TEST(Trial, SeedReachesThePreparation) {
  const Operation checked = operation(nothing, [](const void* s) { return static_cast<const State*>(s)->seed == 77; });
  EXPECT_EQ(run_trial(checked, 77, {}).status, "ok");
  EXPECT_EQ(run_trial(checked, 78, {}).status, "check failed");
}

TEST(Trial, FailedCheckGivesNoSamples) {
  const auto first = run_trial(operation(count, [](const void*) { return false; }), 0, {});
  EXPECT_EQ(first.status, "check failed");
  EXPECT_TRUE(first.samples.values.empty());
  const auto last =
      run_trial(operation(count, [](const void* s) { return static_cast<const State*>(s)->calls < 2; }), 0, {});
  EXPECT_EQ(last.status, "check failed");
  EXPECT_TRUE(last.samples.values.empty());
}

// B57: what the timer and the loop cost is not part of the figure.
TEST(Trial, EmptyOperationTakesNoTime) {
  TrialPlan plan;
  plan.batch = 4096;
  plan.samples = 300;
  const auto summary = summarize(measurement_of(run_trial(operation(nothing), 0, plan)));
  ASSERT_TRUE(summary);
  EXPECT_LT(summary->ticks, 1.0) << "of some three ticks that an indirect call takes";
}

// B59: the cold call is a figure of its own.
TEST(Trial, SlowFirstCallIsKeptApart) {
  TrialPlan plan;
  plan.batch = 64;
  plan.samples = 300;
  const Measurement measurement = measurement_of(run_trial(operation(sleep_at_first), 0, plan));
  const auto summary = summarize(measurement);
  EXPECT_GT(summary->first_call_ticks / measurement.ref_hz, 0.049);
  EXPECT_LT(summary->ticks / measurement.ref_hz, 0.001);
  EXPECT_LT(summary->mean / measurement.ref_hz, 0.001);
}

// B60: work whose result nobody uses is done all the same.
TEST(Trial, WorkIsNotLeftOut) {
  TrialPlan plan;
  plan.samples = 200;
  const Measurement measurement = measurement_of(run_trial(operation(work), 0, plan));
  const double seconds = summarize(measurement)->ticks / measurement.ref_hz;
  EXPECT_GT(seconds, 2000 / 20e9);  // 2000 iterations at 20 GHz
}

TEST(Trial, WithoutAHardwareCounterNoCycles) {
  TrialPlan plan;
  plan.samples = 50;
  const Trial trial = run_trial(operation(work), 0, plan);
  EXPECT_EQ(trial.core_cycles.has_value(), trial.instructions.has_value());
  if (trial.core_cycles) EXPECT_NE(*trial.core_cycles, trial.ref_ticks);
}

TEST(Trial, MultisetLosesOnlyTheOrder) {
  const Samples samples = as_multiset({5, 3, 5, 9, 3, 5});
  EXPECT_EQ(samples.values, (std::vector<std::uint64_t>{3, 5, 9}));
  EXPECT_EQ(samples.counts, (std::vector<std::uint64_t>{2, 3, 1}));
  EXPECT_EQ(samples.first, (std::vector<std::uint64_t>{5, 3, 5, 9, 3, 5}));
}

TEST(Trial, CalibrationFindsTheLengthOfACall) {
  const double ref_hz = measure_ref_hz(0.01);
  const Calibration empty = calibrate(operation(nothing), 0, ref_hz);
  EXPECT_GE(empty.batch, 64u);
  EXPECT_LT(empty.call_seconds, 1e-7);
  const Calibration slow = calibrate(operation([](void*) { usleep(3000); }), 0, ref_hz);
  EXPECT_EQ(slow.batch, 1u);
  EXPECT_GT(slow.call_seconds, 0.0029);
  EXPECT_GT(slow.first_call_seconds, 0.0029);
  EXPECT_EQ(calibrate(operation(nothing, [](const void*) { return false; }), 0, ref_hz).call_seconds, 0);
}

TEST(Clock, TicksKeep64Bits) {
  const std::uint64_t start = ticks_at_start();
  EXPECT_GE(ticks_at_stop(), start);
#if defined(__x86_64__)
  // A machine whose counter has passed 2^32, some seconds after its start, shows more than the low half.
  const double seconds_up = static_cast<double>(wall_ns()) / 1e9;
  if (seconds_up > 60) EXPECT_GT(ticks_now(), std::uint64_t{1} << 32);
#endif
}

TEST(Clock, FrequencyAgreesWithTheWallClock) {
  const double ref_hz = measure_ref_hz(0.02);
  const std::uint64_t wall = wall_ns(), ticks = ticks_at_start();
  usleep(20'000);
  const double seconds = static_cast<double>(wall_ns() - wall) / 1e9;
  EXPECT_NEAR(static_cast<double>(ticks_at_stop() - ticks) / ref_hz / seconds, 1, 0.02);
}

}  // namespace
}  // namespace lydite::lab
