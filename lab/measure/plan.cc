#include "lab/measure/plan.h"

#include <algorithm>
#include <cmath>

namespace lydite::lab {
namespace {

constexpr std::uint64_t guide_trials = 5, guide_least_calls = 100, guide_most_iterations = 20000;
constexpr double separate_process_limit_seconds = 60;
constexpr double shortest_call_seconds = 1e-8;

constexpr std::uint64_t most_batch = std::uint64_t{1} << 20;
constexpr std::uint64_t most_samples = 65536;
constexpr double long_call_seconds = 0.010;  // from here on a trial has at most five calls
constexpr std::uint64_t most_long_calls = 5;

std::uint64_t count(double x) { return static_cast<std::uint64_t>(x); }

std::uint64_t samples_per_trial(double sample_seconds, const RobustLimits& limits) {
  const std::uint64_t affordable = std::max<std::uint64_t>(1, count(limits.trial_seconds_max / sample_seconds));
  if (sample_seconds > long_call_seconds) return std::min(most_long_calls, affordable);
  const std::uint64_t wanted = std::max(limits.trial_samples, count(std::ceil(limits.trial_seconds / sample_seconds)));
  return std::min({wanted, affordable, most_samples});
}

std::uint64_t affordable_trials(double trial_seconds, const RobustLimits& limits) {
  const std::uint64_t affordable = std::max<std::uint64_t>(1, count(limits.budget_seconds / trial_seconds));
  return std::min(limits.trials, affordable);
}

}  // namespace

GuidePlan guide_plan(double first_call_seconds, double setup_seconds, double iteration_seconds,
                     const GuideLimits& limits) {
  const double t = std::max({first_call_seconds, iteration_seconds, shortest_call_seconds});
  const double n = static_cast<double>(guide_trials);
  GuidePlan plan;
  plan.iterations = std::clamp(count(std::ceil(std::min(limits.target_seconds / t, 1e9))),
                               guide_least_calls / guide_trials, guide_most_iterations);
  if (n * static_cast<double>(plan.iterations) * t > limits.budget_seconds) {
    plan.iterations = std::max<std::uint64_t>(1, count(limits.budget_seconds / (n * t)));
  }
  plan.trials =
      n * t <= limits.budget_seconds ? guide_trials : std::max<std::uint64_t>(1, count(limits.budget_seconds / t));
  plan.warmups = t < 0.05 ? 3 : t < 5 ? 1 : 0;
  plan.separate = setup_seconds < separate_process_limit_seconds;
  const double iterations = static_cast<double>(plan.iterations), trials = static_cast<double>(plan.trials);
  const double warm = static_cast<double>(plan.warmups);
  plan.estimate_seconds = trials * iterations * t + (plan.separate ? trials : 1) * (warm * t + setup_seconds);
  plan.timeout_seconds = 3 * (iterations * (plan.separate ? 1 : trials) + warm) * t + 3 * setup_seconds + 300;
  return plan;
}

std::uint64_t batch_size(const std::function<double(std::uint64_t batch)>& ticks_of, std::uint64_t tick_quantum,
                         std::uint64_t overhead_ticks) {
  const double wanted = std::max(200.0 * static_cast<double>(tick_quantum), 50.0 * static_cast<double>(overhead_ticks));
  std::uint64_t batch = 1;
  while (ticks_of(batch) < wanted && batch < most_batch) batch *= 2;
  return batch;
}

Plan robust_plan(const Calibration& calibration, const RobustLimits& limits) {
  const double sample_seconds =
      std::max(calibration.call_seconds, shortest_call_seconds / 10) * static_cast<double>(calibration.batch);
  Plan plan;
  plan.protocol = "robust";
  plan.batch = calibration.batch;
  const std::uint64_t least_samples = std::min((limits.trial_calls + plan.batch - 1) / plan.batch, most_samples);
  plan.samples_per_trial = std::max(samples_per_trial(sample_seconds, limits), least_samples);
  plan.target_seconds = limits.trial_seconds;
  const double trial_seconds = static_cast<double>(plan.samples_per_trial) * sample_seconds + calibration.setup_seconds;
  plan.trials = affordable_trials(trial_seconds, limits);
  plan.estimate_seconds = static_cast<double>(plan.trials) * trial_seconds;
  return plan;
}

Plan as_plan(const GuidePlan& guide, const GuideLimits& limits) {
  Plan plan;
  plan.protocol = "guide";
  plan.trials = guide.trials;
  plan.samples_per_trial = 1;
  plan.batch = guide.iterations;
  plan.warmup_calls = guide.warmups;
  plan.target_seconds = limits.target_seconds;
  plan.estimate_seconds = guide.estimate_seconds;
  return plan;
}

double timeout_seconds(const Plan& plan, const Calibration& calibration) {
  const double call = std::max(calibration.call_seconds, calibration.first_call_seconds);
  const double calls = static_cast<double>(plan.samples_per_trial * plan.batch + plan.warmup_calls);
  return 3 * calls * call + 3 * calibration.setup_seconds + 30;
}

}  // namespace lydite::lab
