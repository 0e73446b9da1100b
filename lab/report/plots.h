// The figures of a report, drawn from numbers alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/report/svg.h"
#include "lab/stats/inference.h"
#include "lab/stats/order.h"

namespace lydite::lab::report {

struct IntervalRow {
  std::string label, detail;  // the detail is printed smaller, after the label
  bool is_foreign = false;
  double ns = 0;
  std::optional<stats::Interval> interval_ns;
  std::vector<double> trials_ns;
};

// Left the medians on one time axis, right every trial and the interval as a deviation from the row's median.
// Precondition: at least one row, all ns > 0.
[[nodiscard]] Drawing interval_plot(const std::vector<IntervalRow>& rows);

struct DistributionPanel {
  std::string title;
  stats::Multiset ns;  // all samples
  double median_ns = 0;
};

// The empirical distribution function of each panel's samples, from their minimum to their 99 % point.
[[nodiscard]] Drawing distribution_plot(const std::vector<DistributionPanel>& panels);

struct Curve {
  std::string label;
  std::string style;          // "" for ours, "peer" or "other": stroke, dashes and marks differ, not colour alone
  std::vector<Point> points;  // x ascending
};

// Both axes logarithmic; x in bytes, with ticks at the powers of two that curves have.
[[nodiscard]] Drawing scaling_plot(const std::vector<Curve>& curves, const std::string& y_title);

}  // namespace lydite::lab::report
