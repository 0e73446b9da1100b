#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lab/report/format.h"
#include "lab/report/plots.h"

namespace lydite::lab::report {
namespace {

constexpr int columns = 3, panel_width = 296, gap = 36, left = 44, panel_height = 150, head = 26, foot = 52;
constexpr std::size_t most_points = 160;

struct Frame {
  double x, y;  // of the plotting area's upper left corner
};

Frame frame(std::size_t i) {
  const auto column = static_cast<double>(i % columns), row = static_cast<double>(i / columns);
  return {left + column * (panel_width + gap), head + row * (panel_height + head + foot)};
}

// A step function thinned to at most so many steps: each is kept whose height left the last kept one far enough.
std::vector<Point> steps(const stats::Multiset& ns, const Scale& x, const Scale& y) {
  std::vector<Point> points{{x(x.low()), y(0)}};
  const double total = static_cast<double>(ns.size());
  double below = 0, drawn = 0;
  for (std::size_t i = 0; i < ns.values().size() && ns.values()[i] <= x.high(); ++i) {
    below += static_cast<double>(ns.counts()[i]);
    if (below / total - drawn < 1.0 / most_points) continue;
    const double at = x(ns.values()[i]);
    points.push_back({at, y(drawn)});
    drawn = below / total;
    points.push_back({at, y(drawn)});
  }
  points.push_back({x(x.high()), y(below / total)});
  return points;
}

void draw_share_axis(const Frame& f, const Scale& y, bool is_labelled, Drawing& out) {
  for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    out.line({f.x, y(share)}, {f.x + panel_width, y(share)}, share == 0 ? "axis" : "grid");
    if (is_labelled) out.text({f.x - 6, y(share) + 4}, fmt::format("{:g} %", share * 100), "soft", Anchor::kEnd);
  }
}

void draw_time_axis(const Frame& f, const Scale& x, Drawing& out) {
  const double unit = x.high() >= 1e6 ? 1e6 : x.high() >= 1e3 ? 1e3 : 1;
  const char* name = unit == 1e6 ? "ms" : unit == 1e3 ? "µs" : "ns";
  for (const double tick : round_ticks(x.low() / unit, x.high() / unit, 4)) {
    const double at = x(tick * unit);
    out.line({at, f.y + panel_height}, {at, f.y + panel_height + 4}, "axis");
    out.text({at, f.y + panel_height + 17}, fmt::format("{:g}", std::round(tick * 1e6) / 1e6), "soft", Anchor::kMiddle);
  }
  out.text({f.x + panel_width, f.y + panel_height + 32}, name, "soft", Anchor::kEnd);
}

void draw_panel(const DistributionPanel& panel, const Frame& f, bool is_labelled, Drawing& out) {
  const double low = stats::minimum(panel.ns);
  const double high = std::max(stats::nearest_rank(panel.ns, 990), low * 1.0001);
  const Scale x(Scale::Kind::kLinear, low, high, f.x, f.x + panel_width);
  const Scale y(Scale::Kind::kLinear, 0, 1, f.y + panel_height, f.y);
  draw_share_axis(f, y, is_labelled, out);
  draw_time_axis(f, x, out);
  out.text({f.x, f.y - 9}, panel.title, "head");
  out.text({f.x + panel_width, f.y - 9}, "n = " + integer(panel.ns.size()), "soft", Anchor::kEnd);
  const double middle = x.clamped(panel.median_ns);
  out.line({middle, f.y}, {middle, f.y + panel_height}, "centre");
  out.polyline(steps(panel.ns, x, y), "curve");
  out.text({f.x, f.y + panel_height + 32},
           "median " + duration(panel.median_ns) + ", largest " + duration(stats::maximum(panel.ns)), "soft");
}

}  // namespace

Drawing distribution_plot(const std::vector<DistributionPanel>& panels) {
  const int rows = (static_cast<int>(panels.size()) + columns - 1) / columns;
  Drawing out(left + columns * panel_width + (columns - 1) * gap + 8, rows * (panel_height + head + foot));
  for (std::size_t i = 0; i < panels.size(); ++i) draw_panel(panels[i], frame(i), i % columns == 0, out);
  return out;
}

}  // namespace lydite::lab::report
