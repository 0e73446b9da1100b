// lydite evidence: recompute and re-render a data set.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "lab/evidence/check.h"
#include "lab/evidence/json.h"
#include "lab/report/pages.h"

namespace lydite::cli {
namespace {

struct Options {
  std::string folder;
  bool json = false;
};

void print_json(const std::vector<lab::evidence::Finding>& findings) {
  auto list = lab::evidence::Json::array();
  for (const auto& finding : findings) {
    list.push_back({{"file", finding.file}, {"field", finding.field}, {"message", finding.message}});
  }
  fmt::print("{}", lab::evidence::canonical({{"findings", list}}));
}

void print_text(const Options& options, const std::vector<lab::evidence::Finding>& findings) {
  for (const auto& finding : findings) fmt::print("{}\n", to_text(finding));
  if (findings.empty()) {
    fmt::print("{}: every number follows from its raw samples, and every page from its records\n", options.folder);
  } else {
    fmt::print("{}: {} finding{}\n", options.folder, findings.size(), findings.size() == 1 ? "" : "s");
  }
}

int check(const Options& options) {
  require_folder(options.folder);
  const auto findings = lab::evidence::check(options.folder, lab::report::pages);
  options.json ? print_json(findings) : print_text(options, findings);
  return findings.empty() ? kOk : kCheckFailed;
}

}  // namespace

void attach_evidence(CLI::App& command, int& exit) {
  const auto options = std::make_shared<Options>();
  command.require_subcommand(1);
  CLI::App& sub = *command.add_subcommand("check", "Recompute every number and page; exit 1 on any difference");
  sub.add_option("folder", options->folder, "A data set")->required();
  sub.add_flag("--json", options->json, "Write JSON");
  sub.callback([options, &exit] { exit = check(*options); });
}

}  // namespace lydite::cli
