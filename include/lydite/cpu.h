// The instruction sets (targets) for which this build has kernels, and the choice among them.
#pragma once

#include <span>
#include <string_view>

namespace lydite {

// Names of the targets that this build contains and this machine can run, best first: for example
// "AVX3_DL", "AVX3", "AVX2", "SSE4", "SSSE3", "SCALAR". The last one is the portable code.
[[nodiscard]] std::span<const std::string_view> supported_targets() noexcept;

// The target that dispatching functions run now.
[[nodiscard]] std::string_view current_target() noexcept;

// Limits dispatch to exactly this target, for tests and measurements; an empty name lifts the limit.
// Returns false, changing nothing, if the target is not among supported_targets().
// Not to be called while other threads use the library.
bool use_target(std::string_view name) noexcept;

}  // namespace lydite
