#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "lab/report/format.h"
#include "lab/report/sections.h"

namespace lydite::lab::report {
namespace {

constexpr std::size_t shown_digits = 16;

std::string short_digest(const std::string& digest) { return "`" + digest.substr(0, shown_digits) + "`"; }

std::string code(const std::string& text) { return text.empty() ? missing : "`" + text + "`"; }

Table facts_table(const host::Host& host) {
  Table table{"What is known of the machine.", {{"fact"}, {"value"}}, {}};
  for (const host::Fact& fact : host.facts) {
    if (!fact.value.empty()) table.rows.push_back({fact.name, fact.value});
  }
  return table;
}

Table problems_table(const std::vector<host::Check>& problems) {
  Table table{"Checks of the host that did not pass.",
              {{"check"}, {"what"}, {"found"}, {"wanted"}, {"what it means for the figures"}},
              {}};
  for (const host::Check& problem : problems) {
    table.rows.push_back({problem.code, problem.name, problem.found, problem.wanted, problem.consequence});
  }
  return table;
}

struct Trouble {
  std::uint64_t trials = 0, disturbed = 0, repeated = 0;
  std::int64_t switches = 0, migrations = 0, steal = 0;
};

Trouble trouble(const Model& model) {
  Trouble sum;
  for (const ReportRow& row : model.rows) {
    sum.trials += row.measurement().trials.size();
    sum.repeated += row.measurement().attempts.size();
    sum.disturbed += row.summary.disturbed;
    for (const Trial& trial : row.measurement().trials) {
      sum.switches += trial.disturbance.involuntary_switches;
      sum.migrations += trial.disturbance.migrations;
      sum.steal += trial.disturbance.steal_ticks;
    }
  }
  return sum;
}

std::string trouble_text(const Model& model) {
  const Trouble t = trouble(model);
  return fmt::format(
      "{} trials count. Inside their timed loops: {} involuntary context switches, {} migrations, {} kernel ticks "
      "stolen "
      "by the hypervisor. {} trials were repeated and {} count although they stayed disturbed; all of them, and every "
      "sample, are in the records. Nothing was removed.",
      integer(t.trials), t.switches, t.migrations, t.steal, integer(t.repeated), integer(t.disturbed));
}

}  // namespace

std::string_view meaning(char grade) {
  switch (grade) {
    case 'A':
      return "fixed clock: absolute figures and comparisons between machines hold";
    case 'B':
      return "steady, but the clock is not controlled: absolute figures hold for this clock";
    case 'C':
      return "reference: times with their interval, estimated cycles (`~`), and ratios inside this run";
    default:
      break;
  }
  return "noisy: only ratios of operations measured in turns are claims; absolute figures orient";
}

std::string code_name(const ReportRow& row) {
  const Measurement& m = row.measurement();
  return m.target.empty() ? m.implementation : m.implementation + " " + m.target;
}

std::string linked(const ReportRow& row, const std::string& text) { return "[" + text + "](" + row.stored->path + ")"; }

Section basic_information(const Model& model) {
  const evidence::Header& header = model.data_set->header;
  const evidence::Constants& constants = header.plan.constants;
  Table table{"What was measured, with which program.", {{"item"}, {"value"}}, {}};
  const auto add = [&table](std::string item, std::string value) {
    table.rows.push_back({std::move(item), std::move(value)});
  };
  add("data set", code(header.plan.system) + (header.plan.is_quick ? " (short form)" : ""));
  add("data set id", code(model.data_set->id));
  add("begun", header.started_utc);
  add("records",
      fmt::format("{}, and {} rows that could not be measured", model.rows.size(), model.data_set->failures.size()));
  add("program", "Lydite " + header.build.version);
  add("sources", code(header.build.commit) + (header.build.is_dirty ? ", with changes" : ""));
  add("compiler", header.build.compiler);
  add("flags of the library", code(header.build.flags));
  add("SHA-256 of the program", code(header.build.binary_sha256));
  add("plan", fmt::format("{} trials, each a fresh process; at least {} samples and {} s a trial; seed {}",
                          constants.trials, constants.trial_samples, constants.trial_seconds, header.plan.seed));
  Section section{"Basic information", "basic", {table}};
  section.blocks.push_back(Paragraph{
      "`lydite evidence check DIR` recomputes every number on this page from the raw samples and renders it anew, "
      "byte for byte."});
  return section;
}

Section environment(const Model& model) {
  const evidence::HostState& state = model.data_set->header.host;
  Section section{"Environment and grade", "environment", {}};
  std::string grade = fmt::format("Grade {}: {}.", state.host.grade, meaning(state.host.grade));
  if (state.is_unfixed_allowed && state.host.grade > 'B') grade += " Measuring on it was permitted explicitly.";
  if (state.host.noise_floor > 0) {
    grade += fmt::format(" Noise floor of a fixed kernel: {}.", percent(state.host.noise_floor));
  }
  section.blocks.push_back(Paragraph{grade});
  const auto problems = state.host.problems();
  if (!problems.empty()) section.blocks.push_back(problems_table(problems));
  section.blocks.push_back(facts_table(state.host));
  section.blocks.push_back(Paragraph{trouble_text(model)});
  return section;
}

Section functional_testing(const Model& model) {
  Table verdicts{
      "Known-answer gate, by the measured program on the measured instruction set. Records are answers to "
      "compare with; controls are altered records whose rejection is demanded.",
      {{"algorithm"}, {"code"}, {"verdict"}, {"passed", true}, {"failed", true}, {"controls", true}, {"files", true}},
      {}};
  std::set<std::pair<std::string, std::string>> seen;
  std::map<std::string, std::string> files;
  for (const ReportRow& row : model.rows) {
    const kat::GateResult& gate = row.record().gate;
    files.insert(gate.files.begin(), gate.files.end());
    if (!seen.insert({row.measurement().algorithm, row.measurement().target}).second) continue;
    verdicts.rows.push_back({row.record().subject.title, code_name(row), gate.outcome, integer(gate.passed),
                             integer(gate.failed), integer(gate.controls), integer(gate.files.size())});
  }
  Table vectors{"Vector files of the gate.", {{"file"}, {"SHA-256, first 16 digits"}}, {}};
  for (const auto& [file, digest] : files) vectors.rows.push_back({code(file), short_digest(digest)});
  return {"Functional testing", "functional", {verdicts, vectors}};
}

Section resources(const Model& model) {
  Table table{
      "Memory of one call, from runs of their own in which nothing is timed: allocations (`allocs/op`) and bytes "
      "requested from the heap (`B/op`), the most bytes that were held at once, and the depth of the stack below the "
      "caller.",
      {{"algorithm"},
       {"operation"},
       {"code"},
       {"allocs/op", true},
       {"B/op", true},
       {"live peak, B", true},
       {"stack, B", true}},
      {}};
  std::size_t free_rows = 0, own_rows = 0;
  for (const ReportRow& row : model.rows) {
    const auto& watched = row.measurement().allocations;
    own_rows += row.is_foreign() ? 0 : 1;
    free_rows += !row.is_foreign() && watched && watched->allocations == 0 ? 1 : 0;
    const auto per_call = [&](std::uint64_t Allocations::* total) {
      return watched ? plain(static_cast<double>((*watched).*total) / static_cast<double>(watched->calls))
                     : std::string(missing);
    };
    table.rows.push_back({row.record().subject.title, linked(row, row.measurement().operation), code_name(row),
                          per_call(&Allocations::allocations), per_call(&Allocations::bytes),
                          or_missing(watched, [](const Allocations& a) { return integer(a.live_peak_bytes); }),
                          or_missing(row.measurement().stack_bytes, integer)});
  }
  return {"Resources",
          "resources",
          {Paragraph{fmt::format("{} of {} operations of Lydite allocate nothing on the heap.", free_rows, own_rows)},
           table}};
}

Section transmission_and_storage(const Model& model) {
  Table table{"Lengths of what is sent and kept.", {{"algorithm"}, {"item"}, {"bytes", true}}, {}};
  std::set<std::string> seen;
  for (const ReportRow& row : model.rows) {
    const evidence::Subject& subject = row.record().subject;
    if (subject.kind == name(Kind::kKernel) || !seen.insert(subject.title).second) continue;
    for (const Size& size : subject.sizes) table.rows.push_back({subject.title, size.name, integer(size.bytes)});
  }
  return {"Transmission and storage", "sizes", {table}};
}

Section evidence_index(const Model& model) {
  Table table{"Each row of this report and the file it was computed from.",
              {{"record"}, {"SHA-256, first 16 digits"}, {"trials", true}, {"samples", true}, {"grade"}},
              {}};
  for (const ReportRow& row : model.rows) {
    table.rows.push_back({linked(row, code(row.stored->path)), short_digest(row.stored->digest),
                          integer(row.summary.trials), integer(row.summary.samples),
                          std::string(1, row.record().host.host.grade)});
  }
  return {"Raw evidence", "evidence", {table}};
}

Section limits(const Model& model) {
  Section section{"What is not claimed", "limits", {}};
  const char grade = model.data_set->header.host.host.grade;
  List list;
  if (grade > 'B') {
    list.items.push_back(
        "Absolute times of this machine say nothing exact of another one: its clock was not under our control. Core "
        "cycles marked `~` are ticks times a measured ratio of clocks, not a count.");
  }
  list.items.push_back(
      "Ratios without an interval compare operations that were not measured in turns; they describe and decide "
      "nothing.");
  list.items.push_back(
      "Times of calls longer than some 5 ms contain what the scheduler gave to other work; for those look at the "
      "smallest trials in the records.");
  list.items.push_back(
      fmt::format("Nothing here was measured about secret-dependent timing, energy, or other loads on the same core{}.",
                  model.data_set->scaling.empty() ? ", nor on more than one core" : ""));
  list.items.push_back("Other libraries are measured as Debian ships them, through their ordinary interfaces.");
  for (const evidence::Failure& failure : model.data_set->failures) {
    list.items.push_back(fmt::format("Not measured: {} {} {}: {}.", failure.row.algorithm, failure.row.operation,
                                     failure.row.target, failure.reason));
  }
  section.blocks.push_back(list);
  return section;
}

}  // namespace lydite::lab::report
