// The permutation Keccak-f[1600] (FIPS 202, section 3): of one state, and of several states side by side.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace lydite::keccak {

inline constexpr std::size_t lane_count = 25;
inline constexpr std::size_t round_count = 24;

// Lane (x, y) of a state is word x + 5y; a word holds its eight bytes in little-endian order.
using State = std::array<std::uint64_t, lane_count>;

// Rotation of each lane in rho: algorithm 2.
constexpr std::array<int, lane_count> make_rotations() {
  std::array<int, lane_count> rotations{};
  std::size_t x = 1, y = 0;
  for (int t = 0; t < 24; ++t) {
    rotations[x + 5 * y] = (t + 1) * (t + 2) / 2 % 64;
    const std::size_t next_y = (2 * x + 3 * y) % 5;
    x = y;
    y = next_y;
  }
  return rotations;
}
inline constexpr std::array<int, lane_count> rotations = make_rotations();

// Constants of iota: algorithms 5 (the register of eight bits, newest bit on the right) and 6.
constexpr std::array<std::uint64_t, round_count> make_round_constants() {
  std::array<std::uint64_t, round_count> constants{};
  unsigned lfsr = 1;
  for (std::uint64_t& constant : constants) {
    for (unsigned j = 0; j <= 6; ++j) {
      constant |= std::uint64_t{lfsr & 1} << ((1U << j) - 1);
      lfsr = (lfsr << 1) ^ ((lfsr >> 7) * 0x171);
    }
  }
  return constants;
}
inline constexpr std::array<std::uint64_t, round_count> round_constants = make_round_constants();

// pi: the lane that moves to place i.
constexpr std::size_t pi_source(std::size_t i) { return (i % 5 + 3 * (i / 5)) % 5 + 5 * (i % 5); }

// theta, rho, pi, chi, iota: sections 3.2.1 to 3.2.5.
constexpr void round_portable(std::uint64_t* a, std::uint64_t constant) {
  std::uint64_t c[5] = {}, b[lane_count] = {};
  for (std::size_t i = 0; i < lane_count; ++i) c[i % 5] ^= a[i];
  for (std::size_t i = 0; i < lane_count; ++i) {
    const std::size_t s = pi_source(i);
    b[i] = std::rotl(a[s] ^ c[(s + 4) % 5] ^ std::rotl(c[(s + 1) % 5], 1), rotations[s]);
  }
  for (std::size_t i = 0; i < lane_count; ++i) {
    const std::size_t row = i - i % 5;
    a[i] = b[i] ^ (~b[row + (i + 1) % 5] & b[row + (i + 2) % 5]);
  }
  a[0] ^= constant;
}

// The permutation, and the oracle of its kernels.
constexpr void permute_portable(std::uint64_t* state) {
  for (const std::uint64_t constant : round_constants) round_portable(state, constant);
}

// The same by the best kernel for this processor.
void permute(std::uint64_t* state);
// Four and eight states, interleaved: lane i of state s is states[4 * i + s], or states[8 * i + s]. Aligned to 64
// bytes.
void permute_x4(std::uint64_t* states);
void permute_x8(std::uint64_t* states);

}  // namespace lydite::keccak
