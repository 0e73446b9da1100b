// Trials as a table of columns: one array per quantity, one element per trial. Each quantity is named once, its course
// over the trials is one line, and data frames read it as it is.
#pragma once

#include <string>
#include <vector>

#include "lab/evidence/json.h"
#include "lab/evidence/schema.h"
#include "lab/measure/measurement.h"

namespace lydite::lab::evidence {

// The fields of such a table, for the schema.
[[nodiscard]] std::vector<Field> trial_fields(const std::string& path);

[[nodiscard]] Json to_json(const std::vector<Trial>& trials);

// Precondition: the table has the form of trial_fields(). What the form cannot say becomes faults: columns of unequal
// length, samples that contradict themselves. The trials are complete only if there are none.
[[nodiscard]] std::vector<Trial> trials_from(const Json& table, const std::string& path, std::vector<Fault>& faults);

}  // namespace lydite::lab::evidence
