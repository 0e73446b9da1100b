#include "src/mlkem/ntt.h"

#include <array>
#include <cstddef>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/mlkem/ntt.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "src/mlkem/field-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lydite::mlkem::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

void Ntt(std::int16_t* f) { ntt_portable(Poly(f, n)); }
void InverseNtt(std::int16_t* f) { inverse_ntt_portable(Poly(f, n)); }
void MakeMultiplicand(const std::int16_t* b, Multiplicand* out) { make_multiplicand_portable(ConstPoly(b, n), *out); }
void MultiplyRow(const std::int16_t* a, std::size_t stride, const Multiplicand* b, std::size_t count,
                 std::int16_t* out) {
  multiply_row_portable(a, stride, b, count, Poly(out, n));
}

#else

// The transform is cut in two: the layers of len 128, 64, 32 run over eight vectors that are 32 coefficients apart, the
// layers of len 16, 8, 4, 2 inside blocks of 64 coefficients.
inline constexpr std::size_t block_size = 64;
inline constexpr std::size_t block_vectors = block_size / width;

// Constants of the layers inside blocks: for each layer and pair of vectors, those of the lanes, and their low
// products.
struct alignas(64) ZetaTable {
  std::int16_t value[4][n / 2];
  std::int16_t low[4][n / 2];
};

// The first vector of pair number p of a layer inside a block; its partner is `PairDistance` further.
constexpr std::size_t PairDistance(std::size_t len) { return len > width ? len / width : 1; }
constexpr std::size_t PairFirst(std::size_t len, std::size_t p) { return 2 * p - (p & (PairDistance(len) - 1)); }

// The coefficient of its block in lane j of the first vector of a pair, number `first`, in the order of Reorder.
constexpr std::size_t LaneCoefficient(std::size_t len, std::size_t first, std::size_t j) {
  return first * width + ((j & len) == 0 ? j : width + (j ^ len));
}

constexpr ZetaTable MakeZetaTable(bool inverse) {
  ZetaTable table{};
  for (std::size_t layer = 0, len = 16; layer < 4; ++layer, len /= 2) {
    for (std::size_t i = 0; i < n / 2; ++i) {
      const std::size_t block = i / (block_size / 2), pair = i % (block_size / 2) / width, lane = i % width;
      const std::size_t c = block * block_size + LaneCoefficient(len, PairFirst(len, pair), lane);
      const std::size_t group = c / (2 * len), groups = n / (2 * len);
      const std::int16_t zeta = zetas[inverse ? 2 * groups - 1 - group : groups + group];
      table.value[layer][i] = zeta;
      table.low[layer][i] = static_cast<std::int16_t>(zeta * q_inverse);
    }
  }
  return table;
}
inline constexpr ZetaTable forward_zetas = MakeZetaTable(false);
inline constexpr ZetaTable inverse_zetas = MakeZetaTable(true);

constexpr std::size_t Layer(std::size_t len) { return len == 16 ? 0 : len == 8 ? 1 : len == 4 ? 2 : 3; }

// Brings a pair from the standard order (0) or that of the layer `from` to that of the layer `to`, or back to 0. In the
// order of a layer shorter than a vector, the lanes j of b, bit log2(len) of j clear, and the lanes j + len of a have
// changed places, so that butterflies join equal lanes.
#if HWY_TARGET <= HWY_AVX3

// Indices of 32-bit lanes, those of b from 16.
struct alignas(64) PairTable {
  std::uint32_t a[16], b[16];
};

constexpr PairTable Exchanged(const PairTable& in, std::size_t distance) {
  PairTable out = in;
  for (std::size_t j = 0; j < 16; ++j) {
    if ((j & distance) != 0) out.a[j] = in.b[j ^ distance];
    if ((j & distance) == 0 && distance != 0) out.b[j] = in.a[j ^ distance];
  }
  return out;
}
constexpr PairTable MakePairTable(std::size_t from, std::size_t to) {
  PairTable table{};
  for (std::uint32_t j = 0; j < 16; ++j) table.a[j] = j, table.b[j] = 16 + j;
  return Exchanged(Exchanged(table, from / 2), to / 2);
}
template <std::size_t from, std::size_t to>
inline constexpr PairTable pair_table = MakePairTable(from, to);

template <std::size_t from, std::size_t to>
HWY_INLINE void Reorder(Vector& a, Vector& b) {
  const hn::Repartition<std::uint32_t, Coefficients> d32;
  const auto to_a = hn::Load(d32, pair_table<from, to>.a), to_b = hn::Load(d32, pair_table<from, to>.b);
  const Vector x = a, y = b;
  a = Vector{_mm512_permutex2var_epi32(x.raw, to_a.raw, y.raw)};
  b = Vector{_mm512_permutex2var_epi32(x.raw, to_b.raw, y.raw)};
}

#else

template <std::size_t len>
HWY_INLINE void Exchange(Vector& a, Vector& b) {
  const Coefficients d;
  const hn::Repartition<std::uint64_t, Coefficients> d64;
  const hn::Repartition<std::uint32_t, Coefficients> d32;
  const Vector x = a, y = b;
  if constexpr (len == 0 || len >= width) {
    return;
  } else if constexpr (len == 8) {
    a = hn::ConcatLowerLower(d, y, x);
    b = hn::ConcatUpperUpper(d, y, x);
  } else if constexpr (len == 4) {
    a = hn::BitCast(d, hn::InterleaveLower(d64, hn::BitCast(d64, x), hn::BitCast(d64, y)));
    b = hn::BitCast(d, hn::InterleaveUpper(d64, hn::BitCast(d64, x), hn::BitCast(d64, y)));
  } else {
    a = hn::BitCast(d, hn::OddEven(hn::DupEven(hn::BitCast(d32, y)), hn::BitCast(d32, x)));
    b = hn::BitCast(d, hn::OddEven(hn::BitCast(d32, y), hn::DupOdd(hn::BitCast(d32, x))));
  }
}

// To exchange twice is the identity.
template <std::size_t from, std::size_t to>
HWY_INLINE void Reorder(Vector& a, Vector& b) {
  Exchange<from>(a, b);
  Exchange<to>(a, b);
}

#endif

// (a, b) = (a + zeta b, a - zeta b).
HWY_INLINE void Butterfly(Vector& a, Vector& b, Vector zeta, Vector zeta_low) {
  const Vector t = MontgomeryMultiply(Coefficients(), b, zeta, zeta_low);
  b = hn::Sub(a, t);
  a = hn::Add(a, t);
}
HWY_INLINE void Butterfly(Vector& a, Vector& b, const Constant& zeta) { Butterfly(a, b, zeta.value, zeta.low); }

// (a, b) = (a + b, zeta (b - a)).
HWY_INLINE void InverseButterfly(Vector& a, Vector& b, Vector zeta, Vector zeta_low) {
  const Vector sum = hn::Add(a, b);
  b = MontgomeryMultiply(Coefficients(), hn::Sub(b, a), zeta, zeta_low);
  a = sum;
}
HWY_INLINE void InverseButterfly(Vector& a, Vector& b, const Constant& zeta) {
  InverseButterfly(a, b, zeta.value, zeta.low);
}

// One layer of one block, in the order that the layer `before` left.
template <std::size_t before, std::size_t len>
HWY_INLINE void BlockLayer(Vector* v, std::size_t block) {
  const Coefficients d;
  for (std::size_t p = 0; p < block_vectors / 2; ++p) {
    Vector &a = v[PairFirst(len, p)], &b = v[PairFirst(len, p) + PairDistance(len)];
    const std::size_t at = block * block_size / 2 + p * width;
    Reorder<before, len>(a, b);
    Butterfly(a, b, hn::Load(d, forward_zetas.value[Layer(len)] + at), hn::Load(d, forward_zetas.low[Layer(len)] + at));
  }
}

template <std::size_t before, std::size_t len>
HWY_INLINE void InverseBlockLayer(Vector* v, std::size_t block) {
  const Coefficients d;
  for (std::size_t p = 0; p < block_vectors / 2; ++p) {
    Vector &a = v[PairFirst(len, p)], &b = v[PairFirst(len, p) + PairDistance(len)];
    const std::size_t at = block * block_size / 2 + p * width;
    Reorder<before, len>(a, b);
    InverseButterfly(a, b, hn::Load(d, inverse_zetas.value[Layer(len)] + at),
                     hn::Load(d, inverse_zetas.low[Layer(len)] + at));
    if constexpr (len == 8) a = BarrettReduce(d, a);
  }
}

template <std::size_t before>
HWY_INLINE void RestoreOrder(Vector* v) {
  for (std::size_t m = 0; m < block_vectors; m += 2) Reorder<before, 0>(v[m], v[m + 1]);
}

// The layers of len 128, 64, 32, of the vectors v[0] to v[7] that are 32 coefficients apart.
HWY_INLINE void LongLayers(Vector* v) {
  for (std::size_t m = 0; m < 4; ++m) Butterfly(v[m], v[m + 4], Constant(zetas[1]));
  for (std::size_t m : {0U, 1U, 4U, 5U}) Butterfly(v[m], v[m + 2], Constant(zetas[2 + m / 4]));
  for (std::size_t m : {0U, 2U, 4U, 6U}) Butterfly(v[m], v[m + 1], Constant(zetas[4 + m / 2]));
}

HWY_INLINE void InverseLongLayers(Vector* v) {
  const Coefficients d;
  for (std::size_t m : {0U, 2U, 4U, 6U}) InverseButterfly(v[m], v[m + 1], Constant(zetas[7 - m / 2]));
  for (std::size_t m : {0U, 1U, 4U, 5U}) InverseButterfly(v[m], v[m + 2], Constant(zetas[3 - m / 4]));
  for (std::size_t m : {0U, 1U, 4U, 5U}) v[m] = BarrettReduce(d, v[m]);
  const Constant scale(inverse_128);
  for (std::size_t m = 0; m < 4; ++m) {
    InverseButterfly(v[m], v[m + 4], Constant(inverse_128_zeta));
    v[m] = MontgomeryMultiply(d, v[m], scale.value, scale.low);
  }
}

// The layers of len 16, 8, 4, 2 of `count` blocks, one layer after the other in all of them.
template <std::size_t count>
HWY_INLINE void ShortLayers(Vector* v, std::size_t block) {
  for (std::size_t b = 0; b < count; ++b) BlockLayer<0, 16>(v + b * block_vectors, block + b);
  for (std::size_t b = 0; b < count; ++b) BlockLayer<16, 8>(v + b * block_vectors, block + b);
  for (std::size_t b = 0; b < count; ++b) BlockLayer<8, 4>(v + b * block_vectors, block + b);
  for (std::size_t b = 0; b < count; ++b) BlockLayer<4, 2>(v + b * block_vectors, block + b);
  for (std::size_t b = 0; b < count; ++b) RestoreOrder<2>(v + b * block_vectors);
}

template <std::size_t count>
HWY_INLINE void InverseShortLayers(Vector* v, std::size_t block) {
  for (std::size_t b = 0; b < count; ++b) InverseBlockLayer<0, 2>(v + b * block_vectors, block + b);
  for (std::size_t b = 0; b < count; ++b) InverseBlockLayer<2, 4>(v + b * block_vectors, block + b);
  for (std::size_t b = 0; b < count; ++b) InverseBlockLayer<4, 8>(v + b * block_vectors, block + b);
  for (std::size_t b = 0; b < count; ++b) InverseBlockLayer<8, 16>(v + b * block_vectors, block + b);
  for (std::size_t b = 0; b < count; ++b) RestoreOrder<16>(v + b * block_vectors);
}

// `count` vectors, `distance` coefficients apart.
HWY_INLINE void LoadVectors(const std::int16_t* f, std::size_t count, std::size_t distance, Vector* v) {
  for (std::size_t m = 0; m < count; ++m) v[m] = hn::LoadU(Coefficients(), f + m * distance);
}
HWY_INLINE void StoreVectors(const Vector* v, std::size_t count, std::size_t distance, std::int16_t* f) {
  for (std::size_t m = 0; m < count; ++m) hn::StoreU(v[m], Coefficients(), f + m * distance);
}
HWY_INLINE void ReduceVectors(Vector* v, std::size_t count) {
  for (std::size_t m = 0; m < count; ++m) v[m] = BarrettReduce(Coefficients(), v[m]);
}

#if HWY_TARGET <= HWY_AVX3

// All eight vectors stay in registers.
void Ntt(std::int16_t* f) {
  Vector v[8];
  LoadVectors(f, 8, width, v);
  LongLayers(v);
  ShortLayers<4>(v, 0);
  ReduceVectors(v, 8);
  StoreVectors(v, 8, width, f);
}

void InverseNtt(std::int16_t* f) {
  Vector v[8];
  LoadVectors(f, 8, width, v);
  InverseShortLayers<4>(v, 0);
  InverseLongLayers(v);
  StoreVectors(v, 8, width, f);
}

#else

void Ntt(std::int16_t* f) {
  Vector v[8];
  for (std::size_t i = 0; i < 32; i += width) {
    LoadVectors(f + i, 8, 32, v);
    LongLayers(v);
    StoreVectors(v, 8, 32, f + i);
  }
  for (std::size_t block = 0; block < n / block_size; ++block) {
    LoadVectors(f + block * block_size, block_vectors, width, v);
    ShortLayers<1>(v, block);
    ReduceVectors(v, block_vectors);
    StoreVectors(v, block_vectors, width, f + block * block_size);
  }
}

void InverseNtt(std::int16_t* f) {
  Vector v[8];
  for (std::size_t block = 0; block < n / block_size; ++block) {
    LoadVectors(f + block * block_size, block_vectors, width, v);
    InverseShortLayers<1>(v, block);
    StoreVectors(v, block_vectors, width, f + block * block_size);
  }
  for (std::size_t i = 0; i < 32; i += width) {
    LoadVectors(f + i, 8, 32, v);
    InverseLongLayers(v);
    StoreVectors(v, 8, 32, f + i);
  }
}

#endif

void MakeMultiplicand(const std::int16_t* b, Multiplicand* out) {
  const Coefficients d;
  const hn::Repartition<std::uint32_t, Coefficients> d32;
  const Vector low = hn::Set(d, q_inverse);
  for (std::size_t i = 0; i < n; i += width) {
    const Vector v = hn::LoadU(d, b + i), gamma = hn::Load(d, gammas.data() + i);
    hn::Store(MontgomeryMultiply(d, v, gamma, hn::Mul(gamma, low)), d, out->direct.data() + i);
    hn::Store(hn::BitCast(d, hn::RotateRight<16>(hn::BitCast(d32, v))), d, out->crossed.data() + i);
  }
}

// Inner products of pairs of 16-bit numbers, summed over `count` polynomials.
using Sums = hn::RepartitionToWide<Coefficients>;
HWY_INLINE void AddPairs(Vector a, Vector b, hn::Vec<Sums>& sum0, hn::Vec<Sums>& sum1) {
  sum0 = hn::ReorderWidenMulAccumulate(Sums(), a, b, sum0, sum1);
}

// montgomery_multiply(montgomery_reduce(sum), montgomery_one) of the sums of even and of odd places.
HWY_INLINE Vector ReduceSums(hn::Vec<Sums> even, hn::Vec<Sums> odd) {
  const Coefficients d;
  const Vector low = hn::OddEven(hn::BitCast(d, hn::ShiftLeft<16>(odd)), hn::BitCast(d, even));
  const Vector high = hn::OddEven(hn::BitCast(d, odd), hn::BitCast(d, hn::ShiftRight<16>(even)));
  const Vector r = hn::Sub(high, hn::MulHigh(hn::Mul(low, hn::Set(d, q_inverse)), SetQ(d)));
  const Constant one(montgomery_one);
  return MontgomeryMultiply(d, r, one.value, one.low);
}

void MultiplyRow(const std::int16_t* a, std::size_t stride, const Multiplicand* b, std::size_t count,
                 std::int16_t* out) {
  const Coefficients d;
  const Sums sums;
  for (std::size_t i = 0; i < n; i += width) {
    auto even0 = hn::Zero(sums), even1 = even0, odd0 = even0, odd1 = even0;
    for (std::size_t j = 0; j < count; ++j) {
      const Vector v = hn::LoadU(d, a + n * stride * j + i);
      AddPairs(v, hn::Load(d, b[j].direct.data() + i), even0, even1);
      AddPairs(v, hn::Load(d, b[j].crossed.data() + i), odd0, odd1);
    }
    const auto even = hn::RearrangeToOddPlusEven(even0, even1), odd = hn::RearrangeToOddPlusEven(odd0, odd1);
    hn::StoreU(ReduceSums(even, odd), d, out + i);
  }
}

#endif  // HWY_TARGET == HWY_SCALAR

}  // namespace lydite::mlkem::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lydite::mlkem {

HWY_EXPORT(Ntt);
HWY_EXPORT(InverseNtt);
HWY_EXPORT(MakeMultiplicand);
HWY_EXPORT(MultiplyRow);

void ntt(Poly f) { HWY_DYNAMIC_DISPATCH(Ntt)(f.data()); }
void inverse_ntt(Poly f) { HWY_DYNAMIC_DISPATCH(InverseNtt)(f.data()); }
void make_multiplicand(ConstPoly b, Multiplicand& out) { HWY_DYNAMIC_DISPATCH(MakeMultiplicand)(b.data(), &out); }
void multiply_row(const std::int16_t* a, std::size_t stride, const Multiplicand* b, std::size_t count, Poly out) {
  HWY_DYNAMIC_DISPATCH(MultiplyRow)(a, stride, b, count, out.data());
}

}  // namespace lydite::mlkem
#endif
