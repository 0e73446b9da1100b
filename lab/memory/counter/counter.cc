// Stands before the C library's allocator and counts; operator new passes through malloc. Loaded with LD_PRELOAD.
#include <malloc.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "lab/memory/counter/counts.h"

#define LYDITE_EXPORT extern "C" __attribute__((visibility("default")))

// The C library's own names, which interposition does not reach.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* memory);
}

LYDITE_EXPORT lydite::lab::AllocationCounts lydite_allocation_counts;
lydite::lab::AllocationCounts lydite_allocation_counts{};

namespace {

void count(std::size_t size) noexcept {
  auto& counts = lydite_allocation_counts;
  if (!counts.enabled.load(std::memory_order_relaxed)) return;
  counts.allocations.fetch_add(1, std::memory_order_relaxed);
  counts.bytes.fetch_add(size, std::memory_order_relaxed);
}

// A block that came, or with a negative sign one that goes.
void hold(void* memory, std::int64_t sign) noexcept {
  auto& counts = lydite_allocation_counts;
  if (memory == nullptr || !counts.enabled.load(std::memory_order_relaxed)) return;
  const std::int64_t size = sign * static_cast<std::int64_t>(malloc_usable_size(memory));
  const std::int64_t live = counts.live.fetch_add(size, std::memory_order_relaxed) + size;
  std::int64_t peak = counts.live_peak.load(std::memory_order_relaxed);
  while (live > peak && !counts.live_peak.compare_exchange_weak(peak, live, std::memory_order_relaxed)) {
  }
}

void* held(void* memory) noexcept {
  hold(memory, 1);
  return memory;
}

bool is_alignment(std::size_t alignment) noexcept {
  return alignment % sizeof(void*) == 0 && alignment != 0 && (alignment & (alignment - 1)) == 0;
}

}  // namespace

LYDITE_EXPORT void* malloc(std::size_t size) {
  count(size);
  return held(__libc_malloc(size));
}

LYDITE_EXPORT void* calloc(std::size_t elements, std::size_t size) {
  count(elements * size);
  return held(__libc_calloc(elements, size));
}

// One allocation of the new size.
LYDITE_EXPORT void* realloc(void* memory, std::size_t size) {
  count(size);
  hold(memory, -1);
  void* const result = __libc_realloc(memory, size);
  hold(result == nullptr && size != 0 ? memory : result, 1);  // a failed call leaves the old block
  return result;
}

LYDITE_EXPORT void* reallocarray(void* memory, std::size_t elements, std::size_t size) {
  std::size_t total = 0;
  if (__builtin_mul_overflow(elements, size, &total)) {
    errno = ENOMEM;
    return nullptr;
  }
  return realloc(memory, total);
}

LYDITE_EXPORT void* memalign(std::size_t alignment, std::size_t size) {
  count(size);
  return held(__libc_memalign(alignment, size));
}

LYDITE_EXPORT void free(void* memory) {
  hold(memory, -1);
  __libc_free(memory);
}

LYDITE_EXPORT void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }

LYDITE_EXPORT int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  if (!is_alignment(alignment)) return EINVAL;
  void* const result = memalign(alignment, size);
  if (result == nullptr) return ENOMEM;
  *memory = result;
  return 0;
}
