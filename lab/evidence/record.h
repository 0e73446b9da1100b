// The record of one operation of one algorithm on one target: everything a page says about it, with the raw data from
// which that follows. Schema in fields.cc, described in docs/evidence.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/algorithm.h"
#include "lab/evidence/build.h"
#include "lab/evidence/host_state.h"
#include "lab/evidence/json.h"
#include "lab/evidence/schema.h"
#include "lab/kat/gate.h"
#include "lab/measure/measurement.h"
#include "lab/stats/summary.h"

namespace lydite::lab::evidence {

// What the catalogue says of the measured operation.
struct Subject {
  std::string title, specification, kind, description;
  std::vector<Size> sizes;
};

struct Record {
  std::string group;  // operations of one group are measured in turns, trial by trial
  Subject subject;
  Measurement measurement;
  kat::GateResult gate;
  HostState host;
  Build build;
  std::string clock_source;            // "rdtsc"
  std::string started_utc, ended_utc;  // "2025-01-31T12:00:00Z"
};

[[nodiscard]] const std::vector<Field>& record_fields();

[[nodiscard]] Json to_json(const Record& record);
// Derived numbers as they stand in a record; null if no trial has samples.
[[nodiscard]] Json stats_of(const Measurement& measurement);

struct ParsedRecord {
  std::optional<Record> record;  // there if its fields could be read
  Json stats;                    // the derived numbers as written in it
  std::vector<Fault> faults;     // empty: canonical and of the form that the schema demands
};

// Reads any bytes, from memory alone. Derived numbers are not judged here (check.h).
[[nodiscard]] ParsedRecord parse_record(std::string_view bytes);

// Where the record of an operation lies in its data set: "records/ml-kem-768/decaps__AVX2.json".
[[nodiscard]] std::string record_path(std::string_view algorithm, std::string_view operation, std::string_view target);

}  // namespace lydite::lab::evidence
