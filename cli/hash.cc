// lydite hash: digests of files and pipes, in lines as sha256sum writes them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "cli/commands.h"
#include "cli/hash_function.h"

namespace lydite::cli {
namespace {

struct Options {
  std::string algorithm = "sha3-256";
  std::vector<std::string> files = {"-"};
  std::size_t length = 0;
  bool json = false;
};

using Octets = std::vector<std::uint8_t>;

std::string to_text(const Octets& bytes) { return fmt::format("{:02x}", fmt::join(bytes, "")); }

// Names with a line break are written as sha256sum writes them: escaped, with a backslash before the line.
std::string line(const std::string& digest, const std::string& path) {
  std::string escaped;
  for (const char c : path) {
    if (c == '\\') {
      escaped += "\\\\";
    } else if (c == '\n') {
      escaped += "\\n";
    } else {
      escaped += c;
    }
  }
  return (escaped == path ? "" : "\\") + digest + "  " + escaped + "\n";
}

std::optional<Octets> hash_file(const HashFunction& function, std::size_t length, const std::string& path) {
  try {
    MessageFile message(path);
    Octets out(length);
    function.digest(message, out);
    return out;
  } catch (const std::system_error& error) {
    fmt::print(stderr, "error: {}: {}\n", shown(path, "-"), error.code().message());
    return std::nullopt;
  }
}

int run(const Options& options) {
  const auto& all = hash_functions();
  const HashFunction& chosen = all[index_of("lydite hash", "algorithm", options.algorithm, names_of(all))];
  if (options.length != 0 && !chosen.is_extendable) {
    throw CLI::ValidationError("--length", "the length of " + chosen.name + " is fixed");
  }
  const std::size_t length = options.length != 0 ? options.length : chosen.size;
  auto digests = nlohmann::json::array();
  int exit = kOk;
  for (const std::string& path : options.files) {
    const auto digest = hash_file(chosen, length, path);
    if (!digest) {
      exit = kBadInput;
    } else if (options.json) {
      digests.push_back({{"algorithm", chosen.name}, {"digest", to_text(*digest)}, {"file", path}});
    } else {
      fmt::print("{}", line(to_text(*digest), path));
    }
  }
  if (options.json) fmt::print("{}\n", digests.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  return exit;
}

}  // namespace

void attach_hash(CLI::App& command, int& exit) {
  const auto options = std::make_shared<Options>();
  command.add_option("files", options->files, "Files; - is standard input, which is also read if none is given");
  command.add_option("--alg", options->algorithm, enumerate(names_of(hash_functions()), "or"))
      ->type_name("NAME")
      ->capture_default_str();
  command.add_option("--length", options->length, "Bytes of output, for shake128 and shake256")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 30));
  command.add_flag("--json", options->json, "Write JSON");
  command.callback([options, &exit] { exit = run(*options); });
}

}  // namespace lydite::cli
