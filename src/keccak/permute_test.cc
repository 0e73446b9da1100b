#include "src/keccak/permute.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "lydite/cpu.h"

namespace lydite::keccak {
namespace {

// Keccak-f of the state of zeros, and of that result.
constexpr State once = [] {
  State state{};
  permute_portable(state.data());
  return state;
}();
static_assert(once[0] == 0xF1258F7940E1DDE7 && once[1] == 0x84D5CCF933C0478A && once[24] == 0xEAF1FF7B5CECA249);

// FIPS 202, section 3.2.2, table 2, as offsets modulo 64, and the constants of the first and the last round.
static_assert(rotations[0] == 0 && rotations[1] == 1 && rotations[4] == 27 && rotations[12] == 43 &&
              rotations[24] == 14);
static_assert(round_constants[0] == 1 && round_constants[1] == 0x8082 && round_constants[23] == 0x8000000080008008);

TEST(Permute, PortableTwiceOnZeros) {
  State state = once;
  permute_portable(state.data());
  EXPECT_EQ(state[0], 0x2D5C954DF96ECB3CU);
  EXPECT_EQ(state[1], 0x6A332CD07057B56DU);
}

std::vector<State> sample_states(std::uint64_t seed) {
  std::vector<State> states(8);
  states[1].fill(~std::uint64_t{0});
  states[2].fill(0x5555555555555555);
  states[3].fill(0x8000000000000001);
  for (std::size_t i = 0; i < lane_count; ++i) {
    states.push_back({});
    states.back()[i] = std::uint64_t{1} << (2 * i);
  }
  std::mt19937_64 random(seed);
  while (states.size() < 200) {
    states.push_back({});
    for (std::uint64_t& lane : states.back()) lane = random();
  }
  return states;
}

class PermuteOnTarget : public ::testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override { ASSERT_TRUE(use_target(GetParam())); }
  void TearDown() override { use_target({}); }
};

// `permute_many` on `width` interleaved states equals the portable permutation of each.
template <std::size_t width>
void expect_equals_portable(void (*permute_many)(std::uint64_t*)) {
  const std::uint64_t seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  const std::vector<State> states = sample_states(seed);
  for (std::size_t first = 0; first + width <= states.size(); ++first) {
    alignas(64) std::array<std::uint64_t, width * lane_count> interleaved;
    for (std::size_t i = 0; i < interleaved.size(); ++i) interleaved[i] = states[first + i % width][i / width];
    permute_many(interleaved.data());
    for (std::size_t s = 0; s < width; ++s) {
      State expected = states[first + s], found;
      permute_portable(expected.data());
      for (std::size_t i = 0; i < lane_count; ++i) found[i] = interleaved[width * i + s];
      ASSERT_EQ(found, expected) << "states from " << first << ", lane " << s;
    }
  }
}

TEST_P(PermuteOnTarget, OneStateEqualsPortable) { expect_equals_portable<1>(permute); }
TEST_P(PermuteOnTarget, FourStatesEqualPortable) { expect_equals_portable<4>(permute_x4); }
TEST_P(PermuteOnTarget, EightStatesEqualPortable) { expect_equals_portable<8>(permute_x8); }

INSTANTIATE_TEST_SUITE_P(Keccak, PermuteOnTarget,
                         ::testing::ValuesIn(supported_targets().begin(), supported_targets().end()),
                         [](const auto& instance) { return std::string(instance.param); });

}  // namespace
}  // namespace lydite::keccak
