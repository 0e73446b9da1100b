#include "cli/bench_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/table.h"
#include "lab/evidence/file.h"
#include "lab/evidence/json.h"
#include "lab/report/format.h"
#include "lab/stats/summary.h"

namespace lydite::cli {
namespace {

using lab::Measurement;
using lab::Summary;
using lab::evidence::Record;
namespace report = lab::report;

// Digits that a reader can use: whole ticks, but tenths below ten.
std::string ticks(double value) {
  if (value < 9.95) return fmt::format("{:.1f}", value);
  return report::integer(static_cast<std::uint64_t>(value + 0.5));
}

std::string cycles(const Summary& summary) {
  if (summary.core_cycles) return ticks(*summary.core_cycles);
  return summary.estimated_core_cycles ? "~" + ticks(*summary.estimated_core_cycles) : report::missing;
}

std::string cycles_per_byte(const Summary& summary) {
  if (!summary.cycles_per_byte) return report::missing;
  return (summary.core_cycles ? "" : "~") + report::significant(*summary.cycles_per_byte);
}

std::string allocations(const Measurement& m) {
  if (!m.allocations || m.allocations->calls == 0) return report::missing;
  return report::significant(static_cast<double>(m.allocations->allocations) /
                             static_cast<double>(m.allocations->calls));
}

std::string stack(const Measurement& m) {
  return m.stack_bytes ? report::integer(*m.stack_bytes) + " B" : report::missing;
}

struct Columns {
  bool bytes = false, units = false;
};

Cells heading(const Columns& columns) {
  Cells cells = {"operation", "time", "95 % interval", "ticks", "core cycles", "op/s"};
  if (columns.bytes) cells.insert(cells.end(), {"MB/s", "cycles/B"});
  if (columns.units) cells.emplace_back("time each");
  cells.insert(cells.end(), {"allocs/op", "stack", "n", "grade"});
  return cells;
}

Cells row(const Record& record, const Summary& summary, const Columns& columns) {
  const Measurement& m = record.measurement;
  const auto& interval = summary.interval_ns;
  Cells cells = {m.operation,
                 report::duration(summary.ns),
                 interval ? report::duration_range(interval->low, interval->high) : report::missing,
                 ticks(summary.ticks),
                 cycles(summary),
                 report::count(summary.operations_per_second)};
  if (columns.bytes) {
    cells.push_back(report::or_missing(summary.megabytes_per_second, report::count));
    cells.push_back(cycles_per_byte(summary));
  }
  if (columns.units) cells.push_back(report::or_missing(summary.ns_per_unit, report::duration));
  cells.insert(cells.end(), {allocations(m), stack(m), report::count(static_cast<double>(summary.samples)),
                             std::string(1, record.host.host.grade)});
  return cells;
}

std::string percentile_line(const Record& record, const Summary& summary) {
  std::string line = fmt::format("  {} percentiles in ticks:", record.measurement.operation);
  for (const lab::Quantile& q : summary.quantiles) line += fmt::format("  {}: {}", q.permille / 10.0, ticks(q.ticks));
  return line + "\n";
}

std::string title(const Record& record) {
  const Measurement& m = record.measurement;
  const std::string target = m.target.empty() ? "" : ", target " + m.target;
  return fmt::format("{}: {}, {}, {}{}; known answers {} ({} records)\n", m.algorithm, record.subject.title,
                     record.subject.specification, m.implementation, target, record.gate.outcome, record.gate.passed);
}

bool same_block(const Record& a, const Record& b) {
  return a.measurement.algorithm == b.measurement.algorithm && a.measurement.target == b.measurement.target;
}

using Block = std::vector<const Record*>;

std::string block_text(const Block& block, bool percentiles) {
  Columns columns;
  for (const Record* record : block) {
    columns.bytes |= record->measurement.input_bytes > 0;
    columns.units |= record->measurement.units > 1;
  }
  std::vector<Cells> rows = {heading(columns)};
  std::string notes;
  for (const Record* record : block) {
    const auto summary = summarize(record->measurement);
    if (summary) {
      rows.push_back(row(*record, *summary, columns));
      if (percentiles) notes += percentile_line(*record, *summary);
    } else {
      const auto& attempts = record->measurement.attempts;
      notes += fmt::format("  {} could not be measured: {}\n", record->measurement.operation,
                           attempts.empty() ? "no trials" : attempts.back().status);
    }
  }
  return title(*block.front()) + aligned(rows) + notes;
}

}  // namespace

std::string bench_table(const std::vector<Record>& records, bool percentiles) {
  std::vector<Block> blocks;
  for (const Record& record : records) {
    const auto found = std::find_if(blocks.begin(), blocks.end(),
                                    [&](const Block& block) { return same_block(*block.front(), record); });
    if (found == blocks.end()) {
      blocks.push_back({&record});
    } else {
      found->push_back(&record);
    }
  }
  std::string text;
  for (const Block& block : blocks) text += (text.empty() ? "" : "\n") + block_text(block, percentiles);
  return text;
}

std::string bench_json(const std::vector<Record>& records) {
  auto results = nlohmann::json::array();
  for (const Record& record : records) {
    const Measurement& m = record.measurement;
    results.push_back({{"algorithm", m.algorithm},
                       {"operation", m.operation},
                       {"implementation", m.implementation},
                       {"target", m.target},
                       {"input_bytes", m.input_bytes},
                       {"units", m.units},
                       {"seed", m.seed},
                       {"gate", record.gate.outcome},
                       {"grade", std::string(1, record.host.host.grade)},
                       {"status", m.trials.empty() && !m.attempts.empty() ? m.attempts.back().status : "ok"},
                       {"allocations", m.allocations ? nlohmann::json(m.allocations->allocations) : nullptr},
                       {"stack_bytes", m.stack_bytes ? nlohmann::json(*m.stack_bytes) : nullptr},
                       {"stats", lab::evidence::stats_of(m)}});
  }
  nlohmann::json document = {{"results", results}};
  if (!records.empty()) {
    document["host"] = to_json(records.front().host);
    document["build"] = to_json(records.front().build);
  }
  return document.dump(2) + "\n";
}

void write_records(const std::vector<Record>& records, const std::filesystem::path& folder) {
  for (const Record& record : records) {
    const Measurement& m = record.measurement;
    if (m.trials.empty()) continue;
    lab::evidence::write_file(folder / lab::evidence::record_path(m.algorithm, m.operation, m.target),
                              lab::evidence::canonical(to_json(record)));
  }
}

}  // namespace lydite::cli
