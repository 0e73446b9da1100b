// The one source of randomness, as an argument.
#pragma once

#include <cstdint>
#include <span>

#include "lydite/result.h"

namespace lydite {

// A source of random bytes: a function and its context. Copyable; does not own the context.
class Entropy {
 public:
  // Fills all of `out` and returns true, or returns false; what it wrote on failure is not used.
  using Fill = bool (*)(void* context, std::span<std::uint8_t> out);

  constexpr Entropy(Fill source, void* context) noexcept : fill_(source), context_(context) {}

  // Error: kEntropy, with `out` zeroed.
  Result<void> fill(std::span<std::uint8_t> out) const noexcept;

 private:
  Fill fill_;
  void* context_;
};

// The operating system's generator (getrandom). Every failure and short read is reported.
[[nodiscard]] Entropy system_entropy() noexcept;

}  // namespace lydite
