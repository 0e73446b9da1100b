#include "lab/evidence/campaign_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "lab/evidence/synthetic_for_test.h"
#include "lydite/cpu.h"

namespace lydite::lab::evidence {
namespace {

const std::filesystem::path campaigns = std::filesystem::path(LYDITE_SOURCE_DIR) / "campaigns";

std::string first_light() { return read_file(campaigns / "first-light.json"); }

ParsedPlan parse_changed(const std::function<void(Json&)>& change) {
  Json document = Json::parse(first_light());
  change(document);
  return parse_plan(document.dump(), false, campaigns);
}

testing::AssertionResult is_blamed(const std::function<void(Json&)>& change, const std::string& field) {
  const ParsedPlan parsed = parse_changed(change);
  if (parsed.plan) return testing::AssertionFailure() << "accepted";
  if (parsed.faults[0].field != field) return testing::AssertionFailure() << "blames " << parsed.faults[0].field;
  return testing::AssertionSuccess();
}

std::string name_of(const std::string& algorithm, const std::string& operation) { return algorithm + " " + operation; }

bool measures(const CampaignPlan& plan, const std::string& cell) {
  return std::ranges::any_of(plan.rows, [&](const Row& row) { return name_of(row.algorithm, row.operation) == cell; });
}

testing::AssertionResult measures_all(const CampaignPlan& plan, const Json& row) {
  for (const std::string cell : row["cells"]) {
    if (!cell.empty() && !measures(plan, cell)) return testing::AssertionFailure() << "does not measure " << cell;
  }
  return testing::AssertionSuccess();
}

TEST(CampaignPlan, FirstLightSelectsWhatItNames) {
  const ParsedPlan full = parse_plan(first_light(), false, campaigns),
                   quick = parse_plan(first_light(), true, campaigns);
  for (const Fault& fault : full.faults) ADD_FAILURE() << fault.field << ": " << fault.message;
  ASSERT_TRUE(full.plan && quick.plan);
  EXPECT_EQ(full.plan->constants.trials, 20U);
  EXPECT_GE(quick.plan->constants.trials, 6U) << "fewer give no interval";
  EXPECT_LT(quick.plan->rows.size(), full.plan->rows.size());
  EXPECT_EQ(full.plan->baseline.size(), 2U);
  EXPECT_EQ(quick.plan->baseline.size(), 2U);
  const Row best{"ml-kem-768", "decaps", std::string(current_target()), "ml-kem-768"};
  EXPECT_NE(std::find(full.plan->rows.begin(), full.plan->rows.end(), best), full.plan->rows.end());
  const Row foreign{"sha3-256:libgcrypt", "hash_8388608", "", "sha3-256 8 MiB"};
  EXPECT_NE(std::find(full.plan->rows.begin(), full.plan->rows.end(), foreign), full.plan->rows.end());
}

// Every file of the folder, in both forms: its tables name rows that the full form measures.
TEST(CampaignPlan, EveryFileOfTheRepositoryIsGood) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(campaigns)) {
    if (entry.path().extension() != ".json") continue;
    ++files;
    const std::string text = read_file(entry.path());
    const ParsedPlan full = parse_plan(text, false, campaigns), quick = parse_plan(text, true, campaigns);
    for (const Fault& fault : full.faults) ADD_FAILURE() << entry.path() << fault.field << ": " << fault.message;
    ASSERT_TRUE(full.plan && quick.plan) << entry.path();
    for (const Json& table : full.plan->tables) {
      for (const Json& row : table["rows"]) EXPECT_TRUE(measures_all(*full.plan, row)) << entry.path();
    }
  }
  EXPECT_GE(files, 3U);
}

// The figures that stand beside published ones, and the failures that are judged.
TEST(CampaignPlan, ShortFormsOfFogHaveAllPublishedFigures) {
  for (const char* file : {"fog-pki.json", "fog-kem.json"}) {
    const ParsedPlan quick = parse_plan(read_file(campaigns / file), true, campaigns);
    ASSERT_TRUE(quick.plan) << file;
    EXPECT_FALSE(quick.plan->uniformity.empty()) << file;
    EXPECT_FALSE(quick.plan->scaling.empty()) << file;
    for (const Json& figure : quick.plan->reference["rows"]) {
      const std::string cell = name_of(figure["algorithm"], figure["operation"]);
      const bool is_shown = quick.plan->tables.dump().find('"' + cell + '"') != std::string::npos;
      EXPECT_TRUE(!is_shown || measures(*quick.plan, cell)) << file << " lacks " << cell;
    }
  }
}

TEST(CampaignPlan, NamesWhatIsUnknown) {
  EXPECT_TRUE(is_blamed([](Json& plan) { plan["groups"][1]["algorithms"][0] = "sha3-257"; }, "/groups/1/algorithms"));
  EXPECT_TRUE(is_blamed([](Json& plan) { plan["groups"][1]["operations"][0] = "hash_33"; }, "/groups/1/operations"));
  EXPECT_TRUE(is_blamed([](Json& plan) { plan["baseline"][0]["operation"] = "x"; }, "/baseline/0/operation"));
  EXPECT_TRUE(
      is_blamed([](Json& plan) { plan["comparisons"][3]["to"]["algorithm"] = "x"; }, "/comparisons/3/to/algorithm"));
  EXPECT_TRUE(is_blamed([](Json& plan) { plan["full"]["trials"] = 0; }, "/full/trials"));
  EXPECT_TRUE(is_blamed([](Json& plan) { plan["full"].erase("trials"); }, "/full/trials"));
  EXPECT_TRUE(is_blamed([](Json& plan) { plan["note"] = 1; }, "/note"));
  EXPECT_TRUE(is_blamed([](Json& plan) { plan["schema"] = "x"; }, "/schema"));
  EXPECT_TRUE(is_blamed([](Json& plan) { plan["groups"] = Json::array(); }, "/groups"));
  EXPECT_FALSE(parse_plan("{", false, campaigns).plan);
}

TEST(CampaignPlan, LeavesOutTargetsThatAreNotHere) {
  const ParsedPlan parsed = parse_changed([](Json& plan) { plan["groups"][0]["targets"] = {"SVE9", "best"}; });
  ASSERT_TRUE(parsed.plan);
  EXPECT_EQ(parsed.plan->rows[0].target, current_target());
}

TEST(CampaignPlan, CopiesAReferenceThatIsNamed) {
  const synthetic::Folder folder;
  const Json reference = {
      {"schema", "lydite-reference"}, {"version", 1}, {"title", "t"}, {"host", "h"}, {"source", "s"},
      {"rows", Json::array()}};
  write_file(folder.path() / "peers.json", reference.dump());
  Json document = Json::parse(first_light());
  document["reference"] = "peers.json";
  const ParsedPlan parsed = parse_plan(document.dump(), false, folder.path());
  ASSERT_TRUE(parsed.plan);
  EXPECT_EQ(parsed.plan->reference, reference);
  write_file(folder.path() / "peers.json", "{}");
  EXPECT_FALSE(parse_plan(document.dump(), false, folder.path()).plan);
}

}  // namespace
}  // namespace lydite::lab::evidence
