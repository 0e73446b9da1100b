#include "src/keccak/step.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "lydite/bytes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/keccak/step.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "src/keccak/permute-inl.h"
#include "src/keccak/single-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lydite::keccak::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE std::uint64_t LoadWord(const std::uint8_t* words, std::size_t i) {
  std::uint64_t word;
  std::memcpy(&word, words + 8 * i, 8);
  return word;
}

// Calls add(i, word) for each word of the input.
template <class Add>
HWY_INLINE void VisitInput(const LaneStep& step, Add add) {
  if (step.input == LaneStep::Input::kSeed) {
    for (std::size_t i = 0; i < LaneStep::seed_words; ++i) add(i, LoadWord(step.words, i));
    add(4, step.tail);
    add(16, step.padding16);
    add(20, step.padding20);
  } else if (step.input == LaneStep::Input::kBlock) {
    for (std::size_t i = 0; i < LaneStep::block_words; ++i) add(i, LoadWord(step.words, i));
  }
}

// One lane alone.
void StepOne(std::uint64_t* states, const LaneStep& step) {
  std::uint64_t a[lane_count];
  for (std::size_t i = 0; i < lane_count; ++i) a[i] = step.begins ? 0 : states[max_lanes * i];
  VisitInput(step, [&a](std::size_t i, std::uint64_t word) HWY_ATTR { a[i] ^= word; });
  PermuteState(a);
  for (std::size_t i = 0; i < lane_count; ++i) states[max_lanes * i] = a[i];
  std::copy_n(a, LaneStep::output_words, step.output);
  wipe({reinterpret_cast<std::uint8_t*>(a), sizeof a});
}

#if HWY_TARGET == HWY_SCALAR

void StepLanes(std::uint64_t* states, const LaneStep* steps, std::size_t count) {
  for (std::size_t s = 0; s < count; ++s)
    if (steps[s].is_busy) StepOne(states + s, steps[s]);
}

#else

// As many lanes as this are permuted faster one by one: in integers, beside vectors without rotations.
inline constexpr std::size_t few_lanes = HWY_TARGET <= HWY_AVX3 ? 0 : HWY_TARGET == HWY_AVX2 ? 1 : 2;

template <class D, class V = hn::Vec<D>>
HWY_INLINE void TakeInput(D d, V* a, const LaneStep& step, std::size_t lane) {
  const auto mask = hn::Eq(hn::Iota(d, 0), hn::Set(d, lane));
  VisitInput(step, [=](std::size_t i, std::uint64_t word)
                       HWY_ATTR { a[i] = hn::Xor(a[i], hn::IfThenElseZero(mask, hn::Set(d, word))); });
}

template <class D>
HWY_INLINE void StepVector(D d, std::uint64_t* states, const LaneStep* steps) {
  std::uint8_t continues = 0;
  for (std::size_t s = 0; s < hn::Lanes(d); ++s)
    continues = static_cast<std::uint8_t>(continues | (steps[s].begins ? 0U : 1U) << s);
  const auto keep = hn::LoadMaskBits(d, &continues);
  hn::Vec<D> a[lane_count];
  for (std::size_t i = 0; i < lane_count; ++i) a[i] = hn::MaskedLoad(keep, d, states + max_lanes * i);
  for (std::size_t s = 0; s < hn::Lanes(d); ++s) TakeInput(d, a, steps[s], s);
  PermuteWords(d, a);
  for (std::size_t i = 0; i < lane_count; ++i) hn::Store(a[i], d, states + max_lanes * i);
}

// Lanes 2s and 2s + 1 of v are words i and i + 1 of the state in lane 2s.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void StorePairs(D d, V v, const LaneStep* steps, std::size_t i) {
  if constexpr (hn::MaxLanes(D()) == 2) {
    hn::StoreU(v, d, steps[0].output + i);
  } else {
    const hn::Half<D> half;
    StorePairs(half, hn::LowerHalf(half, v), steps, i);
    StorePairs(half, hn::UpperHalf(half, v), steps + hn::Lanes(half), i);
  }
}

// In vectors of four lanes at most: parts of longer ones are expensive to store.
HWY_INLINE void StoreOutputs(const std::uint64_t* states, const LaneStep* steps, std::size_t count) {
  const hn::CappedTag<std::uint64_t, 4> d;
  for (std::size_t s = 0; s < count; s += hn::Lanes(d)) {
    const LaneStep* part = steps + s;
    bool wants_output = false;
    for (std::size_t j = 0; j < hn::Lanes(d); ++j) wants_output |= part[j].wants_output;
    if (!wants_output) continue;
    for (std::size_t i = 0; i < LaneStep::output_words; i += 2) {
      const auto even = hn::Load(d, states + max_lanes * i + s), odd = hn::Load(d, states + max_lanes * (i + 1) + s);
      StorePairs(d, hn::InterleaveLower(d, even, odd), part, i);
      StorePairs(d, hn::InterleaveUpper(d, even, odd), part + 1, i);
    }
  }
}

template <std::size_t count>
void StepVectors(std::uint64_t* states, const LaneStep* steps) {
  const hn::CappedTag<std::uint64_t, count> d;
  for (std::size_t s = 0; s < count; s += hn::Lanes(d)) StepVector(d, states + s, steps + s);
  StoreOutputs(states, steps, count);
}

void StepLanes(std::uint64_t* states, const LaneStep* steps, std::size_t count) {
  std::size_t busy = 0;
  for (std::size_t s = 0; few_lanes != 0 && s < count; ++s) busy += steps[s].is_busy;
  if (few_lanes != 0 && busy <= few_lanes) {
    for (std::size_t s = 0; s < count; ++s)
      if (steps[s].is_busy) StepOne(states + s, steps[s]);
  } else if (count == 4) {
    StepVectors<4>(states, steps);
  } else {
    StepVectors<8>(states, steps);
  }
}

#endif  // HWY_TARGET == HWY_SCALAR

bool EightLanesPay() { return HWY_LANES(std::uint64_t) == 8; }

}  // namespace lydite::keccak::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lydite::keccak {

HWY_EXPORT(StepLanes);
HWY_EXPORT(EightLanesPay);

void step_lanes(LaneStates& states, const LaneSteps& steps, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(StepLanes)(states.data(), steps.data(), count);
}
bool eight_lanes_pay() { return HWY_DYNAMIC_DISPATCH(EightLanesPay)(); }

}  // namespace lydite::keccak
#endif
