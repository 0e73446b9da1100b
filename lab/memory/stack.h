// How deep an operation goes into the stack, in native code.
#pragma once

#include <cstdint>

#include "lab/algorithm.h"

namespace lydite::lab {

// Bytes of stack that one call takes below its caller: the operation runs on a thread whose stack was filled with a
// pattern before, and the deepest byte that changed is found; the maximum over three patterns. 0 if it goes no deeper
// than a thread that does nothing (some hundred bytes). Throws std::runtime_error if the thread cannot be made or the
// operation fails its check.
[[nodiscard]] std::uint64_t stack_bytes(const Operation& operation, std::uint64_t seed);

}  // namespace lydite::lab
