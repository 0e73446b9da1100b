// What is published in this repository, and how it is described.
#include <gtest/gtest.h>

#include "lab/evidence/check.h"
#include "lab/evidence/synthetic_for_test.h"
#include "lab/report/pages.h"

namespace lydite::lab::evidence {
namespace {

namespace fs = std::filesystem;

const fs::path source = LYDITE_SOURCE_DIR;

TEST(Published, EveryDataSetIsIntact) {
  if (!fs::is_directory(source / "evidence")) GTEST_SKIP() << "no data set is published yet";
  std::size_t sets = 0, bytes = 0;
  for (const auto& entry : fs::directory_iterator(source / "evidence")) {
    if (!entry.is_directory()) continue;
    ++sets;
    for (const Finding& finding : check(entry.path(), report::pages)) ADD_FAILURE() << to_text(finding);
    for (const std::string& path : files_below(entry.path())) bytes += fs::file_size(entry.path() / path);
  }
  EXPECT_GT(sets, 0U);
  EXPECT_LT(bytes, sets * 3'000'000) << "a published data set stays below 3 MB";
}

TEST(Published, DocumentListsTheFieldsOfTheSchemas) {
  const std::string document = read_file(source / "docs/evidence.md");
  EXPECT_NE(document.find(to_markdown(record_fields())), std::string::npos) << to_markdown(record_fields());
  EXPECT_NE(document.find(to_markdown(header_fields())), std::string::npos) << to_markdown(header_fields());
  EXPECT_NE(document.find(to_markdown(plan_file_fields())), std::string::npos) << to_markdown(plan_file_fields());
  EXPECT_NE(document.find(to_markdown(scaling_fields())), std::string::npos) << to_markdown(scaling_fields());
  EXPECT_NE(document.find(to_markdown(uniformity_fields())), std::string::npos) << to_markdown(uniformity_fields());
}

}  // namespace
}  // namespace lydite::lab::evidence
