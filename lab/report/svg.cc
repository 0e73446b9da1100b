#include "lab/report/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lydite::lab::report {
namespace {

// One decimal, no trailing zero, no negative zero.
std::string number(double value) {
  std::string text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string at(Point p) { return number(p.x) + " " + number(p.y); }

std::string_view anchor_name(Anchor anchor) {
  switch (anchor) {
    case Anchor::kStart:
      return "start";
    case Anchor::kMiddle:
      return "middle";
    case Anchor::kEnd:
      break;
  }
  return "end";
}

constexpr std::string_view light_colours =
    "--paper:#fff;--ink:#1b1d21;--soft:#62666d;--rule:#d9dbdf;--faint:#eef0f2;--ours:#0a5fb4;--peer:#a2480f;--other:#"
    "5d646e;";
constexpr std::string_view dark_colours =
    "--paper:#15171a;--ink:#e4e6e9;--soft:#9aa0a8;--rule:#3a3e44;--faint:#24272b;--ours:#6db3f8;--peer:#f0a36b;--other:"
    "#a3aab4;";

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

void Drawing::path(std::string_view commands, std::string_view style) {
  body_ += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", style, commands);
}

void Drawing::line(Point from, Point to, std::string_view style) { path("M" + at(from) + "L" + at(to), style); }

void Drawing::polyline(std::span<const Point> points, std::string_view style) {
  std::string commands;
  for (const Point& p : points) commands += (commands.empty() ? "M" : "L") + at(p);
  path(commands, style);
}

void Drawing::dots(std::span<const Point> points, std::string_view style) {
  std::string commands;
  for (const Point& p : points) commands += "M" + at(p) + "h0";
  if (!commands.empty()) path(commands, style);
}

void Drawing::circle(Point centre, double radius, std::string_view style) {
  body_ += fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", style, number(centre.x),
                       number(centre.y), number(radius));
}

void Drawing::rectangle(Point corner, double width, double height, std::string_view style) {
  body_ += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", style, number(corner.x),
                       number(corner.y), number(width), number(height));
}

void Drawing::square(Point centre, double half_side, std::string_view style) {
  rectangle({centre.x - half_side, centre.y - half_side}, 2 * half_side, 2 * half_side, style);
}

void Drawing::triangle(Point centre, double half_side, std::string_view style) {
  const Point top{centre.x, centre.y - half_side}, left{centre.x - half_side, centre.y + half_side},
      right{centre.x + half_side, centre.y + half_side};
  path("M" + at(top) + "L" + at(left) + "L" + at(right) + "Z", style);
}

void Drawing::text(Point where, std::string_view text, std::string_view style, Anchor anchor) {
  body_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", style, number(where.x),
                       number(where.y), anchor_name(anchor), escaped(text));
}

std::string Drawing::open_tag(std::string_view attributes, std::string_view title) const {
  return fmt::format(
      "<svg class=\"plot\" {}viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" role=\"img\">\n"
      "<title>{}</title>\n",
      attributes, width_, height_, width_, height_, escaped(title));
}

std::string Drawing::inline_svg(std::string_view title) const { return open_tag("", title) + body_ + "</svg>\n"; }

std::string Drawing::file_svg(std::string_view title) const {
  return open_tag("xmlns=\"http://www.w3.org/2000/svg\" ", title) +
         fmt::format("<style>\n{}{}</style>\n<rect class=\"paper\" width=\"{}\" height=\"{}\"/>\n", colours("svg.plot"),
                     style_sheet(), width_, height_) +
         body_ + "</svg>\n";
}

std::string_view style_sheet() {
  return "svg.plot text{font:12px system-ui,-apple-system,\"Segoe UI\",Roboto,\"DejaVu "
         "Sans\",sans-serif;fill:var(--ink);"
         "font-variant-numeric:tabular-nums}\n"
         "svg.plot text.soft{fill:var(--soft);font-size:11px}\n"
         "svg.plot text.head{font-weight:600}\n"
         "svg.plot text.ours{fill:var(--ours);font-weight:600}\n"
         "svg.plot text.peer{fill:var(--peer)}\n"
         "svg.plot text.other{fill:var(--other)}\n"
         "svg.plot .paper{fill:var(--paper)}\n"
         "svg.plot path{fill:none;stroke-linejoin:round}\n"
         "svg.plot .grid{stroke:var(--faint)}\n"
         "svg.plot .axis{stroke:var(--rule)}\n"
         "svg.plot .centre{stroke:var(--soft);stroke-dasharray:2 3}\n"
         "svg.plot .band{fill:var(--faint)}\n"
         "svg.plot .trial{stroke:var(--ink);stroke-opacity:.38;stroke-width:4.5;stroke-linecap:round}\n"
         "svg.plot .beyond{stroke:var(--ink);stroke-opacity:.6;stroke-width:1.2}\n"
         "svg.plot .whisker{stroke:var(--ours);stroke-width:2}\n"
         "svg.plot .whisker.foreign{stroke:var(--other)}\n"
         "svg.plot .bar{fill:var(--ours)}\n"
         "svg.plot .bar.foreign{fill:none;stroke:var(--other)}\n"
         "svg.plot .curve{stroke:var(--ours);stroke-width:1.8}\n"
         "svg.plot .curve.peer{stroke:var(--peer);stroke-dasharray:7 4}\n"
         "svg.plot .curve.other{stroke:var(--other);stroke-dasharray:1.5 3.5;stroke-linecap:round}\n"
         "svg.plot .mark{fill:var(--ours);stroke:var(--ours)}\n"
         "svg.plot .mark.peer{fill:var(--paper);stroke:var(--peer);stroke-width:1.5}\n"
         "svg.plot .mark.other{fill:var(--paper);stroke:var(--other);stroke-width:1.5}\n";
}

std::string colours(std::string_view selector) {
  return fmt::format("{0}{{{1}}}\n@media (prefers-color-scheme:dark){{{0}{{{2}}}}}\n", selector, light_colours,
                     dark_colours);
}

double Scale::operator()(double value) const {
  const double share =
      kind_ == Kind::kLinear ? (value - low_) / (high_ - low_) : std::log(value / low_) / std::log(high_ / low_);
  return from_ + share * (to_ - from_);
}

double Scale::clamped(double value) const { return (*this)(std::clamp(value, low_, high_)); }

std::vector<double> round_ticks(double low, double high, int wanted) {
  const double raw = (high - low) / wanted;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  double step = 10 * power;
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= raw * 0.999) {
      step = factor * power;
      break;
    }
  }
  std::vector<double> ticks;
  for (double i = std::ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i) ticks.push_back(i * step);
  return ticks;
}

}  // namespace lydite::lab::report
