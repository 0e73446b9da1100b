// One permutation of eight Keccak states, or of the first four, with what goes into them before and comes out after.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "src/keccak/permute.h"

namespace lydite::keccak {

inline constexpr std::size_t max_lanes = 8;

// Word i of the state in lane s is states[8 * i + s]. Aligned to 64 bytes.
using LaneStates = std::array<std::uint64_t, lane_count * max_lanes>;

// What a step does with one lane.
struct LaneStep {
  enum class Input : std::uint8_t {
    kNone,
    kSeed,   // four words, then `tail`, then padding: all of a short message
    kBlock,  // seventeen words
  };
  static constexpr std::size_t seed_words = 4, block_words = 17, output_words = 22;

  const std::uint8_t* words = nullptr;
  std::uint64_t tail = 0;
  std::uint64_t padding16 = 0, padding20 = 0;  // of a seed, for words 16 and 20
  std::uint64_t* output = nullptr;             // the first `output_words` words of the state; never null
  Input input = Input::kNone;
  bool is_busy = false;       // a lane that is not need not be permuted
  bool begins = false;        // the state is zero before the input
  bool wants_output = false;  // without, whether `output` is written is unspecified
};
using LaneSteps = std::array<LaneStep, max_lanes>;

// Inputs, permutation and outputs of the first `count` lanes, 4 or 8. The other lanes stay as they are.
void step_lanes(LaneStates& states, const LaneSteps& steps, std::size_t count);
// Whether a step of eight lanes takes clearly less time than two of four.
bool eight_lanes_pay();

}  // namespace lydite::keccak
