// campaign, evidence and report from the command line, on real but very short measurements.
#include <gtest/gtest.h>

#include <string>

#include "cli/shell_for_test.h"

namespace lydite::cli {
namespace {

constexpr char plan[] = R"({
 "schema": "lydite-campaign-plan", "version": 1, "system": "tiny", "title": "Tiny", "seed": 1,
 "full": {"trials": 12, "trial_seconds": 0.0001, "trial_samples": 20, "trial_seconds_max": 0.1, "probe_windows": 10},
 "quick": {"trials": 2, "trial_seconds": 0.0001, "trial_samples": 5, "trial_seconds_max": 0.1, "probe_windows": 1},
 "groups": [
  {"name": "small", "algorithms": ["sha3-256", "sha3-256:libcrypto"], "operations": ["hash_32"], "targets": ["best"],
   "quick": ["hash_32"]},
  {"name": "large", "algorithms": ["sha3-256", "sha3-256:libcrypto"], "operations": ["hash_128", "hash_512", "hash_1024"],
   "targets": ["best"], "quick": []}],
 "baseline": [], "comparisons": [], "scaling": [], "tables": [], "reference": null
})";

class CampaignCommand : public ShellTest {
 protected:
  CampaignCommand() { write("tiny.json", plan); }
};

TEST_F(CampaignCommand, IsInterruptedGoesOnAndIsChecked) {
  // The program itself, not the function, so that the signal reaches it.
  const Ran first = shell("'" LYDITE_COMMAND R"(' campaign tiny.json --allow-unfixed-host --out set &
child=$!
for i in $(seq 1200); do ls set/records/*/*.json >/dev/null 2>&1 && break; sleep 0.05; done
kill -INT $child
wait $child)");
  EXPECT_EQ(first.exit, 5) << first.err;
  EXPECT_TRUE(contains(first.err, "lydite campaign tiny.json --allow-unfixed-host --out set")) << first.err;
  EXPECT_FALSE(exists("set/report.md"));
  const Ran second = shell(R"(
cp -r set/records kept
lydite campaign tiny.json --allow-unfixed-host --out set || exit $?
(cd kept && find . -type f) | while read -r file; do cmp "kept/$file" "set/records/$file" || exit 9; done)");
  EXPECT_EQ(second.exit, 0) << second.err;
  EXPECT_TRUE(contains(second.out, "set/report.html")) << second.out;
  const Ran intact = shell("lydite evidence check set");
  EXPECT_EQ(intact.exit, 0) << intact.out;
  const Ran page = shell("lydite report set --format html --out page.html && cmp page.html set/report.html");
  EXPECT_EQ(page.exit, 0) << page.err;
  const Ran csv = shell("lydite report set --format csv | wc -l");
  EXPECT_TRUE(contains(csv.out, "9")) << csv.out;
  const Ran figure = shell("lydite report set --figure nothing");
  EXPECT_EQ(figure.exit, 4);
  EXPECT_TRUE(contains(figure.err, "scaling-sha3-256")) << figure.err;
  const Ran edited = shell(R"(
sed -i 's/"steal_ticks": \[[0-9-]*,/"steal_ticks": [7.5,/' set/records/sha3-256_libcrypto/hash_32.json
lydite evidence check set)");
  EXPECT_EQ(edited.exit, 1);
  EXPECT_TRUE(contains(edited.out, "records/sha3-256_libcrypto/hash_32.json: /trials/steal_ticks")) << edited.out;
  EXPECT_EQ(shell("lydite report set").exit, 4);
  EXPECT_EQ(shell("lydite campaign tiny.json --quick --allow-unfixed-host --out set").exit, 4);
}

TEST_F(CampaignCommand, NamesWhatIsWrongWithItsInput) {
  const Ran unwritable = shell("touch file; lydite campaign tiny.json --quick --out file/below");
  EXPECT_EQ(unwritable.exit, 4);
  EXPECT_TRUE(contains(unwritable.err, "file/below")) << unwritable.err;
  for (const std::string call : {"campaign none --out set", "campaign . --out set", "evidence check none",
                                 "evidence check tiny.json", "report none", "report tiny.json"}) {
    const Ran ran = shell("lydite " + call);
    EXPECT_EQ(ran.exit, 4) << call;
    EXPECT_EQ(ran.out, "") << call;
    EXPECT_TRUE(contains(ran.err, "error: cannot ")) << call << ran.err;
  }
  const Ran unknown = shell("sed -i s/hash_512/hash_513/ tiny.json; lydite campaign tiny.json --out set");
  EXPECT_EQ(unknown.exit, 4);
  EXPECT_TRUE(contains(unknown.err, "tiny.json: /groups/1/operations: no algorithm here has hash_513")) << unknown.err;
  EXPECT_EQ(shell("mkdir empty; lydite evidence check empty").exit, 1);
  EXPECT_EQ(shell("mkdir -p empty; lydite report empty").exit, 4);
}

}  // namespace
}  // namespace lydite::cli
