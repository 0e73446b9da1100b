#include "lab/evidence/scaling.h"

namespace lydite::lab::evidence {
namespace {

constexpr char schema_name[] = "lydite-scaling";

Json to_json(const Scaling& scaling) {
  Json points = Json::array();
  for (const ScalingPoint& point : scaling.points)
    points.push_back({{"cpus", point.cpus}, {"calls", point.calls}, {"ns", point.ns}});
  return {{"algorithm", scaling.algorithm},
          {"operation", scaling.operation},
          {"target", scaling.target},
          {"units", scaling.units},
          {"points", points},
          {"absent", scaling.absent}};
}

Scaling scaling_from(const Json& object) {
  Scaling scaling{object["algorithm"], object["operation"], object["target"], object["units"], {}, object["absent"]};
  for (const Json& point : object["points"]) scaling.points.push_back({point["cpus"], point["calls"], point["ns"]});
  return scaling;
}

// Every count of CPUs has the same rounds, one CPU comes first, and none of them is empty.
bool is_consistent(const Scaling& scaling) {
  if (scaling.points.empty() || scaling.points[0].cpus != 1) return false;
  const std::size_t rounds = scaling.points[0].calls.size();
  for (const ScalingPoint& point : scaling.points) {
    if (rounds == 0 || point.calls.size() != rounds || point.ns.size() != rounds) return false;
    for (std::size_t i = 0; i < rounds; ++i)
      if (point.calls[i] == 0 || point.ns[i] == 0) return false;
  }
  return true;
}

}  // namespace

const std::vector<Field>& scaling_fields() {
  static const std::vector<Field> fields = {
      {"/schema", Type::kText, "`lydite-scaling`"},
      {"/version", Type::kInteger, "of the schema", false, 1, 1},
      {"/rows", Type::kObjects, "operations whose throughput was measured on several CPUs"},
      {"/rows/*/algorithm", Type::kText, "id in the catalogue"},
      {"/rows/*/operation", Type::kText, "one of its operations"},
      {"/rows/*/target", Type::kText, "instruction set; empty for code that is not dispatched by us"},
      {"/rows/*/units", Type::kInteger, "independent results of one call", false, 1},
      {"/rows/*/points", Type::kObjects, "one for each count of CPUs, in turns"},
      {"/rows/*/points/*/cpus", Type::kInteger, "copies of the operation, each on a CPU of its own", false, 1},
      {"/rows/*/points/*/calls", Type::kIntegers, "of all copies together, round by round"},
      {"/rows/*/points/*/ns", Type::kIntegers, "from the common start to the end of the last copy"},
      {"/rows/*/absent", Type::kIntegers, "counts that this machine has not got"},
  };
  return fields;
}

Json to_json(const std::vector<Scaling>& all) {
  Json rows = Json::array();
  for (const Scaling& scaling : all) rows.push_back(to_json(scaling));
  return {{"schema", schema_name}, {"version", 1}, {"rows", rows}};
}

ParsedScaling parse_scaling(std::string_view bytes) {
  ParsedJson json = parse_canonical(bytes);
  ParsedScaling parsed{{}, std::move(json.faults)};
  std::vector<Fault> form = validate(json.value, scaling_fields());
  if (form.empty() && json.value["schema"] != schema_name)
    form.push_back({"/schema", std::string("must be ") + schema_name});
  parsed.faults.insert(parsed.faults.end(), form.begin(), form.end());
  if (!form.empty()) return parsed;
  for (std::size_t i = 0; i < json.value["rows"].size(); ++i) {
    parsed.all.push_back(scaling_from(json.value["rows"][i]));
    if (!is_consistent(parsed.all.back()))
      parsed.faults.push_back(
          {"/rows/" + std::to_string(i) + "/points", "have not all the same rounds, or empty ones"});
  }
  return parsed;
}

}  // namespace lydite::lab::evidence
