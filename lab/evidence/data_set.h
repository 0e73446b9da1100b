// A folder of evidence: campaign.json (what was planned, by which program, on which host), failures.json if something
// could not be measured, scaling.json if more than one CPU was, uniformity.json if failures were compared with
// successes, one record for each other row, manifest.sha256 over all of these, and pages that follow from them.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/evidence/build.h"
#include "lab/evidence/campaign_plan.h"
#include "lab/evidence/host_state.h"
#include "lab/evidence/record.h"
#include "lab/evidence/scaling.h"
#include "lab/evidence/uniformity.h"

namespace lydite::lab::evidence {

inline constexpr char header_file[] = "campaign.json";
inline constexpr char failures_file[] = "failures.json";
inline constexpr char manifest_file[] = "manifest.sha256";

struct Header {
  CampaignPlan plan;
  HostState host;
  Build build;
  std::string started_utc;
};

struct Failure {
  Row row;
  std::string reason;
};

struct StoredRecord {
  Record record;
  std::string path;    // below the folder
  std::string digest;  // SHA-256 of the file
};

struct DataSet {
  Header header;
  std::vector<Failure> failures;
  std::vector<StoredRecord> records;   // in the order of the plan
  std::vector<Scaling> scaling;        // empty if none is planned
  std::vector<PairSeries> uniformity;  // empty if there is no such file
  std::string id;                      // SHA-256 of the manifest
};

// What is wrong with a file of a data set.
struct Finding {
  std::string file, field, message;
};
[[nodiscard]] std::string to_text(const Finding& finding);

// Pages by their path below the folder.
using Pages = std::map<std::string, std::string>;
using Render = std::function<Pages(const DataSet&)>;

[[nodiscard]] const std::vector<Field>& header_fields();
[[nodiscard]] Json to_json(const Header& header);
struct ParsedHeader {
  std::optional<Header> header;
  std::vector<Fault> faults;
};
[[nodiscard]] ParsedHeader parse_header(std::string_view bytes);

[[nodiscard]] Json to_json(const std::vector<Failure>& failures);
struct ParsedFailures {
  std::vector<Failure> failures;
  std::vector<Fault> faults;
};
[[nodiscard]] ParsedFailures parse_failures(std::string_view bytes);

// "<hex>  <path>" for each file, bytewise sorted by path. `digests` by path.
[[nodiscard]] std::string manifest(const std::map<std::string, std::string>& digests);

struct LoadedDataSet {
  std::optional<DataSet> data_set;             // there if its header could be read
  bool is_complete = false;                    // every row has a record that could be read, or has failed
  std::map<std::string, std::string> digests;  // of the files that the manifest lists, by path
  std::vector<Json> stats;                     // as written in the records
  std::vector<Finding> findings;
};

// Reads what the plan names. A record that is missing or malformed is a finding.
[[nodiscard]] LoadedDataSet load_data_set(const std::filesystem::path& folder);

}  // namespace lydite::lab::evidence
