#include "lab/report/format.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lydite::lab::report {
namespace {

TEST(Format, TimesHaveThreeDigitsInTheLargestUnitThatGivesOne) {
  EXPECT_EQ(duration(0.5), "0.500 ns");
  EXPECT_EQ(duration(1), "1.00 ns");
  EXPECT_EQ(duration(5432.1), "5.43 µs");
  EXPECT_EQ(duration(999.4), "999 ns");
  EXPECT_EQ(duration(999.7), "1.00 µs");
  EXPECT_EQ(duration(12345678), "12.3 ms");
  EXPECT_EQ(duration(2.5e9), "2.50 s");
  EXPECT_EQ(duration(3.6e12), "3600 s");
  EXPECT_EQ(duration(0), "0 ns");
}

TEST(Format, TimesKeepTheUnitOfAnotherPage) {
  EXPECT_EQ(duration_in(254000, "ms"), "0.254 ms");
  EXPECT_EQ(duration_in(11e6, "ms"), "11.0 ms");
  EXPECT_EQ(duration_in(19200, "us"), "19.2 µs");
  EXPECT_EQ(duration_in(1, "B/op"), std::nullopt);
  EXPECT_EQ(unit_ns("us"), 1e3);
  EXPECT_EQ(unit_ns("s"), 1e9);
  EXPECT_EQ(unit_ns(""), std::nullopt);
}

TEST(Format, RangesHaveOneUnitAndOneNumberOfDecimals) {
  EXPECT_EQ(duration_range(951, 1490), "0.95–1.49 µs");
  EXPECT_EQ(duration_range(249, 252), "249–252 ns");
  EXPECT_EQ(duration_range(5410, 5460), "5.41–5.46 µs");
}

TEST(Format, CountsShortenFromTenThousandOn) {
  EXPECT_EQ(count(9999), "9999");
  EXPECT_EQ(count(10000), "10.0 k");
  EXPECT_EQ(count(509000), "509.0 k");
  EXPECT_EQ(count(1.5e6), "1.50 M");
  EXPECT_EQ(count(2.345e9), "2.35 G");
}

TEST(Format, RatesHaveAnExponentFromAThousandOn) {
  EXPECT_EQ(rate(13.34), "13.3");
  EXPECT_EQ(rate(999.4), "999");
  EXPECT_EQ(rate(999.6), "1.00e+03");
  EXPECT_EQ(rate(1372), "1.37e+03");
}

TEST(Format, GroupedNumbersHaveNoExponent) {
  EXPECT_EQ(grouped(13.34), "13.3");
  EXPECT_EQ(grouped(999.4), "999");
  EXPECT_EQ(grouped(999.6), "1,000");
  EXPECT_EQ(grouped(5932), "5,930");
  EXPECT_EQ(grouped(1234567), "1,230,000");
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(INFINITY), missing);
}

TEST(Format, SharesRatiosAndSizes) {
  EXPECT_EQ(percent(0.0061), "0.6 %");
  EXPECT_EQ(percent(0.6936), "69 %");
  EXPECT_EQ(ratio(0.61278), "0.613");
  EXPECT_EQ(ratio(1.0), "1.00");
  EXPECT_EQ(integer(0), "0");
  EXPECT_EQ(integer(1184), "1,184");
  EXPECT_EQ(integer(1234567), "1,234,567");
  EXPECT_EQ(byte_size(32), "32 B");
  EXPECT_EQ(byte_size(4096), "4 KiB");
  EXPECT_EQ(byte_size(8388608), "8 MiB");
  EXPECT_EQ(byte_size(1500), "1,500 B");
  EXPECT_EQ(plain(3), "3");
  EXPECT_EQ(plain(0.125), "0.125");
}

TEST(Format, WhatIsNoNumberIsMissing) {
  EXPECT_EQ(significant(INFINITY), missing);
  EXPECT_EQ(significant(NAN), missing);
}

}  // namespace
}  // namespace lydite::lab::report
