// How often an operation is run (measurement.md section 5): pure functions from a calibration to counts.
#pragma once

#include <cstdint>
#include <functional>

#include "lab/measure/measurement.h"

namespace lydite::lab {

// What one calibrating process saw.
struct Calibration {
  double setup_seconds = 0;       // of the process, without the first call
  double first_call_seconds = 0;  // t1
  double call_seconds = 0;        // a call after warm-up
  std::uint64_t batch = 1;        // calls per sample that the timer needs
};

// --- The guide protocol -------------------------------------------------------------------------------------------

struct GuideLimits {
  double target_seconds = 1;    // T, per trial
  double budget_seconds = 900;  // B, per operation
};
struct GuidePlan {
  std::uint64_t iterations = 0, warmups = 0, trials = 0;
  bool separate = true;  // a process for each trial
  double estimate_seconds = 0;
  double timeout_seconds = 0;  // for each process
  // One call in all: then the calibration is the measurement.
  [[nodiscard]] bool is_calibration() const noexcept { return trials == 1 && iterations == 1 && warmups == 0; }
};

// `iteration_seconds` is t1 of the complete exchange for a step of a key exchange, otherwise 0.
[[nodiscard]] GuidePlan guide_plan(double first_call_seconds, double setup_seconds, double iteration_seconds,
                                   const GuideLimits& limits);

// --- The robust protocol ------------------------------------------------------------------------------------------

struct RobustLimits {
  std::uint64_t trials = 20;
  double trial_seconds = 0.040;       // of a trial, if that gives
  std::uint64_t trial_samples = 200;  // that many samples; otherwise longer,
  double trial_seconds_max = 1;       // but not longer than this
  double budget_seconds = 900;        // per operation: fewer trials if they would take longer
  std::uint64_t trial_calls = 1;      // at least so many in each trial, however long that takes
};

// Calls per sample: 1, or the least power of two (at most 2^20) whose ticks reach both 200 quanta and 50 times the
// timer's cost. `ticks_of` measures a sample of so many calls, the timer's cost subtracted.
[[nodiscard]] std::uint64_t batch_size(const std::function<double(std::uint64_t batch)>& ticks_of,
                                       std::uint64_t tick_quantum, std::uint64_t overhead_ticks);

[[nodiscard]] Plan robust_plan(const Calibration& calibration, const RobustLimits& limits);
// The guide's plan in the form of a Plan: a trial is one sample of `iterations` calls.
[[nodiscard]] Plan as_plan(const GuidePlan& guide, const GuideLimits& limits);

// After this time a process of the plan hangs.
[[nodiscard]] double timeout_seconds(const Plan& plan, const Calibration& calibration);

}  // namespace lydite::lab
