#include "lab/measure/spawn.h"

#include <gtest/gtest.h>

#include "lab/measure/clock.h"
#include "lab/measure/disturbance.h"

namespace lydite::lab {
namespace {

Outcome shell(const std::string& script, double timeout_seconds = 20) {
  Command command;
  command.arguments = {"/bin/sh", "-c", script};
  command.environment = {{"LYDITE_TEST", "seen"}};
  command.timeout_seconds = timeout_seconds;
  return run(command);
}

TEST(Spawn, KeepsOutputErrorsAndExitCode) {
  const Outcome outcome = shell("echo $LYDITE_TEST; echo oops >&2; exit 3");
  EXPECT_TRUE(outcome.started);
  EXPECT_FALSE(outcome.timed_out);
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(outcome.output, "seen\n");
  EXPECT_EQ(outcome.errors, "oops\n");
}

TEST(Spawn, LongOutputDoesNotBlock) {
  const Outcome outcome = shell("head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2");
  EXPECT_EQ(outcome.output.size(), 1'000'000u);
  EXPECT_EQ(outcome.errors.size(), 4096u);
}

TEST(Spawn, CrashIs128PlusItsSignal) { EXPECT_EQ(shell("kill -SEGV $$").exit_code, 139); }

TEST(Spawn, HangingChildIsKilled) {
  const std::uint64_t start = wall_ns();
  const Outcome outcome = shell("exec sleep 60", 0.2);
  EXPECT_TRUE(outcome.timed_out);
  EXPECT_LT(wall_ns() - start, 30'000'000'000u);
  const Outcome silent = shell("exec >&- 2>&-; exec sleep 60", 0.2);  // closed its streams and lives on
  EXPECT_TRUE(silent.timed_out);
}

TEST(Spawn, MissingProgramDoesNotStart) {
  Command command;
  command.arguments = {"/no/such/program"};
  EXPECT_FALSE(run(command).started);
}

TEST(Spawn, ThisProgramExists) { EXPECT_EQ(this_program().substr(0, 1), "/"); }

TEST(Disturbance, ReadsTheKernelsTexts) {
  const char stat[] = "cpu  1 2 3 4 5 6 7 8 9\ncpu0 1 2 3 4 5 6 7 80 9 0\ncpu1 1 2 3 4 5 6 7 90 9 0\nintr 5\n";
  EXPECT_EQ(steal_ticks(stat, 0), 80);
  EXPECT_EQ(steal_ticks(stat, 1), 90);
  EXPECT_EQ(steal_ticks(stat, 2), 0);
  EXPECT_EQ(steal_ticks("cpu 1\ncpu0 1 2\n", 0), 0);
  EXPECT_EQ(pressure_some_us("some avg10=0.98 avg60=2.23 avg300=1.42 total=16584429\nfull total=3"), 16584429);
  EXPECT_EQ(pressure_some_us(""), 0);
}

TEST(Disturbance, BusyThreadHasItsShare) {
  const DisturbanceWatch watch;
  const std::uint64_t start = task_ns();
  while (task_ns() - start < 5'000'000) {
  }
  const Disturbance seen = watch.since();
  EXPECT_GT(seen.task_share, 0);
  EXPECT_LE(seen.task_share, 1.01);
  EXPECT_GE(seen.minor_faults, 0);
}

}  // namespace
}  // namespace lydite::lab
