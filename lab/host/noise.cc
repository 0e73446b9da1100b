#include "lab/host/noise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>

#include "lab/measure/clock.h"
#include "lab/measure/loop.h"
#include "lab/stats/inference.h"

namespace lydite::lab::host {
namespace {

constexpr std::size_t pairs = 20;
constexpr std::uint64_t trial_ns = 20'000'000;

// A kernel of arithmetic and first-level cache: multiplications over eight kilobytes, some microseconds long.
using Table = std::array<std::uint64_t, 1024>;
void fixed_kernel(void* state) {
  Table& table = *static_cast<Table*>(state);
  std::uint64_t x = table[0] | 1;
  for (std::uint64_t& word : table) {
    x = x * 0xD1342543DE82EF95 + (word >> 7);
    word ^= x;
  }
}

double trial_median(const Prepared& kernel) {
  std::array<std::uint64_t, 64> group;
  std::vector<std::uint64_t> samples;
  const std::uint64_t start = wall_ns();
  while (wall_ns() - start < trial_ns) {
    timed_loop(kernel, 1, group);
    samples.insert(samples.end(), group.begin(), group.end());
  }
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::nth_element(samples.begin(), middle, samples.end());
  return static_cast<double>(*middle);
}

}  // namespace

double noise_floor(std::span<const double> a, std::span<const double> b) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) ratios.push_back(std::log(b[i] / a[i]));
  const auto interval = stats::median_interval(ratios);
  if (!interval) return 1;
  return std::max(std::fabs(interval->low), std::fabs(interval->high));
}

NoisePairs measure_noise() {
  Prepared kernel;
  kernel.state = std::make_shared<Table>();
  kernel.run = fixed_kernel;
  (void)trial_median(kernel);
  NoisePairs result;
  for (std::size_t i = 0; i < pairs; ++i) {
    result.a.push_back(trial_median(kernel));
    result.b.push_back(trial_median(kernel));
  }
  return result;
}

}  // namespace lydite::lab::host
