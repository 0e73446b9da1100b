#include "lab/measure/scaling.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

#include "lab/measure/clock.h"

namespace lydite::lab {
namespace {

constexpr std::uint64_t counts[] = {1, 2, 4};

// The error number.
int pin(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (cpu < 0 || cpu >= CPU_SETSIZE) return EINVAL;
  CPU_SET(static_cast<unsigned>(cpu), &set);
  return pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

// One copy of the operation on one CPU.
struct Copy {
  Prepared prepared;
  std::uint64_t calls = 0, ends_ns = 0;
  int error = 0;  // why it is not on its CPU

  // The clock is read after every call: some tens of nanoseconds of each.
  void run(std::uint64_t until_ns) {
    calls = 0;
    do {
      prepared.run(prepared.state.get());
      ++calls;
      ends_ns = wall_ns();
    } while (ends_ns < until_ns);
  }
  [[nodiscard]] bool is_right() const { return prepared.check == nullptr || prepared.check(prepared.state.get()); }
};

void run_round(std::span<Copy> copies, std::span<const int> cpus, double seconds, ScalingPoint& point) {
  std::barrier start(static_cast<std::ptrdiff_t>(copies.size()) + 1);
  std::atomic<std::uint64_t> until{0};
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < copies.size(); ++i) {
    threads.emplace_back([&, i] {
      copies[i].error = pin(cpus[i]);
      copies[i].prepared.run(copies[i].prepared.state.get());  // brings code and data to this CPU
      start.arrive_and_wait();
      until.wait(0);  // asleep: a copy must not keep the thread that starts them from its CPU
      copies[i].run(until.load());
    });
  }
  start.arrive_and_wait();
  const std::uint64_t began = wall_ns();
  until = began + static_cast<std::uint64_t>(seconds * 1e9);
  until.notify_all();
  std::uint64_t calls = 0, ended = began;
  for (std::size_t i = 0; i < copies.size(); ++i) {
    threads[i].join();
    calls += copies[i].calls;
    ended = std::max(ended, copies[i].ends_ns);
  }
  for (std::size_t i = 0; i < copies.size(); ++i) {
    if (copies[i].error != 0)
      throw std::system_error(copies[i].error, std::generic_category(), "cannot run on CPU " + std::to_string(cpus[i]));
  }
  point.calls.push_back(calls);
  point.ns.push_back(ended - began);
}

}  // namespace

std::vector<int> allowed_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cpus;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  return cpus;
}

Scaling measure_scaling(const Algorithm& algorithm, const Operation& operation, std::uint64_t seed,
                        std::span<const int> cpus, const ScalingLimits& limits) {
  Scaling scaling{algorithm.id, operation.name, {}, operation.units, {}, {}};
  for (const std::uint64_t count : counts) {
    if (count <= cpus.size()) {
      scaling.points.push_back({count, {}, {}});
    } else {
      scaling.absent.push_back(count);
    }
  }
  if (scaling.points.empty()) throw std::runtime_error("no CPU to run on");
  std::vector<Copy> copies;
  for (std::uint64_t i = 0; i < scaling.points.back().cpus; ++i) copies.push_back({operation.prepare(seed + i)});
  for (std::uint64_t round = 0; round < limits.rounds; ++round) {
    for (ScalingPoint& point : scaling.points)
      run_round(std::span(copies).first(point.cpus), cpus.last(point.cpus), limits.round_seconds, point);
  }
  for (const Copy& copy : copies)
    if (!copy.is_right()) throw std::runtime_error("check failed");
  return scaling;
}

}  // namespace lydite::lab
