// What `lydite bench` prints and writes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lab/evidence/record.h"

namespace lydite::cli {

// A heading and a table for each algorithm and target, in their order.
[[nodiscard]] std::string bench_table(const std::vector<lab::evidence::Record>& records, bool percentiles);
// Summaries without raw samples, and the host.
[[nodiscard]] std::string bench_json(const std::vector<lab::evidence::Record>& records);
// One file for each record that has samples, below the folder. Throws std::system_error.
void write_records(const std::vector<lab::evidence::Record>& records, const std::filesystem::path& folder);

}  // namespace lydite::cli
