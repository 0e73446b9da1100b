// Constant-time words: the only way in which secret data selects anything.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#ifdef LYDITE_CT
#include <valgrind/memcheck.h>
#endif

namespace lydite {

// Hides a value from the optimiser, so that it cannot turn mask arithmetic into a branch.
template <std::unsigned_integral T>
[[nodiscard]] inline T value_barrier(T value) noexcept {
  asm volatile("" : "+r"(value));
  return value;
}

// All bits set or none.
template <std::unsigned_integral T>
class Mask {
 public:
  // `bits` is 0 or the maximum of T.
  static Mask of(T bits) noexcept { return Mask(value_barrier(bits)); }
  // Set if the value is not zero.
  static Mask nonzero(T value) noexcept {
    const T v = value_barrier(value);
    const T top = static_cast<T>((v | static_cast<T>(T{0} - v)) >> (8 * sizeof(T) - 1));
    return of(static_cast<T>(T{0} - top));
  }
  [[nodiscard]] T bits() const noexcept { return bits_; }
  Mask operator~() const noexcept { return Mask(static_cast<T>(~bits_)); }
  Mask operator&(Mask other) const noexcept { return Mask(static_cast<T>(bits_ & other.bits_)); }
  Mask operator|(Mask other) const noexcept { return Mask(static_cast<T>(bits_ | other.bits_)); }

 private:
  explicit Mask(T bits) noexcept : bits_(bits) {}
  T bits_;
};

// a if the mask is set, else b.
template <std::unsigned_integral T>
[[nodiscard]] inline T select(Mask<T> mask, T a, T b) noexcept {
  return static_cast<T>(b ^ (mask.bits() & (a ^ b)));
}

// Set if both strings are equal. Time depends on the length only. Precondition: equal lengths.
[[nodiscard]] inline Mask<std::uint8_t> equal(std::span<const std::uint8_t> a,
                                              std::span<const std::uint8_t> b) noexcept {
  std::uint8_t difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) difference = static_cast<std::uint8_t>(difference | (a[i] ^ b[i]));
  return ~Mask<std::uint8_t>::nonzero(difference);
}

// out = a if the mask is set, else b. Precondition: equal lengths.
inline void select(Mask<std::uint8_t> mask, std::span<const std::uint8_t> a, std::span<const std::uint8_t> b,
                   std::span<std::uint8_t> out) noexcept {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = select(mask, a[i], b[i]);
}

// classify marks where secrecy begins, declassify where it ends (with a comment that says why). Both compile to
// nothing, except in the `ct` preset, where the memory checker then reports each branch and address that depends on a
// secret.
inline void classify([[maybe_unused]] std::span<const std::uint8_t> bytes) noexcept {
#ifdef LYDITE_CT
  VALGRIND_MAKE_MEM_UNDEFINED(bytes.data(), bytes.size());
#endif
}
inline void declassify([[maybe_unused]] std::span<const std::uint8_t> bytes) noexcept {
#ifdef LYDITE_CT
  VALGRIND_MAKE_MEM_DEFINED(bytes.data(), bytes.size());
#endif
}

}  // namespace lydite
