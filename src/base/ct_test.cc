#include "src/base/ct.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>

namespace lydite {
namespace {

template <class T>
class Masks : public testing::Test {};
using Words = testing::Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(Masks, Words);

TYPED_TEST(Masks, NonzeroIsSetForEveryBitAlone) {
  constexpr TypeParam all = std::numeric_limits<TypeParam>::max();
  EXPECT_EQ(Mask<TypeParam>::nonzero(0).bits(), 0);
  for (int i = 0; i < std::numeric_limits<TypeParam>::digits; ++i)
    EXPECT_EQ(Mask<TypeParam>::nonzero(static_cast<TypeParam>(TypeParam{1} << i)).bits(), all) << "bit " << i;
  EXPECT_EQ(Mask<TypeParam>::nonzero(all).bits(), all);
}

TYPED_TEST(Masks, SelectTakesOneOrTheOther) {
  constexpr TypeParam all = std::numeric_limits<TypeParam>::max();
  const auto set = Mask<TypeParam>::of(all), clear = Mask<TypeParam>::of(0);
  EXPECT_EQ(select<TypeParam>(set, 0x5A, 0xC3), 0x5A);
  EXPECT_EQ(select<TypeParam>(clear, 0x5A, 0xC3), 0xC3);
  EXPECT_EQ(select<TypeParam>(~clear, 0x5A, 0xC3), 0x5A);
  EXPECT_EQ(select<TypeParam>(set & clear, 0x5A, 0xC3), 0xC3);
  EXPECT_EQ(select<TypeParam>(set | clear, 0x5A, 0xC3), 0x5A);
}

TYPED_TEST(Masks, BarrierKeepsTheValue) {
  EXPECT_EQ(value_barrier<TypeParam>(0), 0);
  EXPECT_EQ(value_barrier<TypeParam>(0xA5), 0xA5);
}

constexpr std::size_t length = 67;

std::array<std::uint8_t, length> counting() {
  std::array<std::uint8_t, length> bytes;
  for (std::size_t i = 0; i < length; ++i) bytes[i] = static_cast<std::uint8_t>(i);
  return bytes;
}

TEST(Equal, SeesEveryBitOfEveryByte) {
  const auto a = counting();
  for (std::size_t i = 0; i < length; ++i) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      auto b = a;
      b[i] = static_cast<std::uint8_t>(b[i] ^ 1u << bit);
      EXPECT_EQ(equal(a, b).bits(), 0) << "byte " << i << " bit " << bit;
    }
  }
}

// A comparison as of character strings would stop at the zero byte.
TEST(Equal, DoesNotStopAtZeroBytes) {
  const std::array<std::uint8_t, 4> a{0, 1, 2, 3}, b{0, 1, 2, 4};
  EXPECT_EQ(equal(a, b).bits(), 0);
  EXPECT_EQ(equal(a, a).bits(), 0xFF);
}

// Two differences whose bits cancel under addition or exclusive or.
TEST(Equal, DifferencesDoNotCancel) {
  const std::array<std::uint8_t, 2> a{0, 0}, b{0x80, 0x80}, c{1, 0xFF};
  EXPECT_EQ(equal(a, b).bits(), 0);
  EXPECT_EQ(equal(a, c).bits(), 0);
}

TEST(Equal, EmptyStringsAreEqual) { EXPECT_EQ(equal({}, {}).bits(), 0xFF); }

TEST(SelectBytes, CopiesEveryByteOfTheChosenString) {
  const auto a = counting();
  std::array<std::uint8_t, length> b{}, out{};
  b.fill(0xEE);
  select(Mask<std::uint8_t>::of(0xFF), a, b, out);
  EXPECT_EQ(out, a);
  select(Mask<std::uint8_t>::of(0), a, b, out);
  EXPECT_EQ(out, b);
}

TEST(Marks, LeaveTheBytesAlone) {
  const auto a = counting();
  classify(a);
  declassify(a);
  EXPECT_EQ(a, counting());
}

}  // namespace
}  // namespace lydite
