// The raw data of one measured operation. Everything else (statistics, pages, verdicts) is computed from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lydite::lab {

// Samples of a trial as a multiset: values ascending with their counts, which loses nothing but the order;
// the first samples are kept in order as well. One sample is the ticks of `batch` calls, timer cost included.
struct Samples {
  std::vector<std::uint64_t> values;
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> first;  // at most 64
};

// Core clock against the reference clock (measurement.md section 3).
struct ClockProbe {
  double core_per_ref = 0;  // from dependent additions; 0 if the two chains disagree by more than 0.5 %
  double ratio_iqr = 0;
};

struct Disturbance {
  std::int64_t involuntary_switches = 0, voluntary_switches = 0, migrations = 0;
  std::int64_t minor_faults = 0, major_faults = 0;
  double task_share = 0;  // CPU time over wall time
  std::int64_t steal_ticks = 0;
  std::int64_t pressure_some_us = 0;
};

// One fresh process.
struct Trial {
  std::string status;         // "ok", or the reason: "disturbed", "check failed", "exit 139", "timeout"
  std::uint64_t batch = 1;    // calls per sample
  std::uint64_t calls = 0;    // calls inside all samples
  std::uint64_t wall_ns = 0;  // around the whole loop
  std::uint64_t task_ns = 0;
  std::uint64_t ref_ticks = 0;               // around the whole loop
  std::optional<std::uint64_t> core_cycles;  // only where a hardware counter exists; never filled from ref
  std::optional<std::uint64_t> instructions;
  std::uint64_t first_call_ticks = 0;  // the cold call, reported apart
  std::uint64_t warmup_calls = 0;
  std::uint64_t overhead_ticks = 0, tick_quantum = 0;
  Samples samples;
  ClockProbe clock_before, clock_after;
  Disturbance disturbance;
};

// Two operations in turns inside one fresh process. Element i of both is round i, the ticks of two batches of calls: of
// one operation the first and the last of the round, of the other one those in between.
struct PairTrial {
  std::string status;  // as of a trial
  std::vector<std::uint64_t> of, from;
};

struct Plan {
  std::string protocol;  // "robust" or "guide"
  std::uint64_t trials = 0;
  std::uint64_t samples_per_trial = 0;
  std::uint64_t batch = 1;
  std::uint64_t warmup_calls = 0;
  double target_seconds = 0;    // per trial
  double estimate_seconds = 0;  // whole operation
};

struct Allocations {
  std::uint64_t calls = 0;        // calls of the operation that were watched
  std::uint64_t allocations = 0;  // in all of them together
  std::uint64_t bytes = 0;
  std::int64_t live_peak_bytes = 0;  // most that was held at once beyond what was held before, usable sizes
  std::int64_t leaked_bytes = 0;     // what was still held afterwards
};

// One operation of one algorithm on one target.
struct Measurement {
  std::string algorithm, operation, implementation, target;
  std::uint64_t input_bytes = 0, units = 1;
  std::string seed;  // of the inputs, decimal
  Plan plan;
  double ref_hz = 0;
  std::vector<Trial> trials;    // those that count
  std::vector<Trial> attempts;  // all that were repeated, each with its reason
  std::optional<Allocations> allocations;
  std::optional<std::uint64_t> stack_bytes;  // that one call takes
};

}  // namespace lydite::lab
