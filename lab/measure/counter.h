// Hardware counters of this thread through perf events, where the system has and allows them.
#pragma once

#include <cstdint>
#include <optional>

namespace lydite::lab {

// One counter, user mode only; absent in most virtual machines.
class Counter {
 public:
  enum class Event { kCycles, kInstructions };

  explicit Counter(Event event) noexcept;
  ~Counter();
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;

  [[nodiscard]] bool is_open() const noexcept { return descriptor_ >= 0; }
  // Why it is not open: an errno value.
  [[nodiscard]] int error() const noexcept { return error_; }

  void start() noexcept;
  // The count since start(); nothing if the counter is not open or was shared with others in the meantime.
  [[nodiscard]] std::optional<std::uint64_t> stop() noexcept;

 private:
  int descriptor_ = -1;
  int error_ = 0;
};

}  // namespace lydite::lab
