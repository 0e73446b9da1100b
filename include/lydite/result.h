// Errors as values: the interface of std::expected, which C++20 lacks.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "lydite/bytes.h"

namespace lydite {

enum class Error {
  kInvalidLength = 1,    // an input has another length than its type demands
  kNonCanonical = 2,     // an encoded integer is not reduced (FIPS 203, section 7.2)
  kKeyHashMismatch = 3,  // H(ek) inside a decapsulation key is wrong (FIPS 203, section 7.3)
  kEntropy = 4,          // the source of randomness failed
  kContextTooLong = 5,   // a context string has more than 255 bytes (FIPS 204, section 5.2)
  kKeyMismatch = 6,      // the parts of a private key do not belong together
  kUnsupported = 7,      // the hash function is not part of this library
  kLowOrderPoint = 8,    // an X25519 result is all zero (RFC 7748, section 6.1)
  kTooManyAttempts = 9,  // no attempt to sign succeeded within the limit (FIPS 204, appendix C)
};

// One sentence for people; never contains data.
[[nodiscard]] std::string_view describe(Error error) noexcept;

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}    // NOLINT: implicit as in std::expected
  Result(Error error) noexcept : error_(error) {}  // NOLINT
  // A value built in place: large ones are never copied on the stack.
  template <class... Args>
  explicit Result(std::in_place_t, Args&&... args) : value_(std::in_place, std::forward<Args>(args)...) {}

  [[nodiscard]] bool has_value() const noexcept { return value_.has_value(); }
  explicit operator bool() const noexcept { return has_value(); }
  // Precondition of value(), * and ->: has_value().
  [[nodiscard]] T& value() & noexcept { return *value_; }
  [[nodiscard]] const T& value() const& noexcept { return *value_; }
  [[nodiscard]] T&& value() && noexcept { return std::move(*value_); }
  T& operator*() & noexcept { return *value_; }
  const T& operator*() const& noexcept { return *value_; }
  T&& operator*() && noexcept { return std::move(*value_); }
  T* operator->() noexcept { return &*value_; }
  const T* operator->() const noexcept { return &*value_; }
  // Precondition: !has_value().
  [[nodiscard]] Error error() const noexcept { return error_; }
  // Destroys the value.
  void fail(Error error) noexcept {
    value_.reset();
    error_ = error;
  }

 private:
  std::optional<T> value_;
  Error error_{};
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() noexcept = default;
  Result(Error error) noexcept : error_(error) {}  // NOLINT

  [[nodiscard]] bool has_value() const noexcept { return error_ == Error{}; }
  explicit operator bool() const noexcept { return has_value(); }
  [[nodiscard]] Error error() const noexcept { return error_; }

 private:
  Error error_{};
};

// The parser for bytes from outside: exactly N of them, or kInvalidLength. Nothing is read.
template <std::size_t N>
[[nodiscard]] Result<View<N>> exactly(Message bytes) noexcept {
  if (bytes.size() != N) return Error::kInvalidLength;
  return View<N>(bytes.data(), N);
}

}  // namespace lydite
