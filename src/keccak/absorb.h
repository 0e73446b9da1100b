// Whole blocks through the sponge, with the state kept in registers from block to block.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lydite::keccak {

inline constexpr std::size_t maximum_rate = 168;

// All rates are in bytes: 200 - 2 * (digest size) of SHA-3, or 168 or 136. Data may lie at any address.

// For each block: adds it to the state, then permutes.
void absorb(std::uint64_t* state, const std::uint8_t* data, std::size_t block_count, std::size_t rate);
// For each block: permutes, then writes the first `rate` bytes of the state.
void squeeze(std::uint64_t* state, std::uint8_t* out, std::size_t block_count, std::size_t rate);

// Four and eight states, interleaved as in permute.h; data[s] is the message of state s.
void absorb_x4(std::uint64_t* states, const std::uint8_t* const* data, std::size_t block_count, std::size_t rate);
void absorb_x8(std::uint64_t* states, const std::uint8_t* const* data, std::size_t block_count, std::size_t rate);

}  // namespace lydite::keccak
