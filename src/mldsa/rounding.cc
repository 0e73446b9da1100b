#include "src/mldsa/rounding.h"

#include <cstddef>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/mldsa/rounding.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "src/mldsa/field-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lydite::mldsa::HWY_NAMESPACE {

inline constexpr std::int32_t coarse = (q - 1) / 32, fine = (q - 1) / 88;

#if HWY_TARGET == HWY_SCALAR

void Power2Round(const std::int32_t* f, const std::int32_t* s2, std::int32_t* t1, std::int32_t* t0) {
  power2round_portable(ConstPoly(f, n), ConstPoly(s2, n), Poly(t1, n), Poly(t0, n));
}
template <std::int32_t gamma2>
void Decompose(std::int32_t* w, std::int32_t* high) {
  decompose_portable<gamma2>(Poly(w, n), Poly(high, n));
}
template <std::int32_t gamma2>
void UseHint(const std::int32_t* hint, std::int32_t* w) {
  use_hint_portable<gamma2>(ConstPoly(hint, n), Poly(w, n));
}
bool IsBelow(const std::int32_t* f, std::int32_t bound) { return is_below_portable(ConstPoly(f, n), bound); }
bool Add(std::int32_t* f, const std::int16_t* g, std::int32_t bound) {
  return add_portable(Poly(f, n), ConstShortPoly(g, n), bound);
}
bool Subtract(std::int32_t* f, const std::int16_t* g, std::int32_t bound) {
  return subtract_portable(Poly(f, n), ConstShortPoly(g, n), bound);
}
template <std::int32_t gamma2>
unsigned MakeHint(std::int32_t* low, const std::int32_t* added, const std::int32_t* high) {
  return make_hint_portable<gamma2>(Poly(low, n), ConstPoly(added, n), ConstPoly(high, n));
}

#else

void Power2Round(const std::int32_t* f, const std::int32_t* s2, std::int32_t* t1, std::int32_t* t0) {
  for (std::size_t i = 0; i < n; i += width) {
    const Vector r = Canonical(hn::Add(Load(f + i), Load(s2 + i)));
    const Vector high = hn::ShiftRight<13>(hn::Add(r, Set((1 << 12) - 1)));
    Store(high, t1 + i);
    Store(hn::Sub(r, hn::ShiftLeft<13>(high)), t0 + i);
  }
}

struct VectorParts {
  Vector high, low;
};

// Products of lanes below 2^16 with a constant below 2^16, in 16-bit arithmetic: the low half, which must be all of the
// product, or the high half.
using Halves = hn::Repartition<std::uint16_t, Coefficients>;
HWY_INLINE Vector MulHalves(Vector x, std::int32_t c) {
  return hn::BitCast(Coefficients(), hn::Mul(hn::BitCast(Halves(), x), hn::BitCast(Halves(), Set(c))));
}
HWY_INLINE Vector MulHighHalves(Vector x, std::int32_t c) {
  return hn::BitCast(Coefficients(), hn::MulHigh(hn::BitCast(Halves(), x), hn::BitCast(Halves(), Set(c))));
}

// The multiplications of the portable function, cut in two shifts. In the last interval, which belongs to high = 0, low
// counts from q instead of q - 1.
template <std::int32_t gamma2>
HWY_INLINE VectorParts DecomposeVector(Vector r) {
  const Vector begun = hn::ShiftRight<7>(hn::Add(r, Set(127)));
  if constexpr (gamma2 == coarse) {
    static_assert(2 * gamma2 == 1023 << 9);
    const Vector high = hn::ShiftRight<6>(hn::Add(MulHighHalves(begun, 1025), Set(32)));
    const Vector low = hn::Sub(r, hn::ShiftLeft<9>(MulHalves(high, 1023)));
    return {hn::And(high, Set(15)), hn::Sub(low, hn::ShiftRight<4>(high))};
  } else {
    static_assert(2 * gamma2 == 93 << 11);
    const Vector high = hn::ShiftRight<8>(hn::Add(MulHighHalves(begun, 11275), Set(128)));
    const Vector low = hn::Sub(r, hn::ShiftLeft<11>(MulHalves(high, 93)));
    const Vector is_last = hn::BroadcastSignBit(hn::Sub(Set(43), high));
    return {hn::AndNot(is_last, high), hn::Add(low, is_last)};
  }
}

template <std::int32_t gamma2>
void Decompose(std::int32_t* w, std::int32_t* high) {
  for (std::size_t i = 0; i < n; i += width) {
    const VectorParts parts = DecomposeVector<gamma2>(Canonical(Load(w + i)));
    Store(parts.high, high + i);
    Store(parts.low, w + i);
  }
}

// A hint adds 1 where the low part is positive, else -1.
template <std::int32_t gamma2>
void UseHint(const std::int32_t* hint, std::int32_t* w) {
  constexpr std::int32_t m = (q - 1) / (2 * gamma2);
  for (std::size_t i = 0; i < n; i += width) {
    const VectorParts parts = DecomposeVector<gamma2>(Canonical(Load(w + i)));
    const Vector h = Load(hint + i);
    const Vector not_positive = hn::BroadcastSignBit(hn::Sub(parts.low, Set(1)));
    const Vector moved = hn::Add(parts.high, hn::Sub(hn::Xor(h, not_positive), not_positive));
    const Vector from_below = hn::Add(moved, hn::And(hn::BroadcastSignBit(moved), Set(m)));
    const Vector at_top = hn::BroadcastSignBit(hn::Sub(Set(m - 1), from_below));
    Store(hn::AndNot(at_top, from_below), w + i);
  }
}

// |v| - bound, whose sign says whether v is below.
HWY_INLINE Vector Excess(Vector v, std::int32_t bound) { return hn::Sub(hn::Abs(v), Set(bound)); }
HWY_INLINE bool AllNegative(Vector v) { return hn::AllTrue(Coefficients(), hn::MaskFromVec(hn::BroadcastSignBit(v))); }

bool IsBelow(const std::int32_t* f, std::int32_t bound) {
  Vector all_below = Set(-1);
  for (std::size_t i = 0; i < n; i += width) all_below = hn::And(all_below, Excess(Load(f + i), bound));
  return AllNegative(all_below);
}

HWY_INLINE Vector LoadShort(const std::int16_t* g) {
  return hn::PromoteTo(Coefficients(), hn::LoadU(hn::Rebind<std::int16_t, Coefficients>(), g));
}

bool Add(std::int32_t* f, const std::int16_t* g, std::int32_t bound) {
  Vector all_below = Set(-1);
  for (std::size_t i = 0; i < n; i += width) {
    const Vector sum = hn::Add(Load(f + i), LoadShort(g + i));
    all_below = hn::And(all_below, Excess(sum, bound));
    Store(sum, f + i);
  }
  return AllNegative(all_below);
}

bool Subtract(std::int32_t* f, const std::int16_t* g, std::int32_t bound) {
  Vector all_below = Set(-1);
  for (std::size_t i = 0; i < n; i += width) {
    const Vector difference = hn::Sub(Load(f + i), LoadShort(g + i));
    all_below = hn::And(all_below, Excess(difference, bound));
    Store(difference, f + i);
  }
  return AllNegative(all_below);
}

template <std::int32_t gamma2>
unsigned MakeHint(std::int32_t* low, const std::int32_t* added, const std::int32_t* high) {
  const Coefficients tag;
  Vector count = hn::Zero(tag);
  for (std::size_t i = 0; i < n; i += width) {
    const Vector x = hn::Add(Load(low + i), Load(added + i)), w1 = Load(high + i);
    const Vector above = hn::BroadcastSignBit(hn::Sub(Set(gamma2), hn::Abs(x)));
    const Vector at_edge = hn::VecFromMask(tag, hn::Eq(x, Set(-gamma2)));
    const Vector zero = hn::VecFromMask(tag, hn::Eq(w1, hn::Zero(tag)));
    const Vector h = hn::And(hn::Or(above, hn::AndNot(zero, at_edge)), Set(1));
    count = hn::Add(count, h);
    Store(h, low + i);
  }
  return static_cast<unsigned>(hn::GetLane(hn::SumOfLanes(tag, count)));
}

#endif  // HWY_TARGET == HWY_SCALAR

void DecomposeCoarse(std::int32_t* w, std::int32_t* high) { Decompose<coarse>(w, high); }
void DecomposeFine(std::int32_t* w, std::int32_t* high) { Decompose<fine>(w, high); }
void UseHintCoarse(const std::int32_t* hint, std::int32_t* w) { UseHint<coarse>(hint, w); }
void UseHintFine(const std::int32_t* hint, std::int32_t* w) { UseHint<fine>(hint, w); }
unsigned MakeHintCoarse(std::int32_t* low, const std::int32_t* added, const std::int32_t* high) {
  return MakeHint<coarse>(low, added, high);
}
unsigned MakeHintFine(std::int32_t* low, const std::int32_t* added, const std::int32_t* high) {
  return MakeHint<fine>(low, added, high);
}

}  // namespace lydite::mldsa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lydite::mldsa {

HWY_EXPORT(Power2Round);
HWY_EXPORT(DecomposeCoarse);
HWY_EXPORT(DecomposeFine);
HWY_EXPORT(UseHintCoarse);
HWY_EXPORT(UseHintFine);
HWY_EXPORT(IsBelow);
HWY_EXPORT(Add);
HWY_EXPORT(Subtract);
HWY_EXPORT(MakeHintCoarse);
HWY_EXPORT(MakeHintFine);

void power2round(ConstPoly f, ConstPoly s2, Poly t1, Poly t0) {
  HWY_DYNAMIC_DISPATCH(Power2Round)(f.data(), s2.data(), t1.data(), t0.data());
}
template <>
void decompose<(q - 1) / 32>(Poly w, Poly high) {
  HWY_DYNAMIC_DISPATCH(DecomposeCoarse)(w.data(), high.data());
}
template <>
void decompose<(q - 1) / 88>(Poly w, Poly high) {
  HWY_DYNAMIC_DISPATCH(DecomposeFine)(w.data(), high.data());
}
template <>
void use_hint<(q - 1) / 32>(ConstPoly hint, Poly w) {
  HWY_DYNAMIC_DISPATCH(UseHintCoarse)(hint.data(), w.data());
}
template <>
void use_hint<(q - 1) / 88>(ConstPoly hint, Poly w) {
  HWY_DYNAMIC_DISPATCH(UseHintFine)(hint.data(), w.data());
}
bool is_below(ConstPoly f, std::int32_t bound) { return HWY_DYNAMIC_DISPATCH(IsBelow)(f.data(), bound); }
bool add(Poly f, ConstShortPoly g, std::int32_t bound) { return HWY_DYNAMIC_DISPATCH(Add)(f.data(), g.data(), bound); }
bool subtract(Poly f, ConstShortPoly g, std::int32_t bound) {
  return HWY_DYNAMIC_DISPATCH(Subtract)(f.data(), g.data(), bound);
}
template <>
unsigned make_hint<(q - 1) / 32>(Poly low, ConstPoly added, ConstPoly high) {
  return HWY_DYNAMIC_DISPATCH(MakeHintCoarse)(low.data(), added.data(), high.data());
}
template <>
unsigned make_hint<(q - 1) / 88>(Poly low, ConstPoly added, ConstPoly high) {
  return HWY_DYNAMIC_DISPATCH(MakeHintFine)(low.data(), added.data(), high.data());
}

}  // namespace lydite::mldsa
#endif
