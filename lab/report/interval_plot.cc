#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lab/report/format.h"
#include "lab/report/plots.h"

namespace lydite::lab::report {
namespace {

constexpr int width = 960, row_height = 26, top = 44, bottom = 34;
constexpr double label_end = 246, time_from = 262, time_to = 520, value_end = 606, deviation_from = 632,
                 deviation_to = 936;
constexpr double largest_shown_deviation = 0.2;

double row_y(std::size_t i) { return top + (static_cast<double>(i) + 0.5) * row_height; }

// Bars from zero while the rows are of one size; a logarithmic axis with marks when they are not.
struct TimeAxis {
  bool is_logarithmic;
  Scale scale;
};

TimeAxis time_axis(const std::vector<IntervalRow>& rows) {
  const auto less = [](const IntervalRow& a, const IntervalRow& b) { return a.ns < b.ns; };
  const auto [least, most] = std::minmax_element(rows.begin(), rows.end(), less);
  if (most->ns <= 25 * least->ns) return {false, Scale(Scale::Kind::kLinear, 0, most->ns * 1.02, time_from, time_to)};
  const double low = std::pow(10, std::floor(std::log10(least->ns)));
  const double high = std::pow(10, std::ceil(std::log10(most->ns)));
  return {true, Scale(Scale::Kind::kLogarithmic, low, high, time_from, time_to)};
}

std::vector<double> time_ticks(const TimeAxis& axis) {
  if (!axis.is_logarithmic) return round_ticks(0, axis.scale.high(), 4);
  std::vector<double> ticks;
  for (double tick = axis.scale.low(); tick <= axis.scale.high() * 1.01; tick *= 10) ticks.push_back(tick);
  while (ticks.size() > 6) {
    for (std::size_t i = 1; i < ticks.size(); ++i) ticks.erase(ticks.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return ticks;
}

std::string tick_label(double ns) {
  if (ns == 0) return "0";
  const char* names[] = {"ns", "µs", "ms", "s"};
  std::size_t unit = 0;
  for (; unit < 3 && ns >= 999.5; ++unit) ns /= 1000;
  return fmt::format("{:g} {}", std::round(ns * 1000) / 1000, names[unit]);
}

// The smallest round limit that holds nineteen trials in twenty, so that one outlier does not flatten all others.
double deviation_limit(const std::vector<IntervalRow>& rows) {
  std::vector<double> deviations;
  for (const IntervalRow& row : rows) {
    for (const double trial : row.trials_ns) deviations.push_back(std::fabs(trial / row.ns - 1));
  }
  const double wanted = deviations.empty() ? 0 : stats::nearest_rank(deviations, 950);
  for (const double limit : {0.002, 0.005, 0.01, 0.02, 0.05, 0.1}) {
    if (wanted <= limit) return limit;
  }
  return largest_shown_deviation;
}

void draw_time_axis(const TimeAxis& axis, double end, Drawing& out) {
  out.text({time_from, 16}, "Median time of one call", "head");
  for (const double tick : time_ticks(axis)) {
    const double x = axis.scale(tick);
    out.line({x, top - 8}, {x, end}, "grid");
    out.text({x, end + 16}, tick_label(tick), "soft", Anchor::kMiddle);
  }
}

void draw_deviation_axis(const Scale& scale, double end, Drawing& out) {
  out.text({deviation_from, 16}, "Each trial against that median", "head");
  for (const double share : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
    const double value = share * scale.high(), x = scale(value);
    out.line({x, top - 8}, {x, end}, share == 0 ? "centre" : "grid");
    const std::string label = value == 0 ? "0" : fmt::format("{:+g} %", std::round(value * 1e5) / 1e3);
    out.text({x, end + 16}, label, "soft", Anchor::kMiddle);
  }
}

void draw_time(const IntervalRow& row, const TimeAxis& axis, double y, Drawing& out) {
  const double x = axis.scale(row.ns);
  const std::string style = row.is_foreign ? "bar foreign" : "bar";
  if (axis.is_logarithmic) {
    out.circle({x, y}, 4, style);
  } else {
    out.rectangle({time_from, y - 5}, x - time_from, 10, style);
  }
  out.text({value_end, y + 4}, duration(row.ns), row.is_foreign ? "" : "head", Anchor::kEnd);
}

// Trials beyond the limits become short strokes at the edge, pointing out.
void draw_trials(const IntervalRow& row, const Scale& scale, double y, Drawing& out) {
  std::vector<Point> inside;
  for (const double trial : row.trials_ns) {
    const double deviation = trial / row.ns - 1, x = scale.clamped(deviation);
    if (scale.holds(deviation)) {
      inside.push_back({x, y});
    } else {
      out.line({x + (deviation > 0 ? -4 : 4), y - 4}, {x, y}, "beyond");
      out.line({x, y}, {x + (deviation > 0 ? -4 : 4), y + 4}, "beyond");
    }
  }
  out.dots(inside, "trial");
}

void draw_interval(const IntervalRow& row, const Scale& scale, double y, Drawing& out) {
  if (!row.interval_ns) return;
  const std::string style = row.is_foreign ? "whisker foreign" : "whisker";
  const double low = scale.clamped(row.interval_ns->low / row.ns - 1);
  const double high = scale.clamped(row.interval_ns->high / row.ns - 1);
  out.line({low, y + 8}, {high, y + 8}, style);
  out.line({low, y + 5}, {low, y + 11}, style);
  out.line({high, y + 5}, {high, y + 11}, style);
}

void draw_label(const IntervalRow& row, double y, Drawing& out) {
  out.text({4, y + 4}, row.label, row.is_foreign ? "" : "head");
  out.text({label_end, y + 4}, row.detail, "soft", Anchor::kEnd);
}

}  // namespace

Drawing interval_plot(const std::vector<IntervalRow>& rows) {
  const int end = top + static_cast<int>(rows.size()) * row_height;
  Drawing out(width, end + bottom);
  const TimeAxis axis = time_axis(rows);
  const double limit = deviation_limit(rows);
  const Scale deviations(Scale::Kind::kLinear, -limit, limit, deviation_from, deviation_to);
  draw_time_axis(axis, end, out);
  draw_deviation_axis(deviations, end, out);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double y = row_y(i);
    draw_label(rows[i], y, out);
    draw_time(rows[i], axis, y, out);
    draw_trials(rows[i], deviations, y, out);
    draw_interval(rows[i], deviations, y, out);
  }
  return out;
}

}  // namespace lydite::lab::report
