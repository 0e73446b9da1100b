#include "lab/stats/uniformity.h"

#include <cmath>
#include <vector>

namespace lydite::lab::stats {
namespace {

constexpr double tolerance = 0.01, widest = 0.02, significance = 0.05;

UniformityVerdict verdict_of(const Uniformity& found, std::size_t processes) {
  if (!found.interval || processes < least_processes) return UniformityVerdict::kUndecided;
  const Interval& interval = *found.interval;
  if (interval.high < 1 - tolerance) return UniformityVerdict::kEarlyExit;
  if (interval.low > 1 + tolerance) return UniformityVerdict::kSlower;
  const bool is_within = interval.low >= 1 - widest && interval.high <= 1 + widest;
  const bool is_close = is_within && std::fabs(found.ratio - 1) <= tolerance;
  return is_close && found.distance.p >= significance ? UniformityVerdict::kUniform : UniformityVerdict::kUndecided;
}

double median_of(const std::vector<std::uint64_t>& ticks) {
  return median(std::vector<double>(ticks.begin(), ticks.end()));
}

double log_ratio(const PairTrial& process) {
  std::vector<double> logs;
  for (std::size_t i = 0; i < process.of.size(); ++i)
    logs.push_back(std::log(static_cast<double>(process.of[i]) / static_cast<double>(process.from[i])));
  return median(logs);
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

Uniformity judge_uniformity(std::span<const PairTrial> processes) {
  std::vector<double> logs, of, from;
  for (const PairTrial& process : processes) {
    logs.push_back(log_ratio(process));
    of.push_back(median_of(process.of));
    from.push_back(median_of(process.from));
  }
  Uniformity found;
  found.ratio = std::exp(median(logs));
  if (const auto interval = median_interval(logs))
    found.interval = Interval{std::exp(interval->low), std::exp(interval->high)};
  found.distance = kolmogorov_smirnov(of, from);
  found.verdict = verdict_of(found, processes.size());
  return found;
}

}  // namespace lydite::lab::stats
