// lydite report: a data set as a page, a table or a figure.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "lab/evidence/data_set.h"
#include "lab/evidence/file.h"
#include "lab/report/pages.h"

namespace lydite::cli {
namespace {

struct Options {
  std::string folder, format = "md", figure, out;
  bool update = false;
};

int report_findings(const Options& options, const std::vector<lab::evidence::Finding>& findings) {
  for (const auto& finding : findings) fmt::print(stderr, "error: {}/{}\n", options.folder, to_text(finding));
  return kBadInput;
}

int unknown_figure(const lab::evidence::Pages& pages) {
  constexpr std::string_view folder = "figures/";
  std::vector<std::string> names;
  for (const auto& [path, text] : pages) {
    if (path.starts_with(folder)) names.push_back(path.substr(folder.size(), path.size() - folder.size() - 4));
  }
  fmt::print(stderr, "error: no such figure; there are: {}\n", fmt::join(names, ", "));
  return kBadInput;
}

int update(const Options& options, const lab::evidence::Pages& pages) {
  for (const auto& [path, text] : pages) {
    lab::evidence::write_file(std::filesystem::path(options.folder) / path, text);
  }
  return kOk;
}

int report(const Options& options) {
  require_folder(options.folder);
  const auto loaded = lab::evidence::load_data_set(options.folder);
  if (!loaded.findings.empty() || !loaded.is_complete) return report_findings(options, loaded.findings);
  const auto pages = lab::report::pages(*loaded.data_set);
  if (options.update) return update(options, pages);
  const std::string path = options.figure.empty() ? "report." + options.format : "figures/" + options.figure + ".svg";
  const auto page = pages.find(path);
  if (page == pages.end()) return unknown_figure(pages);
  if (options.out.empty() || options.out == "-") {
    fmt::print("{}", page->second);
  } else {
    lab::evidence::write_file(options.out, page->second);
  }
  return kOk;
}

}  // namespace

void attach_report(CLI::App& command, int& exit) {
  const auto options = std::make_shared<Options>();
  command.add_option("folder", options->folder, "A data set")->required();
  command.add_option("--format", options->format, "md, html or csv")
      ->check(CLI::IsMember({"md", "html", "csv"}))
      ->capture_default_str();
  command.add_option("--figure", options->figure, "One figure as SVG, by its name");
  command.add_option("--out", options->out, "File to write; standard output if absent");
  command.add_flag("--update", options->update, "Render all pages of the data set anew, in its folder");
  command.callback([options, &exit] { exit = report(*options); });
}

}  // namespace lydite::cli
