// The large public corpora, where they lie beside the repository: every record of what this library has is answered.
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lab/kat/gate.h"
#include "lab/kat/gate_text.h"

namespace lydite::lab::kat {
namespace {

const std::filesystem::path corpora = std::filesystem::path(LYDITE_SOURCE_DIR) / ".." / "shared" / "vectors";

// Per folder or file: records, how many of them are skipped, and how many are of functions that this library lacks.
struct Expected {
  std::uint64_t records, skipped, unread;
  bool operator==(const Expected&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Expected& e) {
  return out << e.records << " records, " << e.skipped << " skipped, " << e.unread << " unread";
}
const std::map<std::string, Expected> expected_counts = {
    {"blake2", {877, 0, 350}},  // BLAKE2s is not part of the library
    {"composite", {6, 0, 0}},
    {"ed25519", {995, 0, 0}},
    {"hmac-hkdf", {349, 0, 0}},
    {"hybrid-splitprf", {3, 0, 0}},
    {"mldsa", {1237, 0, 0}},
    {"mlkem", {1213, 0, 0}},
    {"sha2", {427, 0, 0}},
    {"sha3", {2569, 1, 0}},  // a message of gigabytes
    {"x25519", {316, 0, 0}},
    {"xwing", {12, 0, 0}},
    {"vectors/composite_sig.json", {5, 0, 0}},
    {"vectors/sphinx_hybrid_kem.json", {5, 0, 0}},
    {"vectors/sphinx_primitives.json", {58, 0, 54}},  // all but BLAKE2Xb belongs to packets
    {"vectors/xwing.json", {3, 0, 0}},
};

// The folder of a file, or the name of one that lies in none.
std::string part_of(const FileReport& file) {
  const std::string folder = file.source.substr(0, file.source.find('/'));
  return folder == corpora.filename() ? file.source : folder;
}

TEST(SharedVectors, AllRecordsOfOurAlgorithmsPass) {
  if (!std::filesystem::exists(corpora)) {
    std::cout << "shared vectors: absent\n";
    GTEST_SKIP() << "no corpora beside the repository";
  }
  const Loaded loaded = load(corpora);
  EXPECT_TRUE(loaded.errors.empty()) << testing::PrintToString(loaded.errors);
  std::vector<const Algorithm*> rows;
  for (const Algorithm& algorithm : catalog()) rows.push_back(&algorithm);
  const GateReport report = run_gate(loaded.files, rows);
  EXPECT_TRUE(report.errors.empty()) << testing::PrintToString(report.errors);
  std::map<std::string, Expected> counts;
  for (const FileReport& file : report.files) {
    EXPECT_TRUE(file.failures.empty()) << testing::PrintToString(file.failures);
    Expected& count = counts[part_of(file)];
    count.records += file.records;
    count.skipped += file.skipped;
    count.unread += file.unread;
  }
  for (const auto& [part, count] : expected_counts) EXPECT_EQ(counts[part], count) << part;
  for (const GateResult& result : report.algorithms)
    EXPECT_NE(result.outcome, "MISMATCH") << result.algorithm << testing::PrintToString(result.failures);
  const Totals sum = totals(report);
  std::cout << "shared vectors: " << sum.passed << " records ran and passed, " << sum.skipped << " skipped, "
            << sum.unread << " of other algorithms\n";
}

}  // namespace
}  // namespace lydite::lab::kat
