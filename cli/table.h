// Aligned text tables.
#pragma once

#include <string>
#include <vector>

namespace lydite::cli {

using Cells = std::vector<std::string>;

// Rows of equal length as lines: the first column flush left, the others flush right, two spaces between them.
[[nodiscard]] std::string aligned(const std::vector<Cells>& rows);

}  // namespace lydite::cli
