#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "lab/stats/inference.h"

namespace lydite::lab::stats {
namespace {

constexpr std::size_t least_values = 6, resamples = 2000;
constexpr double tail = 0.025;

double mean_of(std::span<const double> x) {
  return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
}

double normal_below(double z) { return std::erfc(-z / std::sqrt(2.0)) / 2; }

// By bisection: exact to the last digits, and the same everywhere.
double normal_quantile(double p) {
  double low = -8, high = 8;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (normal_below(middle) < p ? low : high) = middle;
  }
  return (low + high) / 2;
}

// Means of as many values drawn with replacement, ascending.
std::vector<double> resampled_means(std::span<const double> x) {
  std::mt19937_64 random(x.size());
  std::vector<double> means(resamples);
  for (double& mean : means) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += x[random() % x.size()];
    mean = sum / static_cast<double>(x.size());
  }
  std::sort(means.begin(), means.end());
  return means;
}

// How many standard errors the middle of the resampled means lies off the mean.
double bias(const std::vector<double>& means, double mean) {
  const auto [first, last] = std::equal_range(means.begin(), means.end(), mean);
  const double below = static_cast<double>(first - means.begin()) + static_cast<double>(last - first) / 2;
  const double most = static_cast<double>(means.size());
  return normal_quantile(std::clamp(below, 0.5, most - 0.5) / most);
}

// From the means without one value each, as its sign and size need only the deviations.
double acceleration(std::span<const double> x, double mean) {
  double squares = 0, cubes = 0;
  for (const double value : x) {
    const double d = value - mean;
    squares += d * d;
    cubes += d * d * d;
  }
  return squares > 0 ? cubes / (6 * std::pow(squares, 1.5)) : 0;
}

}  // namespace

std::optional<Interval> mean_interval(std::span<const double> x) {
  if (x.size() < least_values) return std::nullopt;
  const double mean = mean_of(x);
  const std::vector<double> means = resampled_means(x);
  const double z0 = bias(means, mean), a = acceleration(x, mean);
  const auto at = [&](double p) {
    const double z = z0 + normal_quantile(p);
    const double rank = std::ceil(normal_below(z0 + z / (1 - a * z)) * static_cast<double>(means.size()));
    return means[static_cast<std::size_t>(std::clamp(rank, 1.0, static_cast<double>(means.size()))) - 1];
  };
  return Interval{at(tail), at(1 - tail)};
}

}  // namespace lydite::lab::stats
