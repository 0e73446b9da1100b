#include "cli/key_options.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "cli/commands.h"

namespace lydite::cli {

void add_output_options(CLI::App& command, Encoding& encoding, OutputRules& rules, bool writes_keys) {
  std::vector<std::string> names = {"raw", "hex"};  // in the order of the enumeration
  if (writes_keys) names.emplace_back("pem");
  const std::string owner = "lydite " + command.get_parent()->get_name() + " " + command.get_name();
  const auto choose = [&encoding, names, owner](const std::string& name) {
    encoding = static_cast<Encoding>(index_of(owner, "encoding", name, names));
  };
  command
      .add_option_function<std::string>(
          "--encoding", choose,
          "Of what is written: " + enumerate(names, "or") + "; raw by default. What is read may have any")
      ->type_name("NAME");
  command.add_flag("--force", rules.force, "Replace outputs that exist");
  command.add_flag("--show-secrets", rules.show_secrets, "Let secrets go to a terminal");
}

void add_algorithm_option(CLI::App& command, const Family& family, std::string& id, bool is_required) {
  const std::string all = enumerate(scheme_ids(family), "or");
  const std::string description = is_required ? all : "By default it follows from the key; needed where several fit";
  // A name that does not exist is no malformed value: it is told as every other name that does not exist.
  const auto check = [&family](std::string& name) {
    name = scheme_of(family, name).id;
    return std::string();
  };
  command.add_option(family.algorithm_option, id, description)
      ->transform(CLI::Validator(check, ""))
      ->type_name("NAME")
      ->required(is_required);
}

void require_distinct(const std::string& a, const std::string& b, int standard_stream, const std::string& options) {
  if (!is_same_place(a, b, standard_stream)) return;
  const bool are_streams = a == "-" && b == "-";
  const std::string place = !are_streams                      ? "the same file"
                            : standard_stream == STDIN_FILENO ? "standard input both"
                                                              : "standard output both";
  throw CLI::ValidationError(options + " must not be " + place);
}

void require_readable_twice(const std::string& a, const std::string& b, const std::string& options) {
  if (!std::filesystem::is_regular_file(a)) require_distinct(a, b, STDIN_FILENO, options);
}

void require_kept(const std::string& input, const std::string& output, const std::string& options) {
  if (input != "-" && std::filesystem::is_regular_file(input)) require_distinct(input, output, STDOUT_FILENO, options);
}

}  // namespace lydite::cli
