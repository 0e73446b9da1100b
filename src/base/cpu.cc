#include "lydite/cpu.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "src/base/cpu_limit.h"
#include "src/base/cpu_select.h"

#if HWY_ARCH_X86
#include <cpuid.h>
#endif

namespace lydite {
namespace {

#if HWY_ARCH_X86
CpuidSnapshot read_cpuid() noexcept {
  CpuidSnapshot cpu;
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0) cpu.leaf1_ecx = ecx;
  if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0) {
    cpu.leaf7_ebx = ebx;
    cpu.leaf7_ecx = ecx;
  }
  if ((cpu.leaf1_ecx >> 27 & 1) != 0) {
    std::uint32_t low = 0, high = 0;
    asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    cpu.xcr0 = std::uint64_t{high} << 32 | low;
  }
  return cpu;
}

std::int64_t runnable() noexcept {
  const AllowedTargets allowed = allowed_targets(read_cpuid());
  return HWY_STATIC_TARGET | (allowed.sse4 ? HWY_SSE4 : 0) | (allowed.avx2 ? HWY_AVX2 : 0) |
         (allowed.avx3 ? HWY_AVX3 : 0) | (allowed.avx3_dl ? HWY_AVX3_DL : 0);
}
#else
std::int64_t runnable() noexcept { return HWY_TARGETS; }
#endif

// What Highway finds; a build for one fixed target has no part of Highway that asks the processor.
std::int64_t detected() noexcept {
#ifdef HWY_COMPILE_ONLY_STATIC
  return HWY_STATIC_TARGET;
#else
  return hwy::SupportedTargets() | HWY_STATIC_TARGET;
#endif
}

struct Targets {
  static constexpr std::size_t capacity = 64;
  std::array<std::string_view, capacity> names;
  std::array<std::int64_t, capacity> bits{};
  std::size_t count = 0;
  std::size_t current = 0;

  Targets() noexcept {
    // Highway numbers better targets with lower bits.
    const std::int64_t available = HWY_TARGETS & runnable() & detected();
    for (unsigned i = 0; i < capacity - 1; ++i) {
      const std::int64_t bit = std::int64_t{1} << i;
      if ((available & bit) == 0) continue;
      names[count] = hwy::TargetName(bit);
      bits[count++] = bit;
    }
    choose(0);
  }

  void choose([[maybe_unused]] std::size_t index) noexcept {
    current = index;
#ifndef HWY_COMPILE_ONLY_STATIC
    hwy::SetSupportedTargetsForTest(bits[index]);
    hwy::GetChosenTarget().Update(bits[index]);
#endif
  }
};

Targets& targets() noexcept {
  static Targets instance;
  return instance;
}

// Dispatch must be limited before the first kernel runs, also before one in a static initialiser.
[[gnu::constructor(101)]] void limit_at_start() noexcept { targets(); }

}  // namespace

const bool targets_are_limited = true;

std::span<const std::string_view> supported_targets() noexcept {
  return std::span(targets().names).first(targets().count);
}

std::string_view current_target() noexcept { return targets().names[targets().current]; }

bool use_target(std::string_view name) noexcept {
  if (name.empty()) {
    targets().choose(0);
    return true;
  }
  for (std::size_t i = 0; i < targets().count; ++i) {
    if (targets().names[i] != name) continue;
    targets().choose(i);
    return true;
  }
  return false;
}

}  // namespace lydite
