#include "lab/evidence/record.h"

#include <algorithm>

#include "lab/evidence/trials.h"

namespace lydite::lab::evidence {
namespace {

constexpr char schema_name[] = "lydite-record";
constexpr int schema_version = 1;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json or_null(const std::optional<stats::Interval>& interval) {
  return interval ? Json::array({interval->low, interval->high}) : Json(nullptr);
}

Json subject_json(const Record& record) {
  const Measurement& m = record.measurement;
  Json sizes = Json::array();
  for (const Size& size : record.subject.sizes) sizes.push_back({{"name", size.name}, {"bytes", size.bytes}});
  return {{"algorithm", m.algorithm},
          {"title", record.subject.title},
          {"specification", record.subject.specification},
          {"implementation", m.implementation},
          {"kind", record.subject.kind},
          {"operation", m.operation},
          {"description", record.subject.description},
          {"target", m.target},
          {"input_bytes", m.input_bytes},
          {"units", m.units},
          {"seed", m.seed},
          {"sizes", sizes}};
}

Json to_json(const Plan& plan) {
  return {{"protocol", plan.protocol},
          {"trials", plan.trials},
          {"samples_per_trial", plan.samples_per_trial},
          {"batch", plan.batch},
          {"warmup_calls", plan.warmup_calls},
          {"target_seconds", plan.target_seconds},
          {"estimate_seconds", plan.estimate_seconds}};
}

Json to_json(const kat::GateResult& gate) {
  Json files = Json::array();
  for (const auto& [name, digest] : gate.files) files.push_back({{"name", name}, {"sha256", digest}});
  return {{"outcome", gate.outcome}, {"passed", gate.passed},     {"failed", gate.failed},
          {"skipped", gate.skipped}, {"controls", gate.controls}, {"files", files}};
}

Json to_json(const std::optional<Allocations>& watched) {
  if (!watched) return nullptr;
  return {{"calls", watched->calls},
          {"allocations", watched->allocations},
          {"bytes", watched->bytes},
          {"live_peak_bytes", watched->live_peak_bytes},
          {"leaked_bytes", watched->leaked_bytes}};
}

void read_subject(const Json& object, Record& record) {
  Measurement& m = record.measurement;
  object["algorithm"].get_to(m.algorithm);
  object["title"].get_to(record.subject.title);
  object["specification"].get_to(record.subject.specification);
  object["implementation"].get_to(m.implementation);
  object["kind"].get_to(record.subject.kind);
  object["operation"].get_to(m.operation);
  object["description"].get_to(record.subject.description);
  object["target"].get_to(m.target);
  object["input_bytes"].get_to(m.input_bytes);
  object["units"].get_to(m.units);
  object["seed"].get_to(m.seed);
  for (const Json& size : object["sizes"]) record.subject.sizes.push_back({size["name"], size["bytes"]});
}

Plan plan_from(const Json& object) {
  return {object["protocol"],     object["trials"],         object["samples_per_trial"], object["batch"],
          object["warmup_calls"], object["target_seconds"], object["estimate_seconds"]};
}

kat::GateResult gate_from(const Json& object, const std::string& algorithm) {
  kat::GateResult gate;
  gate.algorithm = algorithm;
  object["outcome"].get_to(gate.outcome);
  object["passed"].get_to(gate.passed);
  object["failed"].get_to(gate.failed);
  object["skipped"].get_to(gate.skipped);
  object["controls"].get_to(gate.controls);
  for (const Json& file : object["files"]) gate.files.emplace_back(file["name"], file["sha256"]);
  return gate;
}

std::optional<Allocations> allocations_from(const Json& object) {
  if (object.is_null()) return std::nullopt;
  return Allocations{object["calls"], object["allocations"], object["bytes"], object["live_peak_bytes"],
                     object["leaked_bytes"]};
}

Record record_from(const Json& document, std::vector<Fault>& faults) {
  Record record;
  document["group"].get_to(record.group);
  read_subject(document["subject"], record);
  Measurement& m = record.measurement;
  m.plan = plan_from(document["plan"]);
  document["clock"]["ref_hz"].get_to(m.ref_hz);
  m.trials = trials_from(document["trials"], "/trials", faults);
  m.attempts = trials_from(document["attempts"], "/attempts", faults);
  m.allocations = allocations_from(document["allocations"]);
  if (!document["stack_bytes"].is_null()) m.stack_bytes = document["stack_bytes"].get<std::uint64_t>();
  record.gate = gate_from(document["gate"], m.algorithm);
  record.host = host_from(document["host"]);
  record.build = build_from(document["build"]);
  document["clock"]["source"].get_to(record.clock_source);
  document["started_utc"].get_to(record.started_utc);
  document["ended_utc"].get_to(record.ended_utc);
  return record;
}

// Names of files everywhere: an id may contain a colon.
std::string file_name(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), ':', '_');
  std::replace(out.begin(), out.end(), '/', '_');
  return out;
}

}  // namespace

Json stats_of(const Measurement& measurement) {
  const auto summary = summarize(measurement);
  if (!summary) return nullptr;
  const Summary& s = *summary;
  Json permille = Json::array(), quantiles = Json::array();
  for (const Quantile& quantile : s.quantiles) {
    permille.push_back(quantile.permille);
    quantiles.push_back(quantile.ticks);
  }
  Json stats = {{"trials", s.trials},
                {"samples", s.samples},
                {"calls", s.calls},
                {"disturbed", s.disturbed},
                {"ticks", s.ticks},
                {"interval", or_null(s.interval)},
                {"trial_min", s.trial_min},
                {"trial_max", s.trial_max},
                {"mean", s.mean},
                {"median", s.median},
                {"interquartile_mean", s.interquartile_mean},
                {"min", s.min},
                {"max", s.max},
                {"deviation", s.deviation},
                {"variation", or_null(s.variation)},
                {"stabilized_quartiles", s.stabilized_quartiles},
                {"quantile_permille", permille},
                {"quantile_ticks", quantiles},
                {"first_call_ticks", s.first_call_ticks},
                {"ns", s.ns},
                {"interval_ns", or_null(s.interval_ns)},
                {"operations_per_second", s.operations_per_second},
                {"core_cycles", or_null(s.core_cycles)},
                {"instructions", or_null(s.instructions)},
                {"estimated_core_cycles", or_null(s.estimated_core_cycles)},
                {"core_per_ref", or_null(s.core_per_ref)},
                {"megabytes_per_second", or_null(s.megabytes_per_second)},
                {"ticks_per_byte", or_null(s.ticks_per_byte)},
                {"cycles_per_byte", or_null(s.cycles_per_byte)},
                {"ticks_per_unit", or_null(s.ticks_per_unit)},
                {"ns_per_unit", or_null(s.ns_per_unit)},
                {"loop_seconds", s.loop_seconds},
                {"mean_seconds", s.mean_seconds},
                {"median_trial_seconds", s.median_trial_seconds}};
  if (has_mean_headline(measurement)) stats["mean_interval"] = or_null(s.mean_interval);
  return stats;
}

Json to_json(const Record& record) {
  const Measurement& m = record.measurement;
  return {{"schema", schema_name},
          {"version", schema_version},
          {"group", record.group},
          {"started_utc", record.started_utc},
          {"ended_utc", record.ended_utc},
          {"subject", subject_json(record)},
          {"plan", to_json(m.plan)},
          {"gate", to_json(record.gate)},
          {"host", to_json(record.host)},
          {"build", to_json(record.build)},
          {"clock", {{"source", record.clock_source}, {"ref_hz", m.ref_hz}}},
          {"trials", to_json(m.trials)},
          {"attempts", to_json(m.attempts)},
          {"allocations", to_json(m.allocations)},
          {"stack_bytes", or_null(m.stack_bytes)},
          {"stats", stats_of(m)}};
}

ParsedRecord parse_record(std::string_view bytes) {
  ParsedJson json = parse_canonical(bytes);
  ParsedRecord parsed;
  parsed.faults = std::move(json.faults);
  if (!json.value.is_object()) {
    if (parsed.faults.empty()) parsed.faults.push_back({"", "must be an object"});
    return parsed;
  }
  std::vector<Fault> form = validate(json.value, record_fields());
  if (form.empty() && json.value["schema"] != schema_name) form.push_back({"/schema", "must be lydite-record"});
  const bool is_readable = form.empty();
  std::move(form.begin(), form.end(), std::back_inserter(parsed.faults));
  if (!is_readable) return parsed;
  const std::size_t before = parsed.faults.size();
  Record record = record_from(json.value, parsed.faults);
  if (parsed.faults.size() != before) return parsed;
  parsed.record = std::move(record);
  parsed.stats = std::move(json.value["stats"]);
  return parsed;
}

std::string record_path(std::string_view algorithm, std::string_view operation, std::string_view target) {
  std::string path = "records/" + file_name(algorithm) + "/" + file_name(operation);
  if (!target.empty()) path += "__" + file_name(target);
  return path + ".json";
}

}  // namespace lydite::lab::evidence
