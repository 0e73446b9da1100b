#include "lab/stats/summary.h"

#include <algorithm>
#include <cmath>

namespace lydite::lab {
namespace {

using stats::Interval;
using stats::Multiset;

constexpr unsigned quantile_permille[] = {10, 50, 100, 250, 500, 750, 900, 950, 990, 999};

// Appends the per-call ticks of a trial's samples and their counts.
void append_per_call(const Trial& trial, std::vector<double>& values, std::vector<std::uint64_t>& counts) {
  for (std::size_t i = 0; i < trial.samples.values.size(); ++i) {
    const std::uint64_t raw = trial.samples.values[i];
    const std::uint64_t ticks = raw > trial.overhead_ticks ? raw - trial.overhead_ticks : 0;
    values.push_back(static_cast<double>(ticks) / static_cast<double>(trial.batch));
    counts.push_back(trial.samples.counts[i]);
  }
}

Multiset pooled(const std::vector<const Trial*>& trials) {
  std::vector<double> values;
  std::vector<std::uint64_t> counts;
  for (const Trial* trial : trials) append_per_call(*trial, values, counts);
  return {values, counts};
}

std::vector<const Trial*> trials_with_samples(const Measurement& measurement) {
  std::vector<const Trial*> trials;
  for (const Trial& trial : measurement.trials) {
    if (!trial.samples.values.empty()) trials.push_back(&trial);
  }
  return trials;
}

std::optional<Interval> scaled(const std::optional<Interval>& interval, double factor) {
  if (!interval) return std::nullopt;
  return Interval{interval->low * factor, interval->high * factor};
}

// The trial's core clock over the reference clock; nothing if a probe failed or the clock moved by more than 1 %.
std::optional<double> core_ratio(const Trial& trial) {
  const double before = trial.clock_before.core_per_ref, after = trial.clock_after.core_per_ref;
  if (before <= 0 || after <= 0 || std::fabs(after - before) > 0.01 * before) return std::nullopt;
  return (before + after) / 2;
}

// Estimated cycles: each trial's median by its own ratio. Given only if most trials have a ratio.
void estimate_cycles(const std::vector<const Trial*>& trials, const std::vector<double>& medians, Summary& summary) {
  std::vector<double> ratios, cycles;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const auto ratio = core_ratio(*trials[i]);
    if (!ratio) continue;
    ratios.push_back(*ratio);
    cycles.push_back(medians[i] * *ratio);
  }
  if (2 * ratios.size() <= trials.size()) return;
  summary.core_per_ref = stats::median(ratios);
  summary.estimated_core_cycles = stats::median(cycles);
}

// Median over the trials of counter / calls; nothing unless every trial counted.
std::optional<double> counted(const std::vector<const Trial*>& trials, std::optional<std::uint64_t> Trial::* counter) {
  std::vector<double> per_trial;
  for (const Trial* trial : trials) {
    if (!(trial->*counter) || trial->calls == 0) return std::nullopt;
    per_trial.push_back(static_cast<double>(*(trial->*counter)) / static_cast<double>(trial->calls));
  }
  return stats::median(per_trial);
}

// All trials' counted cycles over all calls; nothing unless every trial counted.
std::optional<double> mean_cycles(const std::vector<const Trial*>& trials, std::uint64_t calls) {
  double cycles = 0;
  for (const Trial* trial : trials) {
    if (!trial->core_cycles || calls == 0) return std::nullopt;
    cycles += static_cast<double>(*trial->core_cycles);
  }
  return cycles / static_cast<double>(calls);
}

void describe_samples(const Multiset& samples, Summary& summary) {
  summary.samples = samples.size();
  summary.mean = stats::mean(samples);
  summary.median = stats::nearest_rank(samples, 500);
  summary.interquartile_mean = stats::interquartile_mean(samples);
  summary.min = stats::minimum(samples);
  summary.max = stats::maximum(samples);
  summary.deviation = stats::deviation(samples);
  summary.variation = stats::variation(samples);
  summary.stabilized_quartiles = stats::stabilized_quartiles(samples);
  for (const unsigned permille : quantile_permille) {
    if (const auto value = stats::quantile(samples, permille)) summary.quantiles.push_back({permille, *value});
  }
}

void describe_trials(const std::vector<const Trial*>& trials, const std::vector<double>& medians, Summary& summary) {
  summary.trials = trials.size();
  summary.disturbed = static_cast<std::uint64_t>(
      std::count_if(trials.begin(), trials.end(), [](const Trial* trial) { return trial->status != "ok"; }));
  const Multiset ordered(medians);
  summary.ticks = stats::median(ordered);
  summary.interval = stats::median_interval(ordered);
  summary.trial_min = stats::minimum(ordered);
  summary.trial_max = stats::maximum(ordered);
}

// Samples of one trial share its keys and its process, so each trial counts once.
std::optional<Interval> interval_of_mean(const std::vector<const Trial*>& trials) {
  std::vector<double> means;
  for (const Trial* trial : trials) means.push_back(stats::mean(per_call(*trial)));
  return stats::mean_interval(means);
}

void sum_loops(const std::vector<const Trial*>& trials, Summary& summary) {
  std::vector<double> first_calls, means;
  std::uint64_t wall_ns = 0;
  for (const Trial* trial : trials) {
    summary.calls += trial->calls;
    wall_ns += trial->wall_ns;
    first_calls.push_back(static_cast<double>(trial->first_call_ticks));
    if (trial->calls != 0)
      means.push_back(static_cast<double>(trial->wall_ns) / 1e9 / static_cast<double>(trial->calls));
  }
  summary.first_call_ticks = stats::median(first_calls);
  summary.loop_seconds = static_cast<double>(wall_ns) / 1e9;
  if (summary.calls == 0) return;
  summary.mean_seconds = summary.loop_seconds / static_cast<double>(summary.calls);
  summary.median_trial_seconds = stats::median(means);
}

void derive_rates(const Measurement& measurement, Summary& summary) {
  const double ns_per_tick = measurement.ref_hz > 0 ? 1e9 / measurement.ref_hz : 0;
  summary.ns = summary.ticks * ns_per_tick;
  summary.interval_ns = scaled(summary.interval, ns_per_tick);
  if (summary.ns > 0) summary.operations_per_second = 1e9 / summary.ns;
  if (measurement.input_bytes > 0) {
    const double bytes = static_cast<double>(measurement.input_bytes * measurement.units);
    if (summary.ns > 0) summary.megabytes_per_second = bytes * 1000 / summary.ns;
    summary.ticks_per_byte = summary.ticks / bytes;
    const auto cycles = summary.core_cycles ? summary.core_cycles : summary.estimated_core_cycles;
    if (cycles) summary.cycles_per_byte = *cycles / bytes;
  }
  if (measurement.units > 1) {
    summary.ticks_per_unit = summary.ticks / static_cast<double>(measurement.units);
    summary.ns_per_unit = summary.ns / static_cast<double>(measurement.units);
  }
}

}  // namespace

bool has_mean_headline(const Measurement& measurement) { return measurement.operation.starts_with("sign"); }

Multiset per_call(const Trial& trial) { return pooled({&trial}); }

std::optional<Summary> summarize(const Measurement& measurement) {
  const auto trials = trials_with_samples(measurement);
  if (trials.empty()) return std::nullopt;
  std::vector<double> medians;
  for (const Trial* trial : trials) medians.push_back(stats::nearest_rank(per_call(*trial), 500));
  Summary summary;
  describe_samples(pooled(trials), summary);
  describe_trials(trials, medians, summary);
  if (has_mean_headline(measurement)) summary.mean_interval = interval_of_mean(trials);
  sum_loops(trials, summary);
  estimate_cycles(trials, medians, summary);
  summary.core_cycles = counted(trials, &Trial::core_cycles);
  summary.mean_core_cycles = mean_cycles(trials, summary.calls);
  summary.instructions = counted(trials, &Trial::instructions);
  derive_rates(measurement, summary);
  return summary;
}

}  // namespace lydite::lab
