#include "lab/memory/stack.h"

#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>
#include <vector>

namespace lydite::lab {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool has_redzones = true;
#elif defined(__has_feature)
constexpr bool has_redzones = __has_feature(address_sanitizer);
#else
constexpr bool has_redzones = false;
#endif

Operation operation(void (*run)(void*), bool (*check)(const void*) = nullptr) {
  Operation result;
  result.prepare = [run, check](std::uint64_t) {
    Prepared prepared;
    prepared.run = run;
    prepared.check = check;
    return prepared;
  };
  return result;
}

template <std::size_t Size>
void fill_array(void*) {
  unsigned char bytes[Size];
  std::memset(bytes, 1, Size);
  asm volatile("" : : "r"(bytes) : "memory");
}

// B62: what the harness needs is not the operation's.
TEST(Stack, NullOperationTakesNothing) {
  EXPECT_EQ(stack_bytes(operation([](void*) {}), 0), 0u);
}

TEST(Stack, ArrayIsSeenAndLittleElse) {
  if (has_redzones) GTEST_SKIP() << "the sanitizer surrounds arrays";
  const auto small = stack_bytes(operation(fill_array<10'000>), 0);
  EXPECT_GE(small, 10'000u);
  EXPECT_LT(small, 10'000u + 256);
  const auto large = stack_bytes(operation(fill_array<4'000'000>), 0);
  EXPECT_GE(large, 4'000'000u);
  EXPECT_LT(large, 4'000'000u + 256);
}

// B63: memory of the preparation is not that of the operation.
TEST(Stack, PreparationDoesNotCount) {
  if (has_redzones) GTEST_SKIP() << "the sanitizer works on the stack of a thread that ends";
  Operation quiet = operation([](void*) {});
  const auto prepare = quiet.prepare;
  quiet.prepare = [prepare](std::uint64_t seed) {
    fill_array<1'000'000>(nullptr);
    return prepare(seed);
  };
  EXPECT_EQ(stack_bytes(quiet, 0), 0u);
}

TEST(Stack, FailedCheckGivesNoFigure) {
  EXPECT_THROW((void)stack_bytes(operation([](void*) {}, [](const void*) { return false; }), 0), std::runtime_error);
}

}  // namespace
}  // namespace lydite::lab
