#include "lab/evidence/uniformity.h"

#include <algorithm>

namespace lydite::lab::evidence {
namespace {

constexpr char schema_name[] = "lydite-uniformity";

Json to_json(const PairSeries& series) {
  Json processes = Json::array();
  for (const PairTrial& process : series.processes) processes.push_back({{"of", process.of}, {"from", process.from}});
  return {{"algorithm", series.algorithm}, {"of", series.of},          {"from", series.from},
          {"target", series.target},       {"batch", series.batch},    {"rounds", series.rounds},
          {"processes", processes},        {"failure", series.failure}};
}

PairSeries series_from(const Json& object) {
  PairSeries series{object["algorithm"], object["of"], object["from"],   object["target"], object["batch"],
                    object["rounds"],    {},           object["failure"]};
  for (const Json& process : object["processes"]) series.processes.push_back({"ok", process["of"], process["from"]});
  return series;
}

bool is_whole(const std::vector<std::uint64_t>& ticks, std::uint64_t rounds) {
  return ticks.size() == rounds && std::ranges::all_of(ticks, [](std::uint64_t t) { return t != 0; });
}

// Either a reason why there are no processes, or processes with the planned rounds.
bool is_consistent(const PairSeries& series) {
  if (series.processes.empty() == series.failure.empty()) return false;
  return std::ranges::all_of(series.processes, [&](const PairTrial& process) {
    return series.rounds != 0 && is_whole(process.of, series.rounds) && is_whole(process.from, series.rounds);
  });
}

}  // namespace

const std::vector<Field>& uniformity_fields() {
  static const std::vector<Field> fields = {
      {"/schema", Type::kText, "`lydite-uniformity`"},
      {"/version", Type::kInteger, "of the schema", false, 1, 1},
      {"/rows", Type::kObjects, "pairs of operations that must not be told apart by their time"},
      {"/rows/*/algorithm", Type::kText, "id in the catalogue"},
      {"/rows/*/of", Type::kText, "one of its operations"},
      {"/rows/*/from", Type::kText, "the other one"},
      {"/rows/*/target", Type::kText, "instruction set; empty for code that is not dispatched by us"},
      {"/rows/*/batch", Type::kInteger, "calls that one reading of the clock covers"},
      {"/rows/*/rounds", Type::kInteger, "of each process"},
      {"/rows/*/processes", Type::kObjects, "both operations in turns, from one seed"},
      {"/rows/*/processes/*/of", Type::kIntegers, "ticks of two batches, round by round; nothing subtracted"},
      {"/rows/*/processes/*/from", Type::kIntegers, "the same of the other operation, in the same rounds"},
      {"/rows/*/failure", Type::kText, "why there are no processes; empty if there are"},
  };
  return fields;
}

Json to_json(const std::vector<PairSeries>& all) {
  Json rows = Json::array();
  for (const PairSeries& series : all) rows.push_back(to_json(series));
  return {{"schema", schema_name}, {"version", 1}, {"rows", rows}};
}

ParsedUniformity parse_uniformity(std::string_view bytes) {
  ParsedJson json = parse_canonical(bytes);
  ParsedUniformity parsed{{}, std::move(json.faults)};
  std::vector<Fault> form = validate(json.value, uniformity_fields());
  if (form.empty() && json.value["schema"] != schema_name)
    form.push_back({"/schema", std::string("must be ") + schema_name});
  parsed.faults.insert(parsed.faults.end(), form.begin(), form.end());
  if (!form.empty()) return parsed;
  for (std::size_t i = 0; i < json.value["rows"].size(); ++i) {
    parsed.all.push_back(series_from(json.value["rows"][i]));
    if (!is_consistent(parsed.all.back()))
      parsed.faults.push_back({"/rows/" + std::to_string(i) + "/processes", "have not the planned rounds"});
  }
  return parsed;
}

}  // namespace lydite::lab::evidence
