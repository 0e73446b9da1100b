// Many messages at once: vector lanes that are refilled as messages end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lydite/bytes.h"

namespace lydite::keccak {

// Independent messages with one rate and suffix; the output of message i goes to out(context, i).
struct Batch {
  std::span<const Message> messages;
  const void* context;
  std::span<std::uint8_t> (*out)(const void* context, std::size_t i);
  std::size_t rate;
  std::uint8_t suffix;
};

void hash_many(const Batch& batch) noexcept;

}  // namespace lydite::keccak
