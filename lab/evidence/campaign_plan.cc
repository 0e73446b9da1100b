#include "lab/evidence/campaign_plan.h"

#include <algorithm>
#include <stdexcept>

#include "lab/algorithm.h"
#include "lab/evidence/file.h"
#include "lydite/cpu.h"

namespace lydite::lab::evidence {
namespace {

constexpr char schema_name[] = "lydite-campaign-plan";
constexpr char reference_schema_name[] = "lydite-reference";

const Algorithm* find_algorithm(const std::string& id) {
  const auto& rows = catalog();
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const Algorithm& row) { return row.id == id; });
  return found == rows.end() ? nullptr : &*found;
}

bool has_operation(const Algorithm& algorithm, const std::string& name) {
  const auto& all = algorithm.operations;
  return std::any_of(all.begin(), all.end(), [&](const Operation& operation) { return operation.name == name; });
}

// The target that runs; nothing if this machine has none of that name.
std::optional<std::string> resolved(const Algorithm& algorithm, const std::string& target) {
  if (!algorithm.dispatches) return "";
  if (target == "best") return std::string(current_target());
  const auto targets = supported_targets();
  if (std::find(targets.begin(), targets.end(), target) == targets.end()) return std::nullopt;
  return target;
}

class Reader {
 public:
  Reader(const Json& document, bool is_quick) : document_(document), is_quick_(is_quick) {}

  CampaignPlan read() {
    document_["system"].get_to(plan_.system);
    document_["title"].get_to(plan_.title);
    document_["seed"].get_to(plan_.seed);
    plan_.is_quick = is_quick_;
    plan_.constants = constants_from(document_[is_quick_ ? "quick" : "full"]);
    for (std::size_t i = 0; i < document_["groups"].size(); ++i) {
      read_group(document_["groups"][i], "/groups/" + std::to_string(i));
    }
    read_baseline();
    read_comparisons();
    read_scaling();
    read_uniformity();
    read_tables();
    if (plan_.rows.empty()) faults_.push_back({"/groups", "select nothing"});
    return std::move(plan_);
  }
  [[nodiscard]] std::vector<Fault>& faults() { return faults_; }

 private:
  void read_group(const Json& group, const std::string& path) {
    for (const std::string operation : group["operations"]) {
      const Json& quick = group["quick"];
      const bool is_selected = !is_quick_ || std::find(quick.begin(), quick.end(), operation) != quick.end();
      bool is_known = false;
      for (const std::string id : group["algorithms"]) {
        const Algorithm* algorithm = known_algorithm(id, path + "/algorithms");
        if (algorithm == nullptr || !has_operation(*algorithm, operation)) continue;
        is_known = true;
        if (is_selected) add_rows(*algorithm, operation, group);
      }
      if (!is_known) faults_.push_back({path + "/operations", "no algorithm here has " + operation});
    }
  }

  const Algorithm* known_algorithm(const std::string& id, const std::string& path) {
    const Algorithm* algorithm = find_algorithm(id);
    const Fault fault{path, "no algorithm " + id};
    if (algorithm == nullptr && std::find(faults_.begin(), faults_.end(), fault) == faults_.end()) {
      faults_.push_back(fault);
    }
    return algorithm;
  }

  // The first mention of an operation decides its group.
  void add_rows(const Algorithm& algorithm, const std::string& operation, const Json& group) {
    for (const std::string target : group["targets"]) {
      const auto name = resolved(algorithm, target);
      if (!name) continue;
      const Row row{algorithm.id, operation, *name, group["name"]};
      if (find(row) == nullptr) plan_.rows.push_back(row);
    }
  }

  [[nodiscard]] const Row* find(const Row& wanted) const {
    const auto found = std::find_if(plan_.rows.begin(), plan_.rows.end(),
                                    [&](const Row& row) { return row.is_same_operation(wanted); });
    return found == plan_.rows.end() ? nullptr : &*found;
  }

  // Nothing if the row is not measured in this run.
  std::optional<Row> read_row(const Json& object, const std::string& path) {
    const Algorithm* algorithm = known_algorithm(object["algorithm"], path + "/algorithm");
    if (algorithm == nullptr) return std::nullopt;
    if (!has_operation(*algorithm, object["operation"])) {
      faults_.push_back({path + "/operation", "is not one of " + algorithm->id});
      return std::nullopt;
    }
    const auto target = resolved(*algorithm, object["target"]);
    if (!target) return std::nullopt;
    const Row row{algorithm->id, object["operation"], *target, ""};
    return find(row) == nullptr ? std::nullopt : std::optional(row);
  }

  void read_baseline() {
    const Json& rows = document_["baseline"];
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (const auto row = read_row(rows[i], "/baseline/" + std::to_string(i))) plan_.baseline.push_back(*row);
    }
  }

  void read_comparisons() {
    const Json& all = document_["comparisons"];
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::string path = "/comparisons/" + std::to_string(i);
      const auto of = read_row(all[i]["of"], path + "/of"), to = read_row(all[i]["to"], path + "/to");
      if (of && to && *of != *to) plan_.comparisons.push_back({all[i]["title"], *of, *to});
    }
  }

  void read_scaling() {
    const Json& rows = document_["scaling"];
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (const auto row = read_row(rows[i], "/scaling/" + std::to_string(i))) plan_.scaling.push_back(*row);
    }
  }

  void read_uniformity() {
    for (const Row& row : plan_.rows) {
      const auto& operations = known_algorithm(row.algorithm, "/groups")->operations;
      const auto operation = std::find_if(operations.begin(), operations.end(),
                                          [&](const Operation& o) { return o.name == row.operation; });
      if (find({row.algorithm, operation->baseline, row.target, ""}) == nullptr) continue;
      plan_.uniformity.push_back(
          {{row.algorithm, row.operation, row.target, ""}, {row.algorithm, operation->baseline, row.target, ""}});
    }
  }

  // Cells name operations that exist, if perhaps not in the short form.
  void read_tables() {
    plan_.tables = document_["tables"];
    for (std::size_t i = 0; i < plan_.tables.size(); ++i) {
      const std::string path = "/tables/" + std::to_string(i);
      const Json& table = plan_.tables[i];
      for (const Json& row : table["rows"]) {
        if (row["cells"].size() != table["columns"].size())
          faults_.push_back({path + "/rows", "must have a cell for each column"});
        for (const std::string cell : row["cells"]) check_cell(cell, path + "/rows");
      }
    }
  }
  void check_cell(const std::string& cell, const std::string& path) {
    if (cell.empty()) return;
    const std::size_t space = cell.find(' ');
    const Algorithm* algorithm = known_algorithm(cell.substr(0, space), path);
    if (algorithm != nullptr && !has_operation(*algorithm, space == cell.npos ? "" : cell.substr(space + 1)))
      faults_.push_back({path, "no operation " + cell});
  }

  const Json& document_;
  bool is_quick_;
  CampaignPlan plan_;
  std::vector<Fault> faults_;
};

std::vector<Field> row_fields(const std::string& path) {
  return {{path + "/algorithm", Type::kText, "id in the catalogue"},
          {path + "/operation", Type::kText, "one of its operations"},
          {path + "/target", Type::kText, "`best`, or the name of an instruction set"}};
}

std::vector<Field> make_plan_fields() {
  std::vector<Field> fields = {
      {"/schema", Type::kText, "`lydite-campaign-plan`"},
      {"/version", Type::kInteger, "of the schema", false, 1, 1},
      {"/system", Type::kText, "short name of the data set"},
      {"/title", Type::kText, "heading of the report"},
      {"/seed", Type::kInteger, "of all inputs"},
      {"/full", Type::kObject, "planning constants"},
      {"/quick", Type::kObject, "planning constants of the short form"},
      {"/groups", Type::kObjects, "each is measured in turns, trial by trial"},
      {"/groups/*/name", Type::kText, "of the group; entries of one name are one group"},
      {"/groups/*/algorithms", Type::kTexts, "ids in the catalogue"},
      {"/groups/*/operations", Type::kTexts, "of those of the algorithms that have them"},
      {"/groups/*/targets", Type::kTexts, "`best`, or names of instruction sets; those not there are left out"},
      {"/groups/*/quick", Type::kTexts, "the operations that the short form has too"},
      {"/baseline", Type::kObjects, "operations by which machines are compared"},
      {"/comparisons", Type::kObjects, "ratios that the report states"},
      {"/comparisons/*/title", Type::kText, "what they say"},
      {"/comparisons/*/of", Type::kObject, "the numerator"},
      {"/comparisons/*/to", Type::kObject, "the denominator"},
      {"/scaling", Type::kObjects, "operations that are also measured on 1, 2 and 4 CPUs"},
      {"/tables", Type::kObjects, "chosen figures, beside those of the reference"},
      {"/reference", Type::kText, "file beside this one with figures that others published", true},
  };
  for (const std::vector<Field>& more :
       {constants_fields("/full"), constants_fields("/quick"), row_fields("/baseline/*"),
        row_fields("/comparisons/*/of"), row_fields("/comparisons/*/to"), row_fields("/scaling/*"),
        table_fields("/tables/*")}) {
    fields.insert(fields.end(), more.begin(), more.end());
  }
  return fields;
}

Json read_reference(const Json& name, const std::filesystem::path& folder, std::vector<Fault>& faults) {
  if (name.is_null()) return nullptr;
  const ParsedJson parsed = parse_json(read_file(folder / name.get<std::string>()));
  for (const Fault& fault : parsed.faults) faults.push_back({"/reference" + fault.field, fault.message});
  if (!parsed.faults.empty()) return nullptr;
  for (const Fault& fault : validate(parsed.value, reference_fields())) {
    faults.push_back({"/reference" + fault.field, fault.message});
  }
  return parsed.value;
}

}  // namespace

const std::vector<Field>& plan_file_fields() {
  static const std::vector<Field> fields = make_plan_fields();
  return fields;
}

const std::vector<Field>& reference_fields() {
  static const std::vector<Field> fields = {
      {"/schema", Type::kText, reference_schema_name},
      {"/version", Type::kInteger, "of the schema", false, 1, 1},
      {"/title", Type::kText, "heading"},
      {"/host", Type::kText, "the machine of these figures"},
      {"/source", Type::kText, "who measured them, with which versions, and how"},
      {"/rows", Type::kObjects, "the figures"},
      {"/rows/*/algorithm", Type::kText, "as in the catalogue"},
      {"/rows/*/operation", Type::kText, "as in the catalogue"},
      {"/rows/*/implementation", Type::kText, "whose code, with version"},
      {"/rows/*/value", Type::kNumber, "the figure"},
      {"/rows/*/unit", Type::kText, "its unit"},
  };
  return fields;
}

std::vector<Field> table_fields(const std::string& path) {
  return {{path + "/title", Type::kText, "heading"},
          {path + "/caption", Type::kText, "what the figures are"},
          {path + "/columns", Type::kTexts, "their titles"},
          {path + "/rows", Type::kObjects, "each with a cell for each column"},
          {path + "/rows/*/title", Type::kText, "of the row"},
          {path + "/rows/*/cells", Type::kTexts, "`ALGORITHM OPERATION`, on the best target; empty: no figure"}};
}

std::vector<Field> constants_fields(const std::string& path) {
  return {
      {path + "/trials", Type::kInteger, "fresh processes for each operation", false, 1, 1000},
      {path + "/trial_seconds", Type::kNumber, "wanted length of a trial", false, 0, 1000},
      {path + "/trial_samples", Type::kInteger, "but at least so many samples", false, 1, 65536},
      {path + "/trial_seconds_max", Type::kNumber, "and not longer than this", false, 0, 1000},
      {path + "/probe_windows", Type::kInteger, "of the core-clock probe around each trial", false, 0, 100000},
  };
}

Json to_json(const Constants& constants) {
  return {{"trials", constants.trials},
          {"trial_seconds", constants.trial_seconds},
          {"trial_samples", constants.trial_samples},
          {"trial_seconds_max", constants.trial_seconds_max},
          {"probe_windows", constants.probe_windows}};
}

Constants constants_from(const Json& object) {
  return {object["trials"], object["trial_seconds"], object["trial_samples"], object["trial_seconds_max"],
          object["probe_windows"]};
}

ParsedPlan parse_plan(std::string_view text, bool is_quick, const std::filesystem::path& folder) {
  ParsedJson parsed = parse_json(text);
  if (!parsed.faults.empty()) return {std::nullopt, parsed.faults};
  std::vector<Fault> faults = validate(parsed.value, plan_file_fields());
  if (!faults.empty()) return {std::nullopt, faults};
  if (parsed.value["schema"] != schema_name)
    return {std::nullopt, {{"/schema", std::string("must be ") + schema_name}}};
  Reader reader(parsed.value, is_quick);
  CampaignPlan plan = reader.read();
  plan.reference = read_reference(parsed.value["reference"], folder, reader.faults());
  if (!reader.faults().empty()) return {std::nullopt, reader.faults()};
  return {std::move(plan), {}};
}

}  // namespace lydite::lab::evidence
