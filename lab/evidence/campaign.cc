#include "lab/evidence/campaign.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <stdexcept>
#include <thread>

#include "lab/evidence/check.h"
#include "lab/evidence/digest.h"
#include "lab/evidence/file.h"
#include "lab/measure/clock.h"
#include "lab/measure/pairs.h"
#include "lab/stats/uniformity.h"
#include "lydite/cpu.h"

namespace lydite::lab::evidence {
namespace {

namespace fs = std::filesystem;

const Algorithm& algorithm_of(const Row& row) {
  const auto& rows = catalog();
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const Algorithm& a) { return a.id == row.algorithm; });
  if (found == rows.end()) throw std::runtime_error("no algorithm " + row.algorithm);
  return *found;
}

const Operation& operation_of(const Row& row) {
  const auto& all = algorithm_of(row).operations;
  const auto found = std::find_if(all.begin(), all.end(), [&](const Operation& o) { return o.name == row.operation; });
  if (found == all.end()) throw std::runtime_error("no operation " + row.operation + " of " + row.algorithm);
  return *found;
}

std::string name_of(const Row& row) {
  return row.algorithm + " " + row.operation + (row.target.empty() ? "" : " " + row.target);
}

std::string path_of(const Row& row) { return record_path(row.algorithm, row.operation, row.target); }

// Which part of two plans differs; empty if none does.
std::string changed_plan(const CampaignPlan& before, const CampaignPlan& now) {
  if (before.system != now.system) return "the system was " + before.system + ", is " + now.system;
  if (before.is_quick != now.is_quick) return before.is_quick ? "it was the short form" : "it was the full form";
  if (before.seed != now.seed) return "the seed differs";
  if (before.constants != now.constants) return "the planning constants differ";
  if (before.rows != now.rows || before.scaling != now.scaling) return "the selected operations differ";
  const bool is_same = before.title == now.title && before.baseline == now.baseline &&
                       before.comparisons == now.comparisons && before.reference == now.reference &&
                       before.tables == now.tables && before.uniformity == now.uniformity;
  return is_same ? "" : "title, baseline, comparisons, tables or reference differ";
}

// The share of the whole campaign, from the steps of one group after another.
class GroupProgress : public Progress {
 public:
  GroupProgress(Observer& observer, std::uint64_t total)
      : observer_(observer), total_(std::max<std::uint64_t>(total, 1)) {}

  void step(std::uint64_t done, std::uint64_t, double, std::string_view what) override {
    const double all = static_cast<double>(std::min(before_ + done, total_)), total = static_cast<double>(total_);
    const double elapsed = static_cast<double>(wall_ns() - start_ns_) / 1e9;
    observer_.progress(all / total, all < 1 ? 0.2 * total : elapsed / all * (total - all), what);
  }
  bool is_interrupted() override { return observer_.is_interrupted(); }
  void end_group(std::uint64_t steps) { before_ += steps; }

 private:
  Observer& observer_;
  std::uint64_t total_, before_ = 0;
  std::uint64_t start_ns_ = wall_ns();
};

class Run {
 public:
  Run(const CampaignPlan& plan, const fs::path& folder, const Surroundings& surroundings, const Render& render,
      Observer& observer)
      : plan_(plan), folder_(folder), surroundings_(surroundings), render_(render), observer_(observer) {}

  CampaignOutcome run(bool allow_unfixed_host) {
    fs::create_directories(folder_);
    FolderLock lock(folder_);
    if (!wait_for(lock)) return CampaignOutcome::kInterrupted;
    remove_temporaries(folder_);
    host_.host = surroundings_.examine_host();
    host_.is_unfixed_allowed = allow_unfixed_host;
    if (!is_fit()) return CampaignOutcome::kUnfitHost;
    if (const auto refused = open_header()) return *refused;
    if (!find_pending()) return CampaignOutcome::kRefused;
    pass_gate();
    if (!measure_groups() || !measure_uniformity() || !measure_scaling()) return CampaignOutcome::kInterrupted;
    return finish();
  }

 private:
  bool wait_for(FolderLock& lock) {
    for (bool told = false; !lock.try_lock(); told = true) {
      if (!told) observer_.say("waiting for another campaign that uses " + folder_.string());
      if (observer_.is_interrupted()) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    return true;
  }

  bool is_fit() {
    const char grade = host_.host.grade;
    observer_.say(std::string("host grade ") + grade);
    for (const host::Check& problem : host_.host.problems()) {
      observer_.say("  " + problem.code + " " + problem.name + ": found " + problem.found + ", wanted " +
                    problem.wanted);
    }
    if (grade == 'A' || grade == 'B' || host_.is_unfixed_allowed) return true;
    observer_.say(
        "error: this host is not fit for absolute figures; --allow-unfixed-host measures all the same, and "
        "every record and row will say so");
    return false;
  }

  // Writes the header, or compares it with the one that is there.
  std::optional<CampaignOutcome> open_header() {
    if (!fs::exists(folder_ / header_file)) {
      if (!files_below(folder_).empty())
        return refuse("the folder holds other files, and no " + std::string(header_file));
      write_file(folder_ / header_file,
                 canonical(to_json(Header{plan_, host_, surroundings_.build, surroundings_.utc_now()})));
      return std::nullopt;
    }
    const ParsedHeader parsed = parse_header(read_file(folder_ / header_file));
    if (!parsed.faults.empty())
      return refuse(to_text(Finding{header_file, parsed.faults[0].field, parsed.faults[0].message}));
    const Header& before = *parsed.header;
    if (const std::string changed = changed_plan(before.plan, plan_); !changed.empty()) return refuse(changed);
    if (before.build != surroundings_.build) return refuse("it was measured with another program");
    const std::string changed_machine = changed_host(before.host.host, host_.host);
    if (!changed_machine.empty()) return refuse("it was measured on another host: " + changed_machine);
    return std::nullopt;
  }

  CampaignOutcome refuse(const std::string& reason) {
    observer_.say("error: cannot continue " + folder_.string() + ": " + reason);
    return CampaignOutcome::kRefused;
  }

  // Rows without a record. False if a record is there that must not be.
  bool find_pending() {
    for (const Row& row : plan_.rows) {
      if (!fs::exists(folder_ / path_of(row))) {
        pending_.push_back(row);
        continue;
      }
      const ParsedRecord parsed = parse_record(read_file(folder_ / path_of(row)));
      std::vector<Fault> faults = parsed.faults;
      if (faults.empty()) faults = contradictions(*parsed.record, parsed.stats);
      if (!faults.empty()) {
        refuse(to_text({path_of(row), faults[0].field, faults[0].message}));
        return false;
      }
    }
    const std::size_t finished = plan_.rows.size() - pending_.size();
    if (finished != 0) observer_.say(std::to_string(finished) + " finished records are kept");
    return true;
  }

  // Rows whose gate does not pass are not measured.
  void pass_gate() {
    std::vector<Row> passed;
    for (const Row& row : pending_) {
      auto [entry, is_new] = gates_.try_emplace({row.algorithm, row.target});
      if (is_new) {
        entry->second = surroundings_.gate(algorithm_of(row), row.target);
        const kat::GateResult& gate = entry->second;
        observer_.say("gate " + gate.outcome + ": " + row.algorithm + (row.target.empty() ? "" : " " + row.target) +
                      ", " + std::to_string(gate.passed) + " known answers");
      }
      if (entry->second.outcome == "PASS") {
        passed.push_back(row);
      } else {
        fail(row, "gate: " + entry->second.outcome);
      }
    }
    pending_ = std::move(passed);
  }

  void fail(const Row& row, const std::string& reason) {
    observer_.say("not measured: " + name_of(row) + ": " + reason);
    failures_.push_back({row, reason});
  }

  [[nodiscard]] std::uint64_t steps(std::size_t rows) const { return rows * (plan_.constants.trials + 2); }

  std::vector<Row> take_group(const std::string& group) {
    const auto is_member = [&](const Row& row) { return row.group == group; };
    std::vector<Row> rows;
    std::copy_if(pending_.begin(), pending_.end(), std::back_inserter(rows), is_member);
    std::erase_if(pending_, is_member);
    return rows;
  }

  // False if interrupted.
  bool measure_groups() {
    GroupProgress progress(observer_, steps(pending_.size()));
    while (!pending_.empty()) {
      const std::vector<Row> rows = take_group(std::string(pending_.front().group));
      if (!measure_group(rows, progress)) return false;
      progress.end_group(steps(rows.size()));
    }
    return true;
  }

  bool measure_group(const std::vector<Row>& rows, GroupProgress& progress) {
    std::vector<Request> requests;
    for (const Row& row : rows) requests.push_back({&algorithm_of(row), &operation_of(row), row.target});
    const std::string started = surroundings_.utc_now();
    const auto measurements = measure(requests, options(), progress, surroundings_.runner);
    if (observer_.is_interrupted()) return false;
    const std::string ended = surroundings_.utc_now();
    for (std::size_t i = 0; i < rows.size(); ++i) keep(rows[i], measurements[i], started, ended);
    return true;
  }

  // The short form does not wait for a quiet machine.
  [[nodiscard]] std::uint64_t most_processes(std::uint64_t processes) const {
    return plan_.is_quick ? processes : 4 * processes;
  }

  // False if interrupted. What is there already is kept.
  bool measure_uniformity() {
    if (plan_.uniformity.empty() || fs::exists(folder_ / uniformity_file)) return true;
    std::vector<PairSeries> all;
    for (const auto& [of, from] : plan_.uniformity) {
      if (!has_failed(of) && !has_failed(from))
        all.push_back({of.algorithm, of.operation, from.operation, of.target, 0, 0, {}, {}});
    }
    const std::uint64_t processes = std::max<std::uint64_t>(plan_.constants.trials, stats::least_processes);
    observer_.say("comparing " + std::to_string(all.size()) + " failures with their successes");
    GroupProgress progress(observer_, all.size() * (processes + 1));
    measure_pairs_until_decided(all, processes, most_processes(processes), options(), progress, surroundings_.runner);
    if (observer_.is_interrupted()) return false;
    for (const PairSeries& series : all) {
      if (!series.failure.empty())
        observer_.say("not compared: " + series.algorithm + " " + series.of + ": " + series.failure);
    }
    write_file(folder_ / uniformity_file, canonical(to_json(all)));
    return true;
  }

  // False if interrupted. What is there already is kept.
  bool measure_scaling() {
    if (plan_.scaling.empty() || fs::exists(folder_ / scaling_file)) return true;
    std::vector<Scaling> all;
    for (const Row& row : plan_.scaling) {
      if (observer_.is_interrupted()) return false;
      if (has_failed(row)) continue;
      observer_.progress(1, 0, "several CPUs: " + name_of(row));
      const ScalingLimits limits{plan_.is_quick ? 3U : 7U, plan_.is_quick ? 0.05 : 0.2};
      all.push_back(surroundings_.scale(algorithm_of(row), operation_of(row), row.target, plan_.seed, limits));
      all.back().target = row.target;
    }
    write_file(folder_ / scaling_file, canonical(to_json(all)));
    return true;
  }
  [[nodiscard]] bool has_failed(const Row& row) const {
    return std::ranges::any_of(failures_, [&](const Failure& failure) { return failure.row.is_same_operation(row); });
  }

  [[nodiscard]] Options options() const {
    Options options;
    options.robust.trials = plan_.constants.trials;
    options.robust.trial_seconds = plan_.constants.trial_seconds;
    options.robust.trial_samples = plan_.constants.trial_samples;
    options.robust.trial_seconds_max = plan_.constants.trial_seconds_max;
    options.probe_windows = static_cast<unsigned>(plan_.constants.probe_windows);
    options.ref_hz_seconds = surroundings_.ref_hz_seconds;
    options.seed = plan_.seed;
    options.cpu = std::stoi("0" + host_.host.fact("cpu_number"));
    return options;
  }

  void keep(const Row& row, const Measurement& measurement, const std::string& started, const std::string& ended) {
    if (measurement.trials.empty()) {
      return fail(row, measurement.attempts.empty() ? "no trial" : measurement.attempts.back().status);
    }
    if (measurement.target != row.target) return fail(row, "ran " + measurement.target);
    const Algorithm& algorithm = algorithm_of(row);
    Record record;
    record.group = row.group;
    record.subject = {algorithm.title, algorithm.specification, std::string(name(algorithm.kind)),
                      operation_of(row).description, algorithm.sizes};
    record.measurement = measurement;
    record.gate = gates_.at({row.algorithm, row.target});
    record.host = host_;
    record.build = surroundings_.build;
    record.clock_source = tick_source();
    record.started_utc = started;
    record.ended_utc = ended;
    write_file(folder_ / path_of(row), canonical(to_json(record)));
  }

  // The index and the pages, from the files alone.
  CampaignOutcome finish() {
    if (failures_.empty()) {
      fs::remove(folder_ / failures_file);
    } else {
      write_file(folder_ / failures_file, canonical(to_json(failures_)));
    }
    const LoadedDataSet loaded = load_data_set(folder_);
    if (!loaded.is_complete) throw std::runtime_error(to_text(loaded.findings.front()));
    write_file(folder_ / manifest_file, manifest(loaded.digests));
    for (const auto& [path, text] : render_(*loaded.data_set)) write_file(folder_ / path, text);
    observer_.say("data set " + loaded.data_set->id);
    return failures_.empty() ? CampaignOutcome::kDone : CampaignOutcome::kFailures;
  }

  const CampaignPlan& plan_;
  const fs::path& folder_;
  const Surroundings& surroundings_;
  const Render& render_;
  Observer& observer_;
  HostState host_;
  std::vector<Row> pending_;
  std::vector<Failure> failures_;
  std::map<std::pair<std::string, std::string>, kat::GateResult> gates_;
};

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

kat::GateResult gate_on(const Algorithm& algorithm, const std::string& target) {
  const std::string before(current_target());
  if (!target.empty() && !use_target(target)) throw std::runtime_error("no target " + target);
  kat::GateResult result = kat::gate_verdict(algorithm);
  use_target(before);
  return result;
}

Scaling scale_on(const Algorithm& algorithm, const Operation& operation, const std::string& target, std::uint64_t seed,
                 const ScalingLimits& limits) {
  const std::string before(current_target());
  if (!target.empty() && !use_target(target)) throw std::runtime_error("no target " + target);
  Scaling scaling = measure_scaling(algorithm, operation, seed, allowed_cpus(), limits);
  use_target(before);
  return scaling;
}

}  // namespace

Surroundings real_surroundings() {
  return {[] { return host::examine({}); }, gate_on, utc_now, this_build(), run_in_process, 0.5, scale_on};
}

CampaignOutcome run_campaign(const CampaignPlan& plan, const fs::path& folder, bool allow_unfixed_host,
                             const Surroundings& surroundings, const Render& render, Observer& observer) {
  return Run(plan, folder, surroundings, render, observer).run(allow_unfixed_host);
}

}  // namespace lydite::lab::evidence
