#include "src/keccak/permute.h"

#include <cstddef>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/keccak/permute.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "src/keccak/single-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lydite::keccak::HWY_NAMESPACE {

void Permute(std::uint64_t* state) { PermuteState(state); }

template <std::size_t count>
void PermuteMany(std::uint64_t* states) {
  VisitStates<count>(states,
                     [](auto d, auto* a, std::size_t) HWY_ATTR __attribute__((always_inline)) { PermuteWords(d, a); });
}
void PermuteX4(std::uint64_t* states) { PermuteMany<4>(states); }
void PermuteX8(std::uint64_t* states) { PermuteMany<8>(states); }

}  // namespace lydite::keccak::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lydite::keccak {

HWY_EXPORT(Permute);
HWY_EXPORT(PermuteX4);
HWY_EXPORT(PermuteX8);

void permute(std::uint64_t* state) { HWY_DYNAMIC_DISPATCH(Permute)(state); }
void permute_x4(std::uint64_t* states) { HWY_DYNAMIC_DISPATCH(PermuteX4)(states); }
void permute_x8(std::uint64_t* states) { HWY_DYNAMIC_DISPATCH(PermuteX8)(states); }

}  // namespace lydite::keccak
#endif
