// Building blocks of sponges: a block of message, or of output, into and out of the words of permute-inl.h.
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "src/keccak/single-inl.h"

// clang-format off
#if defined(LYDITE_KECCAK_ABSORB_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef LYDITE_KECCAK_ABSORB_INL_H_
#undef LYDITE_KECCAK_ABSORB_INL_H_
#else
#define LYDITE_KECCAK_ABSORB_INL_H_
#endif
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace lydite::keccak::HWY_NAMESPACE {

// Visits the words of a block in pairs; where a rate ends with an odd word, that one alone.
template <class Pair, class Single>
HWY_INLINE void VisitBlock(std::size_t rate, Pair pair, Single single) {
  pair(0), pair(2), pair(4), pair(6);
  if (rate == 72) return single(8);
  pair(8), pair(10);
  if (rate == 104) return single(12);
  pair(12), pair(14);
  if (rate == 136) return single(16);
  pair(16);
  if (rate == 144) return;
  pair(18), single(20);
}

// a ^= block.
HWY_INLINE void AddBlock(Word* a, const std::uint8_t* block, std::size_t rate) {
  const auto single = [=](std::size_t i) HWY_ATTR { a[i] = Xor(a[i], LoadWord(block + 8 * i)); };
  VisitBlock(rate, [=](std::size_t i) HWY_ATTR { single(i), single(i + 1); }, single);
}

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE void AddBlocks(IntegerTag, std::uint64_t* a, const std::uint8_t* const* data, std::size_t offset,
                          std::size_t rate) {
  AddBlock(a, data[0] + offset, rate);
}

#else

// 16 bytes at `offset` of every second message, side by side.
template <class D>
HWY_INLINE hn::Vec<D> LoadPairs(D d, const std::uint8_t* const* data, std::size_t offset) {
  if constexpr (hn::MaxLanes(D()) == 2) {
    return hn::BitCast(d, hn::LoadU(hn::Repartition<std::uint8_t, D>(), data[0] + offset));
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, LoadPairs(half, data + hn::Lanes(half), offset), LoadPairs(half, data, offset));
  }
}

// a ^= blocks; lane s of each word belongs to the block at data[s] + offset.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void AddBlocks(D d, V* a, const std::uint8_t* const* data, std::size_t offset, std::size_t rate) {
  const auto pair = [=](std::size_t i) HWY_ATTR {
    const V even = LoadPairs(d, data, offset + 8 * i), odd = LoadPairs(d, data + 1, offset + 8 * i);
    a[i] = Xor(a[i], hn::InterleaveLower(d, even, odd));
    a[i + 1] = Xor(a[i + 1], hn::InterleaveUpper(d, even, odd));
  };
  const auto single = [=](std::size_t i) HWY_ATTR {
    const V even = LoadPairs(d, data, offset + 8 * i - 8), odd = LoadPairs(d, data + 1, offset + 8 * i - 8);
    a[i] = Xor(a[i], hn::InterleaveUpper(d, even, odd));
  };
  VisitBlock(rate, pair, single);
}

#endif

}  // namespace lydite::keccak::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
