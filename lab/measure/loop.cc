#include "lab/measure/loop.h"

#include <algorithm>
#include <vector>

#include "lab/measure/clock.h"

namespace lydite::lab {
namespace {

void nothing(void*) {}

constexpr std::uint64_t overhead_samples = 4096, overhead_calls = std::uint64_t{1} << 22, least_samples = 16;

}  // namespace

void timed_loop(const Prepared& operation, std::uint64_t batch, std::span<std::uint64_t> samples) noexcept {
  void (*const run)(void*) = operation.run;
  void* const state = operation.state.get();
  for (std::uint64_t& sample : samples) {
    const std::uint64_t start = ticks_at_start();
    for (std::uint64_t i = 0; i < batch; ++i) {
      run(state);
      asm volatile("" : : "r"(state) : "memory");
    }
    sample = ticks_at_stop() - start;
  }
}

std::uint64_t measure_overhead(std::uint64_t batch) {
  Prepared empty;
  empty.run = nothing;
  asm volatile("" : "+r"(empty.run));
  std::vector<std::uint64_t> samples(std::clamp(overhead_calls / batch, least_samples, overhead_samples));
  timed_loop(empty, batch, samples);
  std::nth_element(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2), samples.end());
  return samples[samples.size() / 2];
}

}  // namespace lydite::lab
