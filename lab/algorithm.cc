#include "lab/algorithm.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace lydite::lab {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// Whether the pattern, in which `*` stands for any text and `?` for one character, is the whole text.
bool glob(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p, ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

bool matches(std::string_view filter, std::string_view id) {
  if (filter.find_first_of("*?") != std::string_view::npos) return glob(filter, id);
  return id.find(filter) != std::string_view::npos;
}

// The least number of letters to change, insert, drop, or swap with their neighbour.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({changed, d[i - 1][j] + 1, d[i][j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string_view name(Kind kind) {
  switch (kind) {
    case Kind::kHash:
      return "hash";
    case Kind::kXof:
      return "XOF";
    case Kind::kKem:
      return "KEM";
    case Kind::kKeyAgreement:
      return "key agreement";
    case Kind::kKernel:
      return "kernel";
    case Kind::kSignature:
      return "signature";
  }
  return "unknown";
}

std::vector<const Algorithm*> select(std::string_view filter) {
  const std::string wanted = lower(filter);
  std::vector<const Algorithm*> rows;
  for (const Algorithm& algorithm : catalog()) {
    if (matches(wanted, algorithm.id)) rows.push_back(&algorithm);
  }
  return rows;
}

std::vector<std::string> nearest(std::string_view name, std::span<const std::string> candidates) {
  constexpr std::size_t wanted = 3;
  const std::string given = lower(name);
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(given, lower(candidate));
    if (2 * distance <= std::max(given.size(), candidate.size())) ranked.emplace_back(distance, candidate);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> result;
  for (std::size_t i = 0; i < std::min(wanted, ranked.size()); ++i) result.push_back(ranked[i].second);
  return result;
}

std::vector<std::string> near_matches(std::string_view name) {
  std::vector<std::string> ids;
  for (const Algorithm& algorithm : catalog()) ids.push_back(algorithm.id);
  return nearest(name, ids);
}

}  // namespace lydite::lab
