#include "lab/evidence/check.h"

#include <gtest/gtest.h>

#include <functional>

#include "lab/evidence/synthetic_for_test.h"
#include "lab/report/pages.h"

namespace lydite::lab::evidence {
namespace {

const std::string record_file = "records/sha3-256/hash_32__AVX2.json";

class Check : public testing::Test {
 protected:
  void SetUp() override { synthetic::write_data_set(folder_.path(), report::pages); }

  [[nodiscard]] std::vector<Finding> findings() const { return check(folder_.path(), report::pages); }

  // Whether some finding names this file and field.
  [[nodiscard]] testing::AssertionResult is_found(const std::string& file, const std::string& field) const {
    std::string all;
    for (const Finding& finding : findings()) {
      if (finding.file == file && finding.field == field) return testing::AssertionSuccess();
      all += to_text(finding) + "\n";
    }
    return testing::AssertionFailure() << file << " " << field << " is not among:\n" << all;
  }

  // Changes a file as JSON; what depends on it is made anew, so that nothing but the change itself can be found.
  void edit(const std::string& file, const std::function<void(Json&)>& change) {
    Json document = Json::parse(read_file(folder_.path() / file));
    change(document);
    write_file(folder_.path() / file, canonical(document));
    renew_manifest();
  }
  void renew_manifest() { write_file(folder_.path() / manifest_file, manifest(load_data_set(folder_.path()).digests)); }

  synthetic::Folder folder_;
};

TEST_F(Check, FindsNothingInAnIntactSet) {
  for (const Finding& finding : findings()) ADD_FAILURE() << to_text(finding);
}

TEST_F(Check, FindsAChangedSample) {
  edit(record_file, [](Json& record) {
    Json& counts = record["trials"]["samples"][4]["counts"];
    counts.back() = counts.back().get<int>() + 1;
  });
  EXPECT_TRUE(is_found(record_file, "/trials/samples/4"));
  EXPECT_TRUE(is_found(record_file, "/stats/samples"));
}

TEST_F(Check, FindsAChangedSampleThatKeepsTheCount) {
  edit(record_file, [](Json& record) {
    for (auto& samples : record["trials"]["samples"]) {
      samples["least"] = samples["least"].get<int>() - 10;
    }
  });
  EXPECT_TRUE(is_found(record_file, "/stats/ticks"));
  EXPECT_TRUE(is_found(record_file, "/stats/min"));
}

TEST_F(Check, FindsEachChangedDerivedNumber) {
  const Json stats = Json::parse(read_file(folder_.path() / record_file))["stats"].flatten();
  std::size_t changed = 0;
  for (const auto& [pointer, value] : stats.items()) {
    if (!value.is_number()) continue;
    Json record = Json::parse(read_file(folder_.path() / record_file));
    Json& number = record["stats"][Json::json_pointer(pointer)];
    number = value.is_number_float() ? Json(value.get<double>() * (1 + 1e-8)) : Json(value.get<std::int64_t>() + 1);
    const ParsedRecord parsed = parse_record(canonical(record));
    ASSERT_TRUE(parsed.record) << pointer << parsed.faults[0].message;
    const auto faults = contradictions(*parsed.record, parsed.stats);
    ASSERT_EQ(faults.size(), 1U) << pointer;
    EXPECT_EQ(faults[0].field, "/stats" + pointer);
    ++changed;
  }
  EXPECT_GT(changed, 30U);
}

// It stands in records of signing and nowhere else.
TEST_F(Check, FindsTheIntervalOfTheMeanMissingOrMisplaced) {
  const std::string signing = "records/ml-dsa-65/sign_32__AVX2.json";
  Json written = Json::parse(read_file(folder_.path() / signing))["stats"];
  ASSERT_EQ(written["mean_interval"].size(), 2U);
  EXPECT_LE(written["mean_interval"][0], written["mean"]);
  EXPECT_GE(written["mean_interval"][1], written["mean"]);
  edit(record_file, [&](Json& record) { record["stats"]["mean_interval"] = written["mean_interval"]; });
  EXPECT_TRUE(is_found(record_file, "/stats/mean_interval"));
  edit(signing, [](Json& record) { record["stats"].erase("mean_interval"); });
  EXPECT_TRUE(is_found(signing, "/stats/mean_interval"));
}

TEST_F(Check, FindsPairsThatAreNotWhole) {
  edit(uniformity_file, [](Json& all) { all["rows"][0]["processes"][7]["of"].erase(1); });
  EXPECT_TRUE(is_found(uniformity_file, "/rows/0/processes"));
}

TEST_F(Check, FindsAProcessWithoutAReason) {
  edit(uniformity_file, [](Json& all) { all["rows"][1]["failure"] = ""; });
  EXPECT_TRUE(is_found(uniformity_file, "/rows/1/processes"));
}

TEST_F(Check, FindsPairsThatNobodyPlanned) {
  edit(uniformity_file, [](Json& all) { all["rows"][0]["from"] = "decaps"; });
  EXPECT_TRUE(is_found(uniformity_file, "/rows"));
}

TEST_F(Check, FindsPairsThatWereTakenAway) {
  std::filesystem::remove(folder_.path() / uniformity_file);
  EXPECT_TRUE(is_found(manifest_file, ""));
}

TEST_F(Check, FindsAnImprovedGrade) {
  edit(record_file, [](Json& record) { record["host"]["grade"] = "A"; });
  EXPECT_TRUE(is_found(record_file, "/host/grade"));
}

TEST_F(Check, FindsAPermissionThatWasNotGiven) {
  edit(record_file, [](Json& record) { record["host"]["unfixed_allowed"] = false; });
  EXPECT_TRUE(is_found(record_file, "/host/unfixed_allowed"));
}

TEST_F(Check, FindsAGateThatDidNotPass) {
  edit(record_file, [](Json& record) { record["gate"]["outcome"] = "MISMATCH"; });
  EXPECT_TRUE(is_found(record_file, "/gate/outcome"));
  edit(record_file, [](Json& record) { record["gate"]["failed"] = 1; });
  EXPECT_TRUE(is_found(record_file, "/gate/failed"));
}

TEST_F(Check, FindsATrialThatWasLeftOut) {
  edit(record_file, [](Json& record) {
    for (auto& column : record["trials"]) {
      if (column.is_array()) column.erase(2);
    }
  });
  EXPECT_TRUE(is_found(record_file, "/trials"));
}

TEST_F(Check, FindsAPlanThatWasNotFollowed) {
  edit(record_file, [](Json& record) { record["plan"]["samples_per_trial"] = 41; });
  EXPECT_TRUE(is_found(record_file, "/trials/samples/0"));
  edit(record_file, [](Json& record) { record["plan"]["batch"] = 2; });
  EXPECT_TRUE(is_found(record_file, "/trials/batch/7"));
}

TEST_F(Check, FindsAnotherProgramHostOrSeed) {
  edit(record_file, [](Json& record) { record["build"]["binary_sha256"] = std::string(64, '0'); });
  EXPECT_TRUE(is_found(record_file, "/build"));
  edit(record_file, [](Json& record) { record["host"]["facts"]["cpu_model"] = "Another CPU"; });
  EXPECT_TRUE(is_found(record_file, "/host/facts"));
  edit(record_file, [](Json& record) { record["subject"]["seed"] = "8"; });
  EXPECT_TRUE(is_found(record_file, "/subject/seed"));
}

TEST_F(Check, FindsARecordUnderAnotherName) {
  edit(record_file, [](Json& record) { record["subject"]["operation"] = "hash_64"; });
  EXPECT_TRUE(is_found(record_file, "/subject"));
}

TEST_F(Check, FindsAnUnknownAndAMissingField) {
  edit(record_file, [](Json& record) { record["plan"]["note"] = "x"; });
  EXPECT_TRUE(is_found(record_file, "/plan/note"));
  edit(record_file, [](Json& record) {
    record["plan"].erase("note");
    record["plan"].erase("batch");
  });
  EXPECT_TRUE(is_found(record_file, "/plan/batch"));
  edit(header_file, [](Json& campaign) { campaign["host"].erase("facts"); });
  EXPECT_TRUE(is_found(header_file, "/host/facts"));
}

TEST_F(Check, FindsAnAbsolutePath) {
  for (const char* text : {"/home/user/x.so", "built with -I/usr/include", "see /tmp/log"}) {
    edit(record_file, [&](Json& record) { record["subject"]["description"] = text; });
    EXPECT_TRUE(is_found(record_file, "/subject/description")) << text;
  }
  edit(record_file, [&](Json& record) { record["subject"]["description"] = "10 MB/s, 1/2, and/or"; });
  EXPECT_FALSE(is_found(record_file, "/subject/description"));
}

TEST_F(Check, FindsAnotherSpacing) {
  std::string text = read_file(folder_.path() / record_file);
  text.replace(text.find("\": "), 3, "\":  ");
  write_file(folder_.path() / record_file, text);
  renew_manifest();
  EXPECT_TRUE(is_found(record_file, ""));
}

TEST_F(Check, FindsADigestThatDoesNotFit) {
  edit(record_file, [](Json& record) { record["ended_utc"] = "2025-01-31T12:02:00Z"; });
  std::string text = read_file(folder_.path() / manifest_file);
  text[0] = text[0] == '0' ? '1' : '0';
  write_file(folder_.path() / manifest_file, text);
  EXPECT_TRUE(is_found(manifest_file, ""));
  EXPECT_TRUE(is_found(header_file, ""));
  std::filesystem::remove(folder_.path() / manifest_file);
  EXPECT_TRUE(is_found(manifest_file, ""));
}

TEST_F(Check, FindsAnEditedPage) {
  for (const char* page : {"report.md", "report.html", "report.csv", "figures/scaling-sha3-256.svg"}) {
    const std::string text = read_file(folder_.path() / page);
    std::string changed = text;
    changed[changed.size() / 2] ^= 1;
    write_file(folder_.path() / page, changed);
    const auto found = findings();
    ASSERT_EQ(found.size(), 1U) << page;
    EXPECT_EQ(found[0].file, page);
    EXPECT_TRUE(found[0].field.starts_with("line ")) << found[0].field;
    write_file(folder_.path() / page, text);
  }
}

TEST_F(Check, FindsFilesMissingAndTooMany) {
  write_file(folder_.path() / "records/sha3-256/extra.json", "{}\n");
  EXPECT_TRUE(is_found("records/sha3-256/extra.json", ""));
  std::filesystem::remove(folder_.path() / "records/sha3-256/extra.json");
  std::filesystem::remove(folder_.path() / "report.csv");
  EXPECT_TRUE(is_found("report.csv", ""));
  std::filesystem::remove(folder_.path() / record_file);
  EXPECT_TRUE(is_found(record_file, ""));
  std::filesystem::remove(folder_.path() / header_file);
  EXPECT_TRUE(is_found(header_file, ""));
}

TEST_F(Check, FindsAFailureThatIsNone) {
  const Row row = synthetic::rows()[0];
  write_file(folder_.path() / failures_file, canonical(to_json(std::vector<Failure>{{row, "timeout"}})));
  renew_manifest();
  EXPECT_TRUE(is_found(record_file, ""));
  std::filesystem::remove(folder_.path() / record_file);
  synthetic::write_index_and_pages(folder_.path(), report::pages);
  for (const Finding& finding : findings()) ADD_FAILURE() << to_text(finding);
}

}  // namespace
}  // namespace lydite::lab::evidence
