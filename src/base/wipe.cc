#include <cstring>

#include "lydite/bytes.h"

namespace lydite {

void wipe(std::span<std::uint8_t> memory) noexcept {
  if (memory.empty()) return;
  std::memset(memory.data(), 0, memory.size());
  asm volatile("" : : "r"(memory.data()) : "memory");
}

}  // namespace lydite
