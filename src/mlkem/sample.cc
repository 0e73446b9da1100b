#include "src/mlkem/sample.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/mlkem/sample.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "src/mlkem/pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lydite::mlkem::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

std::size_t SampleNtt(const std::uint8_t* xof, std::int16_t* f) {
  return sample_ntt_portable(Message(xof, xof_size), Poly(f, n), 0);
}
template <unsigned eta>
void SampleCbd(const std::uint8_t* prf, std::int16_t* f) {
  sample_cbd_portable<eta>(View<64 * eta>(prf, 64 * eta), Poly(f, n));
}

#else

// Moves the lanes below q to the front; the others are unspecified.
HWY_INLINE GroupVector KeepBelow(GroupVector v, hn::Mask<Group> below) {
#if HWY_TARGET <= HWY_AVX3_DL
  return GroupVector{_mm512_maskz_compress_epi16(below.raw, v.raw)};
#else
  return hn::Compress(v, below);
#endif
}

// All candidates are sorted out, without a branch on how many are good: 252 of 256 times more than enough are.
std::size_t SampleNtt(const std::uint8_t* xof, std::int16_t* f) {
  const Group d;
  constexpr std::size_t candidates = xof_size / 3 * 2;
  alignas(64) std::int16_t good[candidates + group_size];
  std::size_t count = 0;
  for (std::size_t g = 0; g < candidates / group_size; ++g) {
    const auto v = UnpackGroup<12, xof_size>(xof, g);
    const auto below = hn::Lt(v, SetQ(d));
    hn::StoreU(KeepBelow(v, below), d, good + count);
    count += hn::CountTrue(d, below);
  }
  if constexpr (candidates % group_size != 0) {
    const auto v = UnpackGroup<12, xof_size>(xof, candidates / group_size);
    const auto below = hn::And(hn::Lt(v, SetQ(d)), hn::FirstN(d, candidates % group_size));
    hn::StoreU(KeepBelow(v, below), d, good + count);
    count += hn::CountTrue(d, below);
  }
  for (std::size_t i = 0; i < n; i += width) hn::StoreU(hn::Load(Coefficients(), good + i), Coefficients(), f + i);
  return std::min(count, n);
}

// The number of bits set in each of the numbers 0 to 7, for a lookup that takes the same time for all.
inline constexpr ByteTable bit_counts = [] {
  ByteTable table{};
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i] = static_cast<std::uint8_t>((i & 1) + (i >> 1 & 1) + (i >> 2 & 1));
  return table;
}();

template <unsigned eta>
void SampleCbd(const std::uint8_t* prf, std::int16_t* f) {
  const Group d;
  const auto counts = LoadTable(bit_counts);
  const auto mask = hn::Set(d, (1 << eta) - 1);
  for (std::size_t g = 0; g < group_count; ++g) {
    const auto v = UnpackGroup<2 * eta>(prf, g);
    const auto x = hn::TableLookupBytes(counts, hn::And(v, mask));
    const auto y = hn::TableLookupBytes(counts, hn::ShiftRight<eta>(v));
    hn::StoreU(hn::Sub(x, y), d, f + g * group_size);
  }
}

#endif  // HWY_TARGET == HWY_SCALAR

void SampleCbd2(const std::uint8_t* prf, std::int16_t* f) { SampleCbd<2>(prf, f); }
void SampleCbd3(const std::uint8_t* prf, std::int16_t* f) { SampleCbd<3>(prf, f); }

}  // namespace lydite::mlkem::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lydite::mlkem {

HWY_EXPORT(SampleNtt);
HWY_EXPORT(SampleCbd2);
HWY_EXPORT(SampleCbd3);

std::size_t sample_ntt(View<xof_size> xof, Poly f) { return HWY_DYNAMIC_DISPATCH(SampleNtt)(xof.data(), f.data()); }
template <>
void sample_cbd<2>(View<128> prf, Poly f) {
  HWY_DYNAMIC_DISPATCH(SampleCbd2)(prf.data(), f.data());
}
template <>
void sample_cbd<3>(View<192> prf, Poly f) {
  HWY_DYNAMIC_DISPATCH(SampleCbd3)(prf.data(), f.data());
}

}  // namespace lydite::mlkem
#endif
