// Clocks (measurement.md section 3). `ref` ticks come at a constant rate and are not core cycles.
#pragma once

#include <cstdint>

#include "lab/measure/measurement.h"

namespace lydite::lab {

std::uint64_t wall_ns() noexcept;  // raw monotonic time
std::uint64_t task_ns() noexcept;  // CPU time of this thread

#if defined(__x86_64__)

// Earlier work is finished before the counter is read, and later work starts after it.
inline std::uint64_t ticks_at_start() noexcept {
  std::uint64_t low, high;
  asm volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
  return high << 32 | low;
}
inline std::uint64_t ticks_at_stop() noexcept {
  std::uint64_t low, high;
  asm volatile("rdtscp\n\tlfence" : "=a"(low), "=d"(high) : : "rcx", "memory");
  return high << 32 | low;
}
// Not ordered with other work.
inline std::uint64_t ticks_now() noexcept {
  std::uint64_t low, high;
  asm volatile("rdtsc" : "=a"(low), "=d"(high));
  return high << 32 | low;
}

#elif defined(__aarch64__)

inline std::uint64_t ticks_at_start() noexcept {
  std::uint64_t ticks;
  asm volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(ticks) : : "memory");
  return ticks;
}
inline std::uint64_t ticks_at_stop() noexcept { return ticks_at_start(); }
inline std::uint64_t ticks_now() noexcept {
  std::uint64_t ticks;
  asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
}

#else

inline std::uint64_t ticks_at_start() noexcept { return wall_ns(); }
inline std::uint64_t ticks_at_stop() noexcept { return wall_ns(); }
inline std::uint64_t ticks_now() noexcept { return wall_ns(); }

#endif

// Name of the counter behind the ticks: "rdtsc", "cntvct_el0" or "clock".
const char* tick_source() noexcept;

// Ticks per second, measured against the wall clock for the given time.
double measure_ref_hz(double seconds) noexcept;

// The smallest step above 1 between back-to-back reads; 1 if there is none.
std::uint64_t measure_tick_quantum() noexcept;

// The core clock against the reference clock, without a hardware counter: chains of dependent instructions of known
// latency, in windows of some 20 microseconds. core_per_ref is 0 if the chains disagree or none is known here.
ClockProbe probe_core_clock(unsigned windows);

}  // namespace lydite::lab
