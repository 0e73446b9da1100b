#include "cli/uniformity.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/table.h"
#include "lab/report/format.h"
#include "lab/stats/uniformity.h"

namespace lydite::cli {
namespace {

using lab::PairSeries;
using lab::stats::Uniformity;

constexpr std::uint64_t most_processes = 160;

lab::Options engine(const UniformityOptions& options) {
  lab::Options engine;
  engine.cpu = options.cpu;
  engine.seed = options.seed;
  engine.program = options.arm.program;
  engine.robust.trial_samples = 64;
  engine.robust.trial_seconds_max = 0.3;
  engine.ref_hz_seconds = 0.1;
  return engine;
}

Cells row(const PairSeries& series) {
  using lab::report::missing;
  Cells cells = {series.of, series.from};
  if (series.processes.empty()) {
    cells.insert(cells.end(), {missing, missing, missing, missing, "0", missing, series.failure});
    return cells;
  }
  const Uniformity found = lab::stats::judge_uniformity(series.processes);
  const auto& interval = found.interval;
  cells.insert(cells.end(), {fmt::format("{:.4f}", found.ratio),
                             interval ? fmt::format("{:.4f} to {:.4f}", interval->low, interval->high) : missing,
                             fmt::format("{:.2f}", found.distance.value), fmt::format("{:.3f}", found.distance.p),
                             std::to_string(series.processes.size()), std::to_string(series.rounds),
                             std::string(lab::stats::name(found.verdict))});
  return cells;
}

std::string table(const std::vector<PairSeries>& all) {
  std::vector<Cells> rows = {
      {"operation", "against", "ratio", "95 % interval", "distance", "p", "processes", "rounds each", "verdict"}};
  for (const PairSeries& series : all) rows.push_back(row(series));
  return aligned(rows);
}

nlohmann::json result(const PairSeries& series) {
  nlohmann::json result = {{"operation", series.of},
                           {"against", series.from},
                           {"batch", series.batch},
                           {"rounds", series.rounds},
                           {"processes", series.processes.size()},
                           {"failure", series.failure},
                           {"verdict", "failed"}};
  if (series.processes.empty()) return result;
  const Uniformity found = lab::stats::judge_uniformity(series.processes);
  result["verdict"] = lab::stats::name(found.verdict);
  result["ratio"] = found.ratio;
  if (found.interval) result["interval"] = {found.interval->low, found.interval->high};
  result["distance"] = found.distance.value;
  result["p"] = found.distance.p;
  for (const lab::PairTrial& process : series.processes) {
    result["ticks_of"].push_back(process.of);
    result["ticks_against"].push_back(process.from);
  }
  return result;
}

std::string json(const UniformityOptions& options, const std::vector<PairSeries>& all) {
  nlohmann::json document = {{"algorithm", options.arm.algorithm},
                             {"target", options.arm.target},
                             {"seed", options.seed},
                             {"results", nlohmann::json::array()}};
  for (const PairSeries& series : all) document["results"].push_back(result(series));
  return document.dump(2) + "\n";
}

}  // namespace

int judge_uniformity(const lab::Algorithm& row, const UniformityOptions& options) {
  if (options.processes < lab::stats::least_processes) {
    fmt::print(stderr, "error: a verdict takes {} processes at least\n", lab::stats::least_processes);
    return kUsage;
  }
  auto all = lab::pairs_of(row, options.arm.target, options.operations);
  fmt::print(stderr, "seed {}\n", options.seed);
  TerminalProgress progress;
  lab::measure_pairs_until_decided(all, options.processes, options.until_decided ? most_processes : options.processes,
                                   engine(options), progress);
  progress.clear();
  if (progress.is_interrupted()) return kInterrupted;
  fmt::print("{}", options.json ? json(options, all) : table(all));
  const bool any_failed = std::ranges::any_of(all, [](const PairSeries& series) { return !series.failure.empty(); });
  return any_failed ? kCheckFailed : kOk;
}

}  // namespace lydite::cli
