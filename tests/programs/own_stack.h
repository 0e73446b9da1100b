// Runs a function on a stack of known size between guard pages, and keeps the stack for inspection.
#pragma once

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <span>

namespace lydite::programs {

class OwnStack {
 public:
  static constexpr std::uint8_t paint = 0xA7;

  explicit OwnStack(std::size_t size) : size_(size), guard_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
    void* memory = mmap(nullptr, size_ + 2 * guard_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) std::abort();
    base_ = static_cast<std::uint8_t*>(memory) + guard_;
    if (mprotect(base_, size_, PROT_READ | PROT_WRITE) != 0) std::abort();
  }
  OwnStack(const OwnStack&) = delete;
  OwnStack& operator=(const OwnStack&) = delete;
  ~OwnStack() { munmap(base_ - guard_, size_ + 2 * guard_); }

  // Paints the whole stack, then runs the function on it to its end.
  void run(const std::function<void()>& function) {
    std::memset(base_, paint, size_);
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    if (pthread_attr_setstack(&attributes, base_, size_) != 0) std::abort();
    const auto start = [](void* f) -> void* {
      (*static_cast<const std::function<void()>*>(f))();
      return nullptr;
    };
    if (pthread_create(&thread, &attributes, start, const_cast<std::function<void()>*>(&function)) != 0) std::abort();
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
  }

  [[nodiscard]] std::span<const std::uint8_t> memory() const { return {base_, size_}; }
  // Bytes from the top down to the lowest one that the last run changed.
  [[nodiscard]] std::size_t used() const {
    const std::uint8_t* lowest = std::find_if(base_, base_ + size_, [](std::uint8_t b) { return b != paint; });
    return static_cast<std::size_t>(base_ + size_ - lowest);
  }

 private:
  std::size_t size_, guard_;
  std::uint8_t* base_;
};

}  // namespace lydite::programs
