// Whether two operations can be told apart by their time (measurement.md section 14).
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "lab/stats/inference.h"

namespace lydite::lab::stats {

enum class UniformityVerdict { kUniform, kEarlyExit, kSlower, kUndecided };
[[nodiscard]] std::string_view name(UniformityVerdict verdict);

struct Uniformity {
  double ratio = 1;                  // exp of the median logarithm of of / from
  std::optional<Interval> interval;  // 95 %, of that; nothing below six pairs
  Distance distance;
  UniformityVerdict verdict = UniformityVerdict::kUndecided;
};

// Element i of both: the median of a call in the process of pair i, measured in turns. Samples of one process depend on
// each other, so the distance is that of these medians. Uniform: ratio within 1 %, its interval no wider than 4 %, and
// a distance not significant at 5 %. Early exit, slower: the whole interval beyond 1 %. Precondition: equal counts, at
// least one, all values positive.
[[nodiscard]] Uniformity judge_uniformity(std::span<const double> of, std::span<const double> from);

}  // namespace lydite::lab::stats
