// Everything a page shows about one measurement, computed from its raw data alone.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "lab/measure/measurement.h"
#include "lab/stats/inference.h"
#include "lab/stats/order.h"

namespace lydite::lab {

struct Quantile {
  unsigned permille = 0;
  double ticks = 0;
};

// Ticks are reference ticks of one call, with the timer's cost subtracted once per sample (not below 0).
struct Summary {
  std::uint64_t trials = 0;   // that count
  std::uint64_t samples = 0;  // in all of them
  std::uint64_t calls = 0;
  std::uint64_t disturbed = 0;  // trials that count although they stayed disturbed

  double ticks = 0;                         // the headline: median of trial medians
  std::optional<stats::Interval> interval;  // its 95 % interval, from six trials on
  double trial_min = 0, trial_max = 0;      // extreme trial medians

  // Of all samples together.
  double mean = 0, median = 0, interquartile_mean = 0, min = 0, max = 0, deviation = 0;
  std::optional<stats::Interval> mean_interval;  // 95 %, where the mean is the headline, from six trials on
  std::optional<double> variation;
  std::array<double, 3> stabilized_quartiles{};
  std::vector<Quantile> quantiles;  // of 1, 5, 10, 25, 50, 75, 90, 95, 99 and 99.9 %, those that the samples support

  double first_call_ticks = 0;  // median over the trials of the cold call

  double ns = 0;  // the headline in time
  std::optional<stats::Interval> interval_ns;
  double operations_per_second = 0;  // 0 if the headline is 0

  std::optional<double> core_cycles;            // per call, hardware counter; nothing without one
  std::optional<double> instructions;           // likewise
  std::optional<double> estimated_core_cycles;  // ticks times the probed ratio: to be shown with `~`
  std::optional<double> core_per_ref;           // that ratio, median over the trials

  // With input_bytes > 0. The bytes of a call are input_bytes for each of its units.
  std::optional<double> megabytes_per_second;  // 10^6 bytes
  std::optional<double> ticks_per_byte;
  std::optional<double> cycles_per_byte;  // hardware cycles if counted, otherwise estimated

  // With units > 1: for one of the independent results.
  std::optional<double> ticks_per_unit, ns_per_unit;

  // The guide's sums over the whole loops, nothing subtracted.
  double loop_seconds = 0;                 // all trials together
  double mean_seconds = 0;                 // loop seconds / calls
  double median_trial_seconds = 0;         // median of the trials' means
  std::optional<double> mean_core_cycles;  // counted cycles / calls
};

// Whether tables print the mean: of signing, where the median hides how many attempts some messages take.
[[nodiscard]] bool has_mean_headline(const Measurement& measurement);

// Nothing if no trial has samples.
[[nodiscard]] std::optional<Summary> summarize(const Measurement& measurement);

// Per-call ticks of one trial's samples, timer cost subtracted.
[[nodiscard]] stats::Multiset per_call(const Trial& trial);

}  // namespace lydite::lab
