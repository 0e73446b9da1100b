// lydite bench: times operations. The known-answer gate comes first, and a row that fails it is not timed.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "cli/bench_output.h"
#include "cli/commands.h"
#include "cli/host_text.h"
#include "cli/progress.h"
#include "lab/algorithm.h"
#include "lab/evidence/campaign.h"
#include "lab/measure/clock.h"
#include "lab/measure/measure.h"
#include "lydite/cpu.h"

namespace lydite::cli {
namespace {

using lab::evidence::Record;

struct Options {
  std::vector<std::string> filters, operations;
  std::string target, out;
  std::optional<std::uint64_t> seed, trials;
  int cpu = -1;
  bool json = false, percentiles = false, allow_unfixed_host = false;
};

// A request and what the gate said of its row.
struct Selected {
  std::vector<lab::Request> requests;
  std::vector<lab::kat::GateResult> gates;
  bool any_refused = false;
};

bool wants(const Options& options, const lab::Operation& operation) {
  const auto& names = options.operations;
  return names.empty() || std::find(names.begin(), names.end(), operation.name) != names.end();
}

// Rows that any of the filters selects, in the order of the catalogue; the filter that selects none is named.
std::vector<const lab::Algorithm*> rows_for(const Options& options, std::string& unknown) {
  std::vector<const lab::Algorithm*> wanted, rows;
  for (const std::string& filter : options.filters) {
    const auto selected = lab::select(filter);
    if (selected.empty()) unknown = filter;
    wanted.insert(wanted.end(), selected.begin(), selected.end());
  }
  if (options.filters.empty()) wanted = lab::select("");
  for (const lab::Algorithm& row : lab::catalog()) {
    if (std::find(wanted.begin(), wanted.end(), &row) != wanted.end()) rows.push_back(&row);
  }
  return rows;
}

std::vector<std::string> targets_for(const Options& options, const lab::Algorithm& row) {
  if (!row.dispatches) return {""};
  if (options.target.empty()) return {std::string(current_target())};
  if (options.target != "all") return {options.target};
  return {supported_targets().begin(), supported_targets().end()};
}

lab::kat::GateResult gate(const lab::Algorithm& row, const std::string& target) {
  const std::string before(current_target());
  if (!target.empty()) use_target(target);
  auto result = lab::kat::gate_verdict(row);
  use_target(before);
  return result;
}

// Adds the row's operations on a target if its known answers are right; says otherwise why not.
void admit(const Options& options, const lab::Algorithm& row, const std::string& target, Selected& selected) {
  std::vector<lab::Request> requests;
  for (const lab::Operation& operation : row.operations) {
    if (wants(options, operation)) requests.push_back({&row, &operation, target});
  }
  if (requests.empty()) return;
  const auto verdict = gate(row, target);
  if (verdict.outcome != "PASS") {
    selected.any_refused = true;
    fmt::print(stderr, "error: {}{}{} is not timed: known answers {}\n", row.id, target.empty() ? "" : " on ", target,
               verdict.outcome);
    for (const std::string& failure : verdict.failures) fmt::print(stderr, "  {}\n", failure);
    return;
  }
  selected.requests.insert(selected.requests.end(), requests.begin(), requests.end());
  selected.gates.insert(selected.gates.end(), requests.size(), verdict);
}

int unknown_operation(const Options& options, const std::vector<const lab::Algorithm*>& rows) {
  std::vector<std::string> names;
  for (const lab::Algorithm* row : rows) {
    for (const lab::Operation& operation : row->operations) names.push_back(operation.name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  fmt::print(stderr, "error: no operation \"{}\" here; there are {}\n", fmt::join(options.operations, "\", \""),
             fmt::join(names, ", "));
  return kBadInput;
}

lab::host::Host look_at_host(const Options& options) {
  lab::host::Options wanted;
  wanted.cpu = options.cpu;
  wanted.probe_pause_seconds = 0;
  auto host = lab::host::examine(wanted);
  const bool is_unfit = host.grade == 'C' || host.grade == 'D';
  if (is_unfit && !options.allow_unfixed_host) {
    fmt::print(stderr, "warning: {}\n{}", describe_grade(host.grade), problem_lines(host));
  }
  return host;
}

Record record_of(const lab::Request& request, lab::Measurement measurement, lab::kat::GateResult verdict) {
  const lab::Algorithm& row = *request.algorithm;
  Record record;
  record.group = "bench";
  record.subject = {row.title, row.specification, std::string(lab::name(row.kind)), request.operation->description,
                    row.sizes};
  record.measurement = std::move(measurement);
  record.gate = std::move(verdict);
  record.clock_source = lab::tick_source();
  return record;
}

std::vector<Record> measure_all(const Options& options, const Selected& selected, TerminalProgress& progress) {
  const auto surroundings = lab::evidence::real_surroundings();
  const std::string started = surroundings.utc_now();
  lab::evidence::HostState host{look_at_host(options), options.allow_unfixed_host};
  lab::Options engine = lab::Options::quick(selected.requests.size());
  engine.cpu = options.cpu;
  engine.seed = options.seed ? *options.seed : std::random_device{}();
  if (options.trials) engine.robust.trials = *options.trials;
  if (options.trials) engine.budget_seconds = 0;
  fmt::print(stderr, "seed {}\n", engine.seed);
  auto measurements = lab::measure(selected.requests, engine, progress);
  std::vector<Record> records;
  for (std::size_t i = 0; i < measurements.size(); ++i) {
    records.push_back(record_of(selected.requests[i], std::move(measurements[i]), selected.gates[i]));
    records.back().host = host;
    records.back().build = surroundings.build;
    records.back().started_utc = started;
    records.back().ended_utc = surroundings.utc_now();
  }
  return records;
}

bool is_known_target(const std::string& target) {
  const auto known = supported_targets();
  return target.empty() || target == "all" || std::find(known.begin(), known.end(), target) != known.end();
}

int bench(const Options& options) {
  if (!is_known_target(options.target)) {
    fmt::print(stderr, "error: no target {}; there are {}\n", options.target, fmt::join(supported_targets(), ", "));
    return kUsage;
  }
  std::string unknown;
  const auto rows = rows_for(options, unknown);
  if (!unknown.empty()) return nothing_selected(unknown);
  Selected selected;
  for (const lab::Algorithm* row : rows) {
    for (const std::string& target : targets_for(options, *row)) admit(options, *row, target, selected);
  }
  if (selected.requests.empty()) return selected.any_refused ? kCheckFailed : unknown_operation(options, rows);
  TerminalProgress progress;
  const auto records = measure_all(options, selected, progress);
  progress.clear();
  if (progress.is_interrupted()) return kInterrupted;
  fmt::print("{}", options.json ? bench_json(records) : bench_table(records, options.percentiles));
  if (!options.out.empty()) write_records(records, options.out);
  const bool any_failed = std::any_of(records.begin(), records.end(),
                                      [](const Record& record) { return record.measurement.trials.empty(); });
  return selected.any_refused || any_failed ? kCheckFailed : kOk;
}

}  // namespace

void attach_bench(CLI::App& command, int& exit) {
  const auto options = std::make_shared<Options>();
  command.add_option("filters", options->filters, "Parts of algorithms' ids, or globs; without one: everything");
  command.add_option("--op", options->operations, "Only these operations")->allow_extra_args(false);
  command.add_option("--target", options->target, "An instruction set, or `all`");
  command.add_option("--trials", options->trials, "Processes per operation, instead of what fits into ten seconds")
      ->check(CLI::Range(1, 1000));
  command.add_option("--out", options->out, "Write one record per operation below this folder");
  command.add_flag("--allow-unfixed-host", options->allow_unfixed_host, "Do not warn of a host that is not fit");
  command.add_flag("--json", options->json, "Write JSON");
  command.add_flag("--percentiles", options->percentiles, "Print a line of percentiles for each operation");
  command.add_option("--seed", options->seed, "Of the inputs; printed when not given");
  command.add_option("--cpu", options->cpu, "Measure on this CPU; without it the last one allowed")
      ->check(CLI::NonNegativeNumber);
  command.callback([options, &exit] { exit = bench(*options); });
}

}  // namespace lydite::cli
