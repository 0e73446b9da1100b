// campaign.json and failures.json: their schemas, version 1.
#include <algorithm>

#include "lab/evidence/data_set.h"

namespace lydite::lab::evidence {
namespace {

constexpr char schema_name[] = "lydite-campaign";
constexpr char failures_schema_name[] = "lydite-failures";

std::vector<Field> row_fields(const std::string& path) {
  return {{path + "/algorithm", Type::kText, "id in the catalogue"},
          {path + "/operation", Type::kText, "one of its operations"},
          {path + "/target", Type::kText, "instruction set; empty for code that is not dispatched by us"}};
}

void append(std::vector<Field>& fields, const std::vector<Field>& more, const std::string& below = "") {
  for (Field field : more) {
    field.path = below + field.path;
    fields.push_back(std::move(field));
  }
}

std::vector<Field> make_header_fields() {
  std::vector<Field> fields = {
      {"/schema", Type::kText, "`lydite-campaign`"},
      {"/version", Type::kInteger, "of the schema", false, 1, 1},
      {"/system", Type::kText, "short name of the data set"},
      {"/title", Type::kText, "heading of the report"},
      {"/started_utc", Type::kText, "when the campaign began"},
      {"/quick", Type::kBoolean, "whether this is the short form"},
      {"/seed", Type::kInteger, "of all inputs"},
      {"/constants", Type::kObject, "planning constants"},
      {"/rows", Type::kObjects, "what is measured, in the order of the report"},
      {"/rows/*/group", Type::kText, "rows of one group are measured in turns"},
      {"/baseline", Type::kObjects, "operations by which machines are compared"},
      {"/comparisons", Type::kObjects, "ratios that the report states"},
      {"/comparisons/*/title", Type::kText, "what they say"},
      {"/comparisons/*/of", Type::kObject, "the numerator"},
      {"/comparisons/*/to", Type::kObject, "the denominator"},
      {"/uniformity", Type::kObjects, "operations that must not be told apart by their time"},
      {"/uniformity/*/of", Type::kObject, "the one"},
      {"/uniformity/*/from", Type::kObject, "the other one"},
      {"/scaling", Type::kObjects, "operations that are also measured on several CPUs"},
      {"/tables", Type::kObjects, "chosen figures, beside those of the reference"},
      {"/reference", Type::kObject, "figures that others published", true},
  };
  append(fields, constants_fields("/constants"));
  for (const char* path : {"/rows/*", "/baseline/*", "/comparisons/*/of", "/comparisons/*/to", "/uniformity/*/of",
                           "/uniformity/*/from", "/scaling/*"}) {
    append(fields, row_fields(path));
  }
  append(fields, table_fields("/tables/*"));
  append(fields, reference_fields(), "/reference");
  append(fields, host_fields());
  append(fields, build_fields());
  return fields;
}

const std::vector<Field>& failures_fields() {
  static const std::vector<Field> fields = [] {
    std::vector<Field> all = {{"/schema", Type::kText, failures_schema_name},
                              {"/version", Type::kInteger, "of the schema", false, 1, 1},
                              {"/rows", Type::kObjects, "what could not be measured"},
                              {"/rows/*/group", Type::kText, "as in the plan"},
                              {"/rows/*/reason", Type::kText, "why"}};
    append(all, row_fields("/rows/*"));
    return all;
  }();
  return fields;
}

Json to_json(const Row& row) {
  return {{"algorithm", row.algorithm}, {"operation", row.operation}, {"target", row.target}};
}

Json with_group(const Row& row) {
  Json object = to_json(row);
  object["group"] = row.group;
  return object;
}

Row row_from(const Json& object) {
  return {object["algorithm"], object["operation"], object["target"], object.value("group", "")};
}

template <class Items, class Convert>
Json array_of(const Items& items, Convert convert) {
  Json array = Json::array();
  for (const auto& item : items) array.push_back(convert(item));
  return array;
}

CampaignPlan plan_from(const Json& document) {
  CampaignPlan plan;
  document["system"].get_to(plan.system);
  document["title"].get_to(plan.title);
  document["quick"].get_to(plan.is_quick);
  document["seed"].get_to(plan.seed);
  plan.constants = constants_from(document["constants"]);
  for (const Json& row : document["rows"]) plan.rows.push_back(row_from(row));
  for (const Json& row : document["baseline"]) plan.baseline.push_back(row_from(row));
  for (const Json& comparison : document["comparisons"]) {
    plan.comparisons.push_back({comparison["title"], row_from(comparison["of"]), row_from(comparison["to"])});
  }
  for (const Json& pair : document["uniformity"])
    plan.uniformity.push_back({row_from(pair["of"]), row_from(pair["from"])});
  for (const Json& row : document["scaling"]) plan.scaling.push_back(row_from(row));
  plan.tables = document["tables"];
  plan.reference = document["reference"];
  return plan;
}

// Faults of form, and the wrong schema.
std::vector<Fault> faults_of_form(const Json& document, const std::vector<Field>& fields, const std::string& schema) {
  std::vector<Fault> faults = validate(document, fields);
  if (faults.empty() && document["schema"] != schema) faults.push_back({"/schema", "must be " + schema});
  return faults;
}

}  // namespace

const std::vector<Field>& header_fields() {
  static const std::vector<Field> fields = make_header_fields();
  return fields;
}

Json to_json(const Header& header) {
  const CampaignPlan& plan = header.plan;
  return {{"schema", schema_name},
          {"version", 1},
          {"system", plan.system},
          {"title", plan.title},
          {"started_utc", header.started_utc},
          {"quick", plan.is_quick},
          {"seed", plan.seed},
          {"constants", to_json(plan.constants)},
          {"rows", array_of(plan.rows, with_group)},
          {"baseline", array_of(plan.baseline, [](const Row& row) { return to_json(row); })},
          {"comparisons", array_of(plan.comparisons,
                                   [](const Comparison& comparison) {
                                     return Json{{"title", comparison.title},
                                                 {"of", to_json(comparison.of)},
                                                 {"to", to_json(comparison.to)}};
                                   })},
          {"uniformity", array_of(plan.uniformity,
                                  [](const Indistinguishable& pair) {
                                    return Json{{"of", to_json(pair.of)}, {"from", to_json(pair.from)}};
                                  })},
          {"scaling", array_of(plan.scaling, [](const Row& row) { return to_json(row); })},
          {"tables", plan.tables},
          {"reference", plan.reference},
          {"host", to_json(header.host)},
          {"build", to_json(header.build)}};
}

ParsedHeader parse_header(std::string_view bytes) {
  ParsedJson json = parse_canonical(bytes);
  ParsedHeader parsed{std::nullopt, std::move(json.faults)};
  const auto form = faults_of_form(json.value, header_fields(), schema_name);
  parsed.faults.insert(parsed.faults.end(), form.begin(), form.end());
  if (!form.empty()) return parsed;
  Header header;
  header.plan = plan_from(json.value);
  header.host = host_from(json.value["host"]);
  header.build = build_from(json.value["build"]);
  json.value["started_utc"].get_to(header.started_utc);
  parsed.header = std::move(header);
  return parsed;
}

Json to_json(const std::vector<Failure>& failures) {
  const auto convert = [](const Failure& failure) {
    Json object = with_group(failure.row);
    object["reason"] = failure.reason;
    return object;
  };
  return {{"schema", failures_schema_name}, {"version", 1}, {"rows", array_of(failures, convert)}};
}

ParsedFailures parse_failures(std::string_view bytes) {
  ParsedJson json = parse_canonical(bytes);
  ParsedFailures parsed{{}, std::move(json.faults)};
  const auto form = faults_of_form(json.value, failures_fields(), failures_schema_name);
  parsed.faults.insert(parsed.faults.end(), form.begin(), form.end());
  if (!form.empty()) return parsed;
  for (const Json& row : json.value["rows"]) parsed.failures.push_back({row_from(row), row["reason"]});
  return parsed;
}

}  // namespace lydite::lab::evidence
