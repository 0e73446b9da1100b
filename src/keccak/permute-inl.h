// Building blocks of Keccak kernels: the rounds over 25 words, each a vector with a lane per state, or one integer.
#include <bit>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
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

// The operations, for integers and for vectors; a word is either.
HWY_INLINE std::uint64_t Xor(std::uint64_t a, std::uint64_t b) { return a ^ b; }
HWY_INLINE std::uint64_t Xor3(std::uint64_t a, std::uint64_t b, std::uint64_t c) { return a ^ b ^ c; }
HWY_INLINE std::uint64_t Chi(std::uint64_t a, std::uint64_t b, std::uint64_t c) { return a ^ (~b & c); }
template <int count>
HWY_INLINE std::uint64_t RotateLeft(std::uint64_t v) {
  return std::rotl(v, count);
}

#if HWY_TARGET != HWY_SCALAR
template <class V>
HWY_INLINE V Xor(V a, V b) {
  return hn::Xor(a, b);
}
template <class V>
HWY_INLINE V Xor3(V a, V b, V c) {
  return hn::Xor3(a, b, c);
}
// chi of one lane: a ^ (~b & c).
template <class V>
HWY_INLINE V Chi(V a, V b, V c) {
  return hn::Xor(a, hn::AndNot(b, c));
}
template <int count, class V>
HWY_INLINE V RotateLeft(V v) {
  if constexpr (count == 0) {
    return v;
  } else {
    return hn::RotateRight<64 - count>(v);
  }
}
#endif

// Lane i after theta, rho and pi.
template <std::size_t i, class V>
HWY_INLINE V Moved(const V* a, const V* d) {
  constexpr std::size_t s = pi_source(i);
  return RotateLeft<rotations[s]>(Xor(a[s], d[s % 5]));
}

template <std::size_t row, class V>
HWY_INLINE void Row(const V* a, const V* d, V* out) {
  const V b0 = Moved<row>(a, d), b1 = Moved<row + 1>(a, d), b2 = Moved<row + 2>(a, d), b3 = Moved<row + 3>(a, d),
          b4 = Moved<row + 4>(a, d);
  out[row] = Chi(b0, b1, b2);
  out[row + 1] = Chi(b1, b2, b3);
  out[row + 2] = Chi(b2, b3, b4);
  out[row + 3] = Chi(b3, b4, b0);
  out[row + 4] = Chi(b4, b0, b1);
}

template <std::size_t x, class V>
HWY_INLINE V Column(const V* a) {
  return Xor3(Xor3(a[x], a[x + 5], a[x + 10]), a[x + 15], a[x + 20]);
}

template <class V>
HWY_INLINE void Round(const V* a, V constant, V* out) {
  const V c0 = Column<0>(a), c1 = Column<1>(a), c2 = Column<2>(a), c3 = Column<3>(a), c4 = Column<4>(a);
  const V d[5] = {Xor(c4, RotateLeft<1>(c1)), Xor(c0, RotateLeft<1>(c2)), Xor(c1, RotateLeft<1>(c3)),
                  Xor(c2, RotateLeft<1>(c4)), Xor(c3, RotateLeft<1>(c0))};
  Row<0>(a, d, out);
  out[0] = Xor(out[0], constant);
  Row<5>(a, d, out);
  Row<10>(a, d, out);
  Row<15>(a, d, out);
  Row<20>(a, d, out);
}

// The permutation; broadcast(c) is a word with the constant c in each lane.
template <class V, class Broadcast>
HWY_INLINE void Rounds(V* a, Broadcast broadcast) {
  for (std::size_t r = 0; r < round_count; r += 2) {
    V b[lane_count];
    Round(a, broadcast(round_constants[r]), b);
    Round(b, broadcast(round_constants[r + 1]), a);
  }
}

// The permutation of one state in integers.
HWY_INLINE void PermuteWords(std::uint64_t* a) {
  Rounds(a, [](std::uint64_t constant) HWY_ATTR { return constant; });
}

#if HWY_TARGET != HWY_SCALAR
// The permutation of as many states as a vector of d has lanes; a[i] holds lane i of each.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void PermuteWords(D d, V* a) {
  Rounds(a, [d](std::uint64_t constant) HWY_ATTR { return hn::Set(d, constant); });
}
#endif

}  // namespace lydite::keccak::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
