// The numbers behind a report: one row per record, and ratios between rows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/evidence/data_set.h"
#include "lab/stats/inference.h"
#include "lab/stats/summary.h"

namespace lydite::lab::report {

// A time that others published.
struct Published {
  double ns = 0;
  std::string unit;  // in which they print it
};

struct ReportRow {
  const evidence::StoredRecord* stored = nullptr;
  Summary summary;
  std::vector<double> trial_ticks;     // median of each trial
  std::optional<Published> published;  // of the same operation by others, on another machine

  [[nodiscard]] const evidence::Record& record() const { return stored->record; }
  [[nodiscard]] const Measurement& measurement() const { return stored->record.measurement; }
  // "sha3-256" for "sha3-256:libcrypto".
  [[nodiscard]] std::string_view base() const;
  // "libcrypto" for "sha3-256:libcrypto"; empty for our own code.
  [[nodiscard]] std::string_view peer() const;
  [[nodiscard]] bool is_foreign() const { return !peer().empty(); }
  [[nodiscard]] double ns_per_tick() const { return 1e9 / measurement().ref_hz; }
  // The time that tables choose: the median, or the mean where that is the headline.
  [[nodiscard]] double headline_ns() const;
  [[nodiscard]] std::optional<stats::Interval> mean_interval_ns() const;
};

struct Ratio {
  double value = 0;
  std::optional<stats::Interval> interval;  // 95 %, of pairs of trials measured in turns
  std::size_t pairs = 0;                    // 0: the two were not measured in turns, and the ratio describes only
};

// Times of one call: `of` divided by `to`. From pairs of trials where there are such: exp of the median of the log
// ratios, with its exact interval.
[[nodiscard]] Ratio ratio_of(const ReportRow& of, const ReportRow& to);

// A chapter of the performance section: all operations of an algorithm by whomever, or all kernels.
struct Chapter {
  std::string title;
  std::vector<const ReportRow*> rows;
};

struct Model {
  const evidence::DataSet* data_set = nullptr;
  std::vector<ReportRow> rows;  // in the order of the plan

  [[nodiscard]] const ReportRow* find(const evidence::Row& row) const;
  // The first row of "ALGORITHM OPERATION".
  [[nodiscard]] const ReportRow* named(std::string_view cell) const;
  // What the reference says of it, if that is a time.
  [[nodiscard]] std::optional<Published> published(std::string_view cell) const;
  // The same operation by the given library.
  [[nodiscard]] const ReportRow* peer_of(const ReportRow& row, std::string_view peer) const;
  // Libraries that some row is compared with, in order of appearance.
  [[nodiscard]] std::vector<std::string> peers() const;
  [[nodiscard]] std::vector<Chapter> chapters() const;
};

// Precondition: every record has samples.
[[nodiscard]] Model make_model(const evidence::DataSet& data_set);

}  // namespace lydite::lab::report
