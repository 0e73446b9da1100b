#include "lab/stats/uniformity.h"

#include <cmath>
#include <vector>

namespace lydite::lab::stats {
namespace {

constexpr double tolerance = 0.01, significance = 0.05, widest = 0.04;

UniformityVerdict verdict_of(const Uniformity& found) {
  if (!found.interval) return UniformityVerdict::kUndecided;
  const Interval& interval = *found.interval;
  if (interval.high < 1 - tolerance) return UniformityVerdict::kEarlyExit;
  if (interval.low > 1 + tolerance) return UniformityVerdict::kSlower;
  const bool is_close = std::fabs(found.ratio - 1) <= tolerance && interval.high - interval.low <= widest;
  return is_close && found.distance.p >= significance ? UniformityVerdict::kUniform : UniformityVerdict::kUndecided;
}

}  // namespace

std::string_view name(UniformityVerdict verdict) {
  switch (verdict) {
    case UniformityVerdict::kUniform:
      return "uniform";
    case UniformityVerdict::kEarlyExit:
      return "early exit";
    case UniformityVerdict::kSlower:
      return "slower";
    case UniformityVerdict::kUndecided:
      break;
  }
  return "undecided";
}

Uniformity judge_uniformity(std::span<const double> of, std::span<const double> from) {
  std::vector<double> logs;
  for (std::size_t i = 0; i < of.size(); ++i) logs.push_back(std::log(of[i] / from[i]));
  Uniformity found;
  found.ratio = std::exp(median(logs));
  if (const auto interval = median_interval(logs))
    found.interval = Interval{std::exp(interval->low), std::exp(interval->high)};
  found.distance = kolmogorov_smirnov({of.begin(), of.end()}, {from.begin(), from.end()});
  found.verdict = verdict_of(found);
  return found;
}

}  // namespace lydite::lab::stats
