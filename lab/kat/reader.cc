#include "lab/kat/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "lab/evidence/digest.h"

namespace lydite::lab::kat {
namespace {

namespace fs = std::filesystem;

std::string_view without_gz(std::string_view name) {
  return name.ends_with(".gz") ? name.substr(0, name.size() - 3) : name;
}

std::string text_of(std::string_view source, std::span<const std::uint8_t> bytes) {
  if (bytes.size() > max_stored_size) throw ParseError(source, 0, "file too large");
  if (source.ends_with(".gz")) return gunzip(source, bytes);
  return {bytes.begin(), bytes.end()};
}

VectorFile parse_with(std::string_view source, std::span<const std::uint8_t> bytes, std::string_view answers) {
  VectorFile file;
  const std::string_view name = without_gz(source);
  if (name.ends_with(".tv")) {
    file.records = parse_tv(source, text_of(source, bytes));
  } else if (name.ends_with(".json")) {
    file = parse_json(source, text_of(source, bytes), answers);
  } else {
    file.note = "not a vector file";
  }
  file.source = source;
  file.sha256 = evidence::sha256({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  for (std::size_t i = 0; i < file.records.size(); ++i) {
    file.records[i].source = source;
    file.records[i].index = i;
  }
  return file;
}

std::vector<std::uint8_t> read_file(const fs::path& path, std::string_view source) {
  if (!fs::is_regular_file(path)) throw ParseError(source, 0, "not a regular file");  // opening a pipe would wait
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw ParseError(source, 0, "cannot be opened");
  const std::uintmax_t size = fs::file_size(path);
  if (size > max_stored_size) throw ParseError(source, 0, "file too large");
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (static_cast<std::uintmax_t>(stream.gcount()) != size) throw ParseError(source, 0, "cannot be read");
  return bytes;
}

// The text of expectedResults.json beside a prompt.json, in either form; empty if there is none.
std::string answers_beside(const fs::path& path, std::string_view source) {
  if (!without_gz(path.filename().string()).starts_with("prompt.json")) return {};
  for (const char* name : {"expectedResults.json", "expectedResults.json.gz"}) {
    const fs::path answers = path.parent_path() / name;
    if (fs::exists(answers)) return text_of(name, read_file(answers, source));
  }
  return {};
}

// The folder that names a set belongs to the name of a file, however the file was reached.
std::string source_of(const fs::path& root, const fs::path& path) {
  const fs::path relative = path.lexically_relative(root);
  if (relative != "." && relative.has_parent_path()) return relative.generic_string();
  const std::string folder = path.parent_path().filename().generic_string();
  return folder.empty() ? path.filename().generic_string() : folder + "/" + path.filename().generic_string();
}

void load_file(Loaded& loaded, const fs::path& path, const std::string& source) {
  try {
    const std::vector<std::uint8_t> bytes = read_file(path, source);
    loaded.files.push_back(parse_with(source, bytes, answers_beside(path, source)));
  } catch (const ParseError& error) {
    loaded.errors.emplace_back(error.what());
  }
}

}  // namespace

ParseError::ParseError(std::string_view file, std::size_t line, std::string_view reason)
    : std::runtime_error(line == 0 ? fmt::format("{}: {}", file, reason)
                                   : fmt::format("{}:{}: {}", file, line, reason)) {}

VectorFile parse(std::string_view source, std::span<const std::uint8_t> bytes) { return parse_with(source, bytes, {}); }

Loaded load(const fs::path& given) {
  std::error_code error;
  const fs::path root = fs::canonical(given, error);
  if (error) throw std::runtime_error(fmt::format("{}: {}", given.string(), error.message()));
  std::map<std::string, fs::path> paths;
  if (fs::is_directory(root)) {
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      if (!entry.is_directory()) paths.emplace(source_of(root, entry.path()), entry.path());
    }
  } else {
    paths.emplace(source_of(root, root), root);
  }
  Loaded loaded;
  for (const auto& [source, path] : paths) load_file(loaded, path, source);
  if (paths.empty()) loaded.errors.push_back(fmt::format("{}: empty folder", given.string()));
  return loaded;
}

}  // namespace lydite::lab::kat
