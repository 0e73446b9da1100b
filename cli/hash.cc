// lydite hash: digests of files and pipes, in lines as sha256sum writes them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/commands.h"
#include "lab/algorithm.h"
#include "lydite/sha3.h"

namespace lydite::cli {
namespace {

struct Options {
  std::string algorithm = "sha3-256";
  std::vector<std::string> files = {"-"};
  std::size_t length = 0;
  bool json = false;
};

struct File {
  std::FILE* stream;
  explicit File(const std::string& path) : stream(path == "-" ? stdin : std::fopen(path.c_str(), "rb")) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (stream != nullptr && stream != stdin) std::fclose(stream);
  }
};

using Octets = std::vector<std::uint8_t>;

// Reads piece by piece: memory does not grow with the file.
template <class Sponge>
Octets hash(std::FILE* stream, std::size_t length) {
  std::array<std::uint8_t, 65536> piece;
  Sponge sponge;
  std::size_t size = 0;
  while ((size = std::fread(piece.data(), 1, piece.size(), stream)) != 0) sponge.absorb(std::span(piece).first(size));
  if (std::ferror(stream) != 0) throw std::system_error(errno, std::generic_category());
  Octets out(length);
  sponge.squeeze(out);
  return out;
}

struct Function {
  std::string name;
  std::size_t length;  // of the digest, or the usual one of an output
  bool is_extendable;
  Octets (*hash)(std::FILE* stream, std::size_t length);
};

const std::vector<Function>& functions() {
  static const std::vector<Function> all = {
      {"sha3-224", 28, false, hash<Sha3_224::Incremental>}, {"sha3-256", 32, false, hash<Sha3_256::Incremental>},
      {"sha3-384", 48, false, hash<Sha3_384::Incremental>}, {"sha3-512", 64, false, hash<Sha3_512::Incremental>},
      {"shake128", 32, true, hash<Shake128::Incremental>},  {"shake256", 64, true, hash<Shake256::Incremental>},
  };
  return all;
}

const Function& function(const std::string& name) {
  std::vector<std::string> names;
  for (const Function& candidate : functions()) {
    if (candidate.name == CLI::detail::to_lower(name)) return candidate;
    names.push_back(candidate.name);
  }
  throw std::runtime_error("there is no hash function \"" + name + "\"" + did_you_mean(lab::nearest(name, names)));
}

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

std::optional<Octets> hash_file(const Function& function, std::size_t length, const std::string& path) {
  try {
    const File file(path);
    if (file.stream == nullptr) throw std::system_error(errno, std::generic_category());
    return function.hash(file.stream, length);
  } catch (const std::system_error& error) {
    fmt::print(stderr, "error: {}: {}\n", path, error.code().message());
    return std::nullopt;
  }
}

int run(const Options& options) {
  const Function& chosen = function(options.algorithm);
  if (options.length != 0 && !chosen.is_extendable) {
    throw CLI::ValidationError("--length", "the length of " + chosen.name + " is fixed");
  }
  const std::size_t length = options.length != 0 ? options.length : chosen.length;
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
  command.add_option("--alg", options->algorithm, "sha3-224, sha3-256, sha3-384, sha3-512, shake128 or shake256")
      ->capture_default_str();
  command.add_option("--length", options->length, "Bytes of output, for shake128 and shake256")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 30));
  command.add_flag("--json", options->json, "Write JSON");
  command.callback([options, &exit] { exit = run(*options); });
}

}  // namespace lydite::cli
