#include "src/mldsa/sample.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/mldsa/sample.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "src/mldsa/pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lydite::mldsa::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

std::size_t SampleUniform(const std::uint8_t* xof, std::int32_t* f) {
  return sample_uniform_portable(Message(xof, uniform_size), Poly(f, n), 0);
}
template <unsigned eta>
std::size_t SampleBounded(const std::uint8_t* xof, std::int32_t* f) {
  return sample_bounded_portable<eta>(Message(xof, bounded_size), Poly(f, n), 0);
}

#else

// Candidates of 24 bits, of which the highest is dropped. All are sorted out, without a branch on how many are good.
std::size_t SampleUniform(const std::uint8_t* xof, std::int32_t* f) {
  const Group group;
  constexpr std::size_t candidates = uniform_size / 3;
  static_assert(candidates % 4 == 0);
  alignas(64) std::int32_t good[candidates + 2 * group_size];
  std::size_t count = 0;
  for (std::size_t g = 0; g < (candidates + group_size - 1) / group_size; ++g) {
    const GroupVector v = hn::And(UnpackGroup<24, uniform_size>(xof, g), hn::Set(group, (1 << 23) - 1));
    auto below = hn::Lt(v, hn::Set(group, q));
    if ((g + 1) * group_size > candidates) below = hn::And(below, hn::FirstN(group, candidates % group_size));
    hn::StoreU(hn::Compress(v, below), group, good + count);
    count += hn::CountTrue(group, below);
  }
  for (std::size_t i = 0; i < n; i += width) Store(hn::Load(Coefficients(), good + i), f + i);
  return std::min(count, n);
}

// The next half bytes, one in each lane, lower halves first.
HWY_INLINE Vector LoadHalfBytes(const std::uint8_t* in) {
  const hn::Repartition<std::uint32_t, Coefficients> d32;
  std::uint32_t word = 0;
  std::memcpy(&word, in, width < 8 ? width / 2 : 4);
  auto words = hn::Set(d32, word);
#if HWY_TARGET <= HWY_AVX3
  std::uint32_t second;
  std::memcpy(&second, in + 4, 4);
  words = hn::IfThenElse(hn::FirstN(d32, 8), words, hn::Set(d32, second));
#endif
  const auto offsets = hn::ShiftLeft<2>(hn::And(hn::Iota(d32, 0), hn::Set(d32, 7)));
  return hn::BitCast(Coefficients(), hn::And(hn::Shr(words, offsets), hn::Set(d32, 15)));
}

// bounded_coefficient of accepted half bytes.
template <unsigned eta>
HWY_INLINE Vector BoundedCoefficients(Vector b) {
  if constexpr (eta == 4) return hn::Sub(Set(4), b);
  const Vector once = hn::Sub(b, hn::And(Set(5), hn::VecFromMask(Coefficients(), hn::Gt(b, Set(4)))));
  return hn::Sub(Set(2), hn::Sub(once, hn::And(Set(5), hn::VecFromMask(Coefficients(), hn::Gt(once, Set(4))))));
}

// Which half bytes are accepted, made public.
HWY_INLINE hn::Mask<Coefficients> MakePublic(hn::Mask<Coefficients> mask) {
#ifdef LYDITE_CT
  std::uint8_t bits[8];
  declassify({bits, hn::StoreMaskBits(Coefficients(), mask, bits)});
  return hn::LoadMaskBits(Coefficients(), bits);
#else
  return mask;
#endif
}

template <unsigned eta>
std::size_t SampleBounded(const std::uint8_t* xof, std::int32_t* f) {
  const Coefficients tag;
  alignas(64) std::int32_t good[n + 2 * width];
  std::size_t count = 0;
  for (std::size_t at = 0; at < bounded_size && count < n; at += width / 2) {
    const Vector b = LoadHalfBytes(xof + at);
    const auto accepted = MakePublic(hn::Lt(b, Set(eta == 2 ? 15 : 9)));
    hn::StoreU(hn::Compress(BoundedCoefficients<eta>(b), accepted), tag, good + count);
    count += hn::CountTrue(tag, accepted);
  }
  for (std::size_t i = 0; i < n; i += width) Store(hn::Load(tag, good + i), f + i);
  wipe({reinterpret_cast<std::uint8_t*>(good), sizeof good});
  return std::min(count, n);
}

#endif  // HWY_TARGET == HWY_SCALAR

std::size_t SampleBounded2(const std::uint8_t* xof, std::int32_t* f) { return SampleBounded<2>(xof, f); }
std::size_t SampleBounded4(const std::uint8_t* xof, std::int32_t* f) { return SampleBounded<4>(xof, f); }

}  // namespace lydite::mldsa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lydite::mldsa {

HWY_EXPORT(SampleUniform);
HWY_EXPORT(SampleBounded2);
HWY_EXPORT(SampleBounded4);

std::size_t sample_uniform(View<uniform_size> xof, Poly f) {
  return HWY_DYNAMIC_DISPATCH(SampleUniform)(xof.data(), f.data());
}
template <>
std::size_t sample_bounded<2>(View<bounded_size> xof, Poly f) {
  return HWY_DYNAMIC_DISPATCH(SampleBounded2)(xof.data(), f.data());
}
template <>
std::size_t sample_bounded<4>(View<bounded_size> xof, Poly f) {
  return HWY_DYNAMIC_DISPATCH(SampleBounded4)(xof.data(), f.data());
}

}  // namespace lydite::mldsa
#endif
