#include "lab/evidence/campaign_plan.h"

#include <gtest/gtest.h>

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
