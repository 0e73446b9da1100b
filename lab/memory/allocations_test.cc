#include "lab/memory/allocations.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "lab/measure/measure.h"

#if defined(__SANITIZE_ADDRESS__)
#define LYDITE_OWN_ALLOCATOR 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LYDITE_OWN_ALLOCATOR 1
#endif
#endif

namespace lydite::lab {
namespace {

Operation operation(void (*run)(void*)) {
  Operation result;
  result.prepare = [run](std::uint64_t) {
    Prepared prepared;
    prepared.state = std::make_shared<void*>();
    prepared.run = run;
    return prepared;
  };
  return result;
}

// The compiler may not know what becomes of the memory.
void take(void* memory) {
  asm volatile("" : : "r"(memory) : "memory");
  std::free(memory);
}

void known_allocations(void*) {
  take(std::malloc(100));
  take(std::calloc(10, 20));
  take(std::realloc(std::malloc(1), 50));
  take(reallocarray(nullptr, 3, 7));
  take(std::aligned_alloc(64, 128));
  void* memory = nullptr;
  if (posix_memalign(&memory, 32, 64) == 0) take(memory);
  auto number = std::make_unique<std::uint64_t>();
  asm volatile("" : : "r"(number.get()) : "memory");
}
constexpr std::uint64_t known_count = 8, known_bytes = 100 + 200 + 1 + 50 + 21 + 128 + 64 + 8;

// These run in a process with the counter, which the last test starts.
TEST(CountedAllocations, DISABLED_NullOperationHasNone) {
  const Allocations seen = count_allocations(operation([](void*) {}), 0, 10);
  EXPECT_EQ(seen.calls, 10u);
  EXPECT_EQ(seen.allocations, 0u);
  EXPECT_EQ(seen.bytes, 0u);
}

TEST(CountedAllocations, DISABLED_KnownOperationHasExactlyThose) {
  const Allocations seen = count_allocations(operation(known_allocations), 0, 5);
  EXPECT_EQ(seen.allocations, 5 * known_count);
  EXPECT_EQ(seen.bytes, 5 * known_bytes);
}

TEST(CountedAllocations, DISABLED_ImpossibleRequestsFailAsTheyShould) {
  errno = 0;
  volatile std::size_t huge = SIZE_MAX / 2;
  EXPECT_EQ(reallocarray(nullptr, huge, 4), nullptr);
  EXPECT_EQ(errno, ENOMEM);
  void* memory = nullptr;
  EXPECT_EQ(posix_memalign(&memory, 3, 8), EINVAL);
}

TEST(Allocations, WithoutTheCounterThereIsNoFigure) {
  EXPECT_THROW((void)count_allocations(operation([](void*) {}), 0, 1), std::runtime_error);
}

TEST(Allocations, AreCountedInAProcessOfTheirOwn) {
#ifdef LYDITE_OWN_ALLOCATOR
  GTEST_SKIP() << "the sanitizer brings its own allocator";
#endif
  Command command;
  command.arguments = {this_program(), "--gtest_also_run_disabled_tests", "--gtest_filter=CountedAllocations.*"};
  command.environment = {{"LD_PRELOAD", counting_library(LYDITE_COMMAND)}};
  const Outcome outcome = run(command);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.errors;
  EXPECT_NE(outcome.output.find("PASSED  ] 3 tests"), std::string::npos) << outcome.output;
}

TEST(Allocations, OfRowsOfTheCatalogue) {
#ifdef LYDITE_OWN_ALLOCATOR
  GTEST_SKIP() << "the sanitizer brings its own allocator";
#endif
  Options options;
  options.program = LYDITE_COMMAND;
  Job job;
  job.kind = Job::Kind::kAllocations;
  job.algorithm = "sha3-256";
  job.operation = "hash_4096";
  job.plan.samples = 4;
  const auto answer = decode_answer(run_in_process(job, options, 60).output);
  ASSERT_TRUE(answer && answer->allocations) << (answer ? answer->error : "no answer");
  EXPECT_EQ(answer->allocations->calls, 4u);
  EXPECT_EQ(answer->allocations->allocations, 0u);
}

}  // namespace
}  // namespace lydite::lab
