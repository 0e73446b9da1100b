// How rows describe their operations: a type with the inputs as members, which turns into an Operation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/algorithm.h"
#include "lydite/bytes.h"
#include "lydite/result.h"

namespace lydite::lab {

using Octets = std::vector<std::uint8_t>;
using Secrets = std::vector<std::span<std::uint8_t>>;

// `out` = the input number j of an operation: SHAKE256("lab-input" || operation || 0x00 || le32(j) || le64(seed)).
void derive_input(std::string_view operation, std::uint64_t seed, std::uint32_t j, std::span<std::uint8_t> out);

// The message of n bytes of the measurement guide, byte i = (131 i + n) mod 256, with the seed (little-endian) XORed
// into its first bytes: seed 0 gives the guide's own message.
[[nodiscard]] Octets guide_message(std::uint64_t seed, std::size_t size);

// The name from which the inputs follow: an operation that is held against another one gets the inputs of that one.
[[nodiscard]] inline std::string_view input_name(const Operation& described) {
  return described.baseline.empty() ? described.name : described.baseline;
}

inline void append(Octets& bytes, Message more) { bytes.insert(bytes.end(), more.begin(), more.end()); }
[[nodiscard]] inline bool same(Message a, Message b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

// The value of a step that builds inputs.
template <class T>
[[nodiscard]] T expect(Result<T> result) {
  if (!result) throw std::runtime_error("inputs cannot be built: " + std::string(describe(result.error())));
  return std::move(result).value();
}

// A function that draws random bytes; `octets` makes bytes of its value.
template <class Function, class ToOctets>
[[nodiscard]] Randomised randomised(std::string name, Function function, ToOctets to_octets) {
  return {std::move(name), [function, to_octets](const Entropy& source) -> std::optional<Octets> {
            const auto result = function(source);
            if (!result.has_value()) return std::nullopt;
            return to_octets(result.value());
          }};
}

// A result that is built in place, as `const auto result = f();` builds it at a caller, and not moved there afterwards.
template <class T>
class Slot {
 public:
  Slot() = default;
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;
  ~Slot() { reset(); }

  template <class Function>
  void fill(Function&& function) {
    reset();
    ::new (static_cast<void*>(memory_)) T(std::forward<Function>(function)());
    filled_ = true;
  }
  [[nodiscard]] bool filled() const { return filled_; }
  // Precondition of the others: filled().
  [[nodiscard]] const T& operator*() const { return *std::launder(reinterpret_cast<const T*>(memory_)); }
  [[nodiscard]] const T* operator->() const { return &**this; }

 private:
  void reset() {
    if (filled_) std::launder(reinterpret_cast<T*>(memory_))->~T();
    filled_ = false;
  }

  alignas(T) std::byte memory_[sizeof(T)];
  bool filled_ = false;
};

// `described` with inputs of type State, which has
//   State(const Operation& described, std::uint64_t seed, more...)
//   void run()                 the timed work, without allocation
//   bool check() const         after run(): the work was done, and rightly
//   Octets result() const      after run()
//   Secrets secrets()
template <class State, class... More>
[[nodiscard]] Operation operation(Operation described, More... more) {
  described.prepare = [described, more...](std::uint64_t seed) {
    auto state = std::make_shared<State>(described, seed, more...);
    Secrets secrets = state->secrets();
    return Prepared{std::move(state), [](void* s) { static_cast<State*>(s)->run(); },
                    [](const void* s) { return static_cast<const State*>(s)->check(); }, std::move(secrets),
                    [](const void* s) { return static_cast<const State*>(s)->result(); }};
  };
  return described;
}

}  // namespace lydite::lab
