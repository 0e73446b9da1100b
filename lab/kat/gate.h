// The known-answer gate: which rows answer which vector files, and whether rightly. Nothing is timed without a PASS.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lab/algorithm.h"
#include "lab/kat/randomness.h"
#include "lab/kat/reader.h"

namespace lydite::lab::kat {

// What the gate says of one algorithm.
struct GateResult {
  std::string algorithm;
  // "PASS"; "MISMATCH": a wrong answer, a control that was not caught, or randomness that does not come from the given
  // source; "NOKAT": no record for it;
  // "PARTIAL": right answers, but the records do not contain what the kind needs (a KEM without implicit rejection).
  std::string outcome;
  std::uint64_t passed = 0, failed = 0, skipped = 0;       // records
  std::uint64_t controls = 0;                              // altered records whose outcome was as it must be
  std::vector<std::pair<std::string, std::string>> files;  // vector files read: name, SHA-256
  std::vector<std::string> failures;                       // at most a few, each with file, record and field
  std::vector<Draw> draws = {};                            // of the functions that draw random bytes
};

// The verdict over the project's own vectors, which every binary carries. Computed anew at each call, for the target
// that dispatch runs now.
[[nodiscard]] GateResult gate_verdict(const Algorithm& algorithm);

// One vector file, over all rows.
struct FileReport {
  std::string source, sha256;
  std::uint64_t records = 0;
  std::uint64_t passed = 0;           // right for all rows that answered
  std::uint64_t failed = 0;           // wrong for at least one
  std::uint64_t skipped = 0;          // somebody's, but not run: too large, or not a whole number of bytes
  std::uint64_t unread = 0;           // nobody's
  std::vector<std::string> readers;   // algorithms that answered
  std::vector<std::string> failures;  // all of them
  std::string skip_reason;            // of the first record that was skipped
  std::string note;                   // why the file has no records
};

struct GateReport {
  std::vector<FileReport> files;
  std::vector<GateResult> algorithms;
  std::vector<std::string> errors;  // malformed files and records
};

// Runs every row on every record.
[[nodiscard]] GateReport run_gate(std::span<const VectorFile> files, std::span<const Algorithm* const> rows);

}  // namespace lydite::lab::kat
