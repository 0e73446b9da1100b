// Which vector targets a processor *and* its operating system allow: a pure function of CPUID and XCR0, so that every
// combination can be tested on any machine. Intel SDM volume 1, sections 13.2 and 14.3; AMD APM volume 3, appendix D.
#pragma once

#include <cstdint>

namespace lydite {

struct CpuidSnapshot {
  std::uint32_t leaf1_ecx = 0;
  std::uint32_t leaf7_ebx = 0;
  std::uint32_t leaf7_ecx = 0;
  std::uint64_t xcr0 = 0;  // 0 when OSXSAVE is clear
};

struct AllowedTargets {
  bool sse4 = false;
  bool avx2 = false;
  bool avx3 = false;     // AVX-512 F, CD, DQ, BW, VL
  bool avx3_dl = false;  // and IFMA, VBMI, VBMI2, VNNI, BITALG, VPOPCNTDQ, GFNI, VAES, VPCLMULQDQ
};

constexpr AllowedTargets allowed_targets(const CpuidSnapshot& cpu) noexcept {
  const auto all = [](std::uint64_t word, std::uint64_t bits) { return (word & bits) == bits; };
  const auto bit = [](unsigned i) { return std::uint64_t{1} << i; };
  constexpr std::uint64_t xmm_ymm = 0x06, opmask_zmm = 0xE0;

  AllowedTargets allowed;
  // SSSE3, SSE4.1, SSE4.2, PCLMULQDQ, AES
  allowed.sse4 = all(cpu.leaf1_ecx, bit(9) | bit(19) | bit(20) | bit(1) | bit(25));
  const bool osxsave = all(cpu.leaf1_ecx, bit(27));
  const bool ymm_saved = osxsave && all(cpu.xcr0, xmm_ymm);
  const bool zmm_saved = ymm_saved && all(cpu.xcr0, opmask_zmm);
  // AVX, FMA, F16C; BMI1, AVX2, BMI2
  allowed.avx2 = allowed.sse4 && ymm_saved && all(cpu.leaf1_ecx, bit(28) | bit(12) | bit(29)) &&
                 all(cpu.leaf7_ebx, bit(3) | bit(5) | bit(8));
  allowed.avx3 = allowed.avx2 && zmm_saved && all(cpu.leaf7_ebx, bit(16) | bit(17) | bit(28) | bit(30) | bit(31));
  allowed.avx3_dl = allowed.avx3 && all(cpu.leaf7_ebx, bit(21)) &&
                    all(cpu.leaf7_ecx, bit(1) | bit(6) | bit(8) | bit(9) | bit(10) | bit(11) | bit(12) | bit(14));
  return allowed;
}

}  // namespace lydite
