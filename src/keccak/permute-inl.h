// Building blocks of Keccak kernels: the rounds over 25 words, each a vector with a lane per state, or one integer.
#include <bit>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "lydite/bytes.h"
#include "src/keccak/permute.h"

// clang-format off
#if defined(LYDITE_KECCAK_PERMUTE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef LYDITE_KECCAK_PERMUTE_INL_H_
#undef LYDITE_KECCAK_PERMUTE_INL_H_
#else
#define LYDITE_KECCAK_PERMUTE_INL_H_
#endif
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace lydite::keccak::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// --- Operations on words --------------------------------------------------------------------------------------------

HWY_INLINE std::uint64_t Xor(std::uint64_t a, std::uint64_t b) { return a ^ b; }
HWY_INLINE std::uint64_t Xor3(std::uint64_t a, std::uint64_t b, std::uint64_t c) { return a ^ b ^ c; }
template <int count>
HWY_INLINE std::uint64_t RotateLeft(std::uint64_t a) {
  return std::rotl(a, count);
}
// a plus the sums of two columns; the sum of the two is common to five lanes.
HWY_INLINE std::uint64_t AddColumns(std::uint64_t a, std::uint64_t left, std::uint64_t right) {
  return a ^ (left ^ right);
}
// a ^ (~b & c)
HWY_INLINE std::uint64_t Chi(std::uint64_t a, std::uint64_t b, std::uint64_t c) { return a ^ (~b & c); }

#if HWY_TARGET != HWY_SCALAR

template <class V>
HWY_INLINE V Xor(V a, V b) {
  return hn::Xor(a, b);
}
template <class V>
HWY_INLINE V Xor3(V a, V b, V c) {
  return hn::Xor3(a, b, c);
}
template <int count, class V>
HWY_INLINE V RotateLeft(V a) {
  if constexpr (count == 0) {
    return a;
  } else {
    return hn::RotateRight<64 - count>(a);
  }
}

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
// Ternary logic: one operation each.
template <class V>
HWY_INLINE V AddColumns(V a, V left, V right) {
  return hn::Xor3(a, left, right);
}
HWY_INLINE __m128i ChiRaw(__m128i a, __m128i b, __m128i c) { return _mm_ternarylogic_epi64(a, b, c, 0xD2); }
HWY_INLINE __m256i ChiRaw(__m256i a, __m256i b, __m256i c) { return _mm256_ternarylogic_epi64(a, b, c, 0xD2); }
HWY_INLINE __m512i ChiRaw(__m512i a, __m512i b, __m512i c) { return _mm512_ternarylogic_epi64(a, b, c, 0xD2); }
template <class V>
HWY_INLINE V Chi(V a, V b, V c) {
  return V{ChiRaw(a.raw, b.raw, c.raw)};
}
#else
template <class V>
HWY_INLINE V AddColumns(V a, V left, V right) {
  return hn::Xor(a, hn::Xor(left, right));
}
template <class V>
HWY_INLINE V Chi(V a, V b, V c) {
  return hn::Xor(a, hn::AndNot(b, c));
}
#endif

#endif  // HWY_TARGET != HWY_SCALAR

// --- Rounds ---------------------------------------------------------------------------------------------------------

// The sums of the columns, plain and rotated by one.
template <class V>
struct Columns {
  HWY_INLINE Columns() {}  // An implicit one would lack the attributes of the target.
  V plain[5], rotated[5];
};

template <class V>
HWY_INLINE void SumColumns(const V* a, Columns<V>& columns) {
  for (std::size_t x = 0; x < 5; ++x) columns.plain[x] = Xor3(Xor3(a[x], a[x + 5], a[x + 10]), a[x + 15], a[x + 20]);
  for (std::size_t x = 0; x < 5; ++x) columns.rotated[x] = RotateLeft<1>(columns.plain[x]);
}

// The lane that theta, rho and pi bring to place i.
template <std::size_t i, class V>
HWY_INLINE V Moved(const V* a, const Columns<V>& columns) {
  constexpr std::size_t s = pi_source(i);
  return RotateLeft<rotations[s]>(AddColumns(a[s], columns.plain[(s + 4) % 5], columns.rotated[(s + 1) % 5]));
}

template <std::size_t row, class V>
HWY_INLINE void Row(const V* a, const Columns<V>& columns, V* out) {
  const V b0 = Moved<row>(a, columns), b1 = Moved<row + 1>(a, columns), b2 = Moved<row + 2>(a, columns),
          b3 = Moved<row + 3>(a, columns), b4 = Moved<row + 4>(a, columns);
  out[row] = Chi(b0, b1, b2);
  out[row + 1] = Chi(b1, b2, b3);
  out[row + 2] = Chi(b2, b3, b4);
  out[row + 3] = Chi(b3, b4, b0);
  out[row + 4] = Chi(b4, b0, b1);
}

template <class V>
HWY_INLINE void Round(const V* a, V constant, V* out) {
  Columns<V> columns;
  SumColumns(a, columns);
  Row<0>(a, columns, out);
  out[0] = Xor(out[0], constant);
  Row<5>(a, columns, out);
  Row<10>(a, columns, out);
  Row<15>(a, columns, out);
  Row<20>(a, columns, out);
}

// The permutation of one state in integers.
HWY_INLINE void PermuteWords(std::uint64_t* a) {
  for (std::size_t r = 0; r < round_count; r += 2) {
    std::uint64_t b[lane_count];
    Round(a, round_constants[r], b);
    Round(b, round_constants[r + 1], a);
  }
}

#if HWY_TARGET == HWY_SCALAR

// Stands for the tag of a vector where one integer takes its place.
struct IntegerTag {};
HWY_INLINE void PermuteWords(IntegerTag, std::uint64_t* a) { PermuteWords(a); }

// Takes `count` interleaved states one after the other: f(tag, words, index of the state).
template <std::size_t count, class F>
HWY_INLINE void VisitStates(std::uint64_t* states, F f) {
  std::uint64_t a[lane_count];
  for (std::size_t s = 0; s < count; ++s) {
    for (std::size_t i = 0; i < lane_count; ++i) a[i] = states[count * i + s];
    f(IntegerTag(), a, s);
    for (std::size_t i = 0; i < lane_count; ++i) states[count * i + s] = a[i];
  }
  wipe({reinterpret_cast<std::uint8_t*>(a), sizeof a});
}

#else

// An aligned variable in the frame: without one, clang places spilled vectors across cache lines.
HWY_INLINE void AlignSpills() {
  alignas(64) char anchor;
  asm volatile("" : "=m"(anchor));
}

// The permutation of as many states as a vector of d has lanes; a[i] holds lane i of each.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void PermuteWords(D d, V* a) {
  AlignSpills();
  for (std::size_t r = 0; r < round_count; r += 2) {
    V b[lane_count];
    Round(a, hn::Set(d, round_constants[r]), b);
    Round(b, hn::Set(d, round_constants[r + 1]), a);
  }
}

// Takes `count` interleaved states, as many at a time as a vector has lanes: f(tag, words, index of the first state).
template <std::size_t count, class F>
HWY_INLINE void VisitStates(std::uint64_t* states, F f) {
  const hn::CappedTag<std::uint64_t, count> d;
  for (std::size_t s = 0; s < count; s += hn::Lanes(d)) {
    hn::Vec<decltype(d)> a[lane_count];
    for (std::size_t i = 0; i < lane_count; ++i) a[i] = hn::Load(d, states + count * i + s);
    f(d, a, s);
    for (std::size_t i = 0; i < lane_count; ++i) hn::Store(a[i], d, states + count * i + s);
  }
}

#endif

}  // namespace lydite::keccak::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
