#include "lab/measure/plan.h"

#include <gtest/gtest.h>

namespace lydite::lab {
namespace {

TEST(Plan, GuideConformanceVectors) {
  const struct {
    double t1, setup, iteration;
    std::uint64_t iterations, warmups, trials;
    bool separate;
    double estimate, timeout;
  } table[] = {{1e-6, 0.01, 0, 20000, 3, 5, true, 0.150015, 300.090009},
               {0.001, 0.01, 0, 1000, 3, 5, true, 5.065, 303.039},
               {2, 5, 0, 20, 1, 5, true, 235, 441},
               {20, 70, 0, 9, 0, 5, false, 970, 3210},
               {200, 1, 0, 1, 0, 4, true, 804, 903},
               {1000, 1, 0, 1, 0, 1, true, 1001, 3303},
               {5e-8, 0.01, 7.336e-4, 1364, 3, 5, true, 5.064156, 303.038494}};
  for (const auto& row : table) {
    const GuidePlan plan = guide_plan(row.t1, row.setup, row.iteration, {});
    EXPECT_EQ(plan.iterations, row.iterations) << row.t1;
    EXPECT_EQ(plan.warmups, row.warmups) << row.t1;
    EXPECT_EQ(plan.trials, row.trials) << row.t1;
    EXPECT_EQ(plan.separate, row.separate) << row.t1;
    EXPECT_NEAR(plan.estimate_seconds, row.estimate, 1e-6 * row.estimate) << row.t1;
    EXPECT_NEAR(plan.timeout_seconds, row.timeout, 1e-6) << row.t1;
    EXPECT_EQ(plan.is_calibration(), row.t1 == 1000);
  }
}

TEST(Plan, BatchIsOneUnlessTheTimerIsTooCoarse) {
  const auto calls_of = [](double ticks) {
    return [ticks](std::uint64_t batch) { return ticks * static_cast<double>(batch); };
  };
  EXPECT_EQ(batch_size(calls_of(5200), 26, 52), 1u);
  EXPECT_EQ(batch_size(calls_of(5199), 26, 52), 2u);
  EXPECT_EQ(batch_size(calls_of(560), 26, 52), 16u);
  EXPECT_EQ(batch_size(calls_of(560), 26, 520), 64u);
  EXPECT_EQ(batch_size(calls_of(0), 26, 52), 1u << 20);
  EXPECT_EQ(batch_size(calls_of(2e10), 26, 52), 1u);
}

Calibration call_of(double seconds, std::uint64_t batch = 1) { return {0.02, seconds, seconds, batch}; }

TEST(Plan, RobustCounts) {
  const Plan short_call = robust_plan(call_of(5e-6), {});
  EXPECT_EQ(short_call.trials, 20u);
  EXPECT_EQ(short_call.samples_per_trial, 8000u);
  EXPECT_NEAR(short_call.estimate_seconds, 20 * 0.06, 1e-9);
  EXPECT_EQ(robust_plan(call_of(1e-3), {}).samples_per_trial, 200u);  // 200 samples rather than 40 ms
  EXPECT_EQ(robust_plan(call_of(8e-3), {}).samples_per_trial, 125u);  // no more than 1 s
  EXPECT_EQ(robust_plan(call_of(0.013), {}).samples_per_trial, 5u);   // long calls
  EXPECT_EQ(robust_plan(call_of(0.4), {}).samples_per_trial, 2u);
  EXPECT_EQ(robust_plan(call_of(30), {}).samples_per_trial, 1u);
  EXPECT_EQ(robust_plan(call_of(30), {}).trials, 20u);
  EXPECT_EQ(robust_plan(call_of(300), {}).trials, 2u);  // 900 s
  EXPECT_EQ(robust_plan(call_of(5000), {}).trials, 1u);
  EXPECT_EQ(robust_plan(call_of(0, 1 << 20), {}).samples_per_trial, 200u);
  EXPECT_EQ(robust_plan(call_of(1e-7, 1), {}).samples_per_trial, 65536u);
}

TEST(Plan, AllInputsHaveTheirTurn) {
  RobustLimits limits;
  limits.trial_calls = 1024;
  EXPECT_EQ(robust_plan(call_of(1e-3), limits).samples_per_trial, 1024u);
  EXPECT_EQ(robust_plan(call_of(0.02), limits).samples_per_trial, 1024u);
  EXPECT_EQ(robust_plan(call_of(1e-3, 3), limits).samples_per_trial, 342u);
  EXPECT_EQ(robust_plan(call_of(5e-6), limits).samples_per_trial, 8000u);
  EXPECT_NEAR(robust_plan(call_of(1e-3), limits).estimate_seconds, 20 * (1.024 + 0.02), 1e-9);
}

TEST(Plan, GuideTrialIsOneSampleOfAllIterations) {
  const GuideLimits limits;
  const Plan plan = as_plan(guide_plan(0.001, 0.01, 0, limits), limits);
  EXPECT_EQ(plan.protocol, "guide");
  EXPECT_EQ(plan.batch, 1000u);
  EXPECT_EQ(plan.samples_per_trial, 1u);
  EXPECT_EQ(plan.warmup_calls, 3u);
  EXPECT_EQ(plan.trials, 5u);
}

TEST(Plan, TimeoutLiesFarBeyondTheEstimate) {
  const Calibration calibration = call_of(0.5);
  EXPECT_GT(timeout_seconds(robust_plan(calibration, {}), calibration), 3 * 0.5);
}

}  // namespace
}  // namespace lydite::lab
