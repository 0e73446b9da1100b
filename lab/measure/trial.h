// One trial or one calibration, in this process.
#pragma once

#include <cstdint>

#include "lab/algorithm.h"
#include "lab/measure/measurement.h"
#include "lab/measure/plan.h"

namespace lydite::lab {

struct TrialPlan {
  std::uint64_t batch = 1;
  std::uint64_t samples = 1;
  std::uint64_t warmup_calls = 0;  // at least
  bool until_steady = true;        // then until three group medians agree within 1 %, or 200 ms
  unsigned probe_windows = 0;      // of the core-clock probe, before and after
};

// Prepares, times the cold call apart, checks, warms up, times, checks again. Status "ok" or "check failed"; a trial
// whose check failed has no samples.
[[nodiscard]] Trial run_trial(const Operation& operation, std::uint64_t seed, const TrialPlan& plan);

// The same up to the warm-up; finds the batch and the length of a call. call_seconds is 0 if the check failed.
[[nodiscard]] Calibration calibrate(const Operation& operation, std::uint64_t seed, double ref_hz);

// The multiset of raw samples, and the first of them in order.
[[nodiscard]] Samples as_multiset(std::vector<std::uint64_t> samples);

}  // namespace lydite::lab
