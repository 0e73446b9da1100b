#include "lab/evidence/check.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lab/evidence/digest.h"
#include "lab/evidence/file.h"

namespace lydite::lab::evidence {
namespace {

namespace fs = std::filesystem;

constexpr double tolerance = 1e-9;

bool is_close(double a, double b) {
  return a == b || std::fabs(a - b) <= tolerance * std::max(std::fabs(a), std::fabs(b));
}

bool is_same_number(const Json& written, const Json& computed) {
  if (computed.is_number_integer()) return written == computed;
  return is_close(written.get<double>(), computed.get<double>());
}

void compare(const Json& written, const Json& computed, const std::string& path, std::vector<Fault>& faults) {
  if (computed.is_object() && written.is_object()) {
    for (const auto& [key, value] : computed.items()) {
      compare(written.value(key, Json()), value, path + "/" + key, faults);
    }
    for (const auto& [key, value] : written.items()) {
      if (!computed.contains(key)) faults.push_back({path + "/" + key, "does not belong to this operation"});
    }
  } else if (computed.is_array() && written.is_array() && written.size() == computed.size()) {
    for (std::size_t i = 0; i < computed.size(); ++i) {
      compare(written[i], computed[i], path + "/" + std::to_string(i), faults);
    }
  } else if (computed.is_number() && written.is_number() ? !is_same_number(written, computed) : written != computed) {
    faults.push_back({path, "is " + written.dump() + ", but the raw data give " + computed.dump()});
  }
}

std::uint64_t number_of(const Samples& samples) {
  return std::accumulate(samples.counts.begin(), samples.counts.end(), std::uint64_t{0});
}

void check_trial(const Plan& plan, const Trial& trial, std::size_t i, std::vector<Fault>& faults) {
  const std::string index = "/" + std::to_string(i);
  if (trial.batch != plan.batch) faults.push_back({"/trials/batch" + index, "is not that of the plan"});
  if (number_of(trial.samples) != plan.samples_per_trial) {
    faults.push_back({"/trials/samples" + index, "does not hold the planned number of samples"});
  }
  if (trial.calls != plan.samples_per_trial * plan.batch) {
    faults.push_back({"/trials/calls" + index, "is not samples times batch"});
  }
  if (trial.warmup_calls < plan.warmup_calls) {
    faults.push_back({"/trials/warmup_calls" + index, "is less than planned"});
  }
}

void check_plan(const Measurement& m, std::vector<Fault>& faults) {
  if (m.trials.size() != m.plan.trials) {
    faults.push_back({"/trials", "holds " + std::to_string(m.trials.size()) + " trials, planned were " +
                                     std::to_string(m.plan.trials)});
  }
  for (std::size_t i = 0; i < m.trials.size(); ++i) check_trial(m.plan, m.trials[i], i, faults);
}

void check_gate(const kat::GateResult& gate, std::vector<Fault>& faults) {
  if (gate.outcome != "PASS") faults.push_back({"/gate/outcome", "is not PASS"});
  if (gate.failed != 0) faults.push_back({"/gate/failed", "is not 0"});
  if (gate.passed == 0) faults.push_back({"/gate/passed", "is 0"});
  if (gate.files.empty()) faults.push_back({"/gate/files", "is empty"});
}

void check_host(const HostState& state, std::vector<Fault>& faults) {
  const char expected = host::grade(state.host.checks);
  if (state.host.grade != expected) {
    faults.push_back({"/host/grade", std::string("does not follow from the problems, which give ") + expected});
  }
  if (expected > 'B' && !state.is_unfixed_allowed) {
    faults.push_back({"/host/unfixed_allowed", "is false, but the grade needs it"});
  }
}

class Checker {
 public:
  Checker(const fs::path& folder, const Render& render)
      : folder_(folder), render_(render), loaded_(load_data_set(folder)), findings_(loaded_.findings) {}

  std::vector<Finding> run() {
    check_manifest();
    if (loaded_.data_set) {
      for (std::size_t i = 0; i < loaded_.data_set->records.size(); ++i) check_record(i);
      check_header();
    }
    if (loaded_.is_complete) {
      check_pages();
      check_orphans();
    }
    return std::move(findings_);
  }

 private:
  void report(const std::string& file, const std::vector<Fault>& faults) {
    for (const Fault& fault : faults) findings_.push_back({file, fault.field, fault.message});
  }

  // Of the records, those that the header names are loaded; a line for any other file is a difference too.
  void check_manifest() {
    if (!fs::is_regular_file(folder_ / manifest_file)) {
      findings_.push_back({manifest_file, "", "missing"});
      return;
    }
    const std::string written = read_file(folder_ / manifest_file);
    if (written == manifest(loaded_.digests)) return;
    findings_.push_back({manifest_file, "", "does not list exactly the files that are there, with their digests"});
    for (const auto& [path, digest] : loaded_.digests) {
      if (written.find(digest + "  " + path + "\n") == written.npos) {
        findings_.push_back({path, "", "has not the digest that the manifest states"});
      }
    }
  }

  void check_header() {
    const Header& header = loaded_.data_set->header;
    std::vector<Fault> faults;
    check_host(header.host, faults);
    report(header_file, faults);
    report(header_file, absolute_paths(to_json(header)));
    for (const Failure& failure : loaded_.data_set->failures) check_failure(failure);
  }

  void check_failure(const Failure& failure) {
    const Row& row = failure.row;
    const auto& rows = loaded_.data_set->header.plan.rows;
    if (std::find(rows.begin(), rows.end(), row) == rows.end()) {
      findings_.push_back(
          {failures_file, "/rows", "names " + row.algorithm + " " + row.operation + ", not in the plan"});
    }
    const std::string path = record_path(row.algorithm, row.operation, row.target);
    if (loaded_.digests.contains(path)) findings_.push_back({path, "", "is there, but its row is said to have failed"});
  }

  void check_record(std::size_t i) {
    const StoredRecord& stored = loaded_.data_set->records[i];
    const Record& record = stored.record;
    report(stored.path, contradictions(record, loaded_.stats[i]));
    report(stored.path, absolute_paths(to_json(record)));
    check_membership(stored);
  }

  // What the record must have in common with the campaign.
  void check_membership(const StoredRecord& stored) {
    const Record& record = stored.record;
    const Header& header = loaded_.data_set->header;
    const Measurement& m = record.measurement;
    const Row row{m.algorithm, m.operation, m.target, record.group};
    const auto& rows = header.plan.rows;
    if (record_path(row.algorithm, row.operation, row.target) != stored.path ||
        std::find(rows.begin(), rows.end(), row) == rows.end()) {
      findings_.push_back({stored.path, "/subject", "is not the row of this file name in campaign.json"});
    }
    if (m.seed != std::to_string(header.plan.seed)) {
      findings_.push_back({stored.path, "/subject/seed", "is not that of campaign.json"});
    }
    if (m.plan.trials > header.plan.constants.trials) {
      findings_.push_back({stored.path, "/plan/trials", "is more than campaign.json allows"});
    }
    if (record.build != header.build) {
      findings_.push_back({stored.path, "/build", "is not that of campaign.json"});
    }
    const std::string changed = changed_host(header.host.host, record.host.host);
    if (!changed.empty()) findings_.push_back({stored.path, "/host/facts", "differ from campaign.json: " + changed});
  }

  void check_pages() {
    const Pages pages = render_(*loaded_.data_set);
    for (const auto& [path, expected] : pages) {
      known_.push_back(path);
      if (!fs::is_regular_file(folder_ / path)) {
        findings_.push_back({path, "", "missing"});
        continue;
      }
      const std::string written = read_file(folder_ / path);
      if (written == expected) continue;
      const auto end = std::mismatch(written.begin(), written.end(), expected.begin(), expected.end()).first;
      findings_.push_back(
          {path, "line " + std::to_string(std::count(written.begin(), end, '\n') + 1), "is not what the records give"});
    }
  }

  void check_orphans() {
    known_.push_back(manifest_file);
    for (const auto& [path, digest] : loaded_.digests) known_.push_back(path);
    for (const std::string& path : files_below(folder_)) {
      if (std::find(known_.begin(), known_.end(), path) == known_.end()) {
        findings_.push_back({path, "", "is not part of the data set"});
      }
    }
  }

  const fs::path& folder_;
  const Render& render_;
  LoadedDataSet loaded_;
  std::vector<Finding> findings_;
  std::vector<std::string> known_;
};

}  // namespace

std::vector<Fault> differences(const Json& written, const Json& computed, const std::string& path) {
  std::vector<Fault> faults;
  compare(written, computed, path, faults);
  return faults;
}

std::vector<Fault> contradictions(const Record& record, const Json& written_stats) {
  std::vector<Fault> faults;
  check_plan(record.measurement, faults);
  check_gate(record.gate, faults);
  check_host(record.host, faults);
  const auto wrong = differences(written_stats, stats_of(record.measurement), "/stats");
  faults.insert(faults.end(), wrong.begin(), wrong.end());
  return faults;
}

std::vector<Finding> check(const fs::path& folder, const Render& render) { return Checker(folder, render).run(); }

}  // namespace lydite::lab::evidence
