// One line per record with full precision, for spreadsheets and scripts.
#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

#include "lab/evidence/json.h"
#include "lab/report/pages.h"

namespace lydite::lab::report {
namespace {

std::string number(double value) { return evidence::canonical_number(value); }

template <class T>
std::string optional_number(const std::optional<T>& value) {
  return value ? number(static_cast<double>(*value)) : "";
}

// Quoted if a comma or a quote is in it.
std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n") == text.npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string quantile(const Summary& summary, unsigned permille) {
  for (const Quantile& q : summary.quantiles) {
    if (q.permille == permille) return number(q.ticks);
  }
  return "";
}

struct CsvColumn {
  std::string title;
  std::function<std::string(const ReportRow& row)> cell;
};

std::vector<CsvColumn> subject_columns() {
  return {
      {"algorithm", [](const ReportRow& r) { return r.measurement().algorithm; }},
      {"operation", [](const ReportRow& r) { return r.measurement().operation; }},
      {"implementation", [](const ReportRow& r) { return quoted(r.measurement().implementation); }},
      {"target", [](const ReportRow& r) { return r.measurement().target; }},
      {"group", [](const ReportRow& r) { return quoted(r.record().group); }},
      {"input_bytes", [](const ReportRow& r) { return std::to_string(r.measurement().input_bytes); }},
      {"units", [](const ReportRow& r) { return std::to_string(r.measurement().units); }},
      {"grade", [](const ReportRow& r) { return std::string(1, r.record().host.host.grade); }},
      {"gate", [](const ReportRow& r) { return r.record().gate.outcome; }},
      {"ref_hz", [](const ReportRow& r) { return number(r.measurement().ref_hz); }},
      {"trials", [](const ReportRow& r) { return std::to_string(r.summary.trials); }},
      {"samples", [](const ReportRow& r) { return std::to_string(r.summary.samples); }},
      {"calls", [](const ReportRow& r) { return std::to_string(r.summary.calls); }},
  };
}

std::vector<CsvColumn> time_columns() {
  return {
      {"median_ns", [](const ReportRow& r) { return number(r.summary.ns); }},
      {"interval_low_ns",
       [](const ReportRow& r) { return r.summary.interval_ns ? number(r.summary.interval_ns->low) : ""; }},
      {"interval_high_ns",
       [](const ReportRow& r) { return r.summary.interval_ns ? number(r.summary.interval_ns->high) : ""; }},
      {"median_ticks", [](const ReportRow& r) { return number(r.summary.ticks); }},
      {"mean_ticks", [](const ReportRow& r) { return number(r.summary.mean); }},
      {"mean_interval_low_ticks",
       [](const ReportRow& r) { return r.summary.mean_interval ? number(r.summary.mean_interval->low) : ""; }},
      {"mean_interval_high_ticks",
       [](const ReportRow& r) { return r.summary.mean_interval ? number(r.summary.mean_interval->high) : ""; }},
      {"min_ticks", [](const ReportRow& r) { return number(r.summary.min); }},
      {"max_ticks", [](const ReportRow& r) { return number(r.summary.max); }},
      {"p10_ticks", [](const ReportRow& r) { return quantile(r.summary, 100); }},
      {"p90_ticks", [](const ReportRow& r) { return quantile(r.summary, 900); }},
      {"p99_ticks", [](const ReportRow& r) { return quantile(r.summary, 990); }},
      {"p999_ticks", [](const ReportRow& r) { return quantile(r.summary, 999); }},
      {"first_call_ticks", [](const ReportRow& r) { return number(r.summary.first_call_ticks); }},
  };
}

std::vector<CsvColumn> derived_columns() {
  return {
      {"core_cycles", [](const ReportRow& r) { return optional_number(r.summary.core_cycles); }},
      {"estimated_core_cycles", [](const ReportRow& r) { return optional_number(r.summary.estimated_core_cycles); }},
      {"operations_per_second", [](const ReportRow& r) { return number(r.summary.operations_per_second); }},
      {"megabytes_per_second", [](const ReportRow& r) { return optional_number(r.summary.megabytes_per_second); }},
      {"cycles_per_byte", [](const ReportRow& r) { return optional_number(r.summary.cycles_per_byte); }},
      {"ns_per_unit", [](const ReportRow& r) { return optional_number(r.summary.ns_per_unit); }},
      {"mean_seconds", [](const ReportRow& r) { return number(r.summary.mean_seconds); }},
      {"median_trial_seconds", [](const ReportRow& r) { return number(r.summary.median_trial_seconds); }},
      {"watched_calls",
       [](const ReportRow& r) {
         const auto& watched = r.measurement().allocations;
         return watched ? std::to_string(watched->calls) : "";
       }},
      {"allocations",
       [](const ReportRow& r) {
         const auto& watched = r.measurement().allocations;
         return watched ? std::to_string(watched->allocations) : "";
       }},
      {"heap_bytes",
       [](const ReportRow& r) {
         const auto& watched = r.measurement().allocations;
         return watched ? std::to_string(watched->bytes) : "";
       }},
      {"live_peak_bytes",
       [](const ReportRow& r) {
         const auto& watched = r.measurement().allocations;
         return watched ? std::to_string(watched->live_peak_bytes) : "";
       }},
      {"reference_ns", [](const ReportRow& r) { return r.published ? number(r.published->ns) : ""; }},
      {"reference_ratio",
       [](const ReportRow& r) { return r.published ? number(r.published->ns / r.headline_ns()) : ""; }},
      {"stack_bytes", [](const ReportRow& r) { return optional_number(r.measurement().stack_bytes); }},
      {"record", [](const ReportRow& r) { return r.stored->path; }},
      {"record_sha256", [](const ReportRow& r) { return r.stored->digest; }},
  };
}

}  // namespace

std::string to_csv(const Model& model) {
  std::vector<CsvColumn> columns = subject_columns();
  for (const auto& more : {time_columns(), derived_columns()}) columns.insert(columns.end(), more.begin(), more.end());
  std::string out;
  for (const CsvColumn& column : columns) out += (out.empty() ? "" : ",") + column.title;
  out += '\n';
  for (const ReportRow& row : model.rows) {
    std::string line;
    for (const CsvColumn& column : columns) line += (&column == &columns.front() ? "" : ",") + column.cell(row);
    out += line + "\n";
  }
  return out;
}

}  // namespace lydite::lab::report
