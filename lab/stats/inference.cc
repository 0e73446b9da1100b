#include "lab/stats/inference.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace lydite::lab::stats {
namespace {

// Twice the ranks of the absolute values, so that the mean rank of a tie is an integer. Input ascending by magnitude.
std::vector<std::size_t> doubled_ranks(std::span<const double> ascending) {
  std::vector<std::size_t> ranks(ascending.size());
  for (std::size_t begin = 0; begin < ascending.size();) {
    std::size_t end = begin;
    while (end < ascending.size() && std::fabs(ascending[end]) == std::fabs(ascending[begin])) ++end;
    std::fill(ranks.begin() + static_cast<std::ptrdiff_t>(begin), ranks.begin() + static_cast<std::ptrdiff_t>(end),
              begin + 1 + end);
    begin = end;
  }
  return ranks;
}

// Probability that the sum of the ranks, each taken with probability 1/2, is at most `limit`.
double lower_tail(std::span<const std::size_t> ranks, std::size_t limit) {
  std::vector<double> probability(std::accumulate(ranks.begin(), ranks.end(), std::size_t{0}) + 1);
  probability[0] = 1;
  std::size_t reach = 0;
  for (const std::size_t rank : ranks) {
    reach += rank;
    for (std::size_t sum = reach + 1; sum-- > 0;) {
      probability[sum] = (probability[sum] + (sum >= rank ? probability[sum - rank] : 0)) / 2;
    }
  }
  return std::accumulate(probability.begin(), probability.begin() + static_cast<std::ptrdiff_t>(limit) + 1, 0.0);
}

}  // namespace

std::optional<MedianRanks> median_ranks(std::size_t n) noexcept {
  if (n == 0 || n > 1000) return std::nullopt;
  double term = std::ldexp(1.0, -static_cast<int>(n));  // C(n, i) / 2^n
  double tail = 0;                                      // sum of the terms below k
  std::size_t k = 0;
  while (2 * (tail + term) <= 0.05) {
    tail += term;
    term *= static_cast<double>(n - k) / static_cast<double>(k + 1);
    ++k;
  }
  if (k == 0) return std::nullopt;
  return MedianRanks{k, n - k + 1, 1 - 2 * tail};
}

std::optional<Interval> median_interval(const Multiset& x) noexcept {
  const auto ranks = median_ranks(x.size());
  if (!ranks) return std::nullopt;
  return Interval{x.at_rank(ranks->low), x.at_rank(ranks->high)};
}

double signed_rank_p(std::span<const double> differences) {
  std::vector<double> ascending;
  std::copy_if(differences.begin(), differences.end(), std::back_inserter(ascending), [](double d) { return d != 0; });
  if (ascending.empty()) return 1;
  std::sort(ascending.begin(), ascending.end(), [](double a, double b) { return std::fabs(a) < std::fabs(b); });
  const auto ranks = doubled_ranks(ascending);
  std::size_t negative = 0, total = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    total += ranks[i];
    if (ascending[i] < 0) negative += ranks[i];
  }
  return std::min(1.0, 2 * lower_tail(ranks, std::min(negative, total - negative)));
}

std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double least = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    least = std::max(least, std::min(1.0, p[order[i]] * static_cast<double>(p.size() - i)));
    adjusted[order[i]] = least;
  }
  return adjusted;
}

namespace {

// The limit of the distance's distribution: 2 sum (-1)^(k-1) exp(-2 k^2 x^2).
double kolmogorov_tail(double x) {
  if (x < 0.2) return 1;
  double sum = 0;
  for (int k = 1; k <= 100; ++k) {
    const double term = std::exp(-2.0 * k * k * x * x);
    sum += k % 2 == 1 ? term : -term;
  }
  return std::clamp(2 * sum, 0.0, 1.0);
}

}  // namespace

Distance kolmogorov_smirnov(std::vector<double> a, std::vector<double> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  const double n = static_cast<double>(a.size()), m = static_cast<double>(b.size());
  Distance distance;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const double x = std::min(a[i], b[j]);
    while (i < a.size() && a[i] == x) ++i;
    while (j < b.size() && b[j] == x) ++j;
    distance.value = std::max(distance.value, std::abs(static_cast<double>(i) / n - static_cast<double>(j) / m));
  }
  const double root = std::sqrt(n * m / (n + m));
  distance.p = kolmogorov_tail((root + 0.12 + 0.11 / root) * distance.value);
  return distance;
}

}  // namespace lydite::lab::stats
