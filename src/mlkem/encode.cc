#include "src/mlkem/encode.h"

#include <cstddef>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/mlkem/encode.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "src/mlkem/pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lydite::mlkem::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

void Encode(const std::int16_t* f, std::uint8_t* out) { encode_portable(ConstPoly(f, n), Out<384>(out, 384)); }
bool Decode(const std::uint8_t* in, std::int16_t* f) { return decode_portable(View<384>(in, 384), Poly(f, n)); }

#else

void Encode(const std::int16_t* f, std::uint8_t* out) {
  const Group d;
  for (std::size_t g = 0; g < group_count; ++g) PackGroup<12>(Canonical(d, hn::LoadU(d, f + g * group_size)), out, g);
}

bool Decode(const std::uint8_t* in, std::int16_t* f) {
  const Group d;
  auto all_below = hn::Set(d, std::int16_t{-1});
  for (std::size_t g = 0; g < group_count; ++g) {
    const auto difference = hn::Sub(UnpackGroup<12>(in, g), SetQ(d));
    const auto below = hn::BroadcastSignBit(difference);
    all_below = hn::And(all_below, below);
    hn::StoreU(hn::Add(difference, hn::And(below, SetQ(d))), d, f + g * group_size);
  }
  return hn::AllTrue(d, hn::MaskFromVec(all_below));
}

#endif  // HWY_TARGET == HWY_SCALAR

}  // namespace lydite::mlkem::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lydite::mlkem {

HWY_EXPORT(Encode);
HWY_EXPORT(Decode);

void encode(ConstPoly f, Out<384> out) { HWY_DYNAMIC_DISPATCH(Encode)(f.data(), out.data()); }
bool decode(View<384> in, Poly f) { return HWY_DYNAMIC_DISPATCH(Decode)(in.data(), f.data()); }

}  // namespace lydite::mlkem
#endif
