// Which operations a command line selects, and which of them may be timed.
#pragma once

#include <string>
#include <vector>

#include "lab/kat/gate.h"
#include "lab/measure/measure.h"

namespace lydite::cli {

struct Selection {
  std::vector<std::string> filters;     // of ids; none: everything
  std::vector<std::string> operations;  // by name; none: all
  std::string target;                   // empty: the one in use; "all"
};

// Requests, each with what the gate said of its row.
struct Selected {
  std::vector<lab::Request> requests;
  std::vector<lab::kat::GateResult> gates;
  bool any_refused = false;  // by the gate
};

// Fills `selected`; returns kOk if there is anything to time, otherwise the exit code after saying why not.
[[nodiscard]] int select_requests(const Selection& selection, Selected& selected);

// Whether all wanted names are among the known ones, which are sorted; tells the first that is not, and what comes
// near.
[[nodiscard]] bool are_known_operations(const std::vector<std::string>& wanted, const std::vector<std::string>& known);

}  // namespace lydite::cli
