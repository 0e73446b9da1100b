// A drawing as SVG text: shapes by class, so that one style sheet serves the page, the dark page and the single file.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lydite::lab::report {

struct Point {
  double x = 0, y = 0;
};

enum class Anchor { kStart, kMiddle, kEnd };

// Text with &, <, > and " escaped: for SVG and HTML alike.
[[nodiscard]] std::string escaped(std::string_view text);

// Coordinates are pixels, printed with at most one decimal.
class Drawing {
 public:
  Drawing(int width, int height) : width_(width), height_(height) {}

  void line(Point from, Point to, std::string_view style);
  void polyline(std::span<const Point> points, std::string_view style);
  // Round dots of the style's stroke width, all in one path.
  void dots(std::span<const Point> points, std::string_view style);
  void circle(Point centre, double radius, std::string_view style);
  void square(Point centre, double half_side, std::string_view style);
  void triangle(Point centre, double half_side, std::string_view style);
  void rectangle(Point corner, double width, double height, std::string_view style);
  void text(Point at, std::string_view text, std::string_view style, Anchor anchor = Anchor::kStart);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  // The element for a page that has style_sheet(). The title is what a screen reader says.
  [[nodiscard]] std::string inline_svg(std::string_view title) const;
  // A file of its own, with the style sheet and a background in it.
  [[nodiscard]] std::string file_svg(std::string_view title) const;

 private:
  void path(std::string_view commands, std::string_view style);
  [[nodiscard]] std::string open_tag(std::string_view attributes, std::string_view title) const;

  int width_, height_;
  std::string body_;
};

// Rules for the classes that drawings use, all below `svg.plot`; colours are the variables of the page.
[[nodiscard]] std::string_view style_sheet();
// The colours, light and dark, as custom properties of the given selector.
[[nodiscard]] std::string colours(std::string_view selector);

// A linear or logarithmic scale from data to pixels.
class Scale {
 public:
  enum class Kind { kLinear, kLogarithmic };
  Scale(Kind kind, double low, double high, double from, double to)
      : kind_(kind), low_(low), high_(high), from_(from), to_(to) {}
  [[nodiscard]] double operator()(double value) const;
  // Outside of the data range the position is that of the nearer end.
  [[nodiscard]] double clamped(double value) const;
  [[nodiscard]] bool holds(double value) const { return value >= low_ && value <= high_; }
  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] double high() const { return high_; }

 private:
  Kind kind_;
  double low_, high_, from_, to_;
};

// Round values inside [low, high], at most about `wanted` of them: multiples of 1, 2 or 5 times a power of ten.
[[nodiscard]] std::vector<double> round_ticks(double low, double high, int wanted);

}  // namespace lydite::lab::report
