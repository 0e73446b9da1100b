#include "lab/stats/order.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lydite::lab::stats {
namespace {

// Mean of elements [begin, end) of the sorted list in which every value is repeated `repeat` times.
double slice_mean(const Multiset& x, std::uint64_t repeat, std::uint64_t begin, std::uint64_t end) noexcept {
  double sum = 0;
  std::uint64_t position = 0;
  for (std::size_t i = 0; i < x.values().size(); ++i) {
    const std::uint64_t next = position + repeat * x.counts()[i];
    const std::uint64_t from = std::max(position, begin);
    const std::uint64_t to = std::min(next, end);
    if (from < to) sum += x.values()[i] * static_cast<double>(to - from);
    position = next;
  }
  return sum / static_cast<double>(end - begin);
}

}  // namespace

Multiset::Multiset(std::span<const double> values) : Multiset(values, std::vector<std::uint64_t>(values.size(), 1)) {}
Multiset::Multiset(const std::vector<double>& values) : Multiset(std::span<const double>(values)) {}
Multiset::Multiset(std::initializer_list<double> values) : Multiset(std::span<const double>(values)) {}

Multiset::Multiset(std::span<const double> values, std::span<const std::uint64_t> counts) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  for (const std::size_t i : order) {
    if (counts[i] == 0) continue;
    if (values_.empty() || values_.back() != values[i]) {
      values_.push_back(values[i]);
      counts_.push_back(0);
    }
    counts_.back() += counts[i];
    size_ += counts[i];
  }
}

double Multiset::at_rank(std::uint64_t rank) const noexcept {
  std::size_t i = 0;
  while (rank > counts_[i]) rank -= counts_[i++];
  return values_[i];
}

double minimum(const Multiset& x) noexcept { return x.values().front(); }
double maximum(const Multiset& x) noexcept { return x.values().back(); }

double mean(const Multiset& x) noexcept { return slice_mean(x, 1, 0, x.size()); }

double deviation(const Multiset& x) noexcept {
  const double center = mean(x);
  double sum = 0;
  for (std::size_t i = 0; i < x.values().size(); ++i) {
    const double distance = x.values()[i] - center;
    sum += distance * distance * static_cast<double>(x.counts()[i]);
  }
  return std::sqrt(sum / static_cast<double>(x.size()));
}

std::optional<double> variation(const Multiset& x) noexcept {
  const double center = mean(x);
  if (center == 0) return std::nullopt;
  return deviation(x) / center;
}

double median(const Multiset& x) noexcept {
  const std::uint64_t n = x.size();
  return (x.at_rank((n + 1) / 2) + x.at_rank(n / 2 + 1)) / 2;
}

double nearest_rank(const Multiset& x, unsigned permille) noexcept {
  const std::uint64_t rank = (permille * x.size() + 999) / 1000;
  return x.at_rank(std::clamp<std::uint64_t>(rank, 1, x.size()));
}

std::optional<double> quantile(const Multiset& x, unsigned permille) noexcept {
  if (x.size() * std::min(permille, 1000 - permille) < 10 * 1000) return std::nullopt;
  return nearest_rank(x, permille);
}

double interquartile_mean(const Multiset& x) noexcept { return slice_mean(x, 4, x.size(), 3 * x.size()); }

std::array<double, 3> stabilized_quartiles(const Multiset& x) noexcept {
  const std::uint64_t n = x.size();
  return {slice_mean(x, 8, n, 3 * n), slice_mean(x, 8, 3 * n, 5 * n), slice_mean(x, 8, 5 * n, 7 * n)};
}

}  // namespace lydite::lab::stats
