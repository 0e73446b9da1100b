#include "lab/measure/pairs.h"

#include <gtest/gtest.h>

#include <map>

namespace lydite::lab {
namespace {

// Writes down who was called, in order.
std::string calls;

Operation writing(char letter, bool is_right = true) {
  Operation operation;
  operation.name = std::string(1, letter);
  operation.prepare = [letter, is_right](std::uint64_t) {
    Prepared prepared;
    prepared.state = std::make_shared<std::pair<char, bool>>(letter, is_right);
    prepared.run = [](void* state) { calls += static_cast<std::pair<char, bool>*>(state)->first; };
    prepared.check = [](const void* state) { return static_cast<const std::pair<char, bool>*>(state)->second; };
    return prepared;
  };
  return operation;
}

TrialPlan rounds(std::uint64_t count, std::uint64_t batch = 1) {
  TrialPlan plan;
  plan.samples = count;
  plan.batch = batch;
  return plan;
}

TEST(PairTrial, RoundsAreSymmetricAndBeginByTurns) {
  for (const std::uint64_t seed : {0, 1}) {
    calls.clear();
    const PairTrial trial = run_pair_trial(writing('a'), writing('b'), seed, rounds(4));
    EXPECT_EQ(trial.status, "ok");
    EXPECT_EQ(trial.of.size(), 4U);
    EXPECT_EQ(trial.from.size(), 4U);
    EXPECT_TRUE(calls.ends_with("abbabaababbabaab")) << calls;
  }
  calls.clear();
  (void)run_pair_trial(writing('a'), writing('b'), 0, rounds(1, 3));
  EXPECT_TRUE(calls.ends_with("aaabbbbbbaaa")) << calls;
}

TEST(PairTrial, AWrongResultOfEitherIsTold) {
  EXPECT_EQ(run_pair_trial(writing('a', false), writing('b'), 0, rounds(4)).status, "check failed");
  const PairTrial trial = run_pair_trial(writing('a'), writing('b', false), 1, rounds(4));
  EXPECT_EQ(trial.status, "check failed");
  EXPECT_TRUE(trial.of.empty());
}

// An operation that takes twice as long is outside and inside as often as the other one.
TEST(PairTrial, TicksBelongToTheirOperation) {
  static volatile std::uint64_t sink = 0;
  Operation slow = writing('a'), fast = writing('b');
  slow.prepare = [](std::uint64_t) {
    Prepared prepared;
    prepared.state = std::make_shared<int>();
    prepared.run = [](void*) {
      for (int i = 0; i < 200'000; ++i) sink = sink + 1;
    };
    return prepared;
  };
  calls.clear();
  const PairTrial trial = run_pair_trial(slow, fast, 0, rounds(8));
  for (std::size_t i = 0; i < 8; ++i) EXPECT_GT(trial.of[i], trial.from[i]) << i;
}

Outcome said(const Answer& answer) { return {true, false, 0, encode(answer), ""}; }

Options fast_options() {
  Options options;
  options.ref_hz_seconds = 0.001;
  options.robust.trial_samples = 64;
  options.robust.trial_seconds_max = 0.3;
  return options;
}

// A call takes so many seconds.
Runner world(double call_seconds, std::map<std::string, std::vector<std::uint64_t>>* seeds = nullptr) {
  return [=](const Job& job, const Options&, double) {
    Answer answer;
    if (job.kind == Job::Kind::kCalibration) {
      answer.calibration = Calibration{0.01, call_seconds, call_seconds, 2};
    } else {
      EXPECT_EQ(job.kind, Job::Kind::kPair);
      EXPECT_EQ(job.plan.batch, 2U);
      if (seeds != nullptr) (*seeds)[job.operation + "/" + job.from].push_back(job.seed);
      answer.pair = PairTrial{"ok", std::vector<std::uint64_t>(job.plan.samples, 9),
                              std::vector<std::uint64_t>(job.plan.samples, 8)};
    }
    return said(answer);
  };
}

TEST(Pairs, EveryProcessHasInputsOfItsOwnAndAllSeriesTheSame) {
  std::map<std::string, std::vector<std::uint64_t>> seeds;
  std::vector<PairSeries> all = {{"row", "bad", "good", "AVX2", 0, 0, {}, {}},
                                 {"row", "worse", "good", "AVX2", 0, 0, {}, {}}};
  Progress progress;
  measure_pairs(all, 5, fast_options(), progress, world(1e-5, &seeds));
  measure_pairs(all, 8, fast_options(), progress, world(1e-5, &seeds));  // goes on
  ASSERT_EQ(seeds.size(), 2U);
  EXPECT_EQ(seeds.at("bad/good").size(), 8U);
  EXPECT_EQ(seeds.at("bad/good"), seeds.at("worse/good"));
  for (const PairSeries& series : all) EXPECT_EQ(series.processes.size(), 8U);
}

TEST(Pairs, RoundsFollowFromTheLengthOfACall) {
  const auto rounds_at = [](double seconds) {
    std::vector<PairSeries> all = {{"row", "bad", "good", "", 0, 0, {}, {}}};
    Progress progress;
    measure_pairs(all, 1, fast_options(), progress, world(seconds));
    EXPECT_EQ(all[0].processes.at(0).of.size(), all[0].rounds);
    return all[0].rounds;
  };
  EXPECT_EQ(rounds_at(1e-6), 32U);  // two readings of either a round
  EXPECT_EQ(rounds_at(2e-3), 18U);  // eight calls a round, 0.3 s
  EXPECT_EQ(rounds_at(1), 8U);      // the least
}

// One of them lies 3 % above and below by turns, of which no number of processes makes a verdict.
TEST(Pairs, ThoseWithoutAVerdictGoOn) {
  std::uint64_t processes = 0;
  const Runner runner = [&](const Job& job, const Options&, double) {
    Answer answer;
    if (job.kind == Job::Kind::kCalibration) {
      answer.calibration = Calibration{0.01, 1e-5, 1e-5, 1};
    } else {
      const std::uint64_t of = job.operation == "same" ? 1000 : ++processes % 2 == 0 ? 1030 : 970;
      answer.pair = PairTrial{"ok", std::vector<std::uint64_t>(job.plan.samples, of),
                              std::vector<std::uint64_t>(job.plan.samples, 1000)};
    }
    return said(answer);
  };
  std::vector<PairSeries> all = {{"row", "wild", "good", "", 0, 0, {}, {}}, {"row", "same", "good", "", 0, 0, {}, {}}};
  Progress progress;
  measure_pairs_until_decided(all, 20, 50, fast_options(), progress, runner);
  EXPECT_EQ(all[0].of, "wild");
  EXPECT_EQ(all[0].processes.size(), 50U);
  EXPECT_EQ(all[1].processes.size(), 20U);
}

TEST(Pairs, AFailureEndsItsSeriesAndNamesItself) {
  std::vector<PairSeries> all = {{"row", "bad", "good", "", 0, 0, {}, {}}, {"row", "worse", "good", "", 0, 0, {}, {}}};
  Progress progress;
  const Runner good = world(1e-5);
  measure_pairs(all, 3, fast_options(), progress, [&](const Job& job, const Options& options, double timeout) {
    Outcome outcome = good(job, options, timeout);
    if (job.operation == "worse" && job.kind == Job::Kind::kPair) outcome.exit_code = 139;
    return outcome;
  });
  EXPECT_EQ(all[0].processes.size(), 3U);
  EXPECT_EQ(all[1].failure, "exit 139");
  EXPECT_TRUE(all[1].processes.empty());
}

TEST(Pairs, ComeFromTheCatalogue) {
  const Algorithm& row = *select("fog-mldsa65-ed25519").front();
  const auto all = pairs_of(row, "AVX2", {});
  EXPECT_GE(all.size(), 12U);
  for (const PairSeries& series : all) EXPECT_TRUE(series.of.starts_with("verify_bad_")) << series.of;
  const auto one = pairs_of(row, "AVX2", {"verify_bad_first_4096", "verify_4096"});
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one[0].from, "verify_4096");
  EXPECT_EQ(one[0].target, "AVX2");
}

}  // namespace
}  // namespace lydite::lab
