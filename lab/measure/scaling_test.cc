#include "lab/measure/scaling.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <system_error>

namespace lydite::lab {
namespace {

std::atomic<std::uint64_t> all_calls{0};

Operation counting_operation(bool is_right) {
  Operation operation;
  operation.name = "count";
  operation.units = 3;
  operation.prepare = [is_right](std::uint64_t) {
    Prepared prepared;
    prepared.state = std::make_shared<bool>(is_right);
    prepared.run = [](void*) { ++all_calls; };
    prepared.check = [](const void* state) { return *static_cast<const bool*>(state); };
    return prepared;
  };
  return operation;
}

TEST(Scaling, CountsEveryCallOfEveryRound) {
  const Algorithm algorithm{"id", "", "", "", Kind::kHash, {}, {}, {}};
  all_calls = 0;
  const auto cpus = allowed_cpus();
  ASSERT_FALSE(cpus.empty());
  const Scaling scaling = measure_scaling(algorithm, counting_operation(true), 1, cpus, {3, 0.001});
  EXPECT_EQ(scaling.units, 3U);
  EXPECT_EQ(scaling.points.size() + scaling.absent.size(), 3U);
  std::uint64_t counted = 0, warming = 0;
  for (const ScalingPoint& point : scaling.points) {
    ASSERT_EQ(point.calls.size(), 3U);
    ASSERT_EQ(point.ns.size(), 3U);
    for (const std::uint64_t calls : point.calls) counted += calls;
    warming += 3 * point.cpus;
  }
  EXPECT_EQ(all_calls, counted + warming);
}

TEST(Scaling, SaysWhichCountsTheMachineLacks) {
  const Algorithm algorithm{"id", "", "", "", Kind::kHash, {}, {}, {}};
  const int cpu = allowed_cpus().front();
  const Scaling scaling = measure_scaling(algorithm, counting_operation(true), 1, {&cpu, 1}, {1, 0.001});
  ASSERT_EQ(scaling.points.size(), 1U);
  EXPECT_EQ(scaling.absent, (std::vector<std::uint64_t>{2, 4}));
}

// Copies that share a CPU would pass for copies on several.
TEST(Scaling, SaysThatACpuCannotBeUsed) {
  const Algorithm algorithm{"id", "", "", "", Kind::kHash, {}, {}, {}};
  for (const int cpu : {-1, CPU_SETSIZE - 1, CPU_SETSIZE}) {
    if (std::ranges::count(allowed_cpus(), cpu) != 0) continue;
    try {
      (void)measure_scaling(algorithm, counting_operation(true), 1, {&cpu, 1}, {1, 0.001});
      ADD_FAILURE() << "must throw";
    } catch (const std::system_error& error) {
      EXPECT_NE(std::string(error.what()).find("cannot run on CPU " + std::to_string(cpu)), std::string::npos)
          << error.what();
    }
  }
}

TEST(Scaling, RefusesWrongResults) {
  const Algorithm algorithm{"id", "", "", "", Kind::kHash, {}, {}, {}};
  const auto cpus = allowed_cpus();
  EXPECT_THROW((void)measure_scaling(algorithm, counting_operation(false), 1, cpus, {1, 0.001}), std::runtime_error);
  EXPECT_THROW((void)measure_scaling(algorithm, counting_operation(true), 1, {}, {1, 0.001}), std::runtime_error);
}

}  // namespace
}  // namespace lydite::lab
