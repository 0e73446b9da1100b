// How much two identical programs differ here and now.
#pragma once

#include <span>
#include <vector>

namespace lydite::lab::host {

// The largest distance from 0 of the 95 % interval of the median of ln(b / a): the noise floor of these pairs, as a
// fraction. 1 if there are too few pairs for an interval.
[[nodiscard]] double noise_floor(std::span<const double> a, std::span<const double> b);

// Medians of short runs of a fixed kernel on this thread, in pairs that alternate; about one second in all.
struct NoisePairs {
  std::vector<double> a, b;
};
[[nodiscard]] NoisePairs measure_noise();

}  // namespace lydite::lab::host
