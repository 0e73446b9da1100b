// The verdict on the host as the commands print it.
#pragma once

#include <string>

#include "lab/host/host.h"

namespace lydite::cli {

// "grade C: estimated cycles and ratios within this host", as one line.
[[nodiscard]] std::string describe_grade(char grade);
// One line for each problem.
[[nodiscard]] std::string problem_lines(const lab::host::Host& host);

}  // namespace lydite::cli
