#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <system_error>

#include "cli/commands.h"
#include "lab/algorithm.h"
#include "lydite/cpu.h"

namespace lydite::cli {

std::string did_you_mean(const std::vector<std::string>& candidates) {
  if (candidates.empty()) return "";
  std::string text = "; did you mean " + candidates.front();
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    text += (i + 1 == candidates.size() ? " or " : ", ") + candidates[i];
  }
  return text + "?";
}

int nothing_selected(std::string_view filter) {
  fmt::print(stderr, "error: no algorithm matches \"{}\"{}\n`lydite list` names all of them.\n", filter,
             did_you_mean(lab::near_matches(filter)));
  return kBadInput;
}

int no_such_target(std::string_view target) {
  const auto supported = supported_targets();
  const std::vector<std::string> names(supported.begin(), supported.end());
  fmt::print(stderr, "error: {} is not a target of this build and machine{}\nThere are {}.\n", target,
             did_you_mean(lab::nearest(target, names)), fmt::join(names, ", "));
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
