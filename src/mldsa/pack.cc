#include "src/mldsa/pack.h"

#include <cstddef>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/mldsa/pack.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "src/mldsa/pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lydite::mldsa::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

template <unsigned bits>
void PackPoly(const std::int32_t* f, std::uint8_t* out) {
  pack_portable<bits>(ConstPoly(f, n), Out<32 * bits>(out, 32 * bits));
}
template <unsigned bits>
void PackSignedPoly(const std::int32_t* f, std::int32_t b, std::uint8_t* out) {
  pack_signed_portable<bits>(ConstPoly(f, n), b, Out<32 * bits>(out, 32 * bits));
}
template <unsigned bits>
void UnpackPoly(const std::uint8_t* in, std::int32_t* f) {
  unpack_portable<bits>(View<32 * bits>(in, 32 * bits), Poly(f, n));
}
template <unsigned bits>
void UnpackSignedPoly(const std::uint8_t* in, std::int32_t b, std::int32_t* f) {
  unpack_signed_portable<bits>(View<32 * bits>(in, 32 * bits), b, Poly(f, n));
}

#else

#if HWY_TARGET <= HWY_AVX3_DL
template <unsigned bits>
void PackPoly(const std::int32_t* f, std::uint8_t* out) {
  for (std::size_t g = 0; g < group_count; ++g) PackGroup<bits>(LoadGroup(f, g), out, g);
}
template <unsigned bits>
void PackSignedPoly(const std::int32_t* f, std::int32_t b, std::uint8_t* out) {
  for (std::size_t g = 0; g < group_count; ++g) PackGroup<bits>(hn::Sub(hn::Set(Group(), b), LoadGroup(f, g)), out, g);
}
#else
template <unsigned bits>
void PackPoly(const std::int32_t* f, std::uint8_t* out) {
  PackQuads<bits>([f](std::size_t g) HWY_ATTR { return LoadGroup(f, g); }, out);
}
template <unsigned bits>
void PackSignedPoly(const std::int32_t* f, std::int32_t b, std::uint8_t* out) {
  PackQuads<bits>([f, b](std::size_t g) HWY_ATTR { return hn::Sub(hn::Set(Quad(), b), LoadGroup(f, g)); }, out);
}
#endif

template <unsigned bits>
void UnpackPoly(const std::uint8_t* in, std::int32_t* f) {
  for (std::size_t g = 0; g < group_count; ++g) StoreGroup(UnpackGroup<bits>(in, g), f, g);
}
template <unsigned bits>
void UnpackSignedPoly(const std::uint8_t* in, std::int32_t b, std::int32_t* f) {
  for (std::size_t g = 0; g < group_count; ++g)
    StoreGroup(hn::Sub(hn::Set(Group(), b), UnpackGroup<bits>(in, g)), f, g);
}

#endif  // HWY_TARGET == HWY_SCALAR

void Pack4(const std::int32_t* f, std::uint8_t* out) { PackPoly<4>(f, out); }
void Pack6(const std::int32_t* f, std::uint8_t* out) { PackPoly<6>(f, out); }
void Pack10(const std::int32_t* f, std::uint8_t* out) { PackPoly<10>(f, out); }
void PackSigned3(const std::int32_t* f, std::int32_t b, std::uint8_t* out) { PackSignedPoly<3>(f, b, out); }
void PackSigned4(const std::int32_t* f, std::int32_t b, std::uint8_t* out) { PackSignedPoly<4>(f, b, out); }
void PackSigned13(const std::int32_t* f, std::int32_t b, std::uint8_t* out) { PackSignedPoly<13>(f, b, out); }
void PackSigned18(const std::int32_t* f, std::int32_t b, std::uint8_t* out) { PackSignedPoly<18>(f, b, out); }
void PackSigned20(const std::int32_t* f, std::int32_t b, std::uint8_t* out) { PackSignedPoly<20>(f, b, out); }
void Unpack4(const std::uint8_t* in, std::int32_t* f) { UnpackPoly<4>(in, f); }
void Unpack6(const std::uint8_t* in, std::int32_t* f) { UnpackPoly<6>(in, f); }
void Unpack10(const std::uint8_t* in, std::int32_t* f) { UnpackPoly<10>(in, f); }
void UnpackSigned3(const std::uint8_t* in, std::int32_t b, std::int32_t* f) { UnpackSignedPoly<3>(in, b, f); }
void UnpackSigned4(const std::uint8_t* in, std::int32_t b, std::int32_t* f) { UnpackSignedPoly<4>(in, b, f); }
void UnpackSigned13(const std::uint8_t* in, std::int32_t b, std::int32_t* f) { UnpackSignedPoly<13>(in, b, f); }
void UnpackSigned18(const std::uint8_t* in, std::int32_t b, std::int32_t* f) { UnpackSignedPoly<18>(in, b, f); }
void UnpackSigned20(const std::uint8_t* in, std::int32_t b, std::int32_t* f) { UnpackSignedPoly<20>(in, b, f); }

}  // namespace lydite::mldsa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lydite::mldsa {

#define LYDITE_MLDSA_PACK(bits)                              \
  HWY_EXPORT(Pack##bits);                                    \
  HWY_EXPORT(Unpack##bits);                                  \
  template <>                                                \
  void pack<bits>(ConstPoly f, Out<32 * bits> out) {         \
    HWY_DYNAMIC_DISPATCH(Pack##bits)(f.data(), out.data());  \
  }                                                          \
  template <>                                                \
  void unpack<bits>(View<32 * bits> in, Poly f) {            \
    HWY_DYNAMIC_DISPATCH(Unpack##bits)(in.data(), f.data()); \
  }
#define LYDITE_MLDSA_SIGNED(bits)                                           \
  HWY_EXPORT(PackSigned##bits);                                             \
  HWY_EXPORT(UnpackSigned##bits);                                           \
  template <>                                                               \
  void pack_signed<bits>(ConstPoly f, std::int32_t b, Out<32 * bits> out) { \
    HWY_DYNAMIC_DISPATCH(PackSigned##bits)(f.data(), b, out.data());        \
  }                                                                         \
  template <>                                                               \
  void unpack_signed<bits>(View<32 * bits> in, std::int32_t b, Poly f) {    \
    HWY_DYNAMIC_DISPATCH(UnpackSigned##bits)(in.data(), b, f.data());       \
  }

LYDITE_MLDSA_PACK(4)
LYDITE_MLDSA_PACK(6)
LYDITE_MLDSA_PACK(10)
LYDITE_MLDSA_SIGNED(3)
LYDITE_MLDSA_SIGNED(4)
LYDITE_MLDSA_SIGNED(13)
LYDITE_MLDSA_SIGNED(18)
LYDITE_MLDSA_SIGNED(20)

}  // namespace lydite::mldsa
#endif
