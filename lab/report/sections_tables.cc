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

// Nanoseconds of the reference for a cell, if it has that operation.
std::optional<double> reference_ns(const evidence::Json& reference, const std::string& cell) {
  if (reference.is_null()) return std::nullopt;
  for (const evidence::Json& row : reference["rows"]) {
    if (row["algorithm"].get<std::string>() + " " + row["operation"].get<std::string>() != cell) continue;
    const std::string unit = row["unit"];
    const double factor = unit == "ns" ? 1 : unit == "us" ? 1e3 : unit == "ms" ? 1e6 : unit == "s" ? 1e9 : 0;
    if (factor > 0) return row["value"].get<double>() * factor;
  }
  return std::nullopt;
}

// Signing has a mean that users see, beside a median that depends on the number of attempts.
double headline_ns(const ReportRow& row) {
  const bool is_signing = row.measurement().operation.starts_with("sign");
  return is_signing ? row.summary.mean * row.ns_per_tick() : row.summary.ns;
}

class ChosenTable {
 public:
  ChosenTable(const Model& model, const evidence::Json& spec)
      : model_(model), reference_(model.data_set->header.plan.reference), spec_(spec) {}

  Table build() {
    table_.caption = spec_["caption"];
    table_.columns = {{"operation"}, {"whose"}};
    for (const std::string title : spec_["columns"]) table_.columns.push_back({title, true});
    for (const evidence::Json& row : spec_["rows"]) add(row);
    return std::move(table_);
  }

 private:
  void add(const evidence::Json& row) {
    std::vector<std::string> ours = {row["title"], "lydite"}, theirs = {row["title"], "reference"},
                             ratios = {row["title"], "reference ÷ lydite"};
    bool has_reference = false;
    for (const std::string cell : row["cells"]) {
      const ReportRow* measured = model_.named(cell);
      const auto published = reference_ns(reference_, cell);
      has_reference |= published.has_value();
      ours.push_back(measured == nullptr ? missing : linked(*measured, duration(headline_ns(*measured))));
      theirs.push_back(or_missing(published, duration));
      ratios.push_back(published && measured != nullptr ? ratio(*published / headline_ns(*measured)) : missing);
    }
    table_.rows.push_back(std::move(ours));
    if (!has_reference) return;
    table_.rows.push_back(std::move(theirs));
    table_.rows.push_back(std::move(ratios));
  }

  const Model& model_;
  const evidence::Json& reference_;
  const evidence::Json& spec_;
  Table table_;
};

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
  std::string text = "Lines of `lydite` link to their records; medians, for signing the mean over all messages. ";
  if (!plan.reference.is_null()) {
    text += fmt::format(
        "Lines of `reference` are **other people's figures from another machine**: {}; {}. Their ratio to ours "
        "compares "
        "processors and ways of measuring as well as code, and orients only.",
        plan.reference["title"].get<std::string>(), plan.reference["host"].get<std::string>());
  }
  section.blocks.push_back(Paragraph{text});
  for (const evidence::Json& spec : plan.tables) {
    section.blocks.push_back(Heading{spec["title"]});
    section.blocks.push_back(ChosenTable(model, spec).build());
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
