// Two arms against each other, with a third that is the first one again (measurement.md section 19.2).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/measure/measure.h"
#include "lab/stats/inference.h"

namespace lydite::lab {

// `id[@TARGET][#PROGRAM]`: a row of the catalogue, an instruction set, and another build of this command to run it.
struct Arm {
  std::string algorithm, target, program;
  bool operator==(const Arm&) const = default;
};
// Nothing if the id is empty, or a part after @ or # is.
[[nodiscard]] std::optional<Arm> parse_arm(std::string_view text);

// Element i of each: the median ticks of a call in the process of pair i.
struct Pairs {
  std::vector<double> a, b, a_again;
};

enum class Verdict { kFaster, kSlower, kSame, kUndecided };  // of B, measured against A
[[nodiscard]] std::string_view name(Verdict verdict);

struct Judgement {
  double ratio = 1;                         // median of B / A
  std::optional<stats::Interval> interval;  // 95 %, of that
  double noise_floor = 0;  // F: what A differs from itself in this run, as a logarithm; at least ln 1.01
  double p = 1;            // signed rank
  Verdict verdict = Verdict::kUndecided;
};

// Precondition: equal counts, all values positive.
[[nodiscard]] Judgement judge(const Pairs& pairs);

struct Comparison {
  std::string operation;
  Pairs pairs;
  Judgement judgement;
  double adjusted_p = 1;  // Holm, over all operations of the comparison
  std::string failure;    // why there is no judgement
};

// Sets adjusted_p; a verdict of faster or slower whose adjusted p exceeds 5 % becomes undecided.
void adjust(std::vector<Comparison>& comparisons);

struct CompareOptions {
  Options engine;
  std::uint64_t pairs = 20;
  bool until_decided = false;  // double the pairs, up to 160, as long as an operation is undecided
  CompareOptions();
};

// Precondition: both rows have these operations. Each pair is one fresh process per arm, in random order, with the
// same inputs. Throws std::system_error if the copy of A's program cannot be made.
[[nodiscard]] std::vector<Comparison> compare(const Arm& a, const Arm& b, const std::vector<std::string>& operations,
                                              const CompareOptions& options, Progress& progress,
                                              const Runner& runner = run_in_process);

}  // namespace lydite::lab
