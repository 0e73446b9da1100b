// Byte strings of fixed length, views of them, and secrets that are wiped.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace lydite {

template <std::size_t N>
using Bytes = std::array<std::uint8_t, N>;
template <std::size_t N>
using View = std::span<const std::uint8_t, N>;
template <std::size_t N>
using Out = std::span<std::uint8_t, N>;
// Input of variable length: messages, and bytes from outside that a parser has not checked yet.
using Message = std::span<const std::uint8_t>;

// Overwrites memory with zeros; the optimiser cannot remove it.
void wipe(std::span<std::uint8_t> memory) noexcept;

// N secret bytes: move-only, wiped on destruction and after a move. No comparison, no output operator;
// reveal() is the only way to read the contents, fill() the only way to write them.
template <std::size_t N>
class [[nodiscard]] Secret {
 public:
  static constexpr std::size_t size = N;

  Secret() = default;
  explicit Secret(View<N> bytes) noexcept {
    for (std::size_t i = 0; i < N; ++i) bytes_[i] = bytes[i];
  }
  Secret(Secret&& other) noexcept : bytes_(other.bytes_) { wipe(other.bytes_); }
  Secret& operator=(Secret&& other) noexcept {
    if (this != &other) {
      bytes_ = other.bytes_;
      wipe(other.bytes_);
    }
    return *this;
  }
  Secret(const Secret&) = delete;
  Secret& operator=(const Secret&) = delete;
  ~Secret() { wipe(bytes_); }

  [[nodiscard]] View<N> reveal() const noexcept { return bytes_; }
  [[nodiscard]] Out<N> fill() noexcept { return bytes_; }

 private:
  Bytes<N> bytes_{};
};

}  // namespace lydite
