// The kernel's text files below a root, which tests replace by a folder of their own.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lydite::lab::host {

class Tree {
 public:
  explicit Tree(std::filesystem::path root) : root_(std::move(root)) {}

  // The contents without white space at the end; nothing if the file cannot be read. Paths have no leading slash.
  [[nodiscard]] std::optional<std::string> read(std::string_view path) const;
  // The same, or "" instead of nothing.
  [[nodiscard]] std::string text(std::string_view path) const { return read(path).value_or(""); }
  // A file of one CPU: "cpufreq/scaling_governor".
  [[nodiscard]] std::optional<std::string> read_cpu(int cpu, std::string_view path) const;
  // Names in a folder, sorted.
  [[nodiscard]] std::vector<std::string> names(std::string_view path) const;

 private:
  std::filesystem::path root_;
};

// The value after `key` and a colon in lines such as those of proc/cpuinfo and proc/meminfo; the first one found.
[[nodiscard]] std::string field(std::string_view text, std::string_view key);
// Whether a list of words has this one.
[[nodiscard]] bool has_word(std::string_view words, std::string_view word);
// The CPUs of a list such as "0-3,8".
[[nodiscard]] std::vector<int> cpu_list(std::string_view text);

}  // namespace lydite::lab::host
