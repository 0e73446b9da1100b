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

std::vector<std::string> beside(const Model& model, const std::string& title, const std::string& cell,
                                const Published& published) {
  const ReportRow* row = model.named(cell);
  return {title, measured_text(model, cell, published), time_text(published.ns, published),
          row == nullptr ? missing : ratio(published.ns / row->headline_ns())};
}

// The figures of a chosen table that others published too; no rows if there are none.
Table beside_reference(const Model& model, const evidence::Json& spec) {
  Table table{"The same beside the reference, in its units. Theirs ÷ ours: above 1 ours took less time.",
              {{"figure"}, {"lydite", true}, {"reference, other machine", true, true}, {"theirs ÷ ours", true}},
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

// Operations that were not measured in turns have no verdict.
stats::Uniformity judge(const ReportRow& of, const ReportRow& from, const Ratio& ratio) {
  if (ratio.pairs != 0) return stats::judge_uniformity(of.trial_ticks, from.trial_ticks);
  return {ratio.value, std::nullopt, stats::kolmogorov_smirnov(of.trial_ticks, from.trial_ticks),
          stats::UniformityVerdict::kUndecided};
}

std::string verdict_text(const stats::Uniformity& found) {
  const bool is_uniform = found.verdict == stats::UniformityVerdict::kUniform;
  return is_uniform ? "**uniform**" : std::string(stats::name(found.verdict));
}

std::string probability(double p) { return p < 0.001 ? "< 0.001" : fmt::format("{:.3f}", p); }

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

void add_scaling(const Scaling& scaling, Table& table) {
  const std::string target = scaling.target.empty() ? "" : " " + scaling.target;
  for (const ScalingPoint& point : scaling.points) {
    table.rows.push_back({scaling.algorithm, scaling.operation + target, integer(point.cpus),
                          rate(stats::median(throughputs(scaling, point))), percent(efficiency(scaling, point)),
                          integer(point.calls.size())});
  }
  for (const std::uint64_t cpus : scaling.absent)
    table.rows.push_back({scaling.algorithm, scaling.operation + target, integer(cpus),
                          "absent: this machine has fewer CPUs", missing, missing});
}

}  // namespace

Section chosen_tables(const Model& model) {
  const evidence::CampaignPlan& plan = model.data_set->header.plan;
  Section section{"Figures side by side", "tables", {}};
  if (plan.tables.empty()) return section;
  section.blocks.push_back(
      Paragraph{"Times of one call, each a link to its record: the median; for signing the mean over all messages."});
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
      "Time of the first divided by the time of the second, in turns, process by process, with its 95 % interval; "
      "largest distance (Kolmogorov and Smirnov) between the distributions of the processes' medians, and its "
      "probability if there is no difference. Uniform: within 1 %, with an interval no wider than 4 %, and a distance "
      "that is not significant at 5 %. Early exit, slower: the whole interval beyond 1 %.",
      {{"algorithm"},
       {"of"},
       {"against"},
       {"ratio", true},
       {"95 % interval", true},
       {"distance", true},
       {"p", true},
       {"processes", true},
       {"samples", true},
       {"verdict"}},
      {}};
  for (const evidence::Indistinguishable& pair : model.data_set->header.plan.uniformity) {
    const ReportRow *of = model.find(pair.of), *from = model.find(pair.from);
    if (of == nullptr || from == nullptr) continue;
    const Ratio pairs = ratio_of(*of, *from);
    const stats::Uniformity judged = judge(*of, *from, pairs);
    table.rows.push_back(
        {of->record().subject.title, linked(*of, pair.of.operation), linked(*from, pair.from.operation),
         fmt::format("{:.4f}", judged.ratio),
         or_missing(judged.interval,
                    [](const stats::Interval& i) { return fmt::format("{:.4f}–{:.4f}", i.low, i.high); }),
         fmt::format("{:.2f}", judged.distance.value), probability(judged.distance.p), integer(pairs.pairs),
         integer(of->summary.samples + from->summary.samples), verdict_text(judged)});
  }
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
      {{"algorithm"}, {"operation"}, {"CPUs", true}, {"results/s", true}, {"efficiency", true}, {"rounds", true}},
      {}};
  for (const Scaling& one : model.data_set->scaling) add_scaling(one, table);
  if (table.rows.empty()) return {"Several CPUs", "scaling", {}};
  return {"Several CPUs", "scaling", {table}};
}

}  // namespace lydite::lab::report
