// Building blocks of kernels: arithmetic of field.h on vectors.
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "src/mldsa/field.h"

// clang-format off
#if defined(LYDITE_MLDSA_FIELD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef LYDITE_MLDSA_FIELD_INL_H_
#undef LYDITE_MLDSA_FIELD_INL_H_
#else
#define LYDITE_MLDSA_FIELD_INL_H_
#endif
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace lydite::mldsa::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

using Coefficients = hn::ScalableTag<std::int32_t>;
using Vector = hn::Vec<Coefficients>;
using Wide = hn::RepartitionToWide<Coefficients>;
// Coefficients in a vector: 4, 8 or 16.
inline constexpr std::size_t width = HWY_LANES(std::int32_t);

HWY_INLINE Vector Load(const std::int32_t* f) { return hn::LoadU(Coefficients(), f); }
HWY_INLINE void Store(Vector v, std::int32_t* f) { hn::StoreU(v, Coefficients(), f); }
HWY_INLINE Vector Set(std::int32_t x) { return hn::Set(Coefficients(), x); }

// The odd lanes in the places of the even ones; the others are unspecified.
HWY_INLINE Vector Odd(Vector v) { return hn::DupOdd(v); }

// The products of even lanes, of which the low halves alone are wanted. clang would make 64-bit multiplications of them
// where there is such an instruction: three times as slow.
HWY_INLINE Vector MulEvenLow(Vector a, Vector b) {
  auto product = hn::MulEven(a, b);
#if HWY_TARGET <= HWY_AVX3
  asm("" : "+v"(product.raw));
#endif
  return hn::BitCast(Coefficients(), product);
}

// montgomery_reduce of the products in even and in odd places; even_low and odd_low have their low halves, times
// q_inverse, in the low halves. The low halves of a product and of t q are equal and cancel.
HWY_INLINE Vector ReduceProducts(hn::Vec<Wide> even, hn::Vec<Wide> odd, Vector even_t, Vector odd_t) {
  const Coefficients tag;
  const Vector modulus = Set(q);
  const Vector even_rest = hn::BitCast(tag, hn::Sub(even, hn::MulEven(even_t, modulus)));
  const Vector odd_rest = hn::BitCast(tag, hn::Sub(odd, hn::MulEven(odd_t, modulus)));
  return hn::OddEven(odd_rest, hn::DupOdd(even_rest));
}

// Factors, and what MontgomeryMultiply wants with them: the same times q_inverse, and the odd lanes of both.
struct Factors {
  Vector value, low, odd_value, odd_low;
};
// The same in all lanes.
HWY_INLINE Factors UniformFactor(std::int32_t c) {
  const Vector value = Set(c), low = Set(multiply_low(c, q_inverse));
  return {value, low, value, low};
}

// montgomery_multiply.
HWY_INLINE Vector MontgomeryMultiply(Vector a, const Factors& b) {
  const Vector odd_a = Odd(a);
  return ReduceProducts(hn::MulEven(a, b.value), hn::MulEven(odd_a, b.odd_value), MulEvenLow(a, b.low),
                        MulEvenLow(odd_a, b.odd_low));
}

// canonical: of a and a + q the one that is smaller without a sign.
HWY_INLINE Vector Canonical(Vector a) {
  const hn::Repartition<std::uint32_t, Coefficients> d32;
  return hn::BitCast(Coefficients(), hn::Min(hn::BitCast(d32, a), hn::BitCast(d32, hn::Add(a, Set(q)))));
}

#endif  // HWY_TARGET != HWY_SCALAR

}  // namespace lydite::mldsa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
