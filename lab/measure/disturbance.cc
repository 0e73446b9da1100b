#include "lab/measure/disturbance.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <charconv>
#include <string>

#include "lab/measure/clock.h"

namespace lydite::lab {
namespace {

// Read without the C++ library's buffers: the loop's neighbourhood should not allocate much.
std::string read_start(const char* path) {
  std::string text(8192, '\0');
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  const ssize_t length = file < 0 ? 0 : read(file, text.data(), text.size());
  if (file >= 0) close(file);
  text.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
  return text;
}

std::int64_t number_at(std::string_view text, std::size_t position) noexcept {
  std::int64_t value = 0;
  std::from_chars(text.data() + position, text.data() + text.size(), value);
  return value;
}

}  // namespace

std::int64_t steal_ticks(std::string_view proc_stat, int cpu) noexcept {
  const std::string name = "\ncpu" + std::to_string(cpu) + " ";
  std::size_t position = proc_stat.find(name);
  if (position == std::string_view::npos) return 0;
  position += name.size();
  const std::size_t end = std::min(proc_stat.find('\n', position), proc_stat.size());
  constexpr int fields_before_steal = 7;  // user, nice, system, idle, iowait, irq, softirq
  for (int field = 0; field < fields_before_steal; ++field) {
    position = proc_stat.find(' ', position);
    if (position >= end) return 0;
    ++position;
  }
  return number_at(proc_stat, position);
}

std::int64_t pressure_some_us(std::string_view proc_pressure) noexcept {
  constexpr std::string_view key = "total=";
  if (!proc_pressure.starts_with("some ")) return 0;
  const std::size_t position = proc_pressure.find(key);
  return position == std::string_view::npos ? 0 : number_at(proc_pressure, position + key.size());
}

DisturbanceWatch::Snapshot DisturbanceWatch::now() noexcept {
  Snapshot snapshot;
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  snapshot.involuntary = usage.ru_nivcsw;
  snapshot.voluntary = usage.ru_nvcsw;
  snapshot.minor = usage.ru_minflt;
  snapshot.major = usage.ru_majflt;
  snapshot.cpu = sched_getcpu();
  snapshot.steal = steal_ticks(read_start("/proc/stat"), snapshot.cpu);
  snapshot.pressure_us = pressure_some_us(read_start("/proc/pressure/cpu"));
  snapshot.wall = wall_ns();
  snapshot.task = task_ns();
  return snapshot;
}

DisturbanceWatch::DisturbanceWatch() noexcept : start_(now()) {}

Disturbance DisturbanceWatch::since() const noexcept {
  const std::uint64_t wall = wall_ns() - start_.wall, task = task_ns() - start_.task;
  const Snapshot end = now();
  Disturbance result;
  result.involuntary_switches = end.involuntary - start_.involuntary;
  result.voluntary_switches = end.voluntary - start_.voluntary;
  result.migrations = end.cpu == start_.cpu ? 0 : 1;
  result.minor_faults = end.minor - start_.minor;
  result.major_faults = end.major - start_.major;
  result.task_share = wall == 0 ? 0 : static_cast<double>(task) / static_cast<double>(wall);
  result.steal_ticks = end.steal - start_.steal;
  result.pressure_some_us = end.pressure_us - start_.pressure_us;
  return result;
}

}  // namespace lydite::lab
