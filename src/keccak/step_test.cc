#include "src/keccak/step.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/base/testing.h"

namespace lydite::keccak {
namespace {

class StepOnTarget : public OnTarget {
 protected:
  // Random states, and random steps of which each lane is busy with probability busy_of_4 / 4.
  void prepare(unsigned busy_of_4) {
    for (std::uint64_t& word : states) word = random();
    for (std::uint64_t& word : words) word = random();
    for (auto& output : outputs) output.fill(0);
    for (std::size_t s = 0; s < max_lanes; ++s) {
      LaneStep& step = steps[s];
      step.is_busy = random() % 4 < busy_of_4;
      step.wants_output = step.is_busy;
      step.begins = random() % 2 == 0;
      step.input = static_cast<LaneStep::Input>(random() % 3);
      step.words = reinterpret_cast<const std::uint8_t*>(words.data()) + random() % 64;
      step.tail = random();
      step.padding16 = random();
      step.padding20 = random();
      step.output = outputs[s].data();
    }
  }

  // The state of a lane after its step, by the definition.
  State expected_state(std::size_t s) const {
    const LaneStep& step = steps[s];
    State state{};
    for (std::size_t i = 0; i < state.size() && !step.begins; ++i) state[i] = states[max_lanes * i + s];
    std::uint64_t input[LaneStep::block_words];
    std::memcpy(input, step.words, sizeof input);
    const bool is_seed = step.input == LaneStep::Input::kSeed, is_block = step.input == LaneStep::Input::kBlock;
    for (std::size_t i = 0; i < LaneStep::block_words; ++i)
      if (is_block || (is_seed && i < LaneStep::seed_words)) state[i] ^= input[i];
    if (is_seed) state[4] ^= step.tail, state[16] ^= step.padding16, state[20] ^= step.padding20;
    permute_portable(state.data());
    return state;
  }

  void expect_step(std::size_t count) {
    const LaneStates before = states;
    std::array<State, max_lanes> expected;
    for (std::size_t s = 0; s < max_lanes; ++s) expected[s] = expected_state(s);
    step_lanes(states, steps, count);
    for (std::size_t s = 0; s < max_lanes; ++s) {
      for (std::size_t i = 0; i < lane_count; ++i) {
        const std::uint64_t word = states[max_lanes * i + s];
        if (s >= count) {
          ASSERT_EQ(word, before[max_lanes * i + s]) << "lane " << s << " changed";
        } else if (steps[s].is_busy) {
          ASSERT_EQ(word, expected[s][i]) << "lane " << s << ", word " << i;
        }
      }
      if (s >= count || !steps[s].wants_output) continue;
      for (std::size_t i = 0; i < LaneStep::output_words; ++i) ASSERT_EQ(outputs[s][i], expected[s][i]);
    }
  }

  alignas(64) LaneStates states;
  LaneSteps steps;
  std::array<std::uint64_t, 32> words;
  std::array<std::array<std::uint64_t, LaneStep::output_words>, max_lanes> outputs;
};
LYDITE_ON_EACH_TARGET(StepOnTarget);

TEST_P(StepOnTarget, FollowsTheDefinition) {
  for (int round = 0; round < 200; ++round) {
    prepare(1 + static_cast<unsigned>(round) % 4);
    ASSERT_NO_FATAL_FAILURE(expect_step(4));
    prepare(1 + static_cast<unsigned>(round) % 4);
    ASSERT_NO_FATAL_FAILURE(expect_step(8));
  }
}

}  // namespace
}  // namespace lydite::keccak
