// The checks that try something on the machine.
#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "lab/host/checks.h"
#include "lab/host/noise.h"
#include "lab/measure/clock.h"
#include "lab/measure/counter.h"
#include "lab/measure/disturbance.h"

namespace lydite::lab::host {
namespace {

constexpr int clock_tries = 3;
constexpr unsigned clock_windows = 1000;
constexpr double steadiest_iqr = 0.005, most_noise = 0.01;
constexpr double most_steal = 0.01, most_load_per_cpu = 0.5, most_pressure_percent = 5;

const Check counter_check{
    "H03", "hardware cycle counter", "", "available", "core cycles cannot be counted; estimates carry a ~", false};
const Check pin_check{"H09", "pinning", "", "a process can be bound to the CPU", "trials may move between CPUs", false};
const Check clock_check{
    "H10", "core clock", "", "interquartile range of the probe within 0.5 %", "cycles cannot be told from ticks",
    false};
const Check noise_check{
    "H13", "noise", "", "identical kernels within 1 %", "only ratios of interleaved pairs mean something", false};
const Check load_check{
    "H14", "other load", "", "steal <= 1 %, load <= 0.5 per CPU, pressure <= 5 %", "other work delays the measured one",
    false};

Check with(Check check, std::string found, bool ok) {
  check.found = std::move(found);
  check.ok = ok;
  return check;
}

// Binds this thread to a CPU for as long as the object lives.
class Pinned {
 public:
  explicit Pinned(int cpu) {
    cpu_set_t one;
    CPU_ZERO(&one);
    if (cpu >= 0 && cpu < CPU_SETSIZE) CPU_SET(static_cast<unsigned>(cpu), &one);
    ok_ = sched_getaffinity(0, sizeof before_, &before_) == 0 && sched_setaffinity(0, sizeof one, &one) == 0;
  }
  ~Pinned() {
    if (ok_) sched_setaffinity(0, sizeof before_, &before_);
  }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  [[nodiscard]] bool ok() const { return ok_; }

 private:
  cpu_set_t before_{};
  bool ok_ = false;
};

Check probe_counter() {
  const Counter cycles(Counter::Event::kCycles);
  const std::string found = cycles.is_open()           ? "available"
                            : cycles.error() == ENOENT ? "none: the CPU or its hypervisor has no such event"
                                                       : std::strerror(cycles.error());
  return with(counter_check, found, cycles.is_open());
}

Check probe_clock(double pause_seconds, ClockProbe& probe) {
  for (int attempt = 0;; ++attempt) {
    probe = probe_core_clock(clock_windows);
    const bool agree = probe.core_per_ref > 0;
    const bool ok = agree && probe.ratio_iqr <= steadiest_iqr * probe.core_per_ref;
    if (!ok && attempt + 1 < clock_tries) {
      std::this_thread::sleep_for(std::chrono::duration<double>(pause_seconds));
      continue;
    }
    const std::string found = agree ? fmt::format("{:.4f} cycles per tick, interquartile range {:.2f} %",
                                                  probe.core_per_ref, 100 * probe.ratio_iqr / probe.core_per_ref)
                                    : "two chains of known latency disagree";
    return with(clock_check, found, ok);
  }
}

double first_number(std::string_view text, std::string_view after) {
  const std::size_t position = text.find(after);
  if (position == std::string_view::npos) return 0;
  return std::strtod(std::string(text.substr(position + after.size(), 32)).c_str(), nullptr);
}

Check probe_load(const Tree& tree, std::int64_t steal_before, std::int64_t steal_after, double seconds) {
  const double hertz = static_cast<double>(sysconf(_SC_CLK_TCK));
  const double steal = static_cast<double>(steal_after - steal_before) / hertz / seconds;
  const auto cpus = cpu_list(tree.text("sys/devices/system/cpu/online")).size();
  const double load = first_number(tree.text("proc/loadavg"), "") / static_cast<double>(std::max<std::size_t>(cpus, 1));
  const double pressure = first_number(tree.text("proc/pressure/cpu"), "avg10=");
  return with(load_check,
              fmt::format("steal {:.1f} %, load {:.2f} per CPU, pressure {:.1f} %", 100 * steal, load, pressure),
              steal <= most_steal && load <= most_load_per_cpu && pressure <= most_pressure_percent);
}

// The guide rounds the measured clock to 50 MHz.
Fact core_clock(const ClockProbe& probe) {
  if (probe.core_per_ref <= 0) return {"core_clock_mhz", ""};
  const double mhz = probe.core_per_ref * measure_ref_hz(0.05) / 1e6;
  return {"core_clock_mhz", std::to_string(50 * std::lround(mhz / 50))};
}

}  // namespace

Probed probe(const Tree& tree, int cpu, double pause_seconds) {
  Probed result;
  result.checks.push_back(probe_counter());
  const Pinned pinned(cpu);
  result.checks.push_back(
      with(pin_check, fmt::format("CPU {} {}", cpu, pinned.ok() ? "accepted" : "refused"), pinned.ok()));
  ClockProbe clock;
  result.checks.push_back(probe_clock(pause_seconds, clock));
  const std::int64_t steal = steal_ticks(tree.text("proc/stat"), cpu);
  const std::uint64_t start = wall_ns();
  const NoisePairs noise = measure_noise();
  const double seconds = static_cast<double>(wall_ns() - start) / 1e9;
  result.noise_floor = noise_floor(noise.a, noise.b);
  result.checks.push_back(
      with(noise_check, fmt::format("within {:.2f} %", 100 * result.noise_floor), result.noise_floor <= most_noise));
  result.checks.push_back(probe_load(tree, steal, steal_ticks(tree.text("proc/stat"), cpu), seconds));
  result.facts.push_back(core_clock(clock));
  return result;
}

std::vector<Check> unprobed() {
  std::vector<Check> checks = {counter_check, pin_check, clock_check, noise_check, load_check};
  for (Check& check : checks) check.found = "not probed";
  return checks;
}

}  // namespace lydite::lab::host
