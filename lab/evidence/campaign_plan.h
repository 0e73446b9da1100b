// A campaign file: what is measured, in which turns, and for how long (docs/evidence.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/evidence/json.h"
#include "lab/evidence/schema.h"

namespace lydite::lab::evidence {

// One operation on one target.
struct Row {
  std::string algorithm, operation;
  std::string target;  // empty for code that is not dispatched by us
  std::string group;   // rows of one group are measured in turns, so that their ratios are those of neighbours in time
  [[nodiscard]] bool is_same_operation(const Row& other) const {
    return algorithm == other.algorithm && operation == other.operation && target == other.target;
  }
  bool operator==(const Row&) const = default;
};

// A ratio that the report states: `of` divided by `to`; both without group.
struct Comparison {
  std::string title;
  Row of, to;
  bool operator==(const Comparison&) const = default;
};

// An operation that must not be told from another one by its time; both without group.
struct Indistinguishable {
  Row of, from;
  bool operator==(const Indistinguishable&) const = default;
};

// Planning constants: fixed for a run, part of its data set.
struct Constants {
  std::uint64_t trials = 0;
  double trial_seconds = 0;
  std::uint64_t trial_samples = 0;
  double trial_seconds_max = 0;
  std::uint64_t probe_windows = 0;
  bool operator==(const Constants&) const = default;
};

struct CampaignPlan {
  std::string system, title;
  bool is_quick = false;
  std::uint64_t seed = 0;
  Constants constants;
  std::vector<Row> rows;      // in the order of the report
  std::vector<Row> baseline;  // well-known operations by which machines can be compared; without group
  std::vector<Comparison> comparisons;
  std::vector<Indistinguishable> uniformity;  // rows with a baseline that is one too
  std::vector<Row> scaling;                   // measured on several CPUs; without group
  Json tables = Json::array();                // chosen figures, side by side with the reference: table_fields()
  Json reference;                             // figures that others published, or null
};

struct ParsedPlan {
  std::optional<CampaignPlan> plan;
  std::vector<Fault> faults;
};

// Reads the text of a campaign file. Names are looked up in the catalogue; the target "best" becomes the one in use,
// and targets that this machine lacks are left out. `folder` is where a reference file is read from.
[[nodiscard]] ParsedPlan parse_plan(std::string_view text, bool is_quick, const std::filesystem::path& folder);

[[nodiscard]] const std::vector<Field>& plan_file_fields();
[[nodiscard]] const std::vector<Field>& reference_fields();
// Of the elements of `path`.
[[nodiscard]] std::vector<Field> table_fields(const std::string& path);

[[nodiscard]] std::vector<Field> constants_fields(const std::string& path);
[[nodiscard]] Json to_json(const Constants& constants);
// Precondition: the object has the form of constants_fields().
[[nodiscard]] Constants constants_from(const Json& object);

}  // namespace lydite::lab::evidence
