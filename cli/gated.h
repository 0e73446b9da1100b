// The gate of known answers before anything is timed.
#pragma once

#include <string>

#include "lab/algorithm.h"
#include "lab/kat/gate.h"

namespace lydite::cli {

// The verdict on a row with dispatch limited to a target; empty for rows that do not dispatch.
[[nodiscard]] lab::kat::GateResult gate_on(const lab::Algorithm& row, const std::string& target);

// Whether the row may be timed. Says on standard error why not.
[[nodiscard]] bool is_admitted(const lab::kat::GateResult& verdict, const std::string& target);

}  // namespace lydite::cli
