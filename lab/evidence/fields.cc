// The table of fields of a record: its schema, version 1.
#include <algorithm>

#include "lab/evidence/record.h"
#include "lab/evidence/trials.h"

namespace lydite::lab::evidence {
namespace {

constexpr bool nullable = true;

std::vector<Field> header_fields() {
  return {
      {"/schema", Type::kText, "`lydite-record`"},
      {"/version", Type::kInteger, "of the schema", false, 1, 1},
      {"/group", Type::kText, "operations of one group were measured in turns, trial by trial"},
      {"/started_utc", Type::kText, "when the first trial of the group began"},
      {"/ended_utc", Type::kText, "when its last trial had ended"},
      {"/subject", Type::kObject, "what was measured"},
      {"/subject/algorithm", Type::kText, "id in the catalogue; another library's after a colon"},
      {"/subject/title", Type::kText, "name of the algorithm"},
      {"/subject/specification", Type::kText, "the standard"},
      {"/subject/implementation", Type::kText, "whose code, with version"},
      {"/subject/kind", Type::kText, "kind of algorithm"},
      {"/subject/operation", Type::kText, "name of the operation"},
      {"/subject/description", Type::kText, "what is inside the timed region"},
      {"/subject/target", Type::kText, "instruction set that ran; empty for code that is not dispatched by us"},
      {"/subject/input_bytes", Type::kInteger, "length of the input; 0 where rates per byte mean nothing"},
      {"/subject/units", Type::kInteger, "independent results of one call", false, 1},
      {"/subject/seed", Type::kText, "of the inputs, decimal"},
      {"/subject/sizes", Type::kObjects, "keys and messages, in order of transmission"},
      {"/subject/sizes/*/name", Type::kText, "which"},
      {"/subject/sizes/*/bytes", Type::kInteger, "its length"},
  };
}

std::vector<Field> plan_fields() {
  return {
      {"/plan", Type::kObject, "fixed before the first trial"},
      {"/plan/protocol", Type::kText, "`robust`, or `guide`"},
      {"/plan/trials", Type::kInteger, "fresh processes", false, 1},
      {"/plan/samples_per_trial", Type::kInteger, "timed samples of each", false, 1},
      {"/plan/batch", Type::kInteger, "calls in one sample", false, 1},
      {"/plan/warmup_calls", Type::kInteger, "untimed calls, at least"},
      {"/plan/target_seconds", Type::kNumber, "wanted length of a trial"},
      {"/plan/estimate_seconds", Type::kNumber, "expected length of all trials"},
  };
}

std::vector<Field> gate_fields() {
  return {
      {"/gate", Type::kObject, "known answers, checked by the measured program on the measured target"},
      {"/gate/outcome", Type::kText, "`PASS`; anything else is not measured"},
      {"/gate/passed", Type::kInteger, "records answered rightly"},
      {"/gate/failed", Type::kInteger, "records answered wrongly"},
      {"/gate/skipped", Type::kInteger, "records of the same files for other algorithms"},
      {"/gate/controls", Type::kInteger, "altered records that were rejected as they must be"},
      {"/gate/files", Type::kObjects, "vector files"},
      {"/gate/files/*/name", Type::kText, "path below the vector folder"},
      {"/gate/files/*/sha256", Type::kDigest, "of the file"},
  };
}

std::vector<Field> memory_fields() {
  return {
      {"/allocations", Type::kObject, "heap use, from a run of its own; null if it was not watched", nullable},
      {"/allocations/calls", Type::kInteger, "watched calls of the operation", false, 1},
      {"/allocations/allocations", Type::kInteger, "by all of them together"},
      {"/allocations/bytes", Type::kInteger, "requested by all of them together"},
      {"/allocations/live_peak_bytes", Type::kInteger, "most that was held at once, beyond what was held before"},
      {"/allocations/leaked_bytes", Type::kInteger, "still held afterwards; below 0 if older blocks were given back",
       false, -largest_integer},
      {"/stack_bytes", Type::kInteger, "that one call takes, from a run of its own; null if not measured", nullable},
  };
}

// Ticks: reference ticks of one call, the timer's cost subtracted once per sample.
std::vector<Field> stats_fields() {
  return {
      {"/stats", Type::kObject, "derived from the trials; null if no trial has samples", nullable},
      {"/stats/trials", Type::kInteger, "with samples"},
      {"/stats/samples", Type::kInteger, "in all of them"},
      {"/stats/calls", Type::kInteger, "inside all samples"},
      {"/stats/disturbed", Type::kInteger, "trials that count although they stayed disturbed"},
      {"/stats/ticks", Type::kNumber, "the headline: median of the trials' medians"},
      {"/stats/interval", Type::kNumbers, "its 95 % interval, from six trials on", nullable},
      {"/stats/trial_min", Type::kNumber, "smallest median of a trial"},
      {"/stats/trial_max", Type::kNumber, "largest median of a trial"},
      {"/stats/mean", Type::kNumber, "of all samples"},
      {"/stats/mean_interval", Type::kNumbers, "of signing: 95 % interval of the mean, from six trials on", nullable, 0,
       largest_integer, true},
      {"/stats/median", Type::kNumber, "of all samples"},
      {"/stats/interquartile_mean", Type::kNumber, "mean of the middle half"},
      {"/stats/min", Type::kNumber, "smallest sample"},
      {"/stats/max", Type::kNumber, "largest sample"},
      {"/stats/deviation", Type::kNumber, "population standard deviation"},
      {"/stats/variation", Type::kNumber, "deviation over mean", nullable},
      {"/stats/stabilized_quartiles", Type::kNumbers, "means of the bands 1/8–3/8, 3/8–5/8, 5/8–7/8"},
      {"/stats/quantile_permille", Type::kIntegers, "quantiles that the number of samples supports", false, 0, 1000},
      {"/stats/quantile_ticks", Type::kNumbers, "their values"},
      {"/stats/first_call_ticks", Type::kNumber, "median of the cold calls"},
      {"/stats/ns", Type::kNumber, "the headline in nanoseconds"},
      {"/stats/interval_ns", Type::kNumbers, "its interval", nullable},
      {"/stats/operations_per_second", Type::kNumber, "from the headline"},
      {"/stats/core_cycles", Type::kNumber, "per call, hardware counter", nullable},
      {"/stats/instructions", Type::kNumber, "per call, hardware counter", nullable},
      {"/stats/estimated_core_cycles", Type::kNumber, "ticks times the probed ratio of the clocks", nullable},
      {"/stats/core_per_ref", Type::kNumber, "that ratio", nullable},
      {"/stats/megabytes_per_second", Type::kNumber, "10^6 bytes of input", nullable},
      {"/stats/ticks_per_byte", Type::kNumber, "of input", nullable},
      {"/stats/cycles_per_byte", Type::kNumber, "counted, else estimated", nullable},
      {"/stats/ticks_per_unit", Type::kNumber, "for one of the independent results", nullable},
      {"/stats/ns_per_unit", Type::kNumber, "the same in nanoseconds", nullable},
      {"/stats/loop_seconds", Type::kNumber, "all loops, nothing subtracted"},
      {"/stats/mean_seconds", Type::kNumber, "loop seconds over calls"},
      {"/stats/median_trial_seconds", Type::kNumber, "median of the trials' means"},
  };
}

void append(std::vector<Field>& fields, std::vector<Field> more) {
  std::move(more.begin(), more.end(), std::back_inserter(fields));
}

std::vector<Field> all_fields() {
  std::vector<Field> fields = header_fields();
  append(fields, plan_fields());
  append(fields, gate_fields());
  append(fields, host_fields());
  append(fields, build_fields());
  append(fields, {{"/clock", Type::kObject, "of the ticks"},
                  {"/clock/source", Type::kText, "the counter"},
                  {"/clock/ref_hz", Type::kNumber, "ticks per second", false, 1, 1e12}});
  append(fields, {{"/trials", Type::kObject, "the trials that count: one array per quantity, one element per trial"}});
  append(fields, trial_fields("/trials"));
  append(fields, {{"/attempts", Type::kObject, "trials that were repeated, each with its reason; same columns"}});
  append(fields, trial_fields("/attempts"));
  append(fields, memory_fields());
  append(fields, stats_fields());
  return fields;
}

}  // namespace

const std::vector<Field>& record_fields() {
  static const std::vector<Field> fields = all_fields();
  return fields;
}

}  // namespace lydite::lab::evidence
