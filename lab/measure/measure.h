// Measures operations in fresh processes, trial by trial in turns, so that a noisy moment hits all of them alike.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/algorithm.h"
#include "lab/measure/job.h"
#include "lab/measure/measurement.h"
#include "lab/measure/plan.h"
#include "lab/measure/spawn.h"

namespace lydite::lab {

struct Request {
  const Algorithm* algorithm = nullptr;
  const Operation* operation = nullptr;
  std::string target;  // empty: the best; ignored by rows that do not dispatch
};

struct Options {
  std::string protocol = "robust";  // or "guide"
  RobustLimits robust;
  GuideLimits guide;
  std::uint64_t seed = 0;
  int cpu = -1;  // -1: the last one that this process may use
  unsigned probe_windows = 1000;
  bool count_allocations = true;  // allocations and stack, in a process of their own
  double ref_hz_seconds = 0.5;    // how long the reference clock is compared with the wall clock
  double budget_seconds = 0;  // for everything; afterwards no repetition, and no round beyond the sixth. 0: no limit
  double calibration_timeout_seconds = 600;
  std::string program;  // that answers `trial`; empty: this one

  // What `lydite bench` uses for so many operations: an answer in less than ten seconds where that is possible.
  [[nodiscard]] static Options quick(std::size_t operations);
};

// What a long measurement tells its caller, and asks.
class Progress {
 public:
  virtual ~Progress() = default;
  // Before each process. `seconds_left` is an estimate.
  virtual void step(std::uint64_t done, std::uint64_t total, double seconds_left, std::string_view what);
  // True ends the measurement as soon as the running process has answered.
  virtual bool is_interrupted();
};

// How a job is done: in a process of the program, unless a test puts something else in its place.
using Runner = std::function<Outcome(const Job& job, const Options& options, double timeout_seconds)>;
[[nodiscard]] Outcome run_in_process(const Job& job, const Options& options, double timeout_seconds);

// Why there is no answer: "timeout", "exit 139", or what the child says; empty if there is one.
[[nodiscard]] std::string failure_of(const Outcome& outcome, const std::optional<Answer>& answer);

// One measurement for each request, in their order. A crash, a timeout or a failed check is the status of a trial in
// `attempts`, never an exception; an operation that cannot be measured has no trials. A trial in which the thread got
// less than 95 % of its CPU is repeated, three attempts at most; the last one counts, as "disturbed" if it was.
[[nodiscard]] std::vector<Measurement> measure(std::span<const Request> requests, const Options& options,
                                               Progress& progress, const Runner& runner = run_in_process);

// The seed of a trial's inputs: the same for all operations and for all arms of a comparison.
[[nodiscard]] std::uint64_t trial_seed(std::uint64_t seed, std::uint64_t trial) noexcept;

// The last CPU that this process may use.
[[nodiscard]] int last_allowed_cpu() noexcept;

}  // namespace lydite::lab
