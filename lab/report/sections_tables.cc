// Figures that the campaign file chose, failures that must look like successes, and several CPUs.
#include <fmt/format.h>

#include <algorithm>

#include "lab/report/format.h"
#include "lab/report/sections.h"
#include "lab/stats/uniformity.h"

namespace lydite::lab::report {
namespace {

// --- Chosen figures
// ---------------------------------------------------------------------------------------------------

// In the unit of the published figure, so that both can be read side by side.
std::string time_text(double ns, const std::optional<Published>& published) {
  return published ? duration_in(ns, published->unit).value_or(missing) : duration(ns);
}

std::string measured_text(const Model& model, const std::string& cell, const std::optional<Published>& published) {
  const ReportRow* row = model.named(cell);
  return row == nullptr ? missing : linked(*row, time_text(row->headline_ns(), published));
}

// A figure that nobody published has the unit of its neighbour to the left.
std::vector<std::string> chosen_row(const Model& model, const evidence::Json& row) {
  std::vector<std::string> line = {row["title"]};
  std::optional<Published> published;
  for (const std::string cell : row["cells"]) {
    if (const auto own = model.published(cell)) published = own;
    line.push_back(measured_text(model, cell, published));
  }
  return line;
}

Table chosen_table(const Model& model, const evidence::Json& spec) {
  Table table{spec["caption"], {{"operation"}}, {}};
  for (const std::string title : spec["columns"]) table.columns.push_back({title, true});
  for (const evidence::Json& row : spec["rows"]) table.rows.push_back(chosen_row(model, row));
  return table;
}

// "composite sign, 4 KiB"; a row that says what its only column says is not told twice.
std::string figure_name(const std::string& row, const std::string& column) {
  return row.ends_with(column) ? row : row + ", " + column;
}

// Of the figure that the table prints, in its unit.
std::string interval_text(const ReportRow& row, const Published& published) {
  const auto interval = has_mean_headline(row.measurement()) ? row.mean_interval_ns() : row.summary.interval_ns;
  return or_missing(interval, [&](const stats::Interval& ns) {
    const std::string low = time_text(ns.low, published);
    return low.substr(0, low.find(' ')) + "–" + time_text(ns.high, published);
  });
}

std::vector<std::string> beside(const Model& model, const std::string& title, const std::string& cell,
                                const Published& published) {
  const ReportRow* row = model.named(cell);
  return {title, measured_text(model, cell, published), row == nullptr ? missing : interval_text(*row, published),
          time_text(published.ns, published), row == nullptr ? missing : ratio(published.ns / row->headline_ns())};
}

// The figures of a chosen table that others published too; no rows if there are none.
Table beside_reference(const Model& model, const evidence::Json& spec) {
  Table table{"The same beside the reference, in its units. Theirs ÷ ours: above 1 ours took less time.",
              {{"figure"},
               {"lydite", true},
               {"95 % interval", true},
               {"reference, other machine", true, true},
               {"theirs ÷ ours", true}},
              {}};
  for (const evidence::Json& row : spec["rows"]) {
    for (std::size_t i = 0; i < row["cells"].size(); ++i) {
      const std::string cell = row["cells"][i];
      if (const auto published = model.published(cell))
        table.rows.push_back(beside(model, figure_name(row["title"], spec["columns"][i]), cell, *published));
    }
  }
  return table;
}

std::string about_reference(const evidence::Json& reference) {
  return fmt::format(
      "The column `reference` holds **other people's figures from another machine**: {}; {}. Processors, languages and "
      "ways of measuring differ with the code, so its ratio to ours orients and proves nothing. Its source is given "
      "under “Published figures of others”.",
      reference["title"].get<std::string>(), reference["host"].get<std::string>());
}

// --- Failures that must look like successes
// ---------------------------------------------------------------------------

// Definite verdicts only are set off.
std::string verdict_text(stats::UniformityVerdict verdict) {
  const std::string text(stats::name(verdict));
  return verdict == stats::UniformityVerdict::kUndecided ? text : "**" + text + "**";
}

std::string probability(double p) { return p < 0.001 ? "< 0.001" : fmt::format("{:.3f}", p); }

// The operation, linked to its record if there is one.
std::string operation_text(const Model& model, const PairSeries& series, const std::string& operation) {
  const ReportRow* row = model.find({series.algorithm, operation, series.target, ""});
  return row == nullptr ? operation : linked(*row, operation);
}

// Those of one algorithm together, in the order of their first appearance.
std::vector<const PairSeries*> by_algorithm(const std::vector<PairSeries>& all) {
  std::vector<const PairSeries*> sorted;
  for (const PairSeries& series : all) {
    const auto is_same = [&](const PairSeries* other) { return other->algorithm == series.algorithm; };
    const auto last = std::find_if(sorted.rbegin(), sorted.rend(), is_same);
    sorted.insert(last == sorted.rend() ? sorted.end() : last.base(), &series);
  }
  return sorted;
}

std::vector<std::string> uniformity_row(const Model& model, const PairSeries& series) {
  const ReportRow* row = model.find({series.algorithm, series.of, series.target, ""});
  std::vector<std::string> line = {row == nullptr ? series.algorithm : row->record().subject.title,
                                   operation_text(model, series, series.of),
                                   operation_text(model, series, series.from)};
  if (series.processes.empty()) {
    line.insert(line.end(), {missing, missing, missing, missing, "0", "0", series.failure});
    return line;
  }
  const stats::Uniformity judged = stats::judge_uniformity(series.processes);
  line.insert(line.end(),
              {fmt::format("{:.4f}", judged.ratio),
               or_missing(judged.interval,
                          [](const stats::Interval& i) { return fmt::format("{:.4f}–{:.4f}", i.low, i.high); }),
               fmt::format("{:.2f}", judged.distance.value), probability(judged.distance.p),
               integer(series.processes.size()), integer(series.rounds), verdict_text(judged.verdict)});
  return line;
}

// --- Several CPUs
// -----------------------------------------------------------------------------------------------------

// Results per second of each round.
std::vector<double> throughputs(const Scaling& scaling, const ScalingPoint& point) {
  std::vector<double> all;
  for (std::size_t i = 0; i < point.calls.size(); ++i)
    all.push_back(1e9 * static_cast<double>(point.calls[i] * scaling.units) / static_cast<double>(point.ns[i]));
  return all;
}

// Throughput against that of one CPU in the same round, divided by the number of CPUs.
double efficiency(const Scaling& scaling, const ScalingPoint& point) {
  const auto one = throughputs(scaling, scaling.points.front()), many = throughputs(scaling, point);
  std::vector<double> shares;
  for (std::size_t i = 0; i < one.size(); ++i) shares.push_back(many[i] / one[i] / static_cast<double>(point.cpus));
  return stats::median(shares);
}

void add_scaling(const Model& model, const Scaling& scaling, Table& table) {
  const ReportRow* row = model.find({scaling.algorithm, scaling.operation, scaling.target, ""});
  const std::string title = row == nullptr ? scaling.algorithm : row->record().subject.title;
  const std::string operation = row == nullptr ? scaling.operation : linked(*row, scaling.operation);
  const std::string code = row == nullptr ? scaling.target : code_name(*row);
  for (const ScalingPoint& point : scaling.points) {
    table.rows.push_back({title, operation, code, integer(point.cpus),
                          grouped(stats::median(throughputs(scaling, point))), percent(efficiency(scaling, point)),
                          integer(point.calls.size())});
  }
  for (const std::uint64_t cpus : scaling.absent)
    table.rows.push_back(
        {title, operation, code, integer(cpus), "absent: this machine has fewer CPUs", missing, missing});
}

}  // namespace

Section chosen_tables(const Model& model) {
  const evidence::CampaignPlan& plan = model.data_set->header.plan;
  Section section{"Figures side by side", "tables", {}};
  if (plan.tables.empty()) return section;
  section.blocks.push_back(
      Paragraph{"Times of one call, each a link to its record: the median; for signing the mean over all messages, "
                "whose interval "
                "stands beside the reference and under “Performance”."});
  if (!plan.reference.is_null()) section.blocks.push_back(Paragraph{about_reference(plan.reference)});
  for (const evidence::Json& spec : plan.tables) {
    section.blocks.push_back(Heading{spec["title"]});
    section.blocks.push_back(chosen_table(model, spec));
    if (Table both = beside_reference(model, spec); !both.rows.empty()) section.blocks.push_back(std::move(both));
  }
  return section;
}

Section uniformity(const Model& model) {
  Table table{
      "Time of the first divided by the time of the second, both in turns inside each process: median over the "
      "processes of their median rounds, with its 95 % interval; largest distance (Kolmogorov and Smirnov) between the "
      "distributions of the processes' medians, and its probability if there is no difference. Uniform: ratio within "
      "1 %, its whole interval within 2 %, and a distance that is not significant at 5 %. Early exit, slower: the "
      "whole interval beyond 1 %. Fewer than 20 processes decide nothing.",
      {{"algorithm"},
       {"of"},
       {"against"},
       {"ratio", true},
       {"95 % interval", true},
       {"distance", true},
       {"p", true},
       {"processes", true},
       {"rounds each", true},
       {"verdict"}},
      {}};
  for (const PairSeries* series : by_algorithm(model.data_set->uniformity))
    table.rows.push_back(uniformity_row(model, *series));
  Section section{"Uniformity of failure", "uniformity", {}};
  if (table.rows.empty()) return section;
  section.blocks = {Paragraph{"Whether the time of a failure tells which part was wrong, or that there was a failure."},
                    table};
  return section;
}

Section scaling(const Model& model) {
  Table table{
      "Results per second of independent copies, one on each CPU: median of the rounds. Efficiency: throughput divided "
      "by "
      "that of one CPU in the same round and by the number of CPUs.",
      {{"algorithm"},
       {"operation"},
       {"code"},
       {"CPUs", true},
       {"results/s", true},
       {"efficiency", true},
       {"rounds", true}},
      {}};
  for (const Scaling& one : model.data_set->scaling) add_scaling(model, one, table);
  if (table.rows.empty()) return {"Several CPUs", "scaling", {}};
  return {"Several CPUs", "scaling", {table}};
}

}  // namespace lydite::lab::report
