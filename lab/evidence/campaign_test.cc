#include "lab/evidence/campaign.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <map>
#include <thread>

#include "lab/evidence/check.h"
#include "lab/evidence/synthetic_for_test.h"
#include "lab/report/pages.h"

namespace lydite::lab::evidence {
namespace {

class Silent : public Observer {
 public:
  void say(const std::string& line) override { said += line + "\n"; }
  void progress(double, double, std::string_view) override {
    if (steps++ == interrupt_after) interrupted = true;
  }
  bool is_interrupted() override { return interrupted; }

  std::string said;
  int steps = 0, interrupt_after = -1;
  bool interrupted = false;
};

// Answers as a process would, at once and with made-up samples.
Outcome fake_process(const Job& job, const Options&, double) {
  Answer answer;
  answer.target = job.target;
  switch (job.kind) {
    case Job::Kind::kCalibration:
      answer.calibration = Calibration{0.001, 1e-5, 1e-5, 1};
      break;
    case Job::Kind::kAllocations:
      answer.allocations = Allocations{job.plan.samples, 0, 0};
      break;
    case Job::Kind::kTrial:
      answer.trial = synthetic::trial(synthetic::ticks_of({job.algorithm, job.operation, job.target, ""}),
                                      job.plan.samples, job.seed);
      break;
    case Job::Kind::kPair:
      answer.pair = PairTrial{"ok", std::vector<std::uint64_t>(job.plan.samples, 24000 + job.seed % 50),
                              std::vector<std::uint64_t>(job.plan.samples, 24000 + job.seed % 49)};
  }
  return {true, false, 0, encode(answer), ""};
}

Outcome slow_process(const Job& job, const Options& options, double timeout) {
  std::this_thread::sleep_for(std::chrono::milliseconds(3));
  return fake_process(job, options, timeout);
}

Surroundings surroundings(Runner runner = fake_process) {
  return {[] { return synthetic::host_state().host; },
          [](const Algorithm& algorithm, const std::string&) {
            return kat::GateResult{algorithm.id, "PASS", 5, 0, 0, 3, {{"a.tv", std::string(64, 'c')}}, {}};
          },
          [] { return std::string("2025-01-31T12:00:00Z"); },
          synthetic::build(),
          std::move(runner),
          0.001,
          [](const Algorithm&, const Operation&, const std::string&, std::uint64_t, const ScalingLimits&) {
            return synthetic::scaling().front();
          }};
}

std::map<std::string, std::string> contents(const std::filesystem::path& folder) {
  std::map<std::string, std::string> files;
  for (const std::string& path : files_below(folder)) files[path] = read_file(folder / path);
  return files;
}

class Campaign : public testing::Test {
 protected:
  CampaignOutcome run(const Surroundings& world = surroundings(), const CampaignPlan& plan = synthetic::plan(),
                      bool allow = true) {
    observer_.interrupted = false;
    observer_.said.clear();
    return run_campaign(plan, folder_.path(), allow, world, report::pages, observer_);
  }
  void expect_intact() const {
    for (const Finding& finding : check(folder_.path(), report::pages)) ADD_FAILURE() << to_text(finding);
  }

  synthetic::Folder folder_;
  Silent observer_;
};

TEST_F(Campaign, LeavesAnIntactDataSet) {
  EXPECT_EQ(run(), CampaignOutcome::kDone) << observer_.said;
  expect_intact();
  const auto files = contents(folder_.path());
  for (const char* path : {"campaign.json", "manifest.sha256", "report.md", "report.html", "report.csv",
                           "records/ml-kem-768/encaps__AVX2.json", "records/x25519_libcrypto/derive.json"}) {
    EXPECT_TRUE(files.contains(path)) << path;
  }
}

// However short the form, a verdict needs 20 processes.
TEST_F(Campaign, ComparesFailuresInTwentyProcesses) {
  ASSERT_EQ(run(), CampaignOutcome::kDone) << observer_.said;
  EXPECT_NE(observer_.said.find("comparing 2 failures with their successes"), std::string::npos) << observer_.said;
  const Json all = Json::parse(read_file(folder_.path() / uniformity_file))["rows"];
  ASSERT_EQ(all.size(), synthetic::plan().uniformity.size());
  for (const Json& series : all) EXPECT_EQ(series["processes"].size(), 20U);
  EXPECT_NE(read_file(folder_.path() / "report.md").find("**uniform**"), std::string::npos);
}

TEST_F(Campaign, ChangesNothingWhenItIsComplete) {
  ASSERT_EQ(run(), CampaignOutcome::kDone);
  const auto before = contents(folder_.path());
  EXPECT_EQ(run(), CampaignOutcome::kDone);
  EXPECT_EQ(contents(folder_.path()), before);
}

TEST_F(Campaign, GoesOnAfterAnInterruption) {
  observer_.interrupt_after = 40;
  EXPECT_EQ(run(), CampaignOutcome::kInterrupted);
  const auto before = contents(folder_.path());
  EXPECT_FALSE(before.contains("report.md"));
  std::size_t finished = 0;
  for (const auto& [path, text] : before) finished += path.starts_with("records/") ? 1 : 0;
  EXPECT_GT(finished, 0U);
  EXPECT_LT(finished, synthetic::rows().size());
  EXPECT_EQ(run(), CampaignOutcome::kDone);
  const auto after = contents(folder_.path());
  for (const auto& [path, text] : before) EXPECT_EQ(after.at(path), text) << path;
  expect_intact();
}

// A child is killed at some moment; what it had finished stays as it is, and the set of files becomes the same.
TEST_F(Campaign, GoesOnAfterAKill) {
  synthetic::Folder undisturbed;
  Silent other;
  ASSERT_EQ(run_campaign(synthetic::plan(), undisturbed.path(), true, surroundings(), report::pages, other),
            CampaignOutcome::kDone);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    (void)run(surroundings(slow_process));
    _exit(0);
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (files_below(folder_.path()).size() < 3 && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  kill(child, SIGKILL);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  remove_temporaries(folder_.path());
  const auto before = contents(folder_.path());
  ASSERT_FALSE(before.contains("manifest.sha256"));
  ASSERT_EQ(run(), CampaignOutcome::kDone) << observer_.said;
  const auto after = contents(folder_.path());
  for (const auto& [path, text] : before) EXPECT_EQ(after.at(path), text) << path;
  EXPECT_EQ(files_below(folder_.path()), files_below(undisturbed.path()));
  expect_intact();
}

TEST_F(Campaign, RemovesWhatAKilledWriteLeft) {
  write_file(folder_.path() / "campaign.json.partial", "{");
  EXPECT_EQ(run(), CampaignOutcome::kDone) << observer_.said;
  expect_intact();
}

TEST_F(Campaign, RefusesOtherConstants) {
  ASSERT_EQ(run(), CampaignOutcome::kDone);
  const auto before = contents(folder_.path());
  CampaignPlan changed = synthetic::plan();
  changed.constants.trials = 9;
  EXPECT_EQ(run(surroundings(), changed), CampaignOutcome::kRefused);
  EXPECT_NE(observer_.said.find("planning constants"), std::string::npos);
  changed = synthetic::plan();
  changed.rows.pop_back();
  EXPECT_EQ(run(surroundings(), changed), CampaignOutcome::kRefused);
  EXPECT_EQ(contents(folder_.path()), before);
}

TEST_F(Campaign, RefusesAnotherProgramAndAnotherHost) {
  ASSERT_EQ(run(), CampaignOutcome::kDone);
  Surroundings world = surroundings();
  world.build.binary_sha256 = std::string(64, '0');
  EXPECT_EQ(run(world), CampaignOutcome::kRefused);
  world = surroundings();
  world.examine_host = [] {
    host::Host host = synthetic::host_state().host;
    for (host::Fact& fact : host.facts) fact.value = fact.name == "cpu_model" ? "Another CPU" : fact.value;
    return host;
  };
  EXPECT_EQ(run(world), CampaignOutcome::kRefused);
  EXPECT_NE(observer_.said.find("cpu_model"), std::string::npos);
}

TEST_F(Campaign, RefusesAnUnfitHostWithoutPermission) {
  EXPECT_EQ(run(surroundings(), synthetic::plan(), false), CampaignOutcome::kUnfitHost);
  EXPECT_NE(observer_.said.find("--allow-unfixed-host"), std::string::npos);
  EXPECT_TRUE(files_below(folder_.path()).empty());
}

TEST_F(Campaign, RefusesAFolderOfOthers) {
  write_file(folder_.path() / "letter.txt", "dear");
  EXPECT_EQ(run(), CampaignOutcome::kRefused);
  EXPECT_EQ(files_below(folder_.path()), std::vector<std::string>{"letter.txt"});
}

TEST_F(Campaign, RefusesARecordThatWasEdited) {
  ASSERT_EQ(run(), CampaignOutcome::kDone);
  const auto file = folder_.path() / "records/ml-kem-768/encaps__AVX2.json";
  Json record = Json::parse(read_file(file));
  record["stats"]["ticks"] = 1;
  write_file(file, canonical(record));
  EXPECT_EQ(run(), CampaignOutcome::kRefused);
  EXPECT_NE(observer_.said.find("encaps__AVX2.json: /stats/ticks"), std::string::npos) << observer_.said;
}

TEST_F(Campaign, MeasuresNothingWhoseGateFailed) {
  Surroundings world = surroundings();
  world.gate = [](const Algorithm& algorithm, const std::string&) {
    return kat::GateResult{algorithm.id,
                           algorithm.id == "ml-kem-768" ? "MISMATCH" : "PASS",
                           5,
                           0,
                           0,
                           3,
                           {{"a.tv", std::string(64, 'c')}},
                           {}};
  };
  world.runner = [](const Job& job, const Options& options, double timeout) {
    EXPECT_NE(job.algorithm, "ml-kem-768");
    return fake_process(job, options, timeout);
  };
  EXPECT_EQ(run(world), CampaignOutcome::kFailures);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "records/ml-kem-768"));
  EXPECT_NE(read_file(folder_.path() / "report.md").find("ml-kem-768 keygen AVX2: gate: MISMATCH"), std::string::npos);
  expect_intact();
}

TEST_F(Campaign, TellsWhatCrashedAndTriesItAgain) {
  const auto crash = [](const Job& job, const Options& options, double timeout) {
    return job.operation == "derive" ? Outcome{true, false, 139, "", ""} : fake_process(job, options, timeout);
  };
  EXPECT_EQ(run(surroundings(crash)), CampaignOutcome::kFailures);
  EXPECT_NE(read_file(folder_.path() / failures_file).find("exit 139"), std::string::npos);
  expect_intact();
  EXPECT_EQ(run(), CampaignOutcome::kDone);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / failures_file));
  expect_intact();
}

TEST_F(Campaign, NamesAFolderThatCannotBeWritten) {
  write_file(folder_.path() / "file", "");
  try {
    (void)run_campaign(synthetic::plan(), folder_.path() / "file/below", true, surroundings(), report::pages,
                       observer_);
    FAIL() << "must throw";
  } catch (const std::system_error& error) {
    EXPECT_NE(std::string(error.what()).find("file/below"), std::string::npos) << error.what();
  }
}

TEST_F(Campaign, WaitsForAnotherThatUsesTheFolder) {
  FolderLock lock(folder_.path());
  ASSERT_TRUE(lock.try_lock());
  observer_.interrupted = true;
  EXPECT_EQ(run_campaign(synthetic::plan(), folder_.path(), true, surroundings(), report::pages, observer_),
            CampaignOutcome::kInterrupted);
  EXPECT_NE(observer_.said.find("waiting"), std::string::npos);
}

}  // namespace
}  // namespace lydite::lab::evidence
