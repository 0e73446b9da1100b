// A value that a kernel changes in place, again and again, and the proof that it did.
#pragma once

#include <cstdint>

namespace lydite::lab {

template <class Value>
class Repeated {
 public:
  Value value;

  template <class Kernel>
  void run(Kernel&& kernel) {
    if (runs_++ % period == 0) remembered_ = value;
    kernel(value);
  }
  // Whether the oracle leads from the value before the last few runs to the present one. False if nothing ran.
  template <class Oracle>
  [[nodiscard]] bool agrees(Oracle&& oracle) const {
    if (runs_ == 0) return false;
    Value expected = remembered_;
    for (std::uint64_t i = 0; i <= (runs_ - 1) % period; ++i) oracle(expected);
    return expected == value;
  }

 private:
  // So many runs, at most, does agrees() repeat; remembering costs the runs between nothing.
  static constexpr std::uint64_t period = 1024;

  Value remembered_;
  std::uint64_t runs_ = 0;
};

}  // namespace lydite::lab
