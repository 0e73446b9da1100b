#include "lab/host/tree.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>
#include <system_error>

namespace lydite::lab::host {
namespace {

constexpr std::string_view white_space = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(white_space);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(white_space) - begin + 1);
}

}  // namespace

std::optional<std::string> Tree::read(std::string_view path) const {
  std::ifstream file(root_ / path, std::ios::binary);
  std::ostringstream contents;
  if (!file || !(contents << file.rdbuf())) return std::nullopt;
  return std::string(trimmed(contents.str()));
}

std::optional<std::string> Tree::read_cpu(int cpu, std::string_view path) const {
  return read("sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/" + std::string(path));
}

std::vector<std::string> Tree::names(std::string_view path) const {
  std::vector<std::string> result;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(root_ / path, error)) {
    result.push_back(entry.path().filename().string());
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::string field(std::string_view text, std::string_view key) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos && trimmed(line.substr(0, colon)) == key) {
      return std::string(trimmed(line.substr(colon + 1)));
    }
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return "";
}

bool has_word(std::string_view words, std::string_view word) {
  std::istringstream stream{std::string(words)};
  for (std::string each; stream >> each;) {
    if (each == word) return true;
  }
  return false;
}

std::vector<int> cpu_list(std::string_view text) {
  std::vector<int> result;
  while (!text.empty()) {
    const std::string_view range = text.substr(0, text.find(','));
    int first = 0;
    const auto [end, error] = std::from_chars(range.data(), range.data() + range.size(), first);
    if (error != std::errc{}) break;
    int last = first;
    if (end != range.data() + range.size() && *end == '-') std::from_chars(end + 1, range.data() + range.size(), last);
    for (int cpu = first; cpu <= last; ++cpu) result.push_back(cpu);
    text.remove_prefix(std::min(range.size() + 1, text.size()));
  }
  return result;
}

}  // namespace lydite::lab::host
