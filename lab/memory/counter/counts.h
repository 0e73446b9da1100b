// What the counting library and its reader share.
#pragma once

#include <atomic>
#include <cstdint>

namespace lydite::lab {

struct AllocationCounts {
  std::atomic<bool> enabled;
  std::atomic<std::uint64_t> allocations;
  std::atomic<std::uint64_t> bytes;  // as requested
};

}  // namespace lydite::lab
