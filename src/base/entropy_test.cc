#include "lydite/entropy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>

namespace lydite {
namespace {

TEST(SystemEntropy, FillsEveryLength) {
  std::array<std::uint8_t, 1000> bytes{};
  for (const std::size_t size : {0u, 1u, 31u, 32u, 255u, 256u, 257u, 1000u}) {
    bytes.fill(0);
    ASSERT_TRUE(system_entropy().fill(std::span(bytes).first(size)));
    EXPECT_TRUE(std::all_of(bytes.begin() + static_cast<std::ptrdiff_t>(size), bytes.end(),
                            [](std::uint8_t b) { return b == 0; }));
  }
  // All 1000 bytes came from the source: a zero run of 16 would be one chance in 2^118.
  const std::array<std::uint8_t, 16> zeros{};
  EXPECT_TRUE(std::ranges::search(bytes, zeros).empty());
}

TEST(SystemEntropy, NeverRepeats) {
  std::set<std::array<std::uint8_t, 32>> drawn;
  for (int i = 0; i < 100; ++i) {
    std::array<std::uint8_t, 32> bytes{};
    ASSERT_TRUE(system_entropy().fill(bytes));
    EXPECT_TRUE(drawn.insert(bytes).second);
  }
}

// What a test source does at each call, and how often it was called.
struct Source {
  bool answer = true;
  bool writes = true;
  int calls = 0;
  Entropy entropy() { return {fill, this}; }
  static bool fill(void* context, std::span<std::uint8_t> out) {
    auto& self = *static_cast<Source*>(context);
    ++self.calls;
    if (self.writes) std::ranges::fill(out, std::uint8_t{0x77});
    return self.answer;
  }
};

TEST(Entropy, AsksTheSourceOnceForAllBytes) {
  Source source;
  std::array<std::uint8_t, 40> bytes{};
  ASSERT_TRUE(source.entropy().fill(bytes));
  EXPECT_EQ(source.calls, 1);
  EXPECT_TRUE(std::ranges::all_of(bytes, [](std::uint8_t b) { return b == 0x77; }));
}

// Neither what the source half wrote nor what lay there before remains.
TEST(Entropy, FailureIsAnErrorAndLeavesZeros) {
  for (const bool writes : {false, true}) {
    Source source{.answer = false, .writes = writes};
    std::array<std::uint8_t, 40> bytes;
    bytes.fill(0xEE);
    const Result<void> result = source.entropy().fill(bytes);
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error(), Error::kEntropy);
    EXPECT_TRUE(std::ranges::all_of(bytes, [](std::uint8_t b) { return b == 0; }));
  }
}

}  // namespace
}  // namespace lydite
