// Intervals and tests without assumptions on the distribution (measurement.md sections 6 and 19).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "lab/stats/order.h"

namespace lydite::lab::stats {

struct Interval {
  double low = 0, high = 0;
};

// Ranks k and n - k + 1 between which the population median lies with the stated probability.
struct MedianRanks {
  std::size_t low = 0, high = 0;
  double coverage = 0;
};

// The narrowest symmetric pair of ranks with coverage >= 95 %; nothing below n = 6, where none exists,
// and above n = 1000, which no list of trials reaches.
[[nodiscard]] std::optional<MedianRanks> median_ranks(std::size_t n) noexcept;
// The exact order-statistic interval of the median; nothing where median_ranks() gives nothing.
[[nodiscard]] std::optional<Interval> median_interval(const Multiset& x) noexcept;

// 95 % interval of the mean of independent values: bootstrap, bias-corrected and accelerated (Efron 1987), with 2,000
// resamples that are the same every time. Nothing below n = 6.
[[nodiscard]] std::optional<Interval> mean_interval(std::span<const double> x);

// Two-sided p of Wilcoxon's signed-rank test that the differences are symmetric about 0: exact for the observed
// ranks, ties sharing their mean rank, zeros left out. 1 if nothing is left.
[[nodiscard]] double signed_rank_p(std::span<const double> differences);

// Holm's step-down adjustment: element i is significant at level a if result[i] <= a, family-wise.
[[nodiscard]] std::vector<double> holm(std::span<const double> p);

// The largest distance between the distribution functions of two samples, and the probability of at least that
// distance if both have one distribution (Kolmogorov and Smirnov, asymptotic with Stephens' correction; two-sided).
struct Distance {
  double value = 0, p = 1;
};
// Precondition: neither is empty.
[[nodiscard]] Distance kolmogorov_smirnov(std::vector<double> a, std::vector<double> b);

}  // namespace lydite::lab::stats
