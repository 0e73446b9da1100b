// The child process itself, as the command runs it.
#include <gtest/gtest.h>

#include "lab/measure/measure.h"
#include "lab/stats/summary.h"
#include "lydite/cpu.h"

namespace lydite::lab {
namespace {

Options with_command() {
  Options options;
  options.program = LYDITE_COMMAND;
  return options;
}

Job small_job(std::string operation = "hash_32") {
  Job job;
  job.algorithm = "sha3-256";
  job.operation = std::move(operation);
  job.seed = 5;
  job.cpu = last_allowed_cpu();
  job.plan.batch = 4;
  job.plan.samples = 50;
  return job;
}

std::string error_of(const Job& job) {
  const Outcome outcome = run_in_process(job, with_command(), 60);
  return failure_of(outcome, decode_answer(outcome.output));
}

TEST(TrialChild, RunsATrialOnTheTargetAskedFor) {
  for (const std::string_view target : supported_targets()) {
    Job job = small_job();
    job.target = target;
    const auto answer = decode_answer(run_in_process(job, with_command(), 60).output);
    ASSERT_TRUE(answer && answer->trial) << target;
    EXPECT_EQ(answer->target, target);
    EXPECT_EQ(answer->trial->status, "ok");
    EXPECT_EQ(answer->trial->calls, 200u);
    EXPECT_EQ(answer->trial->disturbance.migrations, 0);
  }
}

TEST(TrialChild, SaysWhyItCannot) {
  EXPECT_EQ(error_of(small_job()), "");
  EXPECT_EQ(error_of(small_job("hash_31")), "no operation hash_31");
  Job job = small_job();
  job.algorithm = "sha4";
  EXPECT_EQ(error_of(job), "no algorithm sha4");
  job = small_job();
  job.target = "MMX";
  EXPECT_EQ(error_of(job), "no target MMX");
  job = small_job();
  job.cpu = 100'000;
  EXPECT_EQ(error_of(job), "cannot run on CPU 100000");
  job = small_job();
  job.kind = Job::Kind::kAllocations;
  Command command;
  command.arguments = {LYDITE_COMMAND, "trial", encode(job)};
  EXPECT_EQ(decode_answer(run(command).output)->error, "the allocation counter is not loaded");
}

TEST(TrialChild, RefusesWhatIsNoJob) {
  for (const char* text : {"", "{}", "[1]", R"({"kind": "trial")"}) {
    Command command;
    command.arguments = {LYDITE_COMMAND, "trial", text};
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.exit_code, 2) << text;
    EXPECT_EQ(outcome.output, "") << text;
  }
}

TEST(TrialChild, WholeMeasurement) {
  const Algorithm* row = select("sha3-256").front();
  Options options = with_command();
  options.robust = {6, 0.001, 20, 0.01, 900};
  options.probe_windows = 20;
  options.ref_hz_seconds = 0.01;
  options.count_allocations = false;
  Progress progress;
  const std::vector<Request> requests = {{row, &row->operations.front(), std::string(current_target())}};
  const auto results = measure(requests, options, progress);
  const auto summary = summarize(results.at(0));
  ASSERT_TRUE(summary) << results[0].attempts.back().status;
  EXPECT_EQ(summary->trials, 6u);
  EXPECT_GT(summary->ticks, 0);
  EXPECT_TRUE(summary->interval);
  EXPECT_EQ(results[0].target, current_target());
}

}  // namespace
}  // namespace lydite::lab
