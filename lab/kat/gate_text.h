// The gate's report for people and for programs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "lab/kat/gate.h"

namespace lydite::lab::kat {

struct Totals {
  std::uint64_t files = 0, records = 0, passed = 0, failed = 0, skipped = 0, unread = 0;
};
[[nodiscard]] Totals totals(const GateReport& report);

// Aligned tables: files that were read, algorithms that answered, failures, files and records that nobody read, totals.
[[nodiscard]] std::string to_table(const GateReport& report);
[[nodiscard]] nlohmann::json to_json(const GateReport& report);

}  // namespace lydite::lab::kat
