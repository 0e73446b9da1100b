// Bytes that may be secret, of a length known at run time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "lydite/bytes.h"

namespace lydite::cli {

// Move-only, wiped on destruction, never reallocated: no copy stays behind.
class Buffer {
 public:
  explicit Buffer(std::size_t size) : bytes_(std::make_unique<std::uint8_t[]>(size)), capacity_(size), size_(size) {}
  explicit Buffer(Message bytes) : Buffer(bytes.size()) { std::copy(bytes.begin(), bytes.end(), bytes_.get()); }
  Buffer(Buffer&& other) noexcept
      : bytes_(std::move(other.bytes_)),
        capacity_(std::exchange(other.capacity_, 0)),
        size_(std::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(capacity_, other.capacity_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Buffer() { wipe({bytes_.get(), capacity_}); }

  [[nodiscard]] Message view() const { return {bytes_.get(), size_}; }
  [[nodiscard]] std::span<std::uint8_t> fill() { return {bytes_.get(), size_}; }
  // Precondition: size <= size().
  void shrink(std::size_t size) { size_ = size; }

 private:
  std::unique_ptr<std::uint8_t[]> bytes_;
  std::size_t capacity_, size_;
};

}  // namespace lydite::cli
