// Building blocks of kernels: coefficients of d bits in and out of byte strings, a group of coefficients at a time.
#include <array>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "src/mlkem/field-inl.h"

// clang-format off
#if defined(LYDITE_MLKEM_PACK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef LYDITE_MLKEM_PACK_INL_H_
#undef LYDITE_MLKEM_PACK_INL_H_
#else
#define LYDITE_MLKEM_PACK_INL_H_
#endif
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace lydite::mlkem::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR

#if HWY_TARGET <= HWY_AVX3_DL
using Group = hn::FixedTag<std::int16_t, 32>;
#else
using Group = hn::FixedTag<std::int16_t, 8>;
#endif
using GroupVector = hn::Vec<Group>;
using GroupBytes = hn::Repartition<std::uint8_t, Group>;
using GroupWords = hn::Repartition<std::uint16_t, Group>;
inline constexpr std::size_t group_size = hn::MaxLanes(Group());
inline constexpr std::size_t group_count = n / group_size;

// A table of one byte for each byte of a group; 0x80 selects a zero.
using ByteTable = std::array<std::uint8_t, 2 * group_size>;
using WordTable = std::array<std::uint16_t, group_size>;

HWY_INLINE hn::Vec<GroupBytes> LoadTable(const ByteTable& table) { return hn::LoadU(GroupBytes(), table.data()); }
HWY_INLINE hn::Vec<GroupWords> LoadTable(const WordTable& table) { return hn::LoadU(GroupWords(), table.data()); }

// Four coefficients of d bits, one after the other from bit 0 of each 64-bit lane.
template <unsigned d>
HWY_INLINE auto JoinFour(GroupVector v) {
  const hn::RepartitionToWide<Group> d32;
  const hn::Repartition<std::uint32_t, Group> du32;
  const hn::Repartition<std::uint64_t, Group> du64;
  const auto weights = hn::BitCast(Group(), hn::Set(du32, 1U << (16 + d) | 1));
  auto rest = hn::Zero(d32);
  const auto sum = hn::ReorderWidenMulAccumulate(d32, v, weights, hn::Zero(d32), rest);
  const auto pairs = hn::BitCast(du64, hn::RearrangeToOddPlusEven(sum, rest));
  const auto lower = hn::Set(du64, 0xFFFFFFFF);
  return hn::Or(hn::And(pairs, lower), hn::ShiftRight<32 - 2 * d>(hn::AndNot(lower, pairs)));
}

#if HWY_TARGET <= HWY_AVX3_DL

// Byte i of the result is byte table[i] of v.
HWY_INLINE hn::Vec<GroupBytes> PermuteBytes(const ByteTable& table, hn::Vec<GroupBytes> v) {
  return hn::Vec<GroupBytes>{_mm512_permutexvar_epi8(LoadTable(table).raw, v.raw)};
}
HWY_INLINE hn::Vec<GroupBytes> MultiShift(const ByteTable& offsets, hn::Vec<GroupBytes> v) {
  return hn::Vec<GroupBytes>{_mm512_multishift_epi64_epi8(LoadTable(offsets).raw, v.raw)};
}

// The 4 d bits of four coefficients start at a byte or in its middle. First the bytes that hold them go to one 64-bit
// lane, then each coefficient to its place.
template <unsigned d>
constexpr ByteTable MakeFetch() {
  ByteTable table{};
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = static_cast<std::uint8_t>((i / 8 * d / 2 + i % 8) % 64);
  return table;
}
template <unsigned d>
constexpr ByteTable MakeOffsets() {
  ByteTable table{};
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i] = static_cast<std::uint8_t>(i / 8 * 4 * d % 8 + i / 2 % 4 * d + i % 2 * 8);
  return table;
}
template <unsigned d>
inline constexpr ByteTable fetch = MakeFetch<d>();
template <unsigned d>
inline constexpr ByteTable offsets = MakeOffsets<d>();

// Group number g of a string of `size` bytes. No byte outside the string is read.
template <unsigned d, std::size_t size = 32 * d>
HWY_INLINE GroupVector UnpackGroup(const std::uint8_t* in, std::size_t g) {
  const GroupBytes bytes;
  const std::size_t left = size - 4 * d * g;
  const auto loaded = hn::MaskedLoad(hn::FirstN(bytes, left < 4 * d ? left : 4 * d), bytes, in + 4 * d * g);
  const auto placed = MultiShift(offsets<d>, PermuteBytes(fetch<d>, loaded));
  return hn::And(hn::BitCast(Group(), placed), hn::Set(Group(), (1 << d) - 1));
}

// Where byte i of the string comes from: lane 2i / d. With odd d every second lane starts in the middle of a byte, and
// is shifted by four bits before; `part` 1 selects the lanes that fill up such bytes.
template <unsigned d>
constexpr ByteTable MakeGather(std::size_t part) {
  ByteTable table{};
  for (std::size_t i = 0; i < 4 * d; ++i) {
    const std::size_t lane = part == 0 ? 2 * i / d : (2 * i + 1) / d;
    table[i] = static_cast<std::uint8_t>(8 * lane + i - lane * d / 2);
  }
  return table;
}
template <unsigned d>
inline constexpr ByteTable gather0 = MakeGather<d>(0);
template <unsigned d>
inline constexpr ByteTable gather1 = MakeGather<d>(1);

// The bytes in which two lanes meet.
template <unsigned d>
constexpr std::uint64_t MeetingBytes() {
  std::uint64_t bytes = 0;
  for (unsigned i = 0; i < 4 * d; ++i) bytes |= std::uint64_t{2 * i / d != (2 * i + 1) / d} << i;
  return bytes;
}

template <unsigned d>
HWY_INLINE void PackGroup(GroupVector v, std::uint8_t* out, std::size_t g) {
  const GroupBytes bytes;
  auto lanes = JoinFour<d>(v);
  if constexpr (d % 2 != 0) lanes = hn::OddEven(hn::ShiftLeft<4>(lanes), lanes);
  auto packed = PermuteBytes(gather0<d>, hn::BitCast(bytes, lanes));
  if constexpr (d % 2 != 0) {
    const __m512i fill = _mm512_maskz_permutexvar_epi8(MeetingBytes<d>(), LoadTable(gather1<d>).raw, lanes.raw);
    packed = hn::Or(packed, hn::Vec<GroupBytes>{fill});
  }
  hn::BlendedStore(packed, hn::FirstN(bytes, 4 * d), bytes, out + 4 * d * g);
}

#else

// Group number g of a string of `size` bytes, from byte 0 of a vector. No byte outside the string is read: the last
// groups come from the last sixteen bytes.
template <unsigned d, std::size_t size>
HWY_INLINE hn::Vec<GroupBytes> LoadGroup(const std::uint8_t* in, std::size_t g) {
  const GroupBytes bytes;
  if (d * g + 16 <= size) return hn::LoadU(bytes, in + d * g);
  const auto indices = hn::Add(hn::Iota(bytes, 0), hn::Set(bytes, static_cast<std::uint8_t>(d * g + 16 - size)));
  return hn::TableLookupBytes(hn::LoadU(bytes, in + size - 16), hn::Min(indices, hn::Set(bytes, std::uint8_t{15})));
}

// Stores the first d bytes of v as group number g; behind them only what following groups overwrite.
template <unsigned d>
HWY_INLINE void StoreGroup(hn::Vec<GroupBytes> v, std::uint8_t* out, std::size_t g) {
  const GroupBytes bytes;
  if (d * g + 16 <= 32 * d) return hn::StoreU(v, bytes, out + d * g);
  const std::size_t from = 32 * d - 16;  // the last groups are merged into the last sixteen bytes
  const auto indices = hn::Sub(hn::Iota(bytes, 0), hn::Set(bytes, static_cast<std::uint8_t>(d * g - from)));
  const auto before =
      hn::MaskFromVec(hn::BitCast(bytes, hn::BroadcastSignBit(hn::BitCast(hn::RebindToSigned<GroupBytes>(), indices))));
  hn::StoreU(hn::IfThenElse(before, hn::LoadU(bytes, out + from), hn::TableLookupBytesOr0(v, indices)), bytes,
             out + from);
}

// Coefficient i starts at bit (d i) mod 8 of byte (d i) / 8. The two bytes that hold its end come to its lane (with
// d = 11, places 2 and 5, it begins in the byte before these two); a multiplication moves it up to bit 15.
template <unsigned d>
constexpr std::size_t FirstByte(std::size_t i) {
  return d * i / 8 + (d * i % 8 + d > 16 ? 1 : 0);
}
template <unsigned d>
constexpr ByteTable MakeFetch() {
  ByteTable table{};
  for (std::size_t i = 0; i < 16; ++i) table[i] = static_cast<std::uint8_t>(FirstByte<d>(i / 2) + i % 2);
  return table;
}
template <unsigned d>
constexpr WordTable MakeFactors() {
  WordTable table{};
  for (std::size_t i = 0; i < 8; ++i)
    table[i] = static_cast<std::uint16_t>(1U << (16 - d - (d * i - 8 * FirstByte<d>(i))));
  return table;
}
// For those that begin in the byte before: the byte, and the power of two whose high product leaves their first bits.
template <unsigned d>
constexpr ByteTable MakeEarlierFetch() {
  ByteTable table{};
  for (std::size_t i = 0; i < 16; ++i) {
    const std::size_t byte = d * (i / 2) / 8;
    table[i] = static_cast<std::uint8_t>(i % 2 == 0 && byte != FirstByte<d>(i / 2) ? byte : 0x80);
  }
  return table;
}
template <unsigned d>
constexpr WordTable MakeEarlierFactors() {
  WordTable table{};
  for (std::size_t i = 0; i < 8; ++i) table[i] = static_cast<std::uint16_t>(1U << (16 - d * i % 8) & 0xFFFF);
  return table;
}
template <unsigned d>
inline constexpr ByteTable fetch = MakeFetch<d>();
template <unsigned d>
inline constexpr WordTable factors = MakeFactors<d>();
template <unsigned d>
inline constexpr ByteTable earlier_fetch = MakeEarlierFetch<d>();
template <unsigned d>
inline constexpr WordTable earlier_factors = MakeEarlierFactors<d>();

template <unsigned d, std::size_t size = 32 * d>
HWY_INLINE GroupVector UnpackGroup(const std::uint8_t* in, std::size_t g) {
  const GroupWords words;
  const auto loaded = LoadGroup<d, size>(in, g);
  const auto pairs = hn::BitCast(words, hn::TableLookupBytes(loaded, LoadTable(fetch<d>)));
  auto v = hn::ShiftRight<16 - d>(hn::Mul(pairs, LoadTable(factors<d>)));
  if constexpr (d == 11) {
    const auto earlier = hn::BitCast(words, hn::TableLookupBytesOr0(loaded, LoadTable(earlier_fetch<d>)));
    v = hn::Or(v, hn::MulHigh(earlier, LoadTable(earlier_factors<d>)));
  }
  return hn::BitCast(Group(), v);
}

// The bytes of the first lane, then those of the second, which with odd d begin in the middle of a byte.
template <unsigned d>
constexpr ByteTable MakeGather(std::size_t lane) {
  ByteTable table{};
  for (std::size_t i = 0; i < 16; ++i) {
    const std::size_t begin = lane * d / 2, end = lane == 0 ? (d + 1) / 2 : d;
    table[i] = static_cast<std::uint8_t>(i >= begin && i < end ? 8 * lane + i - begin : 0x80);
  }
  return table;
}
template <unsigned d>
inline constexpr ByteTable gather0 = MakeGather<d>(0);
template <unsigned d>
inline constexpr ByteTable gather1 = MakeGather<d>(1);

template <unsigned d>
HWY_INLINE void PackGroup(GroupVector v, std::uint8_t* out, std::size_t g) {
  const GroupBytes bytes;
  const auto lanes = JoinFour<d>(v);
  const auto shifted = hn::BitCast(bytes, hn::ShiftLeft<d % 2 * 4>(lanes));
  const auto first = hn::TableLookupBytesOr0(hn::BitCast(bytes, lanes), LoadTable(gather0<d>));
  StoreGroup<d>(hn::Or(first, hn::TableLookupBytesOr0(shifted, LoadTable(gather1<d>))), out, g);
}

#endif  // HWY_TARGET <= HWY_AVX3_DL

#endif  // HWY_TARGET != HWY_SCALAR

}  // namespace lydite::mlkem::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
