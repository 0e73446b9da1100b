#include <fmt/format.h>

#include <CLI/StringTools.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "cli/commands.h"
#include "lab/algorithm.h"
#include "lydite/cpu.h"

namespace lydite::cli {

namespace {

// What comes near, and all there is.
std::string alternatives(std::string_view name, const std::vector<std::string>& names) {
  const std::string near = did_you_mean(lab::nearest(name, names));
  return near + (near.empty() ? "; there " : " There ") + (names.size() == 1 ? "is " : "are ") +
         enumerate(names, "and");
}

}  // namespace

std::string enumerate(const std::vector<std::string>& words, const std::string& conjunction) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += (i == 0 ? "" : i + 1 < words.size() ? ", " : " " + conjunction + " ") + words[i];
  }
  return text;
}

std::size_t index_of(const std::string& owner, const std::string& kind, const std::string& name,
                     const std::vector<std::string>& names) {
  const auto found = std::ranges::find(names, CLI::detail::to_lower(name));
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  throw std::runtime_error(owner + " has no " + kind + " \"" + name + "\"" + alternatives(name, names));
}

std::string did_you_mean(const std::vector<std::string>& candidates) {
  return candidates.empty() ? "" : "; did you mean " + enumerate(candidates, "or") + "?";
}

int nothing_selected(std::string_view filter) {
  const std::string near = did_you_mean(lab::near_matches(filter));
  fmt::print(stderr, "error: no algorithm matches \"{}\"{} `lydite list` names all of them\n", filter,
             near.empty() ? ";" : near);
  return kBadInput;
}

int no_such_target(std::string_view target, std::string_view where) {
  const auto supported = supported_targets();
  fmt::print(stderr, "error: {}{} is not a target of this build and machine{}\n", where, target,
             alternatives(target, {supported.begin(), supported.end()}));
  return kBadInput;
}

void require_folder(const std::string& path) {
  std::error_code error;
  (void)std::filesystem::directory_iterator(path, error);
  if (error) throw std::system_error(error, "cannot open folder " + path);
}

std::string refuse_negative(const std::string& number) {
  return number.starts_with('-') ? number + " is negative" : "";
}

}  // namespace lydite::cli
