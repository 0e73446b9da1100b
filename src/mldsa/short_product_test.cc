#include "src/mldsa/short_product.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "src/mldsa/testing.h"

namespace lydite::mldsa {
namespace {

class MlDsaShortProductOnTarget : public OnTarget {
 protected:
  // tau coefficients 1 or -1.
  ShortPolynomial random_challenge(unsigned tau) {
    ShortPolynomial c;
    sample_in_ball(random(), [this] { return std::size_t{random() % n}; }, tau, c);
    return c;
  }
  // c s modulo X^256 + 1 by the definition.
  static Polynomial product(const ShortPolynomial& c, const Polynomial& s) {
    Polynomial result{};
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) result[(i + j) % n] += i + j < n ? c[i] * s[j] : -c[i] * s[j];
    return result;
  }
  template <class P>
  void check() {
    for (const Polynomial& s : polys(-std::int32_t{P::eta}, P::eta)) {
      ShortPolynomial c = random_challenge(P::tau), s_hat, out;
      const Polynomial expected = product(c, s);
      mlkem::Multiplicand factor;
      transform_short(s, s_hat);
      transform_challenge(c, factor);
      multiply_short<P>(s_hat, factor, out);
      ASSERT_EQ(out, shortened(expected));
    }
  }
};
LYDITE_ON_EACH_TARGET(MlDsaShortProductOnTarget);

TEST_P(MlDsaShortProductOnTarget, EqualsTheDefinition) {
  check<MlDsa44>();
  check<MlDsa65>();
  check<MlDsa87>();
}

// The largest products: every sign of c that of s, seen from the last coefficient.
TEST_P(MlDsaShortProductOnTarget, IsExactUpToBeta) {
  ShortPolynomial c{}, s_hat, out;
  Polynomial s{};
  for (std::size_t i = 0; i < MlDsa65::tau; ++i) {
    c[5 * i] = i % 2 == 0 ? 1 : -1;
    s[255 - 5 * i] = 4 * c[5 * i];
  }
  const Polynomial expected = product(c, s);
  ASSERT_EQ(expected[255], MlDsa65::beta);
  mlkem::Multiplicand factor;
  transform_short(s, s_hat);
  transform_challenge(c, factor);
  multiply_short<MlDsa65>(s_hat, factor, out);
  EXPECT_EQ(out, shortened(expected));
}

}  // namespace
}  // namespace lydite::mldsa
