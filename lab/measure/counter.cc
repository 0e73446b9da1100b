#include "lab/measure/counter.h"

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace lydite::lab {

Counter::Counter(Event event) noexcept {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = event == Event::kCycles ? PERF_COUNT_HW_CPU_CYCLES : PERF_COUNT_HW_INSTRUCTIONS;
  attributes.disabled = 1;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  descriptor_ = static_cast<int>(syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
  if (descriptor_ < 0) error_ = errno;
}

Counter::~Counter() {
  if (is_open()) close(descriptor_);
}

void Counter::start() noexcept {
  if (!is_open()) return;
  ioctl(descriptor_, PERF_EVENT_IOC_RESET, 0);
  ioctl(descriptor_, PERF_EVENT_IOC_ENABLE, 0);
}

std::optional<std::uint64_t> Counter::stop() noexcept {
  if (!is_open()) return std::nullopt;
  ioctl(descriptor_, PERF_EVENT_IOC_DISABLE, 0);
  struct {
    std::uint64_t value, enabled, running;
  } count{};
  if (read(descriptor_, &count, sizeof count) != sizeof count || count.enabled != count.running) return std::nullopt;
  return count.value;
}

}  // namespace lydite::lab
