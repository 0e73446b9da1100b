// What else the machine did to this thread between two moments.
#pragma once

#include <cstdint>
#include <string_view>

#include "lab/measure/measurement.h"

namespace lydite::lab {

class DisturbanceWatch {
 public:
  DisturbanceWatch() noexcept;
  // Since construction. Task share: CPU time over wall time.
  [[nodiscard]] Disturbance since() const noexcept;

 private:
  struct Snapshot {
    std::int64_t involuntary = 0, voluntary = 0, minor = 0, major = 0;
    std::int64_t steal = 0, pressure_us = 0;
    std::uint64_t wall = 0, task = 0;
    int cpu = 0;
  };
  static Snapshot now() noexcept;
  Snapshot start_;
};

// Steal time of one CPU in the text of proc/stat, in its unit (clock ticks of the system); 0 if absent.
[[nodiscard]] std::int64_t steal_ticks(std::string_view proc_stat, int cpu) noexcept;
// Microseconds in which some task waited, from the text of proc/pressure/cpu; 0 if absent.
[[nodiscard]] std::int64_t pressure_some_us(std::string_view proc_pressure) noexcept;

}  // namespace lydite::lab
