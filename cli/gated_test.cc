// The gate that bench and compare ask before they time a row.
#include "cli/gated.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "lydite/cpu.h"

namespace lydite::cli {
namespace {

lab::Algorithm sha3_256() {
  return *std::ranges::find_if(lab::catalog(), [](const lab::Algorithm& row) { return row.id == "sha3-256"; });
}

// What is_admitted() answers and prints on standard error.
bool admits(const lab::Algorithm& row, const std::string& target, std::string& text) {
  testing::internal::CaptureStderr();
  const bool admitted = is_admitted(gate_on(row, target), target);
  text = testing::internal::GetCapturedStderr();
  return admitted;
}

TEST(Gated, ARightRowIsAdmittedOnEveryTarget) {
  std::string text;
  for (const std::string_view target : supported_targets()) EXPECT_TRUE(admits(sha3_256(), std::string(target), text));
  EXPECT_EQ(text, "");
}

TEST(Gated, ARowWithAWrongAnswerIsNotTimed) {
  lab::Algorithm row = sha3_256();
  row.kat = [right = row.kat](const lab::kat::Record& record) {
    lab::Kat answer = right(record);
    if (answer.verdict == lab::Kat::Verdict::kPassed) answer = {lab::Kat::Verdict::kFailed, "md differs"};
    return answer;
  };
  std::string text;
  EXPECT_FALSE(admits(row, "", text));
  EXPECT_NE(text.find("sha3-256 is not timed: known answers MISMATCH"), std::string::npos) << text;
  EXPECT_NE(text.find("md differs"), std::string::npos) << text;
}

// Only the answer on one target is wrong, so the verdict must have been asked for on that one.
TEST(Gated, ARowThatIsWrongOnOneTargetIsRefusedThere) {
  const std::string before(current_target()), bad(supported_targets().back());
  lab::Algorithm row = sha3_256();
  row.kat = [right = row.kat, bad](const lab::kat::Record& record) {
    return current_target() == bad ? lab::Kat{lab::Kat::Verdict::kFailed, "wrong here"} : right(record);
  };
  std::string text;
  EXPECT_FALSE(admits(row, bad, text));
  EXPECT_NE(text.find("sha3-256 on " + bad + " is not timed"), std::string::npos) << text;
  EXPECT_EQ(current_target(), before);
}

TEST(Gated, ARowWithoutKnownAnswersIsNotTimed) {
  lab::Algorithm row = sha3_256();
  row.kat = [](const lab::kat::Record&) { return lab::Kat{}; };
  std::string text;
  EXPECT_FALSE(admits(row, "", text));
  EXPECT_NE(text.find("known answers NOKAT"), std::string::npos) << text;
}

}  // namespace
}  // namespace lydite::cli
