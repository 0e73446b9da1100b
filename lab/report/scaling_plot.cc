#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "lab/report/format.h"
#include "lab/report/plots.h"

namespace lydite::lab::report {
namespace {

constexpr int width = 960, height = 400;
constexpr double left = 64, right = 820, top = 40, bottom = 350;

struct Range {
  double low, high;
};

Range range(const std::vector<Curve>& curves, double Point::* axis) {
  Range found{HUGE_VAL, 0};
  for (const Curve& curve : curves) {
    for (const Point& point : curve.points) {
      found.low = std::min(found.low, point.*axis);
      found.high = std::max(found.high, point.*axis);
    }
  }
  return found;
}

// These multiples of powers of ten inside the range.
std::vector<double> multiples(const Range& values, std::initializer_list<double> factors) {
  std::vector<double> ticks;
  for (int exponent = -6; exponent < 12; ++exponent) {
    for (const double factor : factors) {
      const double tick = factor * std::pow(10, exponent);
      if (tick >= values.low && tick <= values.high) ticks.push_back(tick);
    }
  }
  return ticks;
}

// At least three where the range is wide enough for it.
std::vector<double> decade_ticks(const Range& values) {
  const auto ticks = multiples(values, {1, 2, 5});
  return ticks.size() >= 3 ? ticks : multiples(values, {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8});
}

void draw_size_axis(const std::vector<Curve>& curves, const Scale& x, Drawing& out) {
  std::set<double> sizes;
  for (const Curve& curve : curves) {
    for (const Point& point : curve.points) sizes.insert(point.x);
  }
  double last = -HUGE_VAL;
  for (const double size : sizes) {
    out.line({x(size), top}, {x(size), bottom}, "grid");
    if (x(size) - last < 44) continue;
    out.text({x(size), bottom + 18}, byte_size(static_cast<std::uint64_t>(size)), "soft", Anchor::kMiddle);
    last = x(size);
  }
  out.text({right, bottom + 38}, "message length", "soft", Anchor::kEnd);
}

void draw_value_axis(const Range& values, const Scale& y, const std::string& title, Drawing& out) {
  for (const double tick : decade_ticks(values)) {
    out.line({left, y(tick)}, {right, y(tick)}, "grid");
    out.text({left - 8, y(tick) + 4}, fmt::format("{:g}", tick), "soft", Anchor::kEnd);
  }
  out.text({left - 44, 18}, title, "head");
}

void draw_marks(const Curve& curve, const Scale& x, const Scale& y, Drawing& out) {
  for (const Point& point : curve.points) {
    const Point at{x(point.x), y(point.y)};
    if (curve.style == "peer") {
      out.square(at, 4, "mark peer");
    } else if (curve.style == "other") {
      out.triangle(at, 4.5, "mark other");
    } else {
      out.circle(at, 4, "mark");
    }
  }
}

// Labels at the ends of the curves, moved apart where they would touch.
void draw_labels(const std::vector<Curve>& curves, const Scale& y, Drawing& out) {
  std::vector<std::pair<double, const Curve*>> labels;
  for (const Curve& curve : curves) labels.emplace_back(y(curve.points.back().y), &curve);
  std::sort(labels.begin(), labels.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  double last = HUGE_VAL;
  for (auto& [at, curve] : labels) {
    at = std::min(at, last - 16);
    last = at;
    out.text({right + 12, at + 4}, curve->label, curve->style.empty() ? "ours" : curve->style);
  }
}

}  // namespace

Drawing scaling_plot(const std::vector<Curve>& curves, const std::string& y_title) {
  Drawing out(width, height);
  const Range sizes = range(curves, &Point::x), values = range(curves, &Point::y);
  const Range padded{values.low / 1.25, values.high * 1.25};
  const Scale x(Scale::Kind::kLogarithmic, sizes.low, std::max(sizes.high, sizes.low * 2), left + 14, right - 14);
  const Scale y(Scale::Kind::kLogarithmic, padded.low, padded.high, bottom, top);
  draw_size_axis(curves, x, out);
  draw_value_axis(padded, y, y_title, out);
  for (const Curve& curve : curves) {
    std::vector<Point> path;
    for (const Point& point : curve.points) path.push_back({x(point.x), y(point.y)});
    out.polyline(path, curve.style.empty() ? "curve" : "curve " + curve.style);
    draw_marks(curve, x, y, out);
  }
  draw_labels(curves, y, out);
  return out;
}

}  // namespace lydite::lab::report
