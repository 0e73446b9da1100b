#include "lab/report/model.h"

#include <algorithm>
#include <cmath>

#include "lab/report/format.h"

namespace lydite::lab::report {
namespace {

// Trials that stand at the same place of both lists were neighbours in time.
bool is_paired(const ReportRow& a, const ReportRow& b) {
  return a.record().group == b.record().group && a.record().started_utc == b.record().started_utc &&
         a.trial_ticks.size() == b.trial_ticks.size();
}

bool is_positive(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return value > 0; });
}

// Algorithms of one chapter have the same name here.
std::string chapter_title(const ReportRow& row) {
  return row.record().subject.kind == name(Kind::kKernel) ? "Kernels" : row.record().subject.title;
}

}  // namespace

std::string_view ReportRow::base() const {
  const std::string_view id = measurement().algorithm;
  return id.substr(0, id.find(':'));
}

std::string_view ReportRow::peer() const {
  const std::string_view id = measurement().algorithm;
  const std::size_t colon = id.find(':');
  return colon == id.npos ? std::string_view() : id.substr(colon + 1);
}

double ReportRow::headline_ns() const {
  return has_mean_headline(measurement()) ? summary.mean * ns_per_tick() : summary.ns;
}

std::optional<stats::Interval> ReportRow::mean_interval_ns() const {
  if (!summary.mean_interval) return std::nullopt;
  return stats::Interval{summary.mean_interval->low * ns_per_tick(), summary.mean_interval->high * ns_per_tick()};
}

Ratio ratio_of(const ReportRow& of, const ReportRow& to) {
  const bool has_pairs = is_paired(of, to) && is_positive(of.trial_ticks) && is_positive(to.trial_ticks);
  if (!has_pairs) return {of.summary.ns / to.summary.ns, std::nullopt, 0};
  std::vector<double> logs;
  for (std::size_t i = 0; i < of.trial_ticks.size(); ++i) {
    logs.push_back(std::log(of.trial_ticks[i] / to.trial_ticks[i]));
  }
  Ratio ratio{std::exp(stats::median(logs)), std::nullopt, logs.size()};
  if (const auto interval = stats::median_interval(logs)) {
    ratio.interval = stats::Interval{std::exp(interval->low), std::exp(interval->high)};
  }
  return ratio;
}

const ReportRow* Model::find(const evidence::Row& wanted) const {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const ReportRow& row) {
    const Measurement& m = row.measurement();
    return m.algorithm == wanted.algorithm && m.operation == wanted.operation && m.target == wanted.target;
  });
  return found == rows.end() ? nullptr : &*found;
}

const ReportRow* Model::named(std::string_view cell) const {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const ReportRow& row) {
    return row.measurement().algorithm + " " + row.measurement().operation == cell;
  });
  return found == rows.end() ? nullptr : &*found;
}

std::optional<Published> Model::published(std::string_view cell) const {
  const evidence::Json& reference = data_set->header.plan.reference;
  if (reference.is_null()) return std::nullopt;
  for (const evidence::Json& row : reference["rows"]) {
    const std::string unit = row["unit"];
    const auto ns = unit_ns(unit);
    if (ns && row["algorithm"].get<std::string>() + " " + row["operation"].get<std::string>() == cell)
      return Published{row["value"].get<double>() * *ns, unit};
  }
  return std::nullopt;
}

const ReportRow* Model::peer_of(const ReportRow& row, std::string_view peer) const {
  if (row.is_foreign()) return nullptr;
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const ReportRow& other) {
    return other.base() == row.base() && other.peer() == peer &&
           other.measurement().operation == row.measurement().operation;
  });
  return found == rows.end() ? nullptr : &*found;
}

std::vector<std::string> Model::peers() const {
  std::vector<std::string> names;
  for (const ReportRow& row : rows) {
    const bool is_new = row.is_foreign() && std::find(names.begin(), names.end(), row.peer()) == names.end();
    if (is_new) names.emplace_back(row.peer());
  }
  return names;
}

std::vector<Chapter> Model::chapters() const {
  std::vector<Chapter> chapters;
  for (const ReportRow& row : rows) {
    const std::string title = chapter_title(row);
    auto found = std::find_if(chapters.begin(), chapters.end(), [&](const Chapter& c) { return c.title == title; });
    if (found == chapters.end()) found = chapters.insert(chapters.end(), Chapter{title, {}});
    found->rows.push_back(&row);
  }
  return chapters;
}

Model make_model(const evidence::DataSet& data_set) {
  Model model;
  model.data_set = &data_set;
  for (const evidence::StoredRecord& stored : data_set.records) {
    ReportRow row{&stored, {}, {}, {}};
    row.published = model.published(row.measurement().algorithm + " " + row.measurement().operation);
    if (const auto summary = summarize(stored.record.measurement)) row.summary = *summary;
    for (const Trial& trial : stored.record.measurement.trials) {
      if (trial.samples.values.empty()) continue;
      row.trial_ticks.push_back(stats::nearest_rank(per_call(trial), 500));
    }
    model.rows.push_back(std::move(row));
  }
  return model;
}

}  // namespace lydite::lab::report
