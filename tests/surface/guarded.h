// Bytes that end at, or begin after, a page that nobody may touch: an access outside of them ends the program.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <span>

namespace lydite::testing_support {

class Guarded {
 public:
  // With the guard directly behind the last byte, or `gap` bytes further on.
  explicit Guarded(std::size_t size, std::size_t gap = 0) : size_(size) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t room = (size + gap + page - 1) / page * page;
    length_ = room + 2 * page;
    void* memory = mmap(nullptr, length_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) std::abort();
    base_ = static_cast<std::uint8_t*>(memory);
    if (room != 0 && mprotect(base_ + page, room, PROT_READ | PROT_WRITE) != 0) std::abort();
    begin_ = base_ + page + room - size - gap;
  }
  Guarded(std::span<const std::uint8_t> contents, std::size_t gap) : Guarded(contents.size(), gap) {
    std::copy(contents.begin(), contents.end(), begin_);
  }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;
  ~Guarded() { munmap(base_, length_); }

  [[nodiscard]] std::span<std::uint8_t> bytes() const { return {begin_, size_}; }
  template <std::size_t N>
  [[nodiscard]] std::span<std::uint8_t, N> exactly() const {
    return std::span<std::uint8_t, N>(begin_, N);
  }
  // An object of byte alignment at this place.
  template <class T, class... Arguments>
  T& place(Arguments&&... arguments) {
    static_assert(alignof(T) == 1);
    return *new (begin_) T(std::forward<Arguments>(arguments)...);
  }

 private:
  std::size_t size_, length_ = 0;
  std::uint8_t* base_ = nullptr;
  std::uint8_t* begin_ = nullptr;
};

// Address space of any size in which every access ends the program.
class Forbidden {
 public:
  explicit Forbidden(std::size_t size) : size_(size) {
    memory_ = mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory_ == MAP_FAILED) std::abort();
  }
  Forbidden(const Forbidden&) = delete;
  Forbidden& operator=(const Forbidden&) = delete;
  ~Forbidden() { munmap(memory_, size_); }
  [[nodiscard]] std::span<const std::uint8_t> bytes() const {
    return {static_cast<const std::uint8_t*>(memory_), size_};
  }

 private:
  std::size_t size_;
  void* memory_ = nullptr;
};

}  // namespace lydite::testing_support
