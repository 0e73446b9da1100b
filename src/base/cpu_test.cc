#include "lydite/cpu.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "src/base/cpu_select.h"

namespace lydite {
namespace {

// An Ice Lake server under a system that saves every register: CPUID as documented, all used bits alone.
constexpr CpuidSnapshot ice_lake{
    .leaf1_ecx = 1u << 1 | 1u << 9 | 1u << 12 | 1u << 19 | 1u << 20 | 1u << 25 | 1u << 27 | 1u << 28 | 1u << 29,
    .leaf7_ebx = 1u << 3 | 1u << 5 | 1u << 8 | 1u << 16 | 1u << 17 | 1u << 21 | 1u << 28 | 1u << 30 | 1u << 31,
    .leaf7_ecx = 1u << 1 | 1u << 6 | 1u << 8 | 1u << 9 | 1u << 10 | 1u << 11 | 1u << 12 | 1u << 14,
    .xcr0 = 0xE7};

// "", "4", "42", "423", "423D": which of the four are allowed.
std::string verdict(const CpuidSnapshot& cpu) {
  const AllowedTargets allowed = allowed_targets(cpu);
  return std::string(allowed.sse4 ? "4" : "") + (allowed.avx2 ? "2" : "") + (allowed.avx3 ? "3" : "") +
         (allowed.avx3_dl ? "D" : "");
}

constexpr CpuidSnapshot with_xcr0(std::uint64_t xcr0) {
  CpuidSnapshot cpu = ice_lake;
  cpu.xcr0 = xcr0;
  return cpu;
}

TEST(AllowedTargets, NothingOnAnUnknownProcessor) { EXPECT_EQ(verdict({}), ""); }

TEST(AllowedTargets, OperatingSystemMustSaveTheRegisters) {
  EXPECT_EQ(verdict(with_xcr0(0xE7)), "423D");
  EXPECT_EQ(verdict(with_xcr0(0x07)), "42");  // neither opmask nor ZMM
  EXPECT_EQ(verdict(with_xcr0(0xC7)), "42");  // no opmask
  EXPECT_EQ(verdict(with_xcr0(0xA7)), "42");  // no upper halves of ZMM0-15
  EXPECT_EQ(verdict(with_xcr0(0x67)), "42");  // no ZMM16-31
  EXPECT_EQ(verdict(with_xcr0(0x03)), "4");   // no YMM
  EXPECT_EQ(verdict(with_xcr0(0x05)), "4");   // YMM without XMM
  EXPECT_EQ(verdict(with_xcr0(0xE3)), "4");   // ZMM without YMM
  EXPECT_EQ(verdict(with_xcr0(0x00)), "4");
}

// XGETBV is not even allowed there, so that whatever XCR0 seems to hold means nothing.
TEST(AllowedTargets, OsxsaveClearForbidsWideRegisters) {
  CpuidSnapshot cpu = ice_lake;
  cpu.leaf1_ecx &= ~(1u << 27);
  EXPECT_EQ(verdict(cpu), "4");
}

// Clears each set bit of one CPUID word in turn and collects the verdicts.
std::set<std::string> verdicts_without_one_bit(std::uint32_t CpuidSnapshot::* word) {
  std::set<std::string> verdicts;
  for (std::uint32_t bits = ice_lake.*word; bits != 0; bits &= bits - 1) {
    CpuidSnapshot cpu = ice_lake;
    cpu.*word &= ~(1u << std::countr_zero(bits));
    verdicts.insert(verdict(cpu));
  }
  return verdicts;
}

TEST(AllowedTargets, EachInstructionSetNeedsAllItsBits) {
  EXPECT_EQ(verdicts_without_one_bit(&CpuidSnapshot::leaf1_ecx), (std::set<std::string>{"", "4"}));
  EXPECT_EQ(verdicts_without_one_bit(&CpuidSnapshot::leaf7_ebx), (std::set<std::string>{"4", "42", "423"}));
  EXPECT_EQ(verdicts_without_one_bit(&CpuidSnapshot::leaf7_ecx), (std::set<std::string>{"423"}));
}

TEST(Targets, EndWithThePortableCodeOrTheFixedTarget) {
  ASSERT_FALSE(supported_targets().empty());
#ifndef HWY_COMPILE_ONLY_STATIC
  EXPECT_EQ(supported_targets().back(), "SCALAR");
#else
  EXPECT_EQ(supported_targets().size(), 1u);
#endif
}

TEST(Targets, AreNamedOnce) {
  const std::set<std::string_view> names(supported_targets().begin(), supported_targets().end());
  EXPECT_EQ(names.size(), supported_targets().size());
}

TEST(Targets, EachCanBeChosen) {
  for (const std::string_view name : supported_targets()) {
    EXPECT_TRUE(use_target(name));
    EXPECT_EQ(current_target(), name);
  }
  EXPECT_TRUE(use_target(""));
  EXPECT_EQ(current_target(), supported_targets().front());
}

TEST(Targets, UnknownNameChangesNothing) {
  ASSERT_TRUE(use_target(supported_targets().back()));
  for (const std::string_view name : {"AVX9", "avx2", "SCALAR ", "SSSE3"}) {
    EXPECT_FALSE(use_target(name)) << name;
    EXPECT_EQ(current_target(), supported_targets().back());
  }
  use_target("");
}

}  // namespace
}  // namespace lydite
