#include "lab/memory/allocations.h"

#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>

#include "lab/memory/counter/counts.h"

namespace lydite::lab {
namespace {

AllocationCounts& loaded_counts() {
  void* const symbol = dlsym(RTLD_DEFAULT, "lydite_allocation_counts");
  if (symbol == nullptr) throw std::runtime_error("the allocation counter is not loaded");
  return *static_cast<AllocationCounts*>(symbol);
}

}  // namespace

Allocations count_allocations(const Operation& operation, std::uint64_t seed, std::uint64_t calls) {
  AllocationCounts& counts = loaded_counts();
  const Prepared prepared = operation.prepare(seed);
  void* const state = prepared.state.get();
  prepared.run(state);
  counts.allocations = counts.bytes = 0;
  counts.live = counts.live_peak = 0;
  counts.enabled = true;
  for (std::uint64_t i = 0; i < calls; ++i) prepared.run(state);
  counts.enabled = false;
  const Allocations result{calls, counts.allocations, counts.bytes, counts.live_peak, counts.live};
  if (prepared.check != nullptr && !prepared.check(state)) throw std::runtime_error("check failed");
  return result;
}

std::string counting_library(const std::string& program) {
  return (std::filesystem::path(program).parent_path() / "liblydite_count.so").string();
}

}  // namespace lydite::lab
