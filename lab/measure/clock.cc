#include "lab/measure/clock.h"

#include <time.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "lab/stats/order.h"

namespace lydite::lab {
namespace {

std::uint64_t nanoseconds(clockid_t clock) noexcept {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

// Both clocks at one moment: of several readings the one that was interrupted least.
struct Moment {
  std::uint64_t wall = 0, ticks = 0;
};
Moment now() noexcept {
  Moment best;
  std::uint64_t least = UINT64_MAX;
  for (int i = 0; i < 5; ++i) {
    const std::uint64_t before = ticks_at_start(), wall = wall_ns(), after = ticks_at_stop();
    if (after - before >= least) continue;
    least = after - before;
    best = {wall, before + least / 2};
  }
  return best;
}

// Loops of 100 instructions, each of which needs the result of the one before. The operand is a register: additions
// of a constant can vanish when registers are renamed.
#if defined(__x86_64__)
#define LYDITE_CHAIN(instruction) asm volatile(".rept 100\n\t" instruction " %1, %0\n\t.endr" : "+r"(x) : "r"(y))
constexpr bool chains_known = true;
void addition(std::uint64_t& x, std::uint64_t y) noexcept { LYDITE_CHAIN("addq"); }
void cross_check(std::uint64_t& x, std::uint64_t y) noexcept { LYDITE_CHAIN("imulq"); }
constexpr unsigned cross_check_latency = 3;
#elif defined(__aarch64__)
// The latency of a multiplication differs between cores; that of an exclusive or does not.
#define LYDITE_CHAIN(instruction) asm volatile(".rept 100\n\t" instruction " %0, %0, %1\n\t.endr" : "+r"(x) : "r"(y))
constexpr bool chains_known = true;
void addition(std::uint64_t& x, std::uint64_t y) noexcept { LYDITE_CHAIN("add"); }
void cross_check(std::uint64_t& x, std::uint64_t y) noexcept { LYDITE_CHAIN("eor"); }
constexpr unsigned cross_check_latency = 1;
#else
constexpr bool chains_known = false;
void addition(std::uint64_t&, std::uint64_t) noexcept {}
void cross_check(std::uint64_t&, std::uint64_t) noexcept {}
constexpr unsigned cross_check_latency = 1;
#endif

// Core cycles per tick in each window of about 64,000 cycles.
std::vector<double> chain_ratios(void (*chain)(std::uint64_t&, std::uint64_t) noexcept, unsigned latency,
                                 unsigned windows) {
  const unsigned links = 640 / latency;
  std::vector<double> ratios;
  std::uint64_t x = 3;
  for (unsigned window = 0; window < windows; ++window) {
    const std::uint64_t start = ticks_at_start();
    for (unsigned i = 0; i < links; ++i) chain(x, 5);
    const std::uint64_t ticks = ticks_at_stop() - start;
    ratios.push_back(100.0 * links * latency / static_cast<double>(std::max<std::uint64_t>(ticks, 1)));
  }
  return ratios;
}

}  // namespace

std::uint64_t wall_ns() noexcept { return nanoseconds(CLOCK_MONOTONIC_RAW); }
std::uint64_t task_ns() noexcept { return nanoseconds(CLOCK_THREAD_CPUTIME_ID); }

const char* tick_source() noexcept {
#if defined(__x86_64__)
  return "rdtsc";
#elif defined(__aarch64__)
  return "cntvct_el0";
#else
  return "clock";
#endif
}

double measure_ref_hz(double seconds) noexcept {
  const Moment start = now();
  Moment end = now();
  while (static_cast<double>(end.wall - start.wall) < seconds * 1e9) end = now();
  return static_cast<double>(end.ticks - start.ticks) / static_cast<double>(end.wall - start.wall) * 1e9;
}

std::uint64_t measure_tick_quantum() noexcept {
  std::uint64_t least = 0;
  std::uint64_t last = ticks_now();
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t now = ticks_now();
    const std::uint64_t step = now - last;
    if (step > 1 && (least == 0 || step < least)) least = step;
    last = now;
  }
  return least == 0 ? 1 : least;
}

ClockProbe probe_core_clock(unsigned windows) {
  if (!chains_known || windows == 0) return {};
  const stats::Multiset additions(chain_ratios(addition, 1, windows));
  const double ratio = stats::nearest_rank(additions, 500);
  const double other = stats::nearest_rank(chain_ratios(cross_check, cross_check_latency, windows), 500);
  ClockProbe probe;
  probe.ratio_iqr = stats::nearest_rank(additions, 750) - stats::nearest_rank(additions, 250);
  if (std::fabs(other - ratio) <= 0.005 * ratio) probe.core_per_ref = ratio;
  return probe;
}

}  // namespace lydite::lab
