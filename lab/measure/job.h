// What a parent asks of a child process and what it answers: one JSON object each way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lab/measure/measurement.h"
#include "lab/measure/trial.h"

namespace lydite::lab {

struct Job {
  enum class Kind { kTrial, kCalibration, kAllocations, kPair };
  Kind kind = Kind::kTrial;
  std::string algorithm, operation;
  std::string from;    // the other operation of a pair
  std::string target;  // empty: the best
  std::uint64_t seed = 0;
  int cpu = -1;       // -1: any
  double ref_hz = 0;  // for a calibration
  TrialPlan plan;     // for a trial; `samples` calls for allocations and stack, `samples` rounds of a pair
};

struct Answer {
  std::string target;  // that ran; empty for rows that do not dispatch
  std::string error;   // why there is none of the following
  std::optional<Trial> trial;
  std::optional<Calibration> calibration;
  std::optional<Allocations> allocations;
  std::optional<std::uint64_t> stack_bytes;
  std::optional<PairTrial> pair;
};

[[nodiscard]] std::string encode(const Job& job);
[[nodiscard]] std::string encode(const Answer& answer);
// Nothing if the text is not such an object.
[[nodiscard]] std::optional<Job> decode_job(std::string_view text);
[[nodiscard]] std::optional<Answer> decode_answer(std::string_view text);

}  // namespace lydite::lab
