#include "src/base/wipe.h"

#include <array>
#include <cstdint>
#include <cstring>

#include "lydite/bytes.h"
#include "src/base/cpu_limit.h"

namespace lydite {
namespace {

// Every kernel's caller wipes something.
[[maybe_unused, gnu::used]] const bool* const limited = &targets_are_limited;

}  // namespace

void wipe(std::span<std::uint8_t> memory) noexcept {
  if (memory.empty()) return;
  std::memset(memory.data(), 0, memory.size());
  asm volatile("" : : "r"(memory.data()) : "memory");
}

[[gnu::noinline]] void wipe_stack() noexcept {
  std::array<std::uint8_t, 2048> frame;
  wipe(frame);
}

}  // namespace lydite
