#include <fmt/format.h>

#include <algorithm>

#include "lab/report/format.h"
#include "lab/report/sections.h"

namespace lydite::lab::report {
namespace {

std::string interval_text(const std::optional<stats::Interval>& ns) {
  return or_missing(ns, [](const stats::Interval& i) { return duration_range(i.low, i.high); });
}

std::string quantile_text(const ReportRow& row, unsigned permille) {
  const auto& all = row.summary.quantiles;
  const auto found = std::find_if(all.begin(), all.end(), [&](const Quantile& q) { return q.permille == permille; });
  return found == all.end() ? missing : duration(found->ticks * row.ns_per_tick());
}

std::string cycles_text(const Summary& summary) {
  if (summary.core_cycles) return count(*summary.core_cycles);
  return or_missing(summary.estimated_core_cycles, [](double cycles) { return "~" + count(cycles); });
}

std::string cycles_per_byte_text(const Summary& summary) {
  return or_missing(summary.cycles_per_byte,
                    [&](double cycles) { return (summary.core_cycles ? "" : "~") + significant(cycles); });
}

std::string heap_text(const ReportRow& row) {
  return or_missing(row.measurement().allocations, [](const Allocations& watched) {
    return plain(static_cast<double>(watched.allocations) / static_cast<double>(watched.calls));
  });
}

std::string ratio_text(const Ratio& ratio_value) { return ratio(ratio_value.value); }

std::string ratio_interval_text(const Ratio& ratio_value) {
  return or_missing(ratio_value.interval, [](const stats::Interval& i) { return ratio(i.low) + "–" + ratio(i.high); });
}

// What a chapter's table shows beside the columns that every chapter has.
struct Extras {
  bool has_bytes = false, has_units = false, has_mean_interval = false;
  std::vector<std::string> peers;
};

Extras extras(const Model& model, const Chapter& chapter) {
  Extras found;
  for (const ReportRow* row : chapter.rows) {
    found.has_bytes |= row->measurement().input_bytes > 0;
    found.has_units |= row->measurement().units > 1;
    found.has_mean_interval |= row->summary.mean_interval.has_value();
  }
  for (const std::string& peer : model.peers()) {
    const auto has_peer = [&](const ReportRow* row) { return model.peer_of(*row, peer) != nullptr; };
    if (std::any_of(chapter.rows.begin(), chapter.rows.end(), has_peer)) found.peers.push_back(peer);
  }
  return found;
}

std::vector<Column> columns(const Extras& extra) {
  std::vector<Column> all = {{"operation"}, {"code"}, {"median", true}, {"95 % interval", true}, {"mean", true}};
  if (extra.has_mean_interval) all.push_back({"its 95 % interval", true});
  for (const char* title : {"99 %", "ticks", "cycles", "op/s"}) all.push_back({title, true});
  if (extra.has_units) all.push_back({"per result", true});
  if (extra.has_bytes) all.push_back({"cycles/B", true});
  for (const std::string& peer : extra.peers) all.push_back({"÷ " + peer, true});
  all.push_back({"heap", true});
  all.push_back({"grade"});
  return all;
}

std::vector<std::string> cells(const Model& model, const ReportRow& row, const Extras& extra) {
  const Summary& s = row.summary;
  const std::string title =
      row.record().subject.kind == name(Kind::kKernel) ? row.record().subject.title : row.measurement().operation;
  std::vector<std::string> all = {linked(row, title), code_name(row), duration(s.ns), interval_text(s.interval_ns),
                                  duration(s.mean * row.ns_per_tick())};
  if (extra.has_mean_interval) all.push_back(interval_text(row.mean_interval_ns()));
  all.insert(all.end(), {quantile_text(row, 990), count(s.ticks), cycles_text(s), rate(s.operations_per_second)});
  if (extra.has_units) all.push_back(or_missing(s.ns_per_unit, duration));
  if (extra.has_bytes) all.push_back(cycles_per_byte_text(s));
  for (const std::string& peer : extra.peers) {
    const ReportRow* other = model.peer_of(row, peer);
    all.push_back(other == nullptr ? missing : ratio_text(ratio_of(row, *other)));
  }
  all.push_back(heap_text(row));
  all.push_back(std::string(1, row.record().host.host.grade));
  return all;
}

// On noisy hosts absolute figures only orient.
bool has_no_claims(const Model& model) { return model.data_set->header.host.host.grade == 'D'; }

Table chapter_table(const Model& model, const Chapter& chapter) {
  const Extras extra = extras(model, chapter);
  Table table{"Times of one call.", columns(extra), {}, has_no_claims(model)};
  for (const ReportRow* row : chapter.rows) table.rows.push_back(cells(model, *row, extra));
  return table;
}

void replace_all(std::string& text, const std::string& what, const std::string& with) {
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

// Operation and description with the length of the message as N: one line for all lengths.
std::pair<std::string, std::string> generic_operation(const ReportRow& row) {
  std::string operation = row.measurement().operation, description = row.record().subject.description;
  const std::size_t end = operation.find_last_not_of("0123456789");
  if (operation[end] == '_') {
    const std::string length = operation.substr(end + 1);
    operation = operation.substr(0, end + 1) + "N";
    replace_all(description, length, "N");
  }
  return {operation, description};
}

Table timed_regions(const Model& model) {
  Table table{"What is inside the timed region.", {{"operation"}, {"code"}, {"contents"}}, {}};
  for (const ReportRow& row : model.rows) {
    const auto [operation, description] = generic_operation(row);
    std::vector<std::string> line = {operation, row.measurement().implementation, description};
    if (std::find(table.rows.begin(), table.rows.end(), line) == table.rows.end())
      table.rows.push_back(std::move(line));
  }
  return table;
}

std::string name_of(const ReportRow& row) {
  std::string text = row.measurement().algorithm + " " + row.measurement().operation;
  return row.measurement().target.empty() ? text : text + " " + row.measurement().target;
}

void add_comparison(const std::string& title, const ReportRow& of, const ReportRow& to, Table& table) {
  const Ratio r = ratio_of(of, to);
  table.rows.push_back({title, linked(of, name_of(of)), linked(to, name_of(to)), ratio_text(r), ratio_interval_text(r),
                        r.pairs == 0 ? missing : integer(r.pairs)});
}

}  // namespace

std::optional<Table> signing_table(const Chapter& chapter) {
  Table table{
      "Signing, all samples of all trials together: ML-DSA repeats an attempt until the signature may be published, "
      "so its time depends on the message. The interval of the mean counts each trial once. `–`: too few samples for "
      "that share.",
      {{"operation"},
       {"code"},
       {"least", true},
       {"10 %", true},
       {"50 %", true},
       {"mean", true},
       {"its 95 % interval", true},
       {"90 %", true},
       {"99 %", true},
       {"largest", true},
       {"samples", true}},
      {}};
  for (const ReportRow* row : chapter.rows) {
    const bool is_signing =
        row->record().subject.kind == name(Kind::kSignature) && row->measurement().operation.starts_with("sign");
    if (!is_signing) continue;
    const Summary& s = row->summary;
    const auto time = [row](double ticks) { return duration(ticks * row->ns_per_tick()); };
    table.rows.push_back({linked(*row, row->measurement().operation), code_name(*row), time(s.min),
                          quantile_text(*row, 100), time(s.median), time(s.mean),
                          interval_text(row->mean_interval_ns()), quantile_text(*row, 900), quantile_text(*row, 990),
                          time(s.max), integer(s.samples)});
  }
  return table.rows.empty() ? std::nullopt : std::optional(std::move(table));
}

Section performance(const Model& model) {
  Section section{"Performance", "performance", {}};
  section.blocks.push_back(Paragraph{
      "The median is that of the trials' medians; its interval is the exact order-statistic interval over the trials. "
      "Mean and 99 % are of all samples of all trials together; the interval of the mean, for signing, is a bootstrap "
      "over the trials. Ticks are those of the reference counter, `~` marks core cycles estimated by a probe of the "
      "clock. The timer's own cost is subtracted once per sample. `÷` is the time "
      "divided by that of the named library for the same input in the same run: below 1 we are faster. Heap: "
      "allocations per call. `–`: not available, or not supported by the number of samples."});
  for (const Chapter& chapter : model.chapters()) {
    section.blocks.push_back(Heading{chapter.title});
    section.blocks.push_back(chapter_table(model, chapter));
    for (const auto& figure : {scaling_figure(chapter), interval_figure(chapter), distribution_figure(chapter)}) {
      if (figure) section.blocks.push_back(*figure);
    }
    if (auto table = signing_table(chapter)) section.blocks.push_back(std::move(*table));
  }
  section.blocks.push_back(Heading{"Timed regions"});
  section.blocks.push_back(timed_regions(model));
  return section;
}

Section comparisons(const Model& model) {
  Table table{
      "Time of the first divided by the time of the second, trial by trial in turns; 95 % interval of the median "
      "ratio.",
      {{"what"}, {"of"}, {"divided by"}, {"ratio", true}, {"95 % interval", true}, {"pairs", true}},
      {}};
  for (const evidence::Comparison& comparison : model.data_set->header.plan.comparisons) {
    const ReportRow *of = model.find(comparison.of), *to = model.find(comparison.to);
    if (of != nullptr && to != nullptr) add_comparison(comparison.title, *of, *to, table);
  }
  for (const ReportRow& row : model.rows) {
    for (const std::string& peer : model.peers()) {
      if (const ReportRow* other = model.peer_of(row, peer)) add_comparison("against " + peer, row, *other, table);
    }
  }
  return {"Comparisons inside this run", "comparisons", {table}};
}

Section baseline(const Model& model) {
  std::vector<const ReportRow*> known;
  Table table{
      "Well-known operations of the same run, by which machines can be compared, and what the operations of key "
      "encapsulation and signatures cost in their terms. These ratios are not of trials in turns.",
      {{"operation"}, {"code"}, {"median", true}},
      {}};
  for (const evidence::Row& wanted : model.data_set->header.plan.baseline) {
    if (const ReportRow* row = model.find(wanted)) known.push_back(row);
  }
  for (const ReportRow* row : known) {
    table.columns.push_back({"÷ " + row->record().subject.title + " " + row->measurement().operation, true});
  }
  const auto add = [&](const ReportRow& row) {
    std::vector<std::string> line = {linked(row, row.record().subject.title + " " + row.measurement().operation),
                                     code_name(row), duration(row.summary.ns)};
    for (const ReportRow* other : known) line.push_back(ratio(row.summary.ns / other->summary.ns));
    table.rows.push_back(std::move(line));
  };
  for (const ReportRow* row : known) add(*row);
  for (const ReportRow& row : model.rows) {
    const std::string& kind = row.record().subject.kind;
    const bool is_known = std::find(known.begin(), known.end(), &row) != known.end();
    if (!is_known && (kind == name(Kind::kKem) || kind == name(Kind::kSignature))) add(row);
  }
  return {"Baseline", "baseline", {table}};
}

Section reference_figures(const Model& model) {
  const evidence::Json& reference = model.data_set->header.plan.reference;
  Section section{"Published figures of others", "reference", {}};
  if (reference.is_null()) return section;
  const std::string title = reference["title"], host = reference["host"], source = reference["source"];
  section.blocks.push_back(
      Paragraph{fmt::format("{}. Machine: {}. Source: {}. Another machine and another run: these "
                            "figures orient only.",
                            title, host, source)});
  Table table{"As published.", {{"algorithm"}, {"operation"}, {"code"}, {"value", true}, {"unit"}}, {}};
  for (const evidence::Json& row : reference["rows"]) {
    table.rows.push_back({row["algorithm"], row["operation"], row["implementation"],
                          evidence::canonical_number(row["value"].get<double>()), row["unit"]});
  }
  section.blocks.push_back(table);
  return section;
}

}  // namespace lydite::lab::report
