// lydite compare: two arms in interleaved processes, with the first one again as a control; or, with --uniform, the
// failures of one row against its successes.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "cli/bench_selection.h"
#include "cli/commands.h"
#include "cli/gated.h"
#include "cli/progress.h"
#include "cli/table.h"
#include "cli/uniformity.h"
#include "lab/algorithm.h"
#include "lab/measure/compare.h"
#include "lab/report/format.h"
#include "lydite/cpu.h"

namespace lydite::cli {
namespace {

using lab::Arm;
using lab::Comparison;

struct Options {
  std::string a, b;
  std::vector<std::string> operations;
  std::uint64_t pairs = 20;
  std::optional<std::uint64_t> seed;
  int cpu = -1;
  bool json = false, until_decided = false, uniform = false;
};

// The row of an arm; says what is wrong with the arm if there is none, or if this machine cannot run it.
const lab::Algorithm* row_of(const std::string& text, std::optional<Arm>& arm) {
  arm = lab::parse_arm(text);
  if (!arm) {
    fmt::print(stderr, "error: \"{}\" is not ID[@TARGET][#PROGRAM]\n", text);
    return nullptr;
  }
  const auto& rows = lab::catalog();
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.id == arm->algorithm; });
  if (row == rows.end()) {
    nothing_selected(arm->algorithm);
    return nullptr;
  }
  if (!arm->target.empty() && !row->dispatches) {
    fmt::print(stderr, "error: {} is the same on every target\n", arm->algorithm);
    return nullptr;
  }
  const auto known = supported_targets();
  if (!arm->target.empty() && std::find(known.begin(), known.end(), arm->target) == known.end()) {
    no_such_target(arm->target);
    return nullptr;
  }
  if (!arm->program.empty() && access(arm->program.c_str(), X_OK) != 0) {
    fmt::print(stderr, "error: {} is not a program\n", arm->program);
    return nullptr;
  }
  if (arm->target.empty() && row->dispatches) arm->target = current_target();
  return &*row;
}

// Operations of both rows, by name.
std::vector<std::string> shared_operations(const lab::Algorithm& a, const lab::Algorithm& b) {
  std::vector<std::string> names;
  for (const lab::Operation& operation : a.operations) {
    const auto has_name = [&](const lab::Operation& other) { return other.name == operation.name; };
    if (std::any_of(b.operations.begin(), b.operations.end(), has_name)) names.push_back(operation.name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool is_wanted(const Options& options, const std::string& operation) {
  const auto& wanted = options.operations;
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), operation) != wanted.end();
}

// Answers of another program are its own affair.
bool passes_gate(const lab::Algorithm& row, const Arm& arm) {
  return !arm.program.empty() || is_admitted(gate_on(row, arm.target), arm.target);
}

std::string percent(double ratio) { return fmt::format("{:+.2f} %", 100 * (ratio - 1)); }

std::string table(const std::vector<Comparison>& comparisons) {
  std::vector<Cells> rows = {
      {"operation", "B against A", "95 % interval", "noise floor", "p (Holm)", "pairs", "verdict"}};
  for (const Comparison& each : comparisons) {
    const std::string missing = lab::report::missing, pairs = std::to_string(each.pairs.a.size());
    if (!each.failure.empty()) {
      rows.push_back({each.operation, missing, missing, missing, missing, pairs, each.failure});
      continue;
    }
    const lab::Judgement& j = each.judgement;
    const std::string interval = j.interval ? percent(j.interval->low) + " to " + percent(j.interval->high) : missing;
    rows.push_back({each.operation, percent(j.ratio), interval, fmt::format("{:.2f} %", 100 * j.noise_floor),
                    fmt::format("{:.2g}", each.adjusted_p), pairs, std::string(lab::name(j.verdict))});
  }
  return aligned(rows);
}

std::string json(const Options& options, std::uint64_t seed, const std::vector<Comparison>& comparisons) {
  auto results = nlohmann::json::array();
  for (const Comparison& each : comparisons) {
    const lab::Judgement& j = each.judgement;
    const auto interval =
        j.interval ? nlohmann::json::array({j.interval->low, j.interval->high}) : nlohmann::json(nullptr);
    results.push_back({{"operation", each.operation},
                       {"ratio", j.ratio},
                       {"interval", interval},
                       {"noise_floor_log", j.noise_floor},
                       {"p", j.p},
                       {"adjusted_p", each.adjusted_p},
                       {"verdict", each.failure.empty() ? std::string(lab::name(j.verdict)) : "failed"},
                       {"failure", each.failure},
                       {"ticks_a", each.pairs.a},
                       {"ticks_b", each.pairs.b},
                       {"ticks_a_again", each.pairs.a_again}});
  }
  const nlohmann::json document = {{"a", options.a}, {"b", options.b}, {"seed", seed}, {"results", results}};
  return document.dump(2) + "\n";
}

int compare_uniformity(const Options& options, const lab::Algorithm& row, const Arm& arm) {
  UniformityOptions wanted{arm, options.operations, options.pairs, 0, options.cpu, options.until_decided, options.json};
  std::vector<std::string> known;
  for (const auto& series : lab::pairs_of(row, arm.target, {})) known.push_back(series.of);
  std::sort(known.begin(), known.end());
  if (known.empty()) {
    fmt::print(stderr, "error: no operation of {} claims the time of another one\n", row.id);
    return kBadInput;
  }
  if (!are_known_operations(options.operations, known)) return kBadInput;
  if (!passes_gate(row, arm)) return kCheckFailed;
  wanted.seed = options.seed ? *options.seed : std::random_device{}();
  return judge_uniformity(row, wanted);
}

int compare(const Options& options) {
  std::optional<Arm> a, b;
  const auto* row_a = row_of(options.a, a);
  if (options.uniform) return row_a == nullptr ? kBadInput : compare_uniformity(options, *row_a, *a);
  const auto* row_b = row_a == nullptr ? nullptr : row_of(options.b, b);
  if (row_b == nullptr) return kBadInput;
  auto operations = shared_operations(*row_a, *row_b);
  if (operations.empty()) {
    fmt::print(stderr, "error: {} and {} have no operation in common\n", row_a->id, row_b->id);
    return kBadInput;
  }
  if (!are_known_operations(options.operations, operations)) return kBadInput;
  std::erase_if(operations, [&](const std::string& name) { return !is_wanted(options, name); });
  if (!passes_gate(*row_a, *a) || !passes_gate(*row_b, *b)) return kCheckFailed;
  lab::CompareOptions engine;
  engine.pairs = options.pairs;
  engine.until_decided = options.until_decided;
  engine.engine.cpu = options.cpu;
  engine.engine.seed = options.seed ? *options.seed : std::random_device{}();
  fmt::print(stderr, "A {}, B {}; seed {}\n", options.a, options.b, engine.engine.seed);
  TerminalProgress progress;
  const auto comparisons = lab::compare(*a, *b, operations, engine, progress);
  progress.clear();
  if (progress.is_interrupted()) return kInterrupted;
  fmt::print("{}", options.json ? json(options, engine.engine.seed, comparisons) : table(comparisons));
  const bool any_failed =
      std::any_of(comparisons.begin(), comparisons.end(), [](const Comparison& c) { return !c.failure.empty(); });
  return any_failed ? kCheckFailed : kOk;
}

}  // namespace

void attach_compare(CLI::App& command, int& exit) {
  const auto options = std::make_shared<Options>();
  command.add_option("A", options->a, "ID[@TARGET][#PROGRAM]: a row, an instruction set, another build of lydite")
      ->required();
  auto* const b = command.add_option("B", options->b, "The same for the other arm");
  command.add_option("--op", options->operations, "Only these operations")->allow_extra_args(false);
  command
      .add_option("--pairs", options->pairs,
                  "Processes per arm and operation; 20 without it, and with --uniform no fewer")
      ->check(CLI::Range(10, 160));
  command
      .add_flag(
          "--uniform", options->uniform,
          "Without B: does each kind of failure of A take the time of a success? Both in turns inside each process")
      ->excludes(b);
  command.add_flag("--until-decided", options->until_decided, "Double the pairs, up to 160, while undecided");
  command.add_option("--seed", options->seed, "Of inputs and order; printed when not given")
      ->check(CLI::Validator(refuse_negative, "NUMBER"));
  command.add_option("--cpu", options->cpu, "Measure on this CPU; without it the last one allowed")
      ->check(CLI::Range(0, last_cpu));
  command.add_flag("--json", options->json, "Write JSON, with the medians of all processes, or all ticks of --uniform");
  command.callback([options, b, &exit] {
    if (!options->uniform && b->count() == 0) throw CLI::RequiredError("B");
    exit = compare(*options);
  });
}

}  // namespace lydite::cli
