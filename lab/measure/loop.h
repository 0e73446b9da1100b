// The timed region.
#pragma once

#include <cstdint>
#include <span>

#include "lab/algorithm.h"

namespace lydite::lab {

// Each sample becomes the raw ticks of `batch` calls. Allocates nothing and decides nothing on results; the operation
// is behind a function pointer and its state passes a barrier, so that no work can be left out.
void timed_loop(const Prepared& operation, std::uint64_t batch, std::span<std::uint64_t> samples) noexcept;

// What the loop itself costs: the median of samples of an operation that does nothing.
[[nodiscard]] std::uint64_t measure_overhead(std::uint64_t batch);

}  // namespace lydite::lab
