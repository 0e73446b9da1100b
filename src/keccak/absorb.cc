#include "src/keccak/absorb.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/keccak/absorb.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "src/keccak/absorb-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lydite::keccak::HWY_NAMESPACE {

void Absorb(std::uint64_t* state, const std::uint8_t* data, std::size_t block_count, std::size_t rate) {
  Word a[lane_count];
  LoadState(state, a);
  for (; block_count != 0; --block_count, data += rate) {
    AddBlock(a, data, rate);
    PermuteOne(a);
  }
  StoreState(a, state);
}

// Output leaves from memory, so there the state stays.
void Squeeze(std::uint64_t* state, std::uint8_t* out, std::size_t block_count, std::size_t rate) {
  for (; block_count != 0; --block_count, out += rate) {
    PermuteState(state);
    std::memcpy(out, state, rate);
  }
}

template <std::size_t count>
void AbsorbMany(std::uint64_t* states, const std::uint8_t* const* data, std::size_t block_count, std::size_t rate) {
  VisitStates<count>(states, [=](auto d, auto* a, std::size_t s) HWY_ATTR __attribute__((always_inline)) {
    for (std::size_t block = 0; block < block_count; ++block) {
      AddBlocks(d, a, data + s, block * rate, rate);
      PermuteWords(d, a);
    }
  });
}
void AbsorbX4(std::uint64_t* states, const std::uint8_t* const* data, std::size_t block_count, std::size_t rate) {
  AbsorbMany<4>(states, data, block_count, rate);
}
void AbsorbX8(std::uint64_t* states, const std::uint8_t* const* data, std::size_t block_count, std::size_t rate) {
  AbsorbMany<8>(states, data, block_count, rate);
}

}  // namespace lydite::keccak::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lydite::keccak {

HWY_EXPORT(Absorb);
HWY_EXPORT(Squeeze);
HWY_EXPORT(AbsorbX4);
HWY_EXPORT(AbsorbX8);

void absorb(std::uint64_t* state, const std::uint8_t* data, std::size_t block_count, std::size_t rate) {
  HWY_DYNAMIC_DISPATCH(Absorb)(state, data, block_count, rate);
}
void squeeze(std::uint64_t* state, std::uint8_t* out, std::size_t block_count, std::size_t rate) {
  HWY_DYNAMIC_DISPATCH(Squeeze)(state, out, block_count, rate);
}
void absorb_x4(std::uint64_t* states, const std::uint8_t* const* data, std::size_t block_count, std::size_t rate) {
  HWY_DYNAMIC_DISPATCH(AbsorbX4)(states, data, block_count, rate);
}
void absorb_x8(std::uint64_t* states, const std::uint8_t* const* data, std::size_t block_count, std::size_t rate) {
  HWY_DYNAMIC_DISPATCH(AbsorbX8)(states, data, block_count, rate);
}

}  // namespace lydite::keccak
#endif
