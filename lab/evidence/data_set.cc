#include "lab/evidence/data_set.h"

#include <algorithm>

#include "lab/evidence/digest.h"
#include "lab/evidence/file.h"

namespace lydite::lab::evidence {
namespace {

namespace fs = std::filesystem;

class Loader {
 public:
  explicit Loader(const fs::path& folder) : folder_(folder) {}

  LoadedDataSet load() {
    if (!load_header()) return std::move(loaded_);
    loaded_.is_complete = true;
    load_failures();
    for (const Row& row : data_set_.header.plan.rows) load_row(row);
    load_scaling();
    load_uniformity();
    data_set_.id = sha256(manifest(loaded_.digests));
    loaded_.data_set = std::move(data_set_);
    return std::move(loaded_);
  }

 private:
  // Nothing if there is no such file, which is then a finding.
  std::optional<std::string> read(const std::string& path) {
    if (!fs::is_regular_file(folder_ / path)) {
      loaded_.findings.push_back({path, "", "missing"});
      return std::nullopt;
    }
    std::string bytes = read_file(folder_ / path);
    loaded_.digests[path] = sha256(bytes);
    return bytes;
  }

  void report(const std::string& path, const std::vector<Fault>& faults) {
    for (const Fault& fault : faults) loaded_.findings.push_back({path, fault.field, fault.message});
  }

  bool load_header() {
    const auto bytes = read(header_file);
    if (!bytes) return false;
    ParsedHeader parsed = parse_header(*bytes);
    report(header_file, parsed.faults);
    if (!parsed.header) return false;
    data_set_.header = std::move(*parsed.header);
    return true;
  }

  void load_failures() {
    if (!fs::exists(folder_ / failures_file)) return;
    if (const auto bytes = read(failures_file)) {
      ParsedFailures parsed = parse_failures(*bytes);
      report(failures_file, parsed.faults);
      data_set_.failures = std::move(parsed.failures);
    }
  }

  void load_scaling() {
    if (data_set_.header.plan.scaling.empty()) return;
    const auto bytes = read(scaling_file);
    if (!bytes) {
      loaded_.is_complete = false;
      return;
    }
    ParsedScaling parsed = parse_scaling(*bytes);
    report(scaling_file, parsed.faults);
    for (const Scaling& scaling : parsed.all) {
      const auto is_planned = [&](const Row& row) {
        return row.algorithm == scaling.algorithm && row.operation == scaling.operation && row.target == scaling.target;
      };
      if (std::ranges::none_of(data_set_.header.plan.scaling, is_planned))
        report(scaling_file, {{"/rows", "has " + scaling.algorithm + " " + scaling.operation + ", not in the plan"}});
    }
    if (parsed.faults.empty()) data_set_.scaling = std::move(parsed.all);
  }

  // Data sets from before there was such a file have none.
  void load_uniformity() {
    if (!fs::exists(folder_ / uniformity_file)) return;
    const auto bytes = read(uniformity_file);
    if (!bytes) return;
    ParsedUniformity parsed = parse_uniformity(*bytes);
    report(uniformity_file, parsed.faults);
    const auto& planned = data_set_.header.plan.uniformity;
    for (const PairSeries& series : parsed.all) {
      const auto is_pair = [&](const Indistinguishable& pair) {
        return pair.of.algorithm == series.algorithm && pair.of.operation == series.of &&
               pair.from.operation == series.from && pair.of.target == series.target;
      };
      if (std::ranges::none_of(planned, is_pair))
        report(uniformity_file, {{"/rows", "has " + series.algorithm + " " + series.of + ", not in the plan"}});
    }
    if (parsed.faults.empty()) data_set_.uniformity = std::move(parsed.all);
  }

  [[nodiscard]] bool has_failed(const Row& row) const {
    return std::any_of(data_set_.failures.begin(), data_set_.failures.end(),
                       [&](const Failure& failure) { return failure.row == row; });
  }

  void load_row(const Row& row) {
    const std::string path = record_path(row.algorithm, row.operation, row.target);
    if (has_failed(row) && !fs::exists(folder_ / path)) return;
    const auto bytes = read(path);
    if (!bytes) {
      loaded_.is_complete = false;
      return;
    }
    ParsedRecord parsed = parse_record(*bytes);
    report(path, parsed.faults);
    if (!parsed.record) {
      loaded_.is_complete = false;
      return;
    }
    data_set_.records.push_back({std::move(*parsed.record), path, loaded_.digests[path]});
    loaded_.stats.push_back(std::move(parsed.stats));
  }

  const fs::path& folder_;
  DataSet data_set_;
  LoadedDataSet loaded_;
};

}  // namespace

std::string to_text(const Finding& finding) {
  return finding.file + ": " + (finding.field.empty() ? "" : finding.field + ": ") + finding.message;
}

std::string manifest(const std::map<std::string, std::string>& digests) {
  std::string text;
  for (const auto& [path, digest] : digests) text += digest + "  " + path + "\n";
  return text;
}

LoadedDataSet load_data_set(const fs::path& folder) { return Loader(folder).load(); }

}  // namespace lydite::lab::evidence
