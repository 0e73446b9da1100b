#include "src/mldsa/ntt.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "src/mldsa/testing.h"

namespace lydite::mldsa {
namespace {

class MlDsaNttOnTarget : public OnTarget {};
LYDITE_ON_EACH_TARGET(MlDsaNttOnTarget);

// f g mod X^256 + 1 by the definition, in [0, q).
Polynomial product(const Polynomial& f, const Polynomial& g) {
  std::array<std::int64_t, n> sum{};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const std::int64_t term = std::int64_t{f[i]} * g[j] % q;
      sum[(i + j) % n] += i + j < n ? term : -term;
    }
  }
  Polynomial result;
  for (std::size_t i = 0; i < n; ++i) result[i] = static_cast<std::int32_t>((sum[i] % q + q) % q);
  return result;
}

TEST(MlDsaNttTest, TheFirstZetasAreThoseOfAppendixB) {
  const std::int32_t expected[] = {1, 4808194, 3765607, 3761513, 5178923, 5496691};
  for (std::size_t i = 0; i < std::size(expected); ++i)
    EXPECT_EQ(canonical(montgomery_multiply(zetas[i], 1)), expected[i]) << i;
}

TEST_P(MlDsaNttOnTarget, EqualsThePortableOne) {
  for (const Polynomial& f : polys(-(q - 1), q - 1)) {
    Polynomial a = f, b = f;
    ntt(a);
    ntt_portable(b);
    ASSERT_EQ(a, b);
    for (const std::int32_t x : a) ASSERT_LT(std::abs(x), 6 * q);
    a = b = f;
    inverse_ntt(a);
    inverse_ntt_portable(b);
    ASSERT_EQ(a, b);
    for (const std::int32_t x : a) ASSERT_LT(std::abs(x), q / 4 * 3 + 3);
  }
}

TEST_P(MlDsaNttOnTarget, MultipliesPolynomials) {
  Polynomial f = random_poly(-q + 1, q - 1), g = random_poly(-q + 1, q - 1), out;
  const Polynomial expected = product(f, g);
  ntt(f);
  ntt(g);
  multiply_row(&f, &g, 1, out);
  inverse_ntt(out);
  for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(canonical(out[i]), expected[i]);
}

TEST_P(MlDsaNttOnTarget, RowsEqualThePortableOnes) {
  for (std::size_t count = 1; count <= 8; ++count) {
    std::array<Polynomial, 8> a, b;
    for (std::size_t j = 0; j < count; ++j) {
      a[j] = random_poly(-4 * q, 4 * q);
      b[j] = random_poly(-6 * q, 6 * q);
      a[j][200] = 4 * q - 1;
      b[j][200] = 6 * q - 1;
    }
    Polynomial out, expected;
    multiply_row(a.data(), b.data(), count, out);
    multiply_row_portable(a.data(), b.data(), count, expected);
    ASSERT_EQ(out, expected) << count;
    for (const std::int32_t x : out) ASSERT_LT(std::abs(x), q);
  }
}

}  // namespace
}  // namespace lydite::mldsa
