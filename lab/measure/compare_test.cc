#include "lab/measure/compare.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

namespace lydite::lab {
namespace {

// Medians of processes as a shared host gives them: a common level, a little noise of each, and now and then a process
// that was slowed down.
class SharedHost {
 public:
  SharedHost(unsigned seed, double noise) : random_(seed), noise_(0, noise) {}

  Pairs pairs(std::size_t count, double slowdown_of_b) {
    Pairs result;
    for (std::size_t i = 0; i < count; ++i) {
      result.a.push_back(process());
      result.b.push_back(process() * slowdown_of_b);
      result.a_again.push_back(process());
    }
    return result;
  }

 private:
  double process() { return 1000 * std::exp(noise_(random_)) * (random_() % 20 == 0 ? 1.5 : 1); }

  std::mt19937 random_;
  std::normal_distribution<double> noise_;
};

// Share of simulated comparisons that end with this verdict.
double share_of(Verdict verdict, unsigned seed, double noise, double slowdown, int count = 1000) {
  SharedHost host(seed, noise);
  int found = 0;
  for (int i = 0; i < count; ++i) found += judge(host.pairs(20, slowdown)).verdict == verdict;
  return static_cast<double>(found) / count;
}

TEST(Compare, IdenticalArmsRaiseFewAlarms) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
  for (const double noise : {0.001, 0.005, 0.02, 0.1}) {
    const double alarms = share_of(Verdict::kFaster, seed, noise, 1) + share_of(Verdict::kSlower, seed, noise, 1);
    EXPECT_LE(alarms, 0.05) << noise;  // the floor makes it rarer than the interval's 5 %
  }
  EXPECT_GE(share_of(Verdict::kSame, seed, 0.003, 1), 0.95);
}

TEST(Compare, RealDifferencesAreSeen) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
  EXPECT_GE(share_of(Verdict::kSlower, seed, 0.003, 1.03), 0.95);
  EXPECT_GE(share_of(Verdict::kFaster, seed, 0.003, 1 / 1.03), 0.95);
}

TEST(Compare, NoisyHostLeavesItUndecided) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
  EXPECT_LE(share_of(Verdict::kSlower, seed, 0.1, 1.02), 0.05);
}

TEST(Compare, JudgementOfKnownPairs) {
  Pairs pairs;
  pairs.a.assign(20, 100);
  pairs.a_again.assign(20, 102);
  pairs.b.assign(20, 90);
  const Judgement judgement = judge(pairs);
  EXPECT_NEAR(judgement.ratio, 0.9, 1e-12);
  EXPECT_NEAR(judgement.noise_floor, std::log(1.02), 1e-12);
  EXPECT_NEAR(judgement.interval->low, 0.9, 1e-12);
  EXPECT_LT(judgement.p, 1e-5);
  EXPECT_EQ(judgement.verdict, Verdict::kFaster);
  pairs.b.assign(20, 101);
  EXPECT_EQ(judge(pairs).verdict, Verdict::kSame);
  pairs.b.assign(20, 103);
  EXPECT_EQ(judge(pairs).verdict, Verdict::kSlower);
}

TEST(Compare, TooFewPairsDecideNothing) {
  EXPECT_EQ(judge({{1, 1, 1, 1, 1}, {2, 2, 2, 2, 2}, {1, 1, 1, 1, 1}}).verdict, Verdict::kUndecided);
  EXPECT_EQ(judge({}).verdict, Verdict::kUndecided);
}

TEST(Compare, ManyOperationsAreCorrectedForTheirNumber) {
  std::vector<Comparison> comparisons(10);
  for (Comparison& comparison : comparisons) comparison.judgement.p = 0.5;
  comparisons[3].judgement = {1.1, stats::Interval{1.05, 1.2}, 0.01, 0.02, Verdict::kSlower};
  comparisons[7].judgement = {1.1, stats::Interval{1.05, 1.2}, 0.01, 0.0001, Verdict::kSlower};
  adjust(comparisons);
  EXPECT_EQ(comparisons[3].judgement.verdict, Verdict::kUndecided);
  EXPECT_NEAR(comparisons[3].adjusted_p, 0.18, 1e-12);
  EXPECT_EQ(comparisons[7].judgement.verdict, Verdict::kSlower);
}

TEST(Compare, Arms) {
  EXPECT_EQ(parse_arm("sha3-256"), (Arm{"sha3-256", "", ""}));
  EXPECT_EQ(parse_arm("sha3-256:libgcrypt"), (Arm{"sha3-256:libgcrypt", "", ""}));
  EXPECT_EQ(parse_arm("ml-kem-768@AVX2"), (Arm{"ml-kem-768", "AVX2", ""}));
  EXPECT_EQ(parse_arm("ml-kem-768#old/lydite@2"), (Arm{"ml-kem-768", "", "old/lydite@2"}));
  EXPECT_EQ(parse_arm("ml-kem-768@AVX2#./old"), (Arm{"ml-kem-768", "AVX2", "./old"}));
  for (const char* wrong : {"", "@AVX2", "x@", "x#", "#x"}) EXPECT_FALSE(parse_arm(wrong)) << wrong;
}

// A runner in whose world arm B takes twice the ticks.
Outcome twice_as_slow(const Job& job, const Options&, double) {
  Answer answer;
  if (job.kind == Job::Kind::kCalibration) {
    answer.calibration = Calibration{0.01, 1e-5, 1e-5, 1};
  } else {
    Trial trial;
    trial.status = "ok";
    trial.calls = 100;
    trial.samples = {{job.algorithm == "b" ? 2000u : 1000u}, {100}, {}};
    answer.trial = trial;
  }
  Outcome outcome;
  outcome.started = true;
  outcome.exit_code = 0;
  outcome.output = encode(answer);
  return outcome;
}

CompareOptions fast_options() {
  CompareOptions options;
  options.engine.ref_hz_seconds = 0.001;
  return options;
}

TEST(Compare, ThreeArmsAreRunWithTheSameInputs) {
  std::map<std::uint64_t, std::vector<std::string>> by_seed;
  std::vector<std::string> programs;
  const Runner runner = [&](const Job& job, const Options& options, double timeout) {
    if (job.kind == Job::Kind::kTrial) {
      by_seed[job.seed].push_back(job.algorithm);
      programs.push_back(options.program);
    }
    return twice_as_slow(job, options, timeout);
  };
  Progress progress;
  CompareOptions options = fast_options();
  options.pairs = 10;
  const auto results = compare({"a", "", ""}, {"b", "", ""}, {"one", "two"}, options, progress, runner);
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].operation, "one");
  EXPECT_EQ(results[0].judgement.verdict, Verdict::kSlower);
  EXPECT_EQ(results[0].judgement.ratio, 2);
  EXPECT_EQ(by_seed.size(), 10u);
  for (const auto& [seed, arms] : by_seed) {
    EXPECT_EQ(std::count(arms.begin(), arms.end(), "a"), 4);  // A and its copy, for two operations
    EXPECT_EQ(std::count(arms.begin(), arms.end(), "b"), 2);
  }
  std::sort(programs.begin(), programs.end());
  programs.erase(std::unique(programs.begin(), programs.end()), programs.end());
  EXPECT_EQ(programs.size(), 2u);  // this one, and its copy under another name
}

TEST(Compare, CrashOfAnArmIsTold) {
  const Runner runner = [](const Job& job, const Options& options, double timeout) {
    Outcome outcome = twice_as_slow(job, options, timeout);
    if (job.algorithm == "b") outcome.exit_code = 139;
    return outcome;
  };
  Progress progress;
  const auto results = compare({"a", "", ""}, {"b", "", ""}, {"one"}, fast_options(), progress, runner);
  EXPECT_EQ(results[0].failure, "exit 139");
  EXPECT_EQ(results[0].judgement.verdict, Verdict::kUndecided);
}

TEST(Compare, UndecidedPairsAreDoubledOnRequest) {
  std::uint64_t trials = 0;
  std::mt19937 random(7);
  const Runner runner = [&](const Job& job, const Options& options, double timeout) {
    Outcome outcome = twice_as_slow(job, options, timeout);
    auto answer = decode_answer(outcome.output);
    if (answer->trial) {
      ++trials;
      answer->trial->samples.values = {1000 + random() % 1000};
      outcome.output = encode(*answer);
    }
    return outcome;
  };
  Progress progress;
  CompareOptions options = fast_options();
  options.until_decided = true;
  (void)compare({"a", "", ""}, {"a", "", ""}, {"one"}, options, progress, runner);
  EXPECT_GT(trials, 3 * 20u);
  EXPECT_LE(trials, 3 * 160u);
}

}  // namespace
}  // namespace lydite::lab
