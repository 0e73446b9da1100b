// Building blocks of kernels: arithmetic of field.h on vectors.
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "src/mlkem/field.h"

// clang-format off
#if defined(LYDITE_MLKEM_FIELD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef LYDITE_MLKEM_FIELD_INL_H_
#undef LYDITE_MLKEM_FIELD_INL_H_
#else
#define LYDITE_MLKEM_FIELD_INL_H_
#endif
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace lydite::mlkem::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

using Coefficients = hn::ScalableTag<std::int16_t>;
using Vector = hn::Vec<Coefficients>;
// Coefficients in a vector: 8, 16 or 32.
inline constexpr std::size_t width = HWY_LANES(std::int16_t);

template <class D>
HWY_INLINE hn::Vec<D> SetQ(D d) {
  return hn::Set(d, static_cast<std::int16_t>(q));
}

// montgomery_multiply; b_low is b * q_inverse mod 2^16. The low halves of a b and t q are equal and cancel.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V MontgomeryMultiply(D d, V a, V b, V b_low) {
  return hn::Sub(hn::MulHigh(a, b), hn::MulHigh(hn::Mul(a, b_low), SetQ(d)));
}

// barrett_reduce.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V BarrettReduce(D d, V a) {
  const V quotient = hn::MulFixedPoint15(a, hn::Set(d, std::int16_t{10}));
  return hn::Sub(a, hn::Mul(quotient, SetQ(d)));
}

// canonical.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Canonical(D d, V a) {
  const V r = BarrettReduce(d, a);
  return hn::Add(r, hn::And(hn::BroadcastSignBit(r), SetQ(d)));
}

// A constant in Montgomery form, and what MontgomeryMultiply wants with it.
struct Constant {
  Vector value, low;
  explicit HWY_INLINE Constant(std::int16_t c)
      : value(hn::Set(Coefficients(), c)), low(hn::Set(Coefficients(), static_cast<std::int16_t>(c * q_inverse))) {}
};

#endif  // HWY_TARGET != HWY_SCALAR

}  // namespace lydite::mlkem::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
