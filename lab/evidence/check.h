// Whether a data set is what it says: nothing in it may differ from what follows from its raw data.
#pragma once

#include <filesystem>
#include <vector>

#include "lab/evidence/data_set.h"

namespace lydite::lab::evidence {

// Schema and canonical form of every file; each derived number recomputed from the raw samples (integers exactly,
// others to a relative 1e-9); the shape of the plan; gate, grade and build; files missing and files too many; digests;
// absolute paths; and every page rendered anew and compared byte for byte. Throws std::system_error if a file cannot be
// read.
[[nodiscard]] std::vector<Finding> check(const std::filesystem::path& folder, const Render& render);

// What one record alone shows: contradictions between its fields.
[[nodiscard]] std::vector<Fault> contradictions(const Record& record, const Json& written_stats);

// Places where two values differ by more than rounding.
[[nodiscard]] std::vector<Fault> differences(const Json& written, const Json& computed, const std::string& path);

}  // namespace lydite::lab::evidence
