// lydite bench: times operations. The known-answer gate comes first, and a row that fails it is not timed.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "cli/bench_output.h"
#include "cli/bench_selection.h"
#include "cli/commands.h"
#include "cli/host_text.h"
#include "cli/progress.h"
#include "cli/table.h"
#include "lab/algorithm.h"
#include "lab/evidence/campaign.h"
#include "lab/measure/clock.h"
#include "lab/measure/measure.h"
#include "lab/measure/scaling.h"
#include "lab/report/format.h"
#include "lab/stats/order.h"
#include "lydite/cpu.h"

namespace lydite::cli {
namespace {

using lab::evidence::Record;

struct Options {
  Selection selection;
  std::string out;
  std::optional<std::uint64_t> seed, trials;
  int cpu = -1;
  bool scaling = false, json = false, percentiles = false, allow_unfixed_host = false;
};

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

// A record is evidence: the next run takes another folder.
bool has_earlier_record(const Options& options, const Selected& selected) {
  if (options.out.empty()) return false;
  for (const lab::Request& request : selected.requests) {
    const auto path = std::filesystem::path(options.out) /
                      lab::evidence::record_path(request.algorithm->id, request.operation->name, request.target);
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) continue;
    fmt::print(stderr, "error: {} is there already; name another folder, or remove it\n", path.string());
    return true;
  }
  return false;
}

// Results per second on 1, 2 and 4 CPUs: median of the rounds.
Cells scaling_row(const lab::Scaling& scaling, const lab::ScalingPoint& point, const std::string& target) {
  std::vector<double> rates, shares;
  const auto rate = [&](const lab::ScalingPoint& p, std::size_t round) {
    return 1e9 * static_cast<double>(p.calls[round] * scaling.units) / static_cast<double>(p.ns[round]);
  };
  for (std::size_t round = 0; round < point.calls.size(); ++round) {
    rates.push_back(rate(point, round));
    shares.push_back(rates.back() / rate(scaling.points.front(), round) / static_cast<double>(point.cpus));
  }
  return {scaling.algorithm + (target.empty() ? "" : " " + target),
          scaling.operation,
          std::to_string(point.cpus),
          lab::report::count(lab::stats::median(rates)),
          fmt::format("{:.0f} %", 100 * lab::stats::median(shares)),
          std::to_string(rates.size())};
}

int bench_scaling(const Options& options, const Selected& selected) {
  const std::uint64_t seed = options.seed ? *options.seed : std::random_device{}();
  fmt::print(stderr, "seed {}\n", seed);
  std::vector<Cells> rows = {{"algorithm", "operation", "CPUs", "results/s", "efficiency", "rounds"}};
  for (const lab::Request& request : selected.requests) {
    if (!request.target.empty() && !use_target(request.target)) return no_such_target(request.target);
    const auto scaling = lab::measure_scaling(*request.algorithm, *request.operation, seed, lab::allowed_cpus(), {});
    for (const auto& point : scaling.points) rows.push_back(scaling_row(scaling, point, request.target));
    for (const std::uint64_t cpus : scaling.absent) {
      rows.push_back({request.algorithm->id, request.operation->name, std::to_string(cpus),
                      "absent: this process may use fewer CPUs"});
    }
  }
  fmt::print("{}", aligned(rows));
  return selected.any_refused ? kCheckFailed : kOk;
}

int bench(const Options& options) {
  Selected selected;
  if (const int failure = select_requests(options.selection, selected); failure != kOk) return failure;
  if (options.scaling) return bench_scaling(options, selected);
  if (has_earlier_record(options, selected)) return kBadInput;
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
  command.add_option("filters", options->selection.filters,
                     "Parts of algorithms' ids, or globs; without one: everything");
  command.add_option("--op", options->selection.operations, "Only these operations")->allow_extra_args(false);
  command.add_option("--target", options->selection.target, "An instruction set, or `all`");
  command.add_option("--trials", options->trials, "Processes per operation, instead of what fits into ten seconds")
      ->check(CLI::Range(1, 1000));
  command.add_option("--out", options->out,
                     "Write one record per operation below this folder; earlier ones are never replaced");
  command.add_flag("--allow-unfixed-host", options->allow_unfixed_host, "Do not warn of a host that is not fit");
  command.add_flag("--scaling", options->scaling, "Results per second of copies on 1, 2 and 4 CPUs instead")
      ->excludes("--out")
      ->excludes("--trials");
  command.add_flag("--json", options->json, "Write JSON")->excludes("--scaling");
  command.add_flag("--percentiles", options->percentiles, "Print a line of percentiles for each operation")
      ->excludes("--scaling");
  command.add_option("--seed", options->seed, "Of the inputs; printed when not given")
      ->check(CLI::Validator(refuse_negative, "NUMBER"));
  command.add_option("--cpu", options->cpu, "Measure on this CPU; without it the last one allowed")
      ->check(CLI::Range(0, last_cpu))
      ->excludes("--scaling");
  command.callback([options, &exit] { exit = bench(*options); });
}

}  // namespace lydite::cli
