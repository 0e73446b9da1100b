#include "lab/measure/measure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "lab/stats/summary.h"

namespace lydite::lab {
namespace {

// A row with operations of these names; nothing runs them.
struct Row {
  Algorithm algorithm;
  explicit Row(const std::vector<std::string>& names) {
    algorithm.id = "row";
    algorithm.implementation = "test";
    for (const std::string& name : names) {
      algorithm.operations.emplace_back();
      algorithm.operations.back().name = name;
    }
  }
  [[nodiscard]] std::vector<Request> requests() const {
    std::vector<Request> result;
    for (const Operation& operation : algorithm.operations) result.push_back({&algorithm, &operation, "AVX2"});
    return result;
  }
};

Outcome said(const Answer& answer) {
  Outcome outcome;
  outcome.started = true;
  outcome.exit_code = 0;
  outcome.output = encode(answer);
  return outcome;
}

Answer good_answer(const Job& job) {
  Answer answer;
  answer.target = job.target;
  if (job.kind == Job::Kind::kCalibration) answer.calibration = Calibration{0.001, 1e-5, 1e-5, 1};
  if (job.kind == Job::Kind::kAllocations) {
    answer.allocations = Allocations{job.plan.samples, 2 * job.plan.samples, 64};
    answer.stack_bytes = 4000;
  }
  if (job.kind == Job::Kind::kTrial) {
    Trial trial;
    trial.status = "ok";
    trial.wall_ns = trial.task_ns = 40'000'000;
    trial.calls = 10;
    trial.samples = {{1000}, {10}, {}};
    answer.trial = trial;
  }
  return answer;
}

Options fast_options() {
  Options options;
  options.ref_hz_seconds = 0.001;
  options.robust.trials = 8;
  return options;
}

std::vector<Measurement> measured(const Row& row, const Runner& runner, const Options& options = fast_options()) {
  Progress progress;
  return measure(row.requests(), options, progress, runner);
}

TEST(Measure, AllTrialsOfAllOperations) {
  std::vector<Job> jobs;
  const Row row({"keygen", "decaps"});
  const auto results = measured(row, [&](const Job& job, const Options&, double) {
    jobs.push_back(job);
    return said(good_answer(job));
  });
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].operation, "keygen");
  EXPECT_EQ(results[1].operation, "decaps");
  for (const Measurement& m : results) {
    EXPECT_EQ(m.trials.size(), 8u);
    EXPECT_TRUE(m.attempts.empty());
    EXPECT_EQ(m.target, "AVX2");
    EXPECT_EQ(m.plan.protocol, "robust");
    EXPECT_EQ(m.allocations->allocations, 32u);
    EXPECT_EQ(m.stack_bytes, 4000u);
    EXPECT_EQ(summarize(m)->ticks, 1000);
  }
  EXPECT_EQ(jobs.size(), 2 * (1 + 1 + 8u));
}

TEST(Measure, OperationsTakeTurnsWithTheSameSeeds) {
  std::vector<Job> trials;
  const Row row({"a", "b", "c"});
  (void)measured(row, [&](const Job& job, const Options&, double) {
    if (job.kind == Job::Kind::kTrial) trials.push_back(job);
    return said(good_answer(job));
  });
  ASSERT_EQ(trials.size(), 24u);
  for (std::size_t round = 0; round < 8; ++round) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(trials[3 * round + i].seed, trial_seed(0, round));
      names.push_back(trials[3 * round + i].operation);
    }
    std::sort(names.begin(), names.end());
    EXPECT_EQ(names, (std::vector<std::string>{"a", "b", "c"})) << round;
  }
  EXPECT_NE(trial_seed(0, 0), trial_seed(0, 1));
  EXPECT_NE(trial_seed(0, 0), trial_seed(1, 0));
}

// The n-th trial of a job gets the CPU for this share of its time.
Runner with_task_shares(std::vector<double> shares) {
  auto next = std::make_shared<std::size_t>(0);
  return [shares, next](const Job& job, const Options&, double) {
    Answer answer = good_answer(job);
    if (answer.trial && *next < shares.size()) {
      answer.trial->task_ns =
          static_cast<std::uint64_t>(shares[(*next)++] * static_cast<double>(answer.trial->wall_ns));
    }
    return said(answer);
  };
}

TEST(Measure, DisturbedTrialIsRepeatedAndKept) {
  const auto results = measured(Row({"a"}), with_task_shares({0.5, 1}));
  EXPECT_EQ(results[0].trials.size(), 8u);
  ASSERT_EQ(results[0].attempts.size(), 1u);
  EXPECT_EQ(results[0].attempts[0].status, "disturbed");
  EXPECT_EQ(summarize(results[0])->disturbed, 0u);
}

TEST(Measure, ThirdAttemptCountsAndSaysSo) {
  const auto results = measured(Row({"a"}), with_task_shares({0.5, 0.949, 0.9, 0.951}));
  EXPECT_EQ(results[0].attempts.size(), 2u);
  ASSERT_EQ(results[0].trials.size(), 8u);
  EXPECT_EQ(results[0].trials[0].status, "disturbed");
  EXPECT_EQ(results[0].trials[1].status, "ok");
  EXPECT_EQ(summarize(results[0])->disturbed, 1u);
}

TEST(Measure, ShortTrialsAreNotJudgedByTheirShare) {
  const auto results = measured(Row({"a"}), [](const Job& job, const Options&, double) {
    Answer answer = good_answer(job);
    if (answer.trial) {
      answer.trial->wall_ns = 9'000'000;
      answer.trial->task_ns = 1'000'000;
    }
    return said(answer);
  });
  EXPECT_TRUE(results[0].attempts.empty());
}

// One operation that fails in this way, and a good one beside it.
void expect_failure(const std::string& reason, const std::function<void(Outcome&)>& spoil, std::size_t good_trials) {
  std::size_t trials = 0;
  const auto results = measured(Row({"good", "bad"}), [&](const Job& job, const Options&, double) {
    Outcome outcome = said(good_answer(job));
    if (job.operation == "bad" && job.kind == Job::Kind::kTrial && trials++ == good_trials) spoil(outcome);
    return outcome;
  });
  EXPECT_EQ(results[0].trials.size(), 8u) << reason;
  EXPECT_TRUE(results[1].trials.empty()) << reason;
  EXPECT_FALSE(summarize(results[1])) << reason;
  ASSERT_EQ(results[1].attempts.size(), good_trials + 1) << reason;
  EXPECT_EQ(results[1].attempts.back().status, reason);
}

TEST(Measure, FailuresBecomeStatusesAndSpareTheOthers) {
  expect_failure("exit 139", [](Outcome& outcome) { outcome.exit_code = 139; }, 0);
  expect_failure("exit 139", [](Outcome& outcome) { outcome.exit_code = 139; }, 3);
  expect_failure("timeout", [](Outcome& outcome) { outcome.timed_out = true; }, 0);
  expect_failure("cannot start", [](Outcome& outcome) { outcome.started = false; }, 1);
  expect_failure("no answer", [](Outcome& outcome) { outcome.output = "{}"; }, 0);
  expect_failure(
      "check failed",
      [](Outcome& outcome) {
        Answer answer = *decode_answer(outcome.output);
        answer.trial->status = "check failed";
        outcome.output = encode(answer);
      },
      2);
}

TEST(Measure, FailedCalibrationEndsTheOperation) {
  const auto results = measured(Row({"a"}), [](const Job& job, const Options&, double) {
    Answer answer = good_answer(job);
    if (answer.calibration) answer.calibration->call_seconds = 0;
    return said(answer);
  });
  ASSERT_EQ(results[0].attempts.size(), 1u);
  EXPECT_EQ(results[0].attempts[0].status, "check failed");
}

TEST(Measure, CountingThatFailsLeavesTheFigureOut) {
  const auto results = measured(Row({"a"}), [](const Job& job, const Options&, double) {
    Answer answer = good_answer(job);
    if (job.kind == Job::Kind::kAllocations) answer.error = "the allocation counter is not loaded";
    return said(answer);
  });
  EXPECT_FALSE(results[0].allocations);
  EXPECT_EQ(results[0].trials.size(), 8u);
}

TEST(Measure, BudgetEndsAfterTheSixthRound) {
  Options options = fast_options();
  options.budget_seconds = 1e-9;
  const auto results = measured(Row({"a"}), with_task_shares({0.5}), options);
  EXPECT_EQ(results[0].trials.size(), 6u);
  EXPECT_EQ(results[0].trials[0].status, "disturbed");  // and nothing was repeated
}

TEST(Measure, InterruptionIsAFailure) {
  class Impatient : public Progress {
   public:
    void step(std::uint64_t, std::uint64_t total, double, std::string_view) override {
      ++steps_;
      EXPECT_LE(steps_, total);
    }
    bool is_interrupted() override { return steps_ >= 5; }

   private:
    std::uint64_t steps_ = 0;
  } progress;
  const Row row({"a"});
  const auto results = measure(row.requests(), fast_options(), progress,
                               [](const Job& job, const Options&, double) { return said(good_answer(job)); });
  EXPECT_TRUE(results[0].trials.empty());
  EXPECT_EQ(results[0].attempts.back().status, "interrupted");
}

TEST(Measure, GuideProtocol) {
  Options options = fast_options();
  options.protocol = "guide";
  std::vector<Job> trials;
  const auto results = measured(
      Row({"a"}),
      [&](const Job& job, const Options&, double) {
        if (job.kind == Job::Kind::kTrial) trials.push_back(job);
        return said(good_answer(job));
      },
      options);
  EXPECT_EQ(trials.size(), 5u);
  EXPECT_EQ(trials[0].plan.batch, 20000u);
  EXPECT_EQ(trials[0].plan.samples, 1u);
  EXPECT_EQ(trials[0].plan.warmup_calls, 3u);
  EXPECT_FALSE(trials[0].plan.until_steady);
  EXPECT_EQ(results[0].plan.protocol, "guide");
}

TEST(Measure, QuickPlanFitsIntoTenSeconds) {
  for (const std::size_t operations : {1u, 10u, 20u}) {
    const Options options = Options::quick(operations);
    const double seconds = static_cast<double>(operations * options.robust.trials) * options.robust.trial_seconds;
    EXPECT_LE(seconds, 5) << operations;
    EXPECT_GE(options.robust.trials, 6u);
  }
}

TEST(Job, SurvivesItsText) {
  Job job;
  job.kind = Job::Kind::kCalibration;
  job.algorithm = "ml-kem-768";
  job.operation = "decaps";
  job.target = "AVX2";
  job.seed = 0xFFFFFFFFFFFFFFFF;
  job.cpu = 1;
  job.ref_hz = 2.3e9;
  job.plan.samples = 7;
  const auto read = decode_job(encode(job));
  ASSERT_TRUE(read);
  EXPECT_EQ(encode(*read), encode(job));
  EXPECT_EQ(read->seed, job.seed);
  EXPECT_FALSE(decode_job(""));
  EXPECT_FALSE(decode_job("[]"));
  EXPECT_FALSE(decode_job(R"({"kind": "trial"})"));
}

TEST(Job, AnswersKeepLargeTicksAndAbsentCounters) {
  Answer answer = good_answer({});
  answer.trial->ref_ticks = 5'192'469'932'000;
  const auto read = decode_answer(encode(answer));
  ASSERT_TRUE(read && read->trial);
  EXPECT_EQ(read->trial->ref_ticks, 5'192'469'932'000u);
  EXPECT_FALSE(read->trial->core_cycles);
  answer.trial->core_cycles = 3;
  EXPECT_EQ(decode_answer(encode(answer))->trial->core_cycles, 3u);
}

}  // namespace
}  // namespace lydite::lab
