// lydite list: what exists.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "lab/algorithm.h"
#include "lydite/cpu.h"
#include "lydite/version.h"

namespace lydite::cli {
namespace {

using Rows = std::vector<const lab::Algorithm*>;

struct Options {
  std::string filter;
  bool json = false;
  bool describe = false;
};

nlohmann::json to_json(const lab::Algorithm& algorithm) {
  auto sizes = nlohmann::json::array();
  for (const lab::Size& size : algorithm.sizes) sizes.push_back({{"name", size.name}, {"bytes", size.bytes}});
  auto operations = nlohmann::json::array();
  for (const lab::Operation& operation : algorithm.operations) {
    operations.push_back({{"name", operation.name},
                          {"description", operation.description},
                          {"input_bytes", operation.input_bytes},
                          {"units", operation.units}});
  }
  return {{"id", algorithm.id},
          {"title", algorithm.title},
          {"specification", algorithm.specification},
          {"implementation", algorithm.implementation},
          {"kind", lab::name(algorithm.kind)},
          {"dispatches", algorithm.dispatches},
          {"sizes", sizes},
          {"operations", operations}};
}

void print_json(const Rows& rows) {
  auto algorithms = nlohmann::json::array();
  for (const lab::Algorithm* row : rows) algorithms.push_back(to_json(*row));
  const std::vector<std::string> targets(supported_targets().begin(), supported_targets().end());
  const nlohmann::json document = {{"version", LYDITE_VERSION},
                                   {"targets", targets},
                                   {"current_target", current_target()},
                                   {"algorithms", algorithms}};
  fmt::print("{}\n", document.dump(2));
}

std::string sizes(const lab::Algorithm& algorithm) {
  std::string text;
  for (const lab::Size& size : algorithm.sizes) {
    text += fmt::format("{}{} {} B", text.empty() ? "" : ", ", size.name, size.bytes);
  }
  return text;
}

// Words after an indent, in lines of at most 110 columns.
void print_wrapped(const std::vector<lab::Operation>& operations) {
  constexpr std::size_t width = 110;
  std::string line = "   ";
  for (const lab::Operation& operation : operations) {
    if (line.size() + 1 + operation.name.size() > width) {
      fmt::print("{}\n", line);
      line = "   ";
    }
    line += " " + operation.name;
  }
  fmt::print("{}\n", line);
}

void print_described(const std::vector<lab::Operation>& operations) {
  for (const lab::Operation& operation : operations) {
    fmt::print("    {:<20} {}\n", operation.name, operation.description);
  }
}

void print_table(const Rows& rows, bool describe) {
  fmt::print("targets: {} (in use: {})\n\n", fmt::join(supported_targets(), ", "), current_target());
  fmt::print("{:<22} {:<16} {:<14} {:<20} {}\n", "algorithm", "specification", "kind", "implementation", "sizes");
  for (const lab::Algorithm* row : rows) {
    fmt::print("{:<22} {:<16} {:<14} {:<20} {}\n", row->id, row->specification, lab::name(row->kind),
               row->implementation, sizes(*row));
    describe ? print_described(row->operations) : print_wrapped(row->operations);
  }
}

int list(const Options& options) {
  const Rows rows = lab::select(options.filter);
  if (rows.empty()) return nothing_selected(options.filter);
  options.json ? print_json(rows) : print_table(rows, options.describe);
  return kOk;
}

}  // namespace

void attach_list(CLI::App& command, int& exit) {
  const auto options = std::make_shared<Options>();
  command.add_option("filter", options->filter, "Part of an algorithm's id, or a glob such as 'ml-kem-*'");
  command.add_flag("--describe", options->describe, "Say what each operation contains");
  command.add_flag("--json", options->json, "Write JSON");
  command.callback([options, &exit] { exit = list(*options); });
}

}  // namespace lydite::cli
