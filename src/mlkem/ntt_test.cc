#include "src/mlkem/ntt.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "src/mlkem/testing.h"

namespace lydite::mlkem {
namespace {

class NttOnTarget : public OnTarget {
 protected:
  std::vector<Polynomial> samples() {
    std::vector<Polynomial> polys = edge_polys(-(q - 1), q - 1);
    for (int i = 0; i < 100; ++i) polys.push_back(random_poly(-(q - 1), q - 1));
    for (int i = 0; i < 20; ++i) polys.push_back(random_poly(0, 1) /* of extremes */);
    for (std::size_t i = polys.size() - 20; i < polys.size(); ++i)
      for (std::int16_t& x : polys[i]) x = static_cast<std::int16_t>(x == 0 ? 1 - q : q - 1);
    return polys;
  }
};
LYDITE_ON_EACH_TARGET(NttOnTarget);

int largest(const Polynomial& f) {
  int bound = 0;
  for (const int x : f) bound = std::max(bound, std::abs(x));
  return bound;
}

int modulo(std::int64_t x) { return static_cast<int>((x % q + q) % q); }

TEST_P(NttOnTarget, EqualsPortable) {
  for (const Polynomial& sample : samples()) {
    Polynomial expected = sample, f = sample;
    ntt_portable(expected);
    ntt(f);
    ASSERT_EQ(f, expected);
    ASSERT_LT(largest(f), q);
  }
}

TEST_P(NttOnTarget, InverseEqualsPortable) {
  for (const Polynomial& sample : samples()) {
    Polynomial expected = sample, f = sample;
    inverse_ntt_portable(expected);
    inverse_ntt(f);
    ASSERT_EQ(f, expected);
    ASSERT_LT(largest(f), q);
  }
}

TEST_P(NttOnTarget, InverseUndoes) {
  for (const Polynomial& sample : samples()) {
    Polynomial f = sample;
    ntt(f);
    inverse_ntt(f);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(modulo(f[i]), modulo(sample[i]));
  }
}

TEST_P(NttOnTarget, MultiplicandEqualsPortable) {
  for (const Polynomial& sample : samples()) {
    Multiplicand expected, b;
    make_multiplicand_portable(sample, expected);
    make_multiplicand(sample, b);
    ASSERT_EQ(b.direct, expected.direct);
    ASSERT_EQ(b.crossed, expected.crossed);
  }
}

TEST_P(NttOnTarget, RowsEqualPortable) {
  const std::vector<Polynomial> polys = samples();
  for (std::size_t s = 0; s + 16 < polys.size(); ++s) {
    Multiplicand b[4];
    for (std::size_t j = 0; j < 4; ++j) make_multiplicand_portable(polys[s + 3 * j], b[j]);
    for (const std::size_t stride : {1U, 4U}) {
      for (std::size_t count = 1; count <= 4; ++count) {
        Polynomial expected, out;
        multiply_row_portable(polys[s].data(), stride, b, count, expected);
        multiply_row(polys[s].data(), stride, b, count, out);
        ASSERT_EQ(out, expected) << "stride " << stride << ", count " << count;
        ASSERT_LT(largest(out), q);
      }
    }
  }
}

// The definition: a product modulo X^256 + 1, coefficient by coefficient.
Polynomial schoolbook(const Polynomial& a, const Polynomial& b) {
  std::int64_t sums[n] = {};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) sums[(i + j) % n] += (i + j < n ? 1 : -1) * a[i] * b[j];
  Polynomial c;
  for (std::size_t i = 0; i < n; ++i) c[i] = static_cast<std::int16_t>(modulo(sums[i]));
  return c;
}

TEST_P(NttOnTarget, ProductsAreThoseOfTheRing) {
  for (int round = 0; round < 4; ++round) {
    Polynomial a = random_poly(0, q - 1), b = random_poly(1 - q, q - 1), c;
    const Polynomial expected = schoolbook(a, b);
    Multiplicand prepared;
    ntt(a);
    ntt(b);
    make_multiplicand(b, prepared);
    multiply_row(a.data(), 1, &prepared, 1, c);
    inverse_ntt(c);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(modulo(c[i]), expected[i]) << i;
  }
}

}  // namespace
}  // namespace lydite::mlkem
