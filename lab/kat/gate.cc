#include "lab/kat/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <set>

#include "lab/kat/controls.h"

namespace lydite::lab::kat {
namespace {

using Verdict = Kat::Verdict;

constexpr std::size_t kept_failures = 8;  // of one algorithm

// The work of one row on all files.
class Row {
 public:
  explicit Row(const Algorithm& algorithm) : algorithm_(algorithm) { result_.algorithm = algorithm.id; }

  Kat answer(const Record& record) {
    const Kat kat = guarded(record);
    if (kat.verdict == Verdict::kNotMine) return kat;
    is_reader_ = true;
    if (kat.verdict == Verdict::kSkipped) ++result_.skipped;
    if (kat.verdict == Verdict::kPassed) {
      ++result_.passed;
      cover(record);
      control(record);
    }
    if (kat.verdict == Verdict::kFailed) {
      ++result_.failed;
      note(place(record) + ": " + kat.detail);
    }
    return kat;
  }

  // Closes a file; true if the row answered a record of it.
  bool finish_file(const VectorFile& file) {
    if (is_reader_) result_.files.emplace_back(file.source, file.sha256);
    controlled_.clear();
    return std::exchange(is_reader_, false);
  }

  GateResult finish() {
    const bool answered = result_.passed + result_.failed > 0;
    if (algorithm_.kind == Kind::kKem && answered) note_missing();
    if (answered) examine_randomness();
    result_.outcome = result_.failed > 0 || defects_ > 0 ? "MISMATCH"
                      : !answered                        ? "NOKAT"
                      : is_partial_                      ? "PARTIAL"
                                                         : "PASS";
    return std::move(result_);
  }

  static std::string place(const Record& record) {
    return record.line == 0 ? fmt::format("{} record {}", record.source, record.index)
                            : fmt::format("{}:{}", record.source, record.line);
  }

 private:
  // A row that throws anything but a complaint about the record has not answered rightly.
  Kat guarded(const Record& record) const {
    if (!algorithm_.kat) return {};
    try {
      return algorithm_.kat(record);
    } catch (const ParseError&) {
      throw;
    } catch (const std::exception& error) {
      return {Verdict::kFailed, error.what()};
    }
  }

  // A row may find an altered record malformed.
  Verdict answer_control(const Record& record) const {
    try {
      return guarded(record).verdict;
    } catch (const ParseError&) {
      return Verdict::kFailed;
    }
  }

  void note(std::string failure) {
    if (result_.failures.size() < kept_failures) result_.failures.push_back(std::move(failure));
  }

  void cover(const Record& record) {
    if (algorithm_.kind != Kind::kKem) return;
    const KemCoverage more = coverage_of(record);
    covered_.keygen |= more.keygen;
    covered_.encapsulation |= more.encapsulation;
    covered_.acceptance |= more.acceptance;
    covered_.rejection |= more.rejection;
  }

  // Once for each shape of record in a file.
  void control(const Record& record) {
    if (!controlled_.insert(shape(record)).second) return;
    for (const Control& control : controls_of(algorithm_.kind, record)) {
      const Verdict verdict = answer_control(control.record);
      if (verdict == (control.must_pass ? Verdict::kPassed : Verdict::kFailed)) {
        ++result_.controls;
        continue;
      }
      ++defects_;
      note(fmt::format("{}: control not caught: {}", place(record), control.name));
    }
  }

  [[nodiscard]] std::string shape(const Record& record) const {
    std::string text;
    for (const auto& [name, value] : record.fields) text += name + (value.empty() ? "- " : " ");
    text += record.fields.count("result") != 0 ? record.fields.at("result") : "";
    return algorithm_.kind == Kind::kKem && coverage_of(record).rejection ? text + " rejection" : text;
  }

  void note_missing() {
    const std::pair<bool, const char*> needs[] = {
        {covered_.keygen, "no record generates a key"},
        {covered_.encapsulation, "no record encapsulates"},
        {covered_.acceptance, "no record decapsulates an honest ciphertext"},
        {covered_.rejection, "no record takes implicit rejection"},
    };
    for (const auto& [is_covered, reason] : needs) {
      if (is_covered) continue;
      is_partial_ = true;
      note(reason);
    }
  }

  void examine_randomness() {
    for (const Randomised& function : algorithm_.randomised) {
      const Draw& draw = result_.draws.emplace_back(examine(function));
      if (draw.defect.empty()) continue;
      ++defects_;
      note(fmt::format("{} {}", draw.function, draw.defect));
    }
  }

  const Algorithm& algorithm_;
  GateResult result_;
  KemCoverage covered_;
  std::uint64_t defects_ = 0;  // controls that were not caught, functions that misuse their source
  bool is_reader_ = false, is_partial_ = false;
  std::set<std::string> controlled_;
};

// All rows on one record.
void run_record(const Record& record, std::vector<Row>& rows, FileReport& report) {
  bool passed = false, failed = false, skipped = false;
  for (Row& row : rows) {
    const Kat kat = row.answer(record);
    passed |= kat.verdict == Verdict::kPassed;
    failed |= kat.verdict == Verdict::kFailed;
    skipped |= kat.verdict == Verdict::kSkipped;
    if (kat.verdict == Verdict::kSkipped && report.skip_reason.empty()) report.skip_reason = kat.detail;
    if (kat.verdict == Verdict::kFailed) report.failures.push_back(Row::place(record) + ": " + kat.detail);
  }
  ++(failed ? report.failed : passed ? report.passed : skipped ? report.skipped : report.unread);
}

FileReport run_file(const VectorFile& file, std::span<const Algorithm* const> algorithms, std::vector<Row>& rows,
                    std::vector<std::string>& errors) {
  FileReport report;
  report.source = file.source;
  report.sha256 = file.sha256;
  report.note = file.note;
  report.records = file.records.size();
  for (const Record& record : file.records) {
    try {
      run_record(record, rows, report);
    } catch (const ParseError& error) {
      errors.emplace_back(error.what());
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].finish_file(file)) report.readers.push_back(algorithms[i]->id);
  }
  return report;
}

}  // namespace

GateReport run_gate(std::span<const VectorFile> files, std::span<const Algorithm* const> algorithms) {
  GateReport report;
  std::vector<Row> rows;
  rows.reserve(algorithms.size());
  for (const Algorithm* algorithm : algorithms) rows.emplace_back(*algorithm);
  for (const VectorFile& file : files) report.files.push_back(run_file(file, algorithms, rows, report.errors));
  for (Row& row : rows) report.algorithms.push_back(row.finish());
  return report;
}

GateResult gate_verdict(const Algorithm& algorithm) {
  const Algorithm* row = &algorithm;
  GateReport report = run_gate(embedded_vectors(), {&row, 1});
  GateResult& result = report.algorithms.front();
  if (!report.errors.empty()) result.outcome = "MISMATCH";
  result.failures.insert(result.failures.end(), report.errors.begin(), report.errors.end());
  return std::move(result);
}

}  // namespace lydite::lab::kat
