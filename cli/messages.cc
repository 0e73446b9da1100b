#include <fmt/format.h>

#include <cstdio>

#include "cli/commands.h"
#include "lab/algorithm.h"

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

}  // namespace lydite::cli
