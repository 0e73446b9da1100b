// An operation and another one from whose time it must not differ, in turns inside one process: what the machine does
// to one it does to both, and what differs between processes (layout, clock) cancels out of their ratio.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/algorithm.h"
#include "lab/measure/measure.h"
#include "lab/measure/measurement.h"
#include "lab/measure/trial.h"

namespace lydite::lab {

// Both are prepared from one seed, so that they see the same keys and messages. Rounds begin by turns with the one and
// with the other, and are symmetric in themselves: neither a drift of the clock nor the place favours one. plan.samples
// rounds of plan.batch calls. Status "ok" or "check failed".
[[nodiscard]] PairTrial run_pair_trial(const Operation& of, const Operation& from, std::uint64_t seed,
                                       const TrialPlan& plan);

// One pair of operations of a row, and what its processes gave.
struct PairSeries {
  std::string algorithm, of, from, target;
  std::uint64_t batch = 0;   // calls that one reading of the clock covers
  std::uint64_t rounds = 0;  // of each process; 0: not planned yet
  std::vector<PairTrial> processes;
  std::string failure;  // why there are no processes
};

// All operations of the row that name another one of it; only those of these names if there are any. On the target.
[[nodiscard]] std::vector<PairSeries> pairs_of(const Algorithm& algorithm, const std::string& target,
                                               const std::vector<std::string>& operations);

// Brings every series that has not failed to so many processes, all of them in turns. From the options come length and
// number of samples of a process, seed and CPU.
void measure_pairs(std::vector<PairSeries>& all, std::uint64_t processes, const Options& options, Progress& progress,
                   const Runner& runner = run_in_process);

// The same; then those without a verdict go on with twice as many, again and again, up to `most` processes.
void measure_pairs_until_decided(std::vector<PairSeries>& all, std::uint64_t processes, std::uint64_t most,
                                 const Options& options, Progress& progress, const Runner& runner = run_in_process);

}  // namespace lydite::lab
