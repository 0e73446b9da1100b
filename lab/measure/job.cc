#include "lab/measure/job.h"

#include <nlohmann/json.hpp>

template <class T>
struct nlohmann::adl_serializer<std::optional<T>> {
  static void to_json(json& j, const std::optional<T>& value) {
    if (value) {
      j = *value;
    } else {
      j = nullptr;
    }
  }
  static void from_json(const json& j, std::optional<T>& value) {
    value = j.is_null() ? std::optional<T>{} : std::optional<T>{j.get<T>()};
  }
};

namespace lydite::lab {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Samples, values, counts, first)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ClockProbe, core_per_ref, ratio_iqr)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Disturbance, involuntary_switches, voluntary_switches, migrations, minor_faults,
                                   major_faults, task_share, steal_ticks, pressure_some_us)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Trial, status, batch, calls, wall_ns, task_ns, ref_ticks, core_cycles, instructions,
                                   first_call_ticks, warmup_calls, overhead_ticks, tick_quantum, samples, clock_before,
                                   clock_after, disturbance)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Calibration, setup_seconds, first_call_seconds, call_seconds, batch)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Allocations, calls, allocations, bytes, live_peak_bytes, leaked_bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TrialPlan, batch, samples, warmup_calls, until_steady, probe_windows)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PairTrial, status, of, from)
NLOHMANN_JSON_SERIALIZE_ENUM(Job::Kind, {{Job::Kind::kTrial, "trial"},
                                         {Job::Kind::kCalibration, "calibration"},
                                         {Job::Kind::kAllocations, "allocations"},
                                         {Job::Kind::kPair, "pair"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Job, kind, algorithm, operation, from, target, seed, cpu, ref_hz, plan)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Answer, target, error, trial, calibration, allocations, stack_bytes, pair)

namespace {

template <class T>
std::optional<T> decode(std::string_view text) {
  try {
    return nlohmann::json::parse(text).get<T>();
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace

std::string encode(const Job& job) { return nlohmann::json(job).dump(); }
std::string encode(const Answer& answer) { return nlohmann::json(answer).dump(); }
std::optional<Job> decode_job(std::string_view text) { return decode<Job>(text); }
std::optional<Answer> decode_answer(std::string_view text) { return decode<Answer>(text); }

}  // namespace lydite::lab
