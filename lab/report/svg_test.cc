#include "lab/report/svg.h"

#include <gtest/gtest.h>

#include "lab/report/plots.h"

namespace lydite::lab::report {
namespace {

TEST(Scale, MapsBothWaysOfCounting) {
  const Scale linear(Scale::Kind::kLinear, 0, 10, 100, 200);
  EXPECT_DOUBLE_EQ(linear(0), 100);
  EXPECT_DOUBLE_EQ(linear(2.5), 125);
  EXPECT_DOUBLE_EQ(linear.clamped(99), 200);
  const Scale logarithmic(Scale::Kind::kLogarithmic, 1, 1000, 300, 0);
  EXPECT_NEAR(logarithmic(10), 200, 1e-9);
  EXPECT_FALSE(logarithmic.holds(1001));
}

TEST(Ticks, AreRoundAndInside) {
  EXPECT_EQ(round_ticks(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(round_ticks(3.9, 4.1, 2).size(), 3U);
  for (const double tick : round_ticks(17, 93, 4)) EXPECT_TRUE(tick >= 17 && tick <= 93) << tick;
}

TEST(Drawing, PrintsOneDecimalAndEscapes) {
  Drawing drawing(20, 10);
  drawing.line({1.04, -0.01}, {2.06, 3}, "axis");
  drawing.text({0, 0}, "a<b & \"c\"", "soft");
  const std::string svg = drawing.inline_svg("t>t");
  EXPECT_NE(svg.find("M1 0L2.1 3"), std::string::npos) << svg;
  EXPECT_NE(svg.find("a&lt;b &amp; &quot;c&quot;"), std::string::npos);
  EXPECT_NE(svg.find("<title>t&gt;t</title>"), std::string::npos);
  EXPECT_NE(drawing.file_svg("t").find("xmlns="), std::string::npos);
}

TEST(Plots, ShowTrialsBeyondTheEdgeAndSurviveSingleValues) {
  const Drawing drawing = interval_plot({{"keygen", "AVX2", false, 100, stats::Interval{99, 250}, {99, 100, 250}},
                                         {"other", "", true, 1e6, std::nullopt, {}}});
  const std::string svg = drawing.inline_svg("x");
  EXPECT_NE(svg.find("class=\"beyond\""), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  const std::string single = distribution_plot({{"one", stats::Multiset({5.0}), 5}}).inline_svg("x");
  EXPECT_EQ(single.find("nan"), std::string::npos);
  const std::string point = scaling_plot({{"one", "", {{32, 5}}}}, "y").inline_svg("x");
  EXPECT_EQ(point.find("nan"), std::string::npos);
  EXPECT_EQ(point.find("inf"), std::string::npos);
}

}  // namespace
}  // namespace lydite::lab::report
