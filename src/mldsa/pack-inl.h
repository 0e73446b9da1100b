// Building blocks of kernels: groups of coefficients to and from bit strings.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hwy/highway.h"
#include "src/mldsa/field-inl.h"
#include "src/mldsa/pack.h"

// clang-format off
#if defined(LYDITE_MLDSA_PACK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef LYDITE_MLDSA_PACK_INL_H_
#undef LYDITE_MLDSA_PACK_INL_H_
#else
#define LYDITE_MLDSA_PACK_INL_H_
#endif
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace lydite::mldsa::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR

#if HWY_TARGET <= HWY_AVX3_DL

// Sixteen coefficients, whose 2 * bits bytes begin and end with a byte.
using Group = hn::FixedTag<std::int32_t, 16>;
using GroupVector = hn::Vec<Group>;
using GroupBytes = hn::Repartition<std::uint8_t, Group>;
inline constexpr std::size_t group_size = 16;
inline constexpr std::size_t group_count = n / group_size;

struct alignas(64) ByteTable {
  std::uint8_t bytes[64];
};
HWY_INLINE __m512i LoadTable(const ByteTable& table) { return hn::Load(GroupBytes(), table.bytes).raw; }

HWY_INLINE GroupVector LoadGroup(const std::int32_t* f, std::size_t g) {
  return hn::LoadU(Group(), f + g * group_size);
}
HWY_INLINE void StoreGroup(GroupVector v, std::int32_t* f, std::size_t g) {
  hn::StoreU(v, Group(), f + g * group_size);
}

// First the bytes that hold two coefficients go to one 64-bit lane, then each byte of a coefficient to its place.
template <unsigned bits>
constexpr ByteTable MakeFetch() {
  ByteTable table{};
  for (std::size_t i = 0; i < 64; ++i) table.bytes[i] = static_cast<std::uint8_t>((i / 8 * 2 * bits / 8 + i % 8) % 64);
  return table;
}
template <unsigned bits>
constexpr ByteTable MakeOffsets() {
  ByteTable table{};
  for (std::size_t i = 0; i < 64; ++i)
    table.bytes[i] = static_cast<std::uint8_t>((i / 8 * 2 * bits % 8 + i / 4 % 2 * bits + i % 4 * 8) % 64);
  return table;
}
template <unsigned bits>
inline constexpr ByteTable fetch = MakeFetch<bits>();
template <unsigned bits>
inline constexpr ByteTable offsets = MakeOffsets<bits>();

// Group number g of a string of `size` bytes. No byte outside the string is read.
template <unsigned bits, std::size_t size = 32 * bits>
HWY_INLINE GroupVector UnpackGroup(const std::uint8_t* in, std::size_t g) {
  const GroupBytes bytes;
  const std::size_t left = size - 2 * bits * g;
  const auto loaded = hn::MaskedLoad(hn::FirstN(bytes, left < 2 * bits ? left : 2 * bits), bytes, in + 2 * bits * g);
  const __m512i fetched = _mm512_permutexvar_epi8(LoadTable(fetch<bits>), loaded.raw);
  const GroupVector placed{_mm512_multishift_epi64_epi8(LoadTable(offsets<bits>), fetched)};
  return hn::And(placed, hn::Set(Group(), (1 << bits) - 1));
}

// Two coefficients as 2 * bits bits of a 64-bit lane, moved up to where they begin in their first byte.
template <unsigned bits>
HWY_INLINE __m512i JoinPairs(GroupVector v) {
  const hn::Repartition<std::uint64_t, Group> d64;
  const auto pairs = hn::BitCast(d64, v);
  const auto lower = hn::Set(d64, 0xFFFFFFFF);
  const auto joined = hn::Or(hn::And(pairs, lower), hn::ShiftRight<32 - bits>(hn::AndNot(lower, pairs)));
  alignas(64) static constexpr std::uint64_t shifts[8] = {
      0, 2 * bits % 8, 4 * bits % 8, 6 * bits % 8, 8 * bits % 8, 10 * bits % 8, 12 * bits % 8, 14 * bits % 8};
  return _mm512_sllv_epi64(joined.raw, hn::Load(d64, shifts).raw);
}

// Where byte i of the string comes from: `part` 0 the lane in which it begins, 1 and 2 the next ones, which fill it up.
template <unsigned bits>
constexpr std::size_t GatherLane(std::size_t i, std::size_t part) {
  return 8 * i / (2 * bits) + part;
}
template <unsigned bits>
constexpr bool GatherMeets(std::size_t i, std::size_t part) {
  return i < 2 * bits && GatherLane<bits>(i, part) * 2 * bits < 8 * i + 8;
}
template <unsigned bits>
constexpr ByteTable MakeGather(std::size_t part) {
  ByteTable table{};
  for (std::size_t i = 0; i < 2 * bits; ++i) {
    const std::size_t lane = GatherLane<bits>(i, part);
    if (GatherMeets<bits>(i, part)) table.bytes[i] = static_cast<std::uint8_t>(8 * lane + i - lane * 2 * bits / 8);
  }
  return table;
}
template <unsigned bits>
constexpr std::uint64_t GatherMask(std::size_t part) {
  std::uint64_t mask = 0;
  for (std::size_t i = 0; i < 64; ++i) mask |= std::uint64_t{GatherMeets<bits>(i, part)} << i;
  return mask;
}
template <unsigned bits, std::size_t part>
inline constexpr ByteTable gather = MakeGather<bits>(part);

template <unsigned bits>
HWY_INLINE void PackGroup(GroupVector v, std::uint8_t* out, std::size_t g) {
  const GroupBytes bytes;
  const __m512i lanes = JoinPairs<bits>(v);
  __m512i packed = _mm512_maskz_permutexvar_epi8(GatherMask<bits>(0), LoadTable(gather<bits, 0>), lanes);
  if constexpr (GatherMask<bits>(1) != 0)
    packed =
        _mm512_or_si512(packed, _mm512_maskz_permutexvar_epi8(GatherMask<bits>(1), LoadTable(gather<bits, 1>), lanes));
  if constexpr (GatherMask<bits>(2) != 0)
    packed =
        _mm512_or_si512(packed, _mm512_maskz_permutexvar_epi8(GatherMask<bits>(2), LoadTable(gather<bits, 2>), lanes));
  hn::BlendedStore(hn::Vec<GroupBytes>{packed}, hn::FirstN(bytes, 2 * bits), bytes, out + 2 * bits * g);
}

#else

// Four coefficients.
using Quad = hn::FixedTag<std::int32_t, 4>;
using QuadVector = hn::Vec<Quad>;
using QuadBytes = hn::Repartition<std::uint8_t, Quad>;
inline constexpr std::size_t group_size = 4;
inline constexpr std::size_t group_count = n / group_size;
using Group = Quad;
using GroupVector = QuadVector;

struct alignas(16) QuadTable {
  std::uint8_t bytes[16];
};
struct alignas(16) ShiftTable {
  std::uint32_t lanes[4];
};

HWY_INLINE GroupVector LoadGroup(const std::int32_t* f, std::size_t g) { return hn::LoadU(Quad(), f + g * group_size); }
HWY_INLINE void StoreGroup(GroupVector v, std::int32_t* f, std::size_t g) { hn::StoreU(v, Quad(), f + g * group_size); }

// The four coefficients begin at a byte (`half` 0), or with odd bits in its middle (`half` 1).
template <unsigned bits>
constexpr QuadTable MakeFetch(std::size_t half) {
  QuadTable table{};
  for (std::size_t i = 0; i < 16; ++i) {
    const std::size_t byte = (4 * half + i / 4 * bits) / 8 + i % 4;
    const bool is_used = (4 * half + (i / 4 + 1) * bits + 7) / 8 > byte;
    table.bytes[i] = static_cast<std::uint8_t>(is_used ? byte : 0x80);
  }
  return table;
}
template <unsigned bits>
constexpr ShiftTable MakeShifts(std::size_t half) {
  ShiftTable table{};
  for (std::size_t i = 0; i < 4; ++i) table.lanes[i] = static_cast<std::uint32_t>((4 * half + i * bits) % 8);
  return table;
}
template <unsigned bits, std::size_t half>
inline constexpr QuadTable fetch = MakeFetch<bits>(half);
template <unsigned bits, std::size_t half>
inline constexpr ShiftTable shifts = MakeShifts<bits>(half);

template <unsigned bits, std::size_t half>
HWY_INLINE GroupVector UnpackQuad(hn::Vec<QuadBytes> loaded) {
  const hn::Repartition<std::uint32_t, Quad> d32;
  const auto placed = hn::BitCast(d32, hn::TableLookupBytesOr0(loaded, hn::Load(QuadBytes(), fetch<bits, half>.bytes)));
  const auto moved = hn::Shr(placed, hn::Load(d32, shifts<bits, half>.lanes));
  return hn::BitCast(Quad(), hn::And(moved, hn::Set(d32, (1U << bits) - 1)));
}

// Group number g of a string of `size` bytes. No byte outside the string is read: the last groups come from the last
// sixteen bytes.
template <unsigned bits, std::size_t size = 32 * bits>
HWY_INLINE GroupVector UnpackGroup(const std::uint8_t* in, std::size_t g) {
  const QuadBytes bytes;
  const std::size_t at = g * bits / 2;
  auto loaded = hn::Zero(bytes);
  if (at + 16 <= size) {
    loaded = hn::LoadU(bytes, in + at);
  } else {
    const auto indices = hn::Add(hn::Iota(bytes, 0), hn::Set(bytes, static_cast<std::uint8_t>(at + 16 - size)));
    loaded = hn::TableLookupBytes(hn::LoadU(bytes, in + size - 16), hn::Min(indices, hn::Set(bytes, std::uint8_t{15})));
  }
  if (bits % 2 != 0 && g % 2 != 0) return UnpackQuad<bits, bits % 2>(loaded);
  return UnpackQuad<bits, 0>(loaded);
}

// Each two coefficients as a number of 2 * bits bits.
using PairVector = hn::Vec<hn::Repartition<std::uint64_t, Quad>>;
template <unsigned bits>
HWY_INLINE PairVector JoinPairs(QuadVector v) {
  const hn::Repartition<std::uint64_t, Quad> d64;
  const auto pairs = hn::BitCast(d64, v);
  const auto lower = hn::Set(d64, 0xFFFFFFFF);
  return hn::Or(hn::And(pairs, lower), hn::ShiftRight<32 - bits>(hn::AndNot(lower, pairs)));
}
HWY_INLINE std::uint64_t Upper(PairVector v) { return hn::ExtractLane(v, 1); }

// Two numbers of `size` bits, which end with a byte.
template <unsigned size>
HWY_INLINE void StoreTwo(std::uint64_t a, std::uint64_t b, std::uint8_t* out) {
  const std::uint64_t low = a | b << size;
  std::memcpy(out, &low, size < 32 ? size / 4 : 8);
  if constexpr (size > 32) {
    const std::uint64_t high = b >> (64 - size);
    std::memcpy(out + 8, &high, size / 4 - 8);
  }
}

// All coefficients, quad(g) four of them.
template <unsigned bits, class Value>
HWY_INLINE void PackQuads(Value quad, std::uint8_t* out) {
  for (std::size_t g = 0; g < group_count; g += bits % 2 + 1, out += bits % 2 == 0 ? bits / 2 : bits) {
    const PairVector first = JoinPairs<bits>(quad(g));
    if constexpr (bits % 2 == 0) {
      StoreTwo<2 * bits>(hn::GetLane(first), Upper(first), out);
    } else {
      const PairVector second = JoinPairs<bits>(quad(g + 1));
      StoreTwo<4 * bits>(hn::GetLane(first) | Upper(first) << 2 * bits, hn::GetLane(second) | Upper(second) << 2 * bits,
                         out);
    }
  }
}

#endif  // HWY_TARGET <= HWY_AVX3_DL

#endif  // HWY_TARGET != HWY_SCALAR

}  // namespace lydite::mldsa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
