#include "lab/memory/stack.h"

#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>

namespace lydite::lab {
namespace {

constexpr std::size_t stack_size = std::size_t{8} << 20;
constexpr int patterns[] = {0xA5, 0x5A, 0x3C};

class PaintedStack {
 public:
  PaintedStack()
      : memory_(mmap(nullptr, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0)) {
    if (memory_ == MAP_FAILED) throw std::runtime_error("no memory for a stack");
  }
  ~PaintedStack() { munmap(memory_, stack_size); }
  PaintedStack(const PaintedStack&) = delete;
  PaintedStack& operator=(const PaintedStack&) = delete;

  // Distances from the top of the stack.
  struct Depth {
    std::size_t entry = 0;    // where the operation was called
    std::size_t deepest = 0;  // the last byte that changed before the thread was gone
  };
  Depth depth_of(const Prepared& prepared, int pattern) {
    std::memset(memory_, pattern, stack_size);
    Call call{prepared, 0};
    run_thread(call);
    const std::span<const unsigned char> bytes(static_cast<const unsigned char*>(memory_), stack_size);
    const auto deepest =
        std::find_if(bytes.begin(), bytes.end(), [pattern](unsigned char byte) { return byte != pattern; });
    const auto top = reinterpret_cast<std::uintptr_t>(memory_) + stack_size;
    return {top - call.frame, static_cast<std::size_t>(bytes.end() - deepest)};
  }

 private:
  struct Call {
    const Prepared& operation;
    std::uintptr_t frame;
  };
  static void* enter(void* argument) {
    Call& call = *static_cast<Call*>(argument);
    call.frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    call.operation.run(call.operation.state.get());
    return nullptr;
  }

  void run_thread(Call& call) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, memory_, stack_size);
    pthread_t thread{};
    const int error = pthread_create(&thread, &attributes, enter, &call);
    pthread_attr_destroy(&attributes);
    if (error != 0) throw std::runtime_error("cannot start a thread on its own stack");
    pthread_join(thread, nullptr);
  }

  void* memory_;
};

void nothing(void*) {}

}  // namespace

std::uint64_t stack_bytes(const Operation& operation, std::uint64_t seed) {
  const Prepared prepared = operation.prepare(seed);
  prepared.run(prepared.state.get());  // functions of shared libraries are bound at their first call
  Prepared empty;
  empty.run = nothing;
  PaintedStack stack;
  std::size_t most = 0;
  for (const int pattern : patterns) {
    // The end of a thread needs some stack as well: only what lies deeper is the operation's for sure.
    const auto base = stack.depth_of(empty, pattern), depth = stack.depth_of(prepared, pattern);
    if (depth.deepest > base.deepest) most = std::max(most, depth.deepest - depth.entry);
  }
  if (prepared.check != nullptr && !prepared.check(prepared.state.get())) throw std::runtime_error("check failed");
  return most;
}

}  // namespace lydite::lab
