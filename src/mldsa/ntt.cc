#include "src/mldsa/ntt.h"

#include <array>
#include <cstddef>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/mldsa/ntt.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "src/mldsa/field-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lydite::mldsa::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

void Ntt(std::int32_t* f) { ntt_portable(Poly(f, n)); }
void InverseNtt(std::int32_t* f) { inverse_ntt_portable(Poly(f, n)); }
void MultiplyRow(const Polynomial* a, const Polynomial* b, std::size_t count, std::int32_t* out) {
  multiply_row_portable(a, b, count, Poly(out, n));
}

#else

// The transform is cut in two: the layers of len 128, 64, 32 run over eight vectors that are 32 coefficients apart, the
// layers of len 16 to 1 inside blocks of 32 coefficients.
inline constexpr std::size_t block_size = 32;
inline constexpr std::size_t block_count = n / block_size;
inline constexpr std::size_t block_vectors = block_size / width;

// Constants of the layers inside blocks: for each layer and pair of vectors, those of the lanes.
struct alignas(64) ZetaTable {
  std::int32_t value[5][n / 2];
  std::int32_t low[5][n / 2];
};

// The first vector of pair number p of a layer inside a block; its partner is `PairDistance` further.
constexpr std::size_t PairDistance(std::size_t len) { return len > width ? len / width : 1; }
constexpr std::size_t PairFirst(std::size_t len, std::size_t p) {
  const std::size_t distance = PairDistance(len);
  return p / distance * 2 * distance + p % distance;
}

// The coefficient of its block in lane j of the first vector of a pair, number `first`, in the order of Reorder.
constexpr std::size_t LaneCoefficient(std::size_t len, std::size_t first, std::size_t j) {
  return first * width + ((j & len) == 0 || len >= width ? j : width + (j ^ len));
}

constexpr ZetaTable MakeZetaTable(bool inverse) {
  ZetaTable table{};
  for (std::size_t layer = 0, len = 16; layer < 5; ++layer, len /= 2) {
    for (std::size_t i = 0; i < n / 2; ++i) {
      const std::size_t block = i / (block_size / 2), pair = i % (block_size / 2) / width, lane = i % width;
      const std::size_t c = block * block_size + LaneCoefficient(len, PairFirst(len, pair), lane);
      const std::size_t group = c / (2 * len), groups = n / (2 * len);
      const std::int32_t zeta = zetas[inverse ? 2 * groups - 1 - group : groups + group];
      table.value[layer][i] = zeta;
      table.low[layer][i] = multiply_low(zeta, q_inverse);
    }
  }
  return table;
}
inline constexpr ZetaTable forward_zetas = MakeZetaTable(false);
inline constexpr ZetaTable inverse_zetas = MakeZetaTable(true);

constexpr std::size_t Layer(std::size_t len) { return len == 16 ? 0 : len == 8 ? 1 : len == 4 ? 2 : len == 2 ? 3 : 4; }

// Above len 1 two neighbouring lanes share their zeta.
template <std::size_t len>
HWY_INLINE Factors LoadZetas(const ZetaTable& table, std::size_t at) {
  const Vector value = hn::Load(Coefficients(), table.value[Layer(len)] + at);
  const Vector low = hn::Load(Coefficients(), table.low[Layer(len)] + at);
  if constexpr (len == 1) return {value, low, Odd(value), Odd(low)};
  return {value, low, value, low};
}

// Brings a pair from the standard order (0) or that of the layer `from` to that of the layer `to`, or back to 0. In the
// order of a layer shorter than a vector, the lanes j of b, bit log2(len) of j clear, and the lanes j + len of a have
// changed places, so that butterflies join equal lanes.
#if HWY_TARGET <= HWY_AVX3

// Indices of lanes, those of b from 16.
struct alignas(64) PairTable {
  std::int32_t a[16], b[16];
};

constexpr PairTable Exchanged(const PairTable& in, std::size_t distance) {
  PairTable out = in;
  for (std::size_t j = 0; j < 16; ++j) {
    if (distance >= 16) continue;
    if ((j & distance) != 0) out.a[j] = in.b[j ^ distance];
    if ((j & distance) == 0 && distance != 0) out.b[j] = in.a[j ^ distance];
  }
  return out;
}
constexpr PairTable MakePairTable(std::size_t from, std::size_t to) {
  PairTable table{};
  for (std::int32_t j = 0; j < 16; ++j) table.a[j] = j, table.b[j] = 16 + j;
  return Exchanged(Exchanged(table, from), to);
}
template <std::size_t from, std::size_t to>
inline constexpr PairTable pair_table = MakePairTable(from, to);

template <std::size_t from, std::size_t to>
HWY_INLINE void Reorder(Vector& a, Vector& b) {
  if constexpr (from % width == 0 && to % width == 0) return;
  const Vector to_a = hn::Load(Coefficients(), pair_table<from, to>.a);
  const Vector to_b = hn::Load(Coefficients(), pair_table<from, to>.b);
  const Vector x = a, y = b;
  a = Vector{_mm512_permutex2var_epi32(x.raw, to_a.raw, y.raw)};
  b = Vector{_mm512_permutex2var_epi32(x.raw, to_b.raw, y.raw)};
}

#else

template <std::size_t len>
HWY_INLINE void Exchange(Vector& a, Vector& b) {
  const Coefficients tag;
  const hn::Repartition<std::uint64_t, Coefficients> d64;
  const Vector x = a, y = b;
  if constexpr (len == 0 || len >= width) {
    return;
  } else if constexpr (len == 4) {
    a = hn::ConcatLowerLower(tag, y, x);
    b = hn::ConcatUpperUpper(tag, y, x);
  } else if constexpr (len == 2) {
    a = hn::BitCast(tag, hn::InterleaveLower(d64, hn::BitCast(d64, x), hn::BitCast(d64, y)));
    b = hn::BitCast(tag, hn::InterleaveUpper(d64, hn::BitCast(d64, x), hn::BitCast(d64, y)));
  } else {
    a = hn::OddEven(hn::DupEven(y), x);
    b = hn::OddEven(y, hn::DupOdd(x));
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
HWY_INLINE void Butterfly(Vector& a, Vector& b, const Factors& zeta) {
  const Vector t = MontgomeryMultiply(b, zeta);
  b = hn::Sub(a, t);
  a = hn::Add(a, t);
}

// (a, b) = (a + b, zeta (b - a)).
HWY_INLINE void InverseButterfly(Vector& a, Vector& b, const Factors& zeta) {
  const Vector sum = hn::Add(a, b);
  b = MontgomeryMultiply(hn::Sub(b, a), zeta);
  a = sum;
}

// One layer of one block, in the order that the layer `before` left.
template <std::size_t before, std::size_t len>
HWY_INLINE void BlockLayer(Vector* v, std::size_t block) {
  for (std::size_t p = 0; p < block_vectors / 2; ++p) {
    Vector &a = v[PairFirst(len, p)], &b = v[PairFirst(len, p) + PairDistance(len)];
    Reorder<before, len>(a, b);
    Butterfly(a, b, LoadZetas<len>(forward_zetas, block * block_size / 2 + p * width));
  }
}

template <std::size_t before, std::size_t len>
HWY_INLINE void InverseBlockLayer(Vector* v, std::size_t block) {
  for (std::size_t p = 0; p < block_vectors / 2; ++p) {
    Vector &a = v[PairFirst(len, p)], &b = v[PairFirst(len, p) + PairDistance(len)];
    Reorder<before, len>(a, b);
    InverseButterfly(a, b, LoadZetas<len>(inverse_zetas, block * block_size / 2 + p * width));
  }
}

template <std::size_t before>
HWY_INLINE void RestoreOrder(Vector* v) {
  for (std::size_t m = 0; m < block_vectors; m += 2) Reorder<before, 0>(v[m], v[m + 1]);
}

// The layers of len 128, 64, 32, of the vectors v[0] to v[7] that are 32 coefficients apart.
HWY_INLINE void LongLayers(Vector* v) {
  for (std::size_t m = 0; m < 4; ++m) Butterfly(v[m], v[m + 4], UniformFactor(zetas[1]));
  for (std::size_t m : {0U, 1U, 4U, 5U}) Butterfly(v[m], v[m + 2], UniformFactor(zetas[2 + m / 4]));
  for (std::size_t m : {0U, 2U, 4U, 6U}) Butterfly(v[m], v[m + 1], UniformFactor(zetas[4 + m / 2]));
}

HWY_INLINE void InverseLongLayers(Vector* v) {
  for (std::size_t m : {0U, 2U, 4U, 6U}) InverseButterfly(v[m], v[m + 1], UniformFactor(zetas[7 - m / 2]));
  for (std::size_t m : {0U, 1U, 4U, 5U}) InverseButterfly(v[m], v[m + 2], UniformFactor(zetas[3 - m / 4]));
  for (std::size_t m = 0; m < 4; ++m) {
    InverseButterfly(v[m], v[m + 4], UniformFactor(final_zeta));
    v[m] = MontgomeryMultiply(v[m], UniformFactor(final_factor));
  }
}

// The layers of len 16 to 1 of `count` blocks, one layer after the other in all of them.
template <std::size_t count>
HWY_INLINE void ShortLayers(Vector* v, std::size_t block) {
  for (std::size_t b = 0; b < count; ++b) BlockLayer<0, 16>(v + b * block_vectors, block + b);
  for (std::size_t b = 0; b < count; ++b) BlockLayer<16, 8>(v + b * block_vectors, block + b);
  for (std::size_t b = 0; b < count; ++b) BlockLayer<8, 4>(v + b * block_vectors, block + b);
  for (std::size_t b = 0; b < count; ++b) BlockLayer<4, 2>(v + b * block_vectors, block + b);
  for (std::size_t b = 0; b < count; ++b) BlockLayer<2, 1>(v + b * block_vectors, block + b);
  for (std::size_t b = 0; b < count; ++b) RestoreOrder<1>(v + b * block_vectors);
}

template <std::size_t count>
HWY_INLINE void InverseShortLayers(Vector* v, std::size_t block) {
  for (std::size_t b = 0; b < count; ++b) InverseBlockLayer<0, 1>(v + b * block_vectors, block + b);
  for (std::size_t b = 0; b < count; ++b) InverseBlockLayer<1, 2>(v + b * block_vectors, block + b);
  for (std::size_t b = 0; b < count; ++b) InverseBlockLayer<2, 4>(v + b * block_vectors, block + b);
  for (std::size_t b = 0; b < count; ++b) InverseBlockLayer<4, 8>(v + b * block_vectors, block + b);
  for (std::size_t b = 0; b < count; ++b) InverseBlockLayer<8, 16>(v + b * block_vectors, block + b);
  // The order of a layer as long as a vector is the standard's.
  if constexpr (width < 16) return;
  for (std::size_t b = 0; b < count; ++b) RestoreOrder<16>(v + b * block_vectors);
}

// `count` vectors, `distance` coefficients apart.
HWY_INLINE void LoadVectors(const std::int32_t* f, std::size_t count, std::size_t distance, Vector* v) {
  for (std::size_t m = 0; m < count; ++m) v[m] = Load(f + m * distance);
}
HWY_INLINE void StoreVectors(const Vector* v, std::size_t count, std::size_t distance, std::int32_t* f) {
  for (std::size_t m = 0; m < count; ++m) Store(v[m], f + m * distance);
}

// Blocks that are transformed together: eight vectors, or as many as a block has.
inline constexpr std::size_t together = block_vectors < 8 ? 8 / block_vectors : 1;

void Ntt(std::int32_t* f) {
  Vector v[8];
  for (std::size_t i = 0; i < block_size; i += width) {
    LoadVectors(f + i, 8, block_size, v);
    LongLayers(v);
    StoreVectors(v, 8, block_size, f + i);
  }
  for (std::size_t block = 0; block < block_count; block += together) {
    LoadVectors(f + block * block_size, 8, width, v);
    ShortLayers<together>(v, block);
    StoreVectors(v, 8, width, f + block * block_size);
  }
}

void InverseNtt(std::int32_t* f) {
  Vector v[8];
  for (std::size_t block = 0; block < block_count; block += together) {
    LoadVectors(f + block * block_size, 8, width, v);
    InverseShortLayers<together>(v, block);
    StoreVectors(v, 8, width, f + block * block_size);
  }
  for (std::size_t i = 0; i < block_size; i += width) {
    LoadVectors(f + i, 8, block_size, v);
    InverseLongLayers(v);
    StoreVectors(v, 8, block_size, f + i);
  }
}

void MultiplyRow(const Polynomial* a, const Polynomial* b, std::size_t count, std::int32_t* out) {
  const Coefficients tag;
  const Vector inverse = Set(q_inverse);
  for (std::size_t i = 0; i < n; i += width) {
    auto even = hn::Zero(Wide()), odd = even;
    for (std::size_t j = 0; j < count; ++j) {
      const Vector x = Load(a[j].data() + i), y = Load(b[j].data() + i);
      even = hn::Add(even, hn::MulEven(x, y));
      odd = hn::Add(odd, hn::MulEven(Odd(x), Odd(y)));
    }
    const Vector even_t = MulEvenLow(hn::BitCast(tag, even), inverse);
    const Vector odd_t = MulEvenLow(hn::BitCast(tag, odd), inverse);
    Store(ReduceProducts(even, odd, even_t, odd_t), out + i);
  }
}

#endif  // HWY_TARGET == HWY_SCALAR

}  // namespace lydite::mldsa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lydite::mldsa {

HWY_EXPORT(Ntt);
HWY_EXPORT(InverseNtt);
HWY_EXPORT(MultiplyRow);

void ntt(Poly f) { HWY_DYNAMIC_DISPATCH(Ntt)(f.data()); }
void inverse_ntt(Poly f) { HWY_DYNAMIC_DISPATCH(InverseNtt)(f.data()); }
void multiply_row(const Polynomial* a, const Polynomial* b, std::size_t count, Poly out) {
  HWY_DYNAMIC_DISPATCH(MultiplyRow)(a, b, count, out.data());
}

}  // namespace lydite::mldsa
#endif
