// One state, permuted by the fastest mixture of units that a target has. Word is the type that holds a lane.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hwy/highway.h"
#include "src/keccak/permute-inl.h"

// clang-format off
#if defined(LYDITE_KECCAK_SINGLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef LYDITE_KECCAK_SINGLE_INL_H_
#undef LYDITE_KECCAK_SINGLE_INL_H_
#else
#define LYDITE_KECCAK_SINGLE_INL_H_
#endif
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace lydite::keccak::HWY_NAMESPACE {

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3

// Ternary logic and vector rotations make 90 operations of a round that takes 130 in integers, but then the vector
// ports are the limit and the integer ports idle. So plane y = 0 is computed in integers and the others in vectors of
// one lane. Two measures keep the vector ports busy while theta waits for its sums:
// - chi goes column by column, so that the first sums are complete, and the next round begins, before the last;
// - vectors reach the integer unit through memory, which costs no vector port.
using WordTag = hn::FixedTag<std::uint64_t, 1>;
using Word = hn::Vec<WordTag>;

HWY_INLINE Word LoadWord(const std::uint8_t* bytes) {
  return hn::LoadU(WordTag(), reinterpret_cast<const std::uint64_t*>(bytes));
}
HWY_INLINE void StoreWord(Word word, std::uint8_t* bytes) {
  hn::StoreU(word, WordTag(), reinterpret_cast<std::uint64_t*>(bytes));
}

// What the integers of a round need from the vectors of the round before: the sums of the columns, and lanes (x, x).
struct Mailbox {
  std::uint64_t sum[5], diagonal[5];

  static HWY_INLINE std::uint64_t Read(const std::uint64_t& slot) {
    return *const_cast<const volatile std::uint64_t*>(&slot);
  }
};

template <std::size_t x>
HWY_INLINE std::uint64_t MovedInteger(const Mailbox& box) {
  const std::uint64_t left = Mailbox::Read(box.sum[(x + 4) % 5]), right = Mailbox::Read(box.sum[(x + 1) % 5]);
  return RotateLeft<rotations[6 * x]>(Mailbox::Read(box.diagonal[x]) ^ (RotateLeft<1>(right) ^ left));
}

// Plane 0 of the next state.
HWY_INLINE void PlaneInIntegers(const Mailbox& box, std::uint64_t constant, std::uint64_t* out) {
  const std::uint64_t b0 = MovedInteger<0>(box), b1 = MovedInteger<1>(box), b2 = MovedInteger<2>(box),
                      b3 = MovedInteger<3>(box), b4 = MovedInteger<4>(box);
  out[0] = Chi(b0, b1, b2) ^ constant;
  out[1] = Chi(b1, b2, b3);
  out[2] = Chi(b2, b3, b4);
  out[3] = Chi(b3, b4, b0);
  out[4] = Chi(b4, b0, b1);
}

// theta, rho and pi for the lanes of column x that go to planes 1 to 4.
template <std::size_t x, std::size_t y>
HWY_INLINE void MoveLane(const Word* a, Word left, Word right, Word* b) {
  constexpr std::size_t i = (x + 2 * y) % 5 + 5 * y, s = pi_source(i);
  static_assert(s % 5 == x);
  b[i] = RotateLeft<rotations[s]>(AddColumns(a[s], left, right));
}
template <std::size_t x>
HWY_INLINE void MoveColumn(const Word* a, const Columns<Word>& columns, Word* b) {
  const Word left = columns.plain[(x + 4) % 5], right = columns.rotated[(x + 1) % 5];
  MoveLane<x, 1>(a, left, right, b), MoveLane<x, 2>(a, left, right, b);
  MoveLane<x, 3>(a, left, right, b), MoveLane<x, 4>(a, left, right, b);
}

// chi for column x of planes 1 to 4, and then the sum of the column.
template <std::size_t x>
HWY_INLINE void ChiColumn(const Word* b, std::uint64_t plane0, Word* out, Columns<Word>& columns, Mailbox& box) {
  for (std::size_t y = 5; y < 25; y += 5) out[y + x] = Chi(b[y + x], b[y + (x + 1) % 5], b[y + (x + 2) % 5]);
  out[x] = Word{_mm_cvtsi64_si128(static_cast<std::int64_t>(plane0))};
  columns.plain[x] = Xor3(Xor3(out[5 + x], out[10 + x], out[15 + x]), out[20 + x], out[x]);
  columns.rotated[x] = RotateLeft<1>(columns.plain[x]);
  hn::StoreU(columns.plain[x], WordTag(), box.sum + x);
  hn::StoreU(out[6 * x], WordTag(), box.diagonal + x);
}

HWY_INLINE void MixedRound(const Word* a, Columns<Word>& columns, Mailbox& box, std::uint64_t constant, Word* out) {
  std::uint64_t plane0[5];
  PlaneInIntegers(box, constant, plane0);
  Word b[lane_count];
  MoveColumn<1>(a, columns, b), MoveColumn<2>(a, columns, b), MoveColumn<0>(a, columns, b);
  MoveColumn<3>(a, columns, b), MoveColumn<4>(a, columns, b);
  ChiColumn<0>(b, plane0[0], out, columns, box), ChiColumn<2>(b, plane0[2], out, columns, box);
  ChiColumn<3>(b, plane0[3], out, columns, box), ChiColumn<1>(b, plane0[1], out, columns, box);
  ChiColumn<4>(b, plane0[4], out, columns, box);
}

HWY_INLINE void PermuteOne(Word* a) {
  Columns<Word> columns;
  SumColumns(a, columns);
  Mailbox box;
  for (std::size_t x = 0; x < 5; ++x) {
    hn::StoreU(columns.plain[x], WordTag(), box.sum + x);
    hn::StoreU(a[6 * x], WordTag(), box.diagonal + x);
  }
  for (std::size_t r = 0; r < round_count; r += 2) {
    Word b[lane_count];
    MixedRound(a, columns, box, round_constants[r], b);
    MixedRound(b, columns, box, round_constants[r + 1], a);
  }
}

#else

using Word = std::uint64_t;

HWY_INLINE Word LoadWord(const std::uint8_t* bytes) {
  Word word;
  std::memcpy(&word, bytes, 8);
  return word;
}
HWY_INLINE void StoreWord(Word word, std::uint8_t* bytes) { std::memcpy(bytes, &word, 8); }
HWY_INLINE void PermuteOne(Word* a) { PermuteWords(a); }

#endif

HWY_INLINE void LoadState(const std::uint64_t* state, Word* a) {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(state);
  for (std::size_t i = 0; i < lane_count; ++i) a[i] = LoadWord(bytes + 8 * i);
}
HWY_INLINE void StoreState(const Word* a, std::uint64_t* state) {
  auto* const bytes = reinterpret_cast<std::uint8_t*>(state);
  for (std::size_t i = 0; i < lane_count; ++i) StoreWord(a[i], bytes + 8 * i);
}
HWY_INLINE void PermuteState(std::uint64_t* state) {
  Word a[lane_count];
  LoadState(state, a);
  PermuteOne(a);
  StoreState(a, state);
}

}  // namespace lydite::keccak::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
