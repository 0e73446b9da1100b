#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lab/report/format.h"
#include "lab/report/plots.h"
#include "lab/report/sections.h"

namespace lydite::lab::report {
namespace {

// "SHA3-256" to "sha3-256": for names of files.
std::string slug(std::string_view title) {
  std::string out;
  for (const char c : title) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    if (c >= 'A' && c <= 'Z') {
      out += static_cast<char>(c - 'A' + 'a');
    } else {
      out += is_letter ? c : '-';
    }
  }
  return out;
}

std::string detail(const ReportRow& row) {
  return row.is_foreign() ? std::string(row.peer()) : row.measurement().target;
}

IntervalRow interval_row(const ReportRow& row, bool is_kernel) {
  IntervalRow result{is_kernel ? row.record().subject.title : row.measurement().operation,
                     detail(row),
                     row.is_foreign(),
                     row.summary.ns,
                     row.summary.interval_ns,
                     {}};
  for (const double ticks : row.trial_ticks) result.trials_ns.push_back(ticks * row.ns_per_tick());
  return result;
}

stats::Multiset samples_ns(const ReportRow& row) {
  std::vector<double> values;
  std::vector<std::uint64_t> counts;
  for (const Trial& trial : row.measurement().trials) {
    const stats::Multiset ticks = per_call(trial);
    for (const double value : ticks.values()) values.push_back(value * row.ns_per_tick());
    counts.insert(counts.end(), ticks.counts().begin(), ticks.counts().end());
  }
  return {values, counts};
}

bool is_own_best(const ReportRow& row, const Chapter& chapter) {
  return !row.is_foreign() && row.measurement().target == chapter.rows.front()->measurement().target;
}

// Signing takes a random number of attempts, decapsulation and the like a time of some spread.
bool has_distribution(const ReportRow& row) {
  const std::string& kind = row.record().subject.kind;
  return kind == name(Kind::kKem) ||
         (kind == name(Kind::kSignature) && row.measurement().operation.starts_with("sign"));
}

std::string_view style_of(std::size_t peer) { return peer == 0 ? "peer" : "other"; }

// Single messages only: operations that hash one message of n bytes.
bool is_plain_hash(const ReportRow& row) {
  return row.measurement().operation.starts_with("hash_") && row.measurement().input_bytes > 0 && row.summary.ns > 0;
}

}  // namespace

std::optional<Figure> interval_figure(const Chapter& chapter) {
  std::vector<IntervalRow> rows;
  const bool is_kernel = chapter.rows.front()->record().subject.kind == name(Kind::kKernel);
  for (const ReportRow* row : chapter.rows) {
    if (row->summary.ns > 0) rows.push_back(interval_row(*row, is_kernel));
  }
  if (rows.empty()) return std::nullopt;
  std::uint64_t trials = 0;
  for (const ReportRow* row : chapter.rows) trials = std::max(trials, row->summary.trials);
  return Figure{
      "intervals-" + slug(chapter.title),
      fmt::format("{}. Left: median time of one call. Right: the median of each of {} trials (dots, one process "
                  "each) as a deviation from that median; the bracket below is the 95 % interval of the median. "
                  "Arrows: trials beyond the edge. Hollow: other libraries.",
                  chapter.title, trials),
      interval_plot(rows)};
}

std::optional<Figure> distribution_figure(const Chapter& chapter) {
  std::vector<DistributionPanel> panels;
  for (const ReportRow* row : chapter.rows) {
    if (!has_distribution(*row) || !is_own_best(*row, chapter)) continue;
    if (panels.size() < 3) panels.push_back({row->measurement().operation, samples_ns(*row), row->summary.ns});
  }
  if (panels.empty()) return std::nullopt;
  return Figure{
      "distribution-" + slug(chapter.title),
      fmt::format("{}: share of all samples that took at most so long, from the fastest sample to the 99 % point; "
                  "n samples of all trials together, the dashed line is the median of the trials' medians.",
                  chapter.title),
      distribution_plot(panels)};
}

std::optional<Figure> scaling_figure(const Chapter& chapter) {
  std::vector<Curve> curves;
  std::size_t peers = 0;
  for (const ReportRow* row : chapter.rows) {
    if (!is_plain_hash(*row) || (!row->is_foreign() && !is_own_best(*row, chapter))) continue;
    const std::string& label = row->measurement().implementation;
    auto curve = std::find_if(curves.begin(), curves.end(), [&](const Curve& c) { return c.label == label; });
    if (curve == curves.end()) {
      curve = curves.insert(curves.end(), {label, row->is_foreign() ? std::string(style_of(peers++)) : "", {}});
    }
    const double bytes = static_cast<double>(row->measurement().input_bytes);
    curve->points.push_back({bytes, row->summary.ns / bytes});
  }
  std::erase_if(curves, [](const Curve& curve) { return curve.points.size() < 2; });
  if (curves.empty()) return std::nullopt;
  for (Curve& curve : curves) {
    std::sort(curve.points.begin(), curve.points.end(), [](const Point& a, const Point& b) { return a.x < b.x; });
  }
  return Figure{
      "scaling-" + slug(chapter.title),
      fmt::format("{}: median time per byte of one message against its length, both axes logarithmic.", chapter.title),
      scaling_plot(curves, "nanoseconds per byte")};
}

}  // namespace lydite::lab::report
