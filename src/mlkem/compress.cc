#include "src/mlkem/compress.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/mlkem/compress.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "src/mlkem/pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lydite::mlkem::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

template <unsigned d>
void CompressPoly(const std::int16_t* f, std::uint8_t* out) {
  compress_portable<d>(ConstPoly(f, n), Out<32 * d>(out, 32 * d));
}
template <unsigned d>
void DecompressPoly(const std::uint8_t* in, std::int16_t* f) {
  decompress_portable<d>(View<32 * d>(in, 32 * d), Poly(f, n));
}
void MessageToPoly(const std::uint8_t* m, std::int16_t* f) { message_to_poly_portable(View<32>(m, 32), Poly(f, n)); }
void PolyToMessage(const std::int16_t* f, std::uint8_t* m) {
  poly_to_message_portable(ConstPoly(f, n), Out<32>(m, 32));
}

#else

// round(2^bits x / q) mod 2^bits, of any |x| < 2^14. The first quotient may be too small by one, or too large by one
// where the fraction exceeds a half: less than 2^15 / 2^16 is lost by rounding the factor down. In 16 bits the
// remainder 2^bits x - quotient q is then exact, and says whether to round up.
template <unsigned bits, class D, class V = hn::Vec<D>>
HWY_INLINE V Compress(D d, V x) {
  constexpr unsigned doubled = bits == 11 ? 1 : 0;
  constexpr auto factor = static_cast<std::int16_t>((1U << (16 + bits - doubled)) / q);
  const V quotient = hn::MulHigh(hn::ShiftLeft<doubled>(x), hn::Set(d, factor));
  const V remainder = hn::Sub(hn::ShiftLeft<bits>(x), hn::Mul(quotient, SetQ(d)));
  const V up = hn::BroadcastSignBit(hn::Sub(hn::Set(d, q / 2), remainder));
  return hn::And(hn::Sub(quotient, up), hn::Set(d, (1 << bits) - 1));
}

template <unsigned bits>
void CompressPoly(const std::int16_t* f, std::uint8_t* out) {
  const Group d;
  for (std::size_t g = 0; g < group_count; ++g)
    PackGroup<bits>(Compress<bits>(d, hn::LoadU(d, f + g * group_size)), out, g);
}

// MulFixedPoint15 rounds 2^(15 - bits) y q / 2^15.
template <unsigned bits>
void DecompressPoly(const std::uint8_t* in, std::int16_t* f) {
  const Group d;
  for (std::size_t g = 0; g < group_count; ++g) {
    const auto y = hn::ShiftLeft<15 - bits>(UnpackGroup<bits>(in, g));
    hn::StoreU(hn::MulFixedPoint15(y, SetQ(d)), d, f + g * group_size);
  }
}

// Bit i of each byte to lane i of eight: the byte is broadcast, and bit i kept.
void MessageToPoly(const std::uint8_t* m, std::int16_t* f) {
  const hn::FixedTag<std::int16_t, 8> d;
  alignas(16) static constexpr std::int16_t bits[8] = {1, 2, 4, 8, 16, 32, 64, 128};
  const auto bit = hn::Load(d, bits), half = hn::Set(d, (q + 1) / 2);
  for (std::size_t i = 0; i < 32; ++i) {
    const auto kept = hn::And(hn::Set(d, m[i]), bit);
    hn::StoreU(hn::And(hn::VecFromMask(d, hn::Eq(kept, bit)), half), d, f + 8 * i);
  }
}

void PolyToMessage(const std::int16_t* f, std::uint8_t* m) {
  const Coefficients d;
  for (std::size_t i = 0; i < n; i += width) {
    const auto bit = Compress<1>(d, hn::LoadU(d, f + i));
    std::uint8_t bytes[8];
    hn::StoreMaskBits(d, hn::Ne(bit, hn::Zero(d)), bytes);
    std::memcpy(m + i / 8, bytes, width / 8);
  }
}

#endif  // HWY_TARGET == HWY_SCALAR

void Compress4(const std::int16_t* f, std::uint8_t* out) { CompressPoly<4>(f, out); }
void Compress5(const std::int16_t* f, std::uint8_t* out) { CompressPoly<5>(f, out); }
void Compress10(const std::int16_t* f, std::uint8_t* out) { CompressPoly<10>(f, out); }
void Compress11(const std::int16_t* f, std::uint8_t* out) { CompressPoly<11>(f, out); }
void Decompress4(const std::uint8_t* in, std::int16_t* f) { DecompressPoly<4>(in, f); }
void Decompress5(const std::uint8_t* in, std::int16_t* f) { DecompressPoly<5>(in, f); }
void Decompress10(const std::uint8_t* in, std::int16_t* f) { DecompressPoly<10>(in, f); }
void Decompress11(const std::uint8_t* in, std::int16_t* f) { DecompressPoly<11>(in, f); }

}  // namespace lydite::mlkem::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lydite::mlkem {

HWY_EXPORT(Compress4);
HWY_EXPORT(Compress5);
HWY_EXPORT(Compress10);
HWY_EXPORT(Compress11);
HWY_EXPORT(Decompress4);
HWY_EXPORT(Decompress5);
HWY_EXPORT(Decompress10);
HWY_EXPORT(Decompress11);
HWY_EXPORT(MessageToPoly);
HWY_EXPORT(PolyToMessage);

template <>
void compress<4>(ConstPoly f, Out<128> out) {
  HWY_DYNAMIC_DISPATCH(Compress4)(f.data(), out.data());
}
template <>
void compress<5>(ConstPoly f, Out<160> out) {
  HWY_DYNAMIC_DISPATCH(Compress5)(f.data(), out.data());
}
template <>
void compress<10>(ConstPoly f, Out<320> out) {
  HWY_DYNAMIC_DISPATCH(Compress10)(f.data(), out.data());
}
template <>
void compress<11>(ConstPoly f, Out<352> out) {
  HWY_DYNAMIC_DISPATCH(Compress11)(f.data(), out.data());
}
template <>
void decompress<4>(View<128> in, Poly f) {
  HWY_DYNAMIC_DISPATCH(Decompress4)(in.data(), f.data());
}
template <>
void decompress<5>(View<160> in, Poly f) {
  HWY_DYNAMIC_DISPATCH(Decompress5)(in.data(), f.data());
}
template <>
void decompress<10>(View<320> in, Poly f) {
  HWY_DYNAMIC_DISPATCH(Decompress10)(in.data(), f.data());
}
template <>
void decompress<11>(View<352> in, Poly f) {
  HWY_DYNAMIC_DISPATCH(Decompress11)(in.data(), f.data());
}
void message_to_poly(View<32> m, Poly f) { HWY_DYNAMIC_DISPATCH(MessageToPoly)(m.data(), f.data()); }
void poly_to_message(ConstPoly f, Out<32> m) { HWY_DYNAMIC_DISPATCH(PolyToMessage)(f.data(), m.data()); }

}  // namespace lydite::mlkem
#endif
