#include "src/mlkem/field.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>

namespace lydite::mlkem {
namespace {

int modulo(std::int64_t x) { return static_cast<int>((x % q + q) % q); }

// FIPS 203, appendix A.
static_assert(zetas[0] == montgomery_form(1) && zetas[1] == montgomery_form(1729) &&
              zetas[2] == montgomery_form(2580) && zetas[127] == montgomery_form(2154));

TEST(Field, BarrettReducesEverySixteenBitNumber) {
  int largest = 0;
  for (int a = INT16_MIN; a <= INT16_MAX; ++a) {
    const int r = barrett_reduce(static_cast<std::int16_t>(a));
    ASSERT_EQ(modulo(r), modulo(a)) << a;
    largest = std::max(largest, std::abs(r));
  }
  EXPECT_EQ(largest, 2160);
}

TEST(Field, CanonicalOfEverySixteenBitNumber) {
  for (int a = INT16_MIN; a <= INT16_MAX; ++a) ASSERT_EQ(canonical(static_cast<std::int16_t>(a)), modulo(a)) << a;
}

TEST(Field, MontgomeryProductsOfEveryNumberWithExtremeConstants) {
  for (int b : {0, 1, -1, 1664, -1664, 3328, -3328}) {
    for (int a = INT16_MIN; a <= INT16_MAX; ++a) {
      const int r = montgomery_multiply(static_cast<std::int16_t>(a), static_cast<std::int16_t>(b));
      ASSERT_EQ(modulo(std::int64_t{r} * 65536), modulo(std::int64_t{a} * b)) << a << " * " << b;
      ASSERT_LT(std::abs(r), q) << a << " * " << b;
    }
  }
}

TEST(Field, MontgomeryFormsAreCentredAndCancelR) {
  for (int c = 0; c < q; ++c) {
    const std::int16_t form = montgomery_form(c);
    ASSERT_LE(std::abs(form), q / 2);
    ASSERT_EQ(modulo(montgomery_multiply(1, form)), c);
  }
}

}  // namespace
}  // namespace lydite::mlkem
