// Order statistics and moments (measurement.md section 6). Pure functions; results depend on nothing but the values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lydite::lab::stats {

// Numbers with their multiplicities, ascending. A plain list of numbers is one in which each counts once.
class Multiset {
 public:
  Multiset() = default;
  Multiset(std::span<const double> values);        // NOLINT: implicit, so that lists can be passed
  Multiset(const std::vector<double>& values);     // NOLINT
  Multiset(std::initializer_list<double> values);  // NOLINT
  // Precondition: equal lengths. Any order; equal values and zero counts are merged away.
  Multiset(std::span<const double> values, std::span<const std::uint64_t> counts);

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] std::span<const double> values() const noexcept { return values_; }
  [[nodiscard]] std::span<const std::uint64_t> counts() const noexcept { return counts_; }
  // x(rank), rank from 1. Precondition: 1 <= rank <= size().
  [[nodiscard]] double at_rank(std::uint64_t rank) const noexcept;

 private:
  std::vector<double> values_;
  std::vector<std::uint64_t> counts_;
  std::uint64_t size_ = 0;
};

// Precondition of all below that return double: the multiset is not empty.

[[nodiscard]] double minimum(const Multiset& x) noexcept;
[[nodiscard]] double maximum(const Multiset& x) noexcept;
[[nodiscard]] double mean(const Multiset& x) noexcept;
// Population standard deviation.
[[nodiscard]] double deviation(const Multiset& x) noexcept;
// Coefficient of variation; nothing for mean 0.
[[nodiscard]] std::optional<double> variation(const Multiset& x) noexcept;

// The middle value; the mean of the two middle ones for an even count. For few values: trials, pairs.
[[nodiscard]] double median(const Multiset& x) noexcept;
// x(ceil(p n)) with p in thousandths, at least rank 1: a value that occurred, never an interpolation.
[[nodiscard]] double nearest_rank(const Multiset& x, unsigned permille) noexcept;
// The same if the sample supports it, n min(p, 1 - p) >= 10, otherwise nothing.
[[nodiscard]] std::optional<double> quantile(const Multiset& x, unsigned permille) noexcept;

// Interquartile mean. For n a multiple of 4 the mean of x(n/4 + 1) .. x(3n/4); otherwise the edges count in part.
[[nodiscard]] double interquartile_mean(const Multiset& x) noexcept;
// StQ1, StQ2, StQ3: the means of the bands 1/8-3/8, 3/8-5/8 and 5/8-7/8.
[[nodiscard]] std::array<double, 3> stabilized_quartiles(const Multiset& x) noexcept;

}  // namespace lydite::lab::stats
