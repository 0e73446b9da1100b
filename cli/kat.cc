// lydite kat: the known-answer gate over the vectors of the project, or over any others.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "lab/algorithm.h"
#include "lab/kat/gate.h"
#include "lab/kat/gate_text.h"
#include "lydite/cpu.h"

namespace lydite::cli {
namespace {

using lab::kat::GateReport;

struct Options {
  std::string filter, target;
  std::vector<std::string> vectors;
  bool large = false, json = false;
};

struct Input {
  std::vector<lab::kat::VectorFile> files;
  std::vector<std::string> errors;
};

Input read_vectors(const Options& options) {
  if (options.vectors.empty()) return {lab::kat::embedded_vectors(), {}};
  Input input;
  for (const std::string& path : options.vectors) {
    lab::kat::Loaded loaded = lab::kat::load(path);
    std::ranges::move(loaded.files, std::back_inserter(input.files));
    std::ranges::move(loaded.errors, std::back_inserter(input.errors));
  }
  for (lab::kat::VectorFile& file : input.files) {
    for (lab::kat::Record& record : file.records) record.large = options.large;
  }
  return input;
}

// The targets to run, best first; none if there is no such target.
std::vector<std::string> targets(const Options& options) {
  if (options.target.empty()) return {std::string(current_target())};
  const auto supported = supported_targets();
  if (CLI::detail::to_lower(options.target) == "all") return {supported.begin(), supported.end()};
  for (const std::string_view target : supported) {
    if (CLI::detail::to_lower(std::string(target)) == CLI::detail::to_lower(options.target))
      return {std::string(target)};
  }
  return {};
}

// Rows of other libraries answer the same on every target, so they run once.
std::vector<const lab::Algorithm*> rows_of(const std::vector<const lab::Algorithm*>& rows, bool first) {
  std::vector<const lab::Algorithm*> selected;
  std::ranges::copy_if(rows, std::back_inserter(selected), [&](const auto* row) { return first || row->dispatches; });
  return selected;
}

// The project's own vectors must satisfy every row; others may lack what a row needs, but not contradict it.
bool is_wrong(const Options& options, const GateReport& report) {
  return std::ranges::any_of(report.algorithms, [&](const lab::kat::GateResult& result) {
    return result.outcome == "MISMATCH" || (options.vectors.empty() && result.outcome != "PASS");
  });
}

int verdict(const Options& options, const GateReport& report) {
  const lab::kat::Totals sum = totals(report);
  for (const std::string& error : report.errors) fmt::print(stderr, "error: {}\n", error);
  if (is_wrong(options, report)) return kCheckFailed;
  if (!report.errors.empty()) return kBadInput;
  if (sum.passed + sum.failed > 0) return kOk;
  fmt::print(stderr, "error: no record was checked{}\n",
             sum.skipped > 0 ? fmt::format(" ({} skipped; --large runs the large ones)", sum.skipped) : "");
  return kBadInput;
}

// The gravest of several: a failed check, then bad input.
int worst(int a, int b) {
  if (a == kCheckFailed || b == kCheckFailed) return kCheckFailed;
  return std::max(a, b);
}

int kat(const Options& options) {
  const auto rows = lab::select(options.filter);
  if (rows.empty()) return nothing_selected(options.filter);
  const std::vector<std::string> chosen = targets(options);
  if (chosen.empty()) return no_such_target(options.target);
  const Input input = read_vectors(options);
  int exit = kOk;
  auto runs = nlohmann::json::array();
  for (const std::string& target : chosen) {
    use_target(target);
    GateReport report = run_gate(input.files, rows_of(rows, target == chosen.front()));
    report.errors.insert(report.errors.begin(), input.errors.begin(), input.errors.end());
    nlohmann::json run = to_json(report);
    run["target"] = target;
    runs.push_back(std::move(run));
    if (!options.json) fmt::print("target {}\n\n{}{}", target, to_table(report), target == chosen.back() ? "" : "\n");
    std::fflush(stdout);
    exit = worst(exit, verdict(options, report));
  }
  if (options.json) fmt::print("{}\n", nlohmann::json{{"runs", std::move(runs)}}.dump(2));
  return exit;
}

}  // namespace

void attach_kat(CLI::App& command, int& exit) {
  const auto options = std::make_shared<Options>();
  command.add_option("filter", options->filter, "Part of an algorithm's id, or a glob such as 'ml-kem-*'");
  command
      .add_option("--vectors", options->vectors,
                  "Vector file, or folder with vector files; instead of the project's own")
      ->type_name("PATH")
      ->allow_extra_args(false);
  command.add_option("--target", options->target, "Instruction set, or 'all' for each in turn");
  command.add_flag("--large", options->large, "Run records with gigabytes of input too");
  command.add_flag("--json", options->json, "Write JSON");
  command.callback([options, &exit] { exit = kat(*options); });
}

}  // namespace lydite::cli
