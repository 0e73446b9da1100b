// What the counting library and its reader share.
#pragma once

#include <atomic>
#include <cstdint>

namespace lydite::lab {

struct AllocationCounts {
  std::atomic<bool> enabled;
  std::atomic<std::uint64_t> allocations;
  std::atomic<std::uint64_t> bytes;  // as requested
  // Usable bytes that are held more than when counting began; less is possible, where older blocks are given back.
  std::atomic<std::int64_t> live;
  std::atomic<std::int64_t> live_peak;
};

}  // namespace lydite::lab
