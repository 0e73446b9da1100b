// Whether two operations can be told apart by their time (measurement.md section 14).
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "lab/measure/measurement.h"
#include "lab/stats/inference.h"

namespace lydite::lab::stats {

inline constexpr std::size_t least_processes = 20;  // for a verdict

enum class UniformityVerdict { kUniform, kEarlyExit, kSlower, kUndecided };
[[nodiscard]] std::string_view name(UniformityVerdict verdict);

struct Uniformity {
  double ratio = 1;                  // exp of the median over the processes of their logarithms of of / from
  std::optional<Interval> interval;  // 95 %, of that; nothing below six processes
  Distance distance;                 // between the processes' medians of either operation
  UniformityVerdict verdict = UniformityVerdict::kUndecided;
};

// The logarithm of a process is the median over its rounds. Rounds of one process depend on each other, so interval
// and distance take each process once. Uniform is a statement of equivalence: ratio within 1 %, its whole interval
// within 2 %, and a distance not significant at 5 %. Early exit, slower: the whole interval beyond 1 %. Neither with
// fewer than 20 processes. Precondition: at least one process, in each as many of as from, at least one, all positive.
[[nodiscard]] Uniformity judge_uniformity(std::span<const PairTrial> processes);

}  // namespace lydite::lab::stats
