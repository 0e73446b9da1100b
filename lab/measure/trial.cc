#include "lab/measure/trial.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "lab/measure/clock.h"
#include "lab/measure/counter.h"
#include "lab/measure/disturbance.h"
#include "lab/measure/loop.h"

namespace lydite::lab {
namespace {

constexpr std::size_t kept_in_order = 64;
constexpr std::uint64_t warmup_limit_ns = 200'000'000;
constexpr double slow_call_seconds = 1;  // from here on one call is calibration enough

bool passes(const Prepared& prepared) { return prepared.check == nullptr || prepared.check(prepared.state.get()); }

std::uint64_t median_sample(const Prepared& prepared, std::uint64_t batch, std::span<std::uint64_t> samples) {
  timed_loop(prepared, batch, samples);
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::nth_element(samples.begin(), middle, samples.end());
  return *middle;
}

std::uint64_t timed_call(const Prepared& prepared) {
  std::uint64_t sample = 0;
  timed_loop(prepared, 1, {&sample, 1});
  return sample;
}

// Until three consecutive group medians agree. Returns the calls made.
std::uint64_t run_until_steady(const Prepared& prepared, std::uint64_t batch, std::uint64_t group_size) {
  const std::uint64_t start = wall_ns();
  std::vector<std::uint64_t> group(group_size);
  std::array<std::uint64_t, 3> medians{};
  std::uint64_t calls = 0;
  for (std::size_t i = 0; wall_ns() - start < warmup_limit_ns; ++i) {
    medians[i % 3] = median_sample(prepared, batch, group);
    calls += group_size * batch;
    const auto [least, greatest] = std::minmax_element(medians.begin(), medians.end());
    if (i >= 2 && *greatest - *least <= *least / 100) break;
  }
  return calls;
}

std::uint64_t warm_up(const Prepared& prepared, const TrialPlan& plan) {
  for (std::uint64_t i = 0; i < plan.warmup_calls; ++i) (void)timed_call(prepared);
  if (!plan.until_steady) return plan.warmup_calls;
  return plan.warmup_calls +
         run_until_steady(prepared, plan.batch, std::clamp<std::uint64_t>(plan.samples / 20, 1, 16));
}

void measure_loop(const Prepared& prepared, const TrialPlan& plan, Trial& trial) {
  std::vector<std::uint64_t> samples(plan.samples);
  Counter cycles(Counter::Event::kCycles), instructions(Counter::Event::kInstructions);
  const DisturbanceWatch watch;
  cycles.start();
  instructions.start();
  const std::uint64_t wall = wall_ns(), task = task_ns(), ticks = ticks_at_start();
  timed_loop(prepared, plan.batch, samples);
  trial.ref_ticks = ticks_at_stop() - ticks;
  trial.task_ns = task_ns() - task;
  trial.wall_ns = wall_ns() - wall;
  trial.instructions = instructions.stop();
  trial.core_cycles = cycles.stop();
  trial.disturbance = watch.since();
  trial.calls = plan.batch * plan.samples;
  trial.samples = as_multiset(std::move(samples));
}

// Sets the batch and the length of a warm call.
void find_batch(const Prepared& prepared, double ref_hz, Calibration& calibration) {
  const std::uint64_t overhead = measure_overhead(1);
  (void)run_until_steady(prepared, 1, 1);
  const bool is_long = static_cast<double>(timed_call(prepared)) > 0.002 * ref_hz;
  std::vector<std::uint64_t> samples(is_long ? 3 : 9);
  double ticks = 0;
  const auto ticks_of = [&](std::uint64_t batch) {
    const std::uint64_t raw = median_sample(prepared, batch, samples);
    return ticks = raw > overhead ? static_cast<double>(raw - overhead) : 0;
  };
  calibration.batch = batch_size(ticks_of, measure_tick_quantum(), overhead);
  calibration.call_seconds = ticks / static_cast<double>(calibration.batch) / ref_hz;
}

}  // namespace

Samples as_multiset(std::vector<std::uint64_t> samples) {
  Samples result;
  result.first.assign(samples.begin(),
                      samples.begin() + static_cast<std::ptrdiff_t>(std::min(samples.size(), kept_in_order)));
  std::sort(samples.begin(), samples.end());
  for (const std::uint64_t sample : samples) {
    if (result.values.empty() || result.values.back() != sample) {
      result.values.push_back(sample);
      result.counts.push_back(0);
    }
    ++result.counts.back();
  }
  return result;
}

Trial run_trial(const Operation& operation, std::uint64_t seed, const TrialPlan& plan) {
  Trial trial;
  trial.status = "check failed";
  trial.batch = plan.batch;
  trial.tick_quantum = measure_tick_quantum();
  trial.overhead_ticks = measure_overhead(plan.batch);
  trial.clock_before = probe_core_clock(plan.probe_windows);
  const Prepared prepared = operation.prepare(seed);
  (void)mlockall(MCL_CURRENT);  // a favour where permitted, never needed
  trial.first_call_ticks = timed_call(prepared);
  if (!passes(prepared)) return trial;
  trial.warmup_calls = warm_up(prepared, plan);
  measure_loop(prepared, plan, trial);
  if (!passes(prepared)) {
    trial.samples = {};
    return trial;
  }
  trial.clock_after = probe_core_clock(plan.probe_windows);
  trial.status = "ok";
  return trial;
}

Calibration calibrate(const Operation& operation, std::uint64_t seed, double ref_hz) {
  Calibration calibration;
  const std::uint64_t start = wall_ns();
  const Prepared prepared = operation.prepare(seed);
  calibration.setup_seconds = static_cast<double>(wall_ns() - start) / 1e9;
  calibration.first_call_seconds = static_cast<double>(timed_call(prepared)) / ref_hz;
  if (!passes(prepared)) return calibration;
  if (calibration.first_call_seconds > slow_call_seconds) {
    calibration.call_seconds = calibration.first_call_seconds;
  } else {
    find_batch(prepared, ref_hz, calibration);
  }
  return calibration;
}

}  // namespace lydite::lab
