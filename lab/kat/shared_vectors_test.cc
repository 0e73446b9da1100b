// The large public corpora, where they lie beside the repository: all records of SHA-3, ML-KEM and X25519 are answered.
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>

#include "lab/kat/gate.h"
#include "lab/kat/gate_text.h"

namespace lydite::lab::kat {
namespace {

const std::filesystem::path corpora = std::filesystem::path(LYDITE_SOURCE_DIR) / ".." / "shared" / "vectors";

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
  for (const FileReport& file : report.files) {
    EXPECT_TRUE(file.failures.empty()) << testing::PrintToString(file.failures);
    const std::string folder = file.source.substr(0, file.source.find('/'));
    const bool is_ours = folder == "sha3" || folder == "mlkem" || folder == "x25519";
    EXPECT_TRUE(!is_ours || file.unread == 0) << file.source;
  }
  for (const GateResult& result : report.algorithms) EXPECT_NE(result.outcome, "MISMATCH") << result.algorithm;
  const Totals sum = totals(report);
  EXPECT_GT(sum.passed, 3000U);
  std::cout << "shared vectors: " << sum.passed << " records ran and passed, " << sum.skipped << " skipped, "
            << sum.unread << " of other algorithms\n";
}

}  // namespace
}  // namespace lydite::lab::kat
