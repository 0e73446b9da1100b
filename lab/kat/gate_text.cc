#include "lab/kat/gate_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace lydite::lab::kat {
namespace {

constexpr std::size_t shown_failures = 10;  // of one file
constexpr std::size_t readers_width = 60;

std::size_t file_width(const GateReport& report) {
  std::size_t width = 4;
  for (const FileReport& file : report.files) width = std::max(width, file.source.size());
  return width;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (text.size() + names[i].size() > readers_width) return fmt::format("{} and {} more", text, names.size() - i);
    text += (i == 0 ? "" : ", ") + names[i];
  }
  return text;
}

std::string file_table(const GateReport& report) {
  const std::size_t width = file_width(report);
  std::string text = fmt::format("{:<{}}  {:>7}  {:>6}  {:>6}  {:>7}  {:>6}  {}\n", "file", width, "records", "passed",
                                 "failed", "skipped", "unread", "read by");
  for (const FileReport& file : report.files) {
    if (file.readers.empty()) continue;
    text += fmt::format("{:<{}}  {:>7}  {:>6}  {:>6}  {:>7}  {:>6}  {}\n", file.source, width, file.records,
                        file.passed, file.failed, file.skipped, file.unread, joined(file.readers));
  }
  return text;
}

bool has_answered(const GateResult& result) { return result.passed + result.failed + result.skipped > 0; }

std::string algorithm_table(const GateReport& report) {
  std::size_t width = 9;
  for (const GateResult& result : report.algorithms) width = std::max(width, result.algorithm.size());
  std::string text = fmt::format("\n{:<{}}  {:<8}  {:>6}  {:>6}  {:>7}  {:>8}\n", "algorithm", width, "outcome",
                                 "passed", "failed", "skipped", "controls");
  for (const GateResult& result : report.algorithms) {
    if (!has_answered(result)) continue;
    text += fmt::format("{:<{}}  {:<8}  {:>6}  {:>6}  {:>7}  {:>8}\n", result.algorithm, width, result.outcome,
                        result.passed, result.failed, result.skipped, result.controls);
  }
  return text;
}

std::string failures(const GateReport& report) {
  std::string text;
  for (const FileReport& file : report.files) {
    const std::size_t shown = std::min(file.failures.size(), shown_failures);
    for (std::size_t i = 0; i < shown; ++i) text += fmt::format("  {}\n", file.failures[i]);
    if (file.failures.size() > shown) text += fmt::format("  {}: {} more\n", file.source, file.failures.size() - shown);
  }
  return text.empty() ? text : "\nfailed:\n" + text;
}

// What makes an outcome other than PASS although no record is wrong.
std::string remarks(const GateReport& report) {
  std::string text;
  for (const GateResult& result : report.algorithms) {
    if (result.outcome == "NOKAT" && has_answered(result)) {
      text += fmt::format("  {}: NOKAT: every record was skipped\n", result.algorithm);
    }
    if (result.outcome != "PARTIAL" && (result.outcome != "MISMATCH" || result.failed > 0)) continue;
    for (const std::string& failure : result.failures)
      text += fmt::format("  {}: {}: {}\n", result.algorithm, result.outcome, failure);
  }
  return text.empty() ? text : "\nincomplete or not caught:\n" + text;
}

std::string draws(const GateReport& report) {
  std::string text;
  for (const GateResult& result : report.algorithms) {
    if (result.draws.empty()) continue;
    text += fmt::format("  {}:", result.algorithm);
    for (const Draw& draw : result.draws) text += fmt::format(" {} {}", draw.function, draw.bytes);
    text += '\n';
  }
  return text.empty() ? text : "\nrandom bytes drawn:\n" + text;
}

std::string skips(const GateReport& report) {
  const std::size_t width = file_width(report);
  std::string text;
  for (const FileReport& file : report.files) {
    if (file.skipped == 0) continue;
    text += fmt::format("  {:<{}}  {} {}: {}\n", file.source, width, file.skipped,
                        file.skipped == 1 ? "record" : "records, the first", file.skip_reason);
  }
  return text.empty() ? text : "\nskipped:\n" + text;
}

std::string unread(const GateReport& report) {
  const std::size_t width = file_width(report);
  std::string text;
  for (const FileReport& file : report.files) {
    if (!file.readers.empty() && file.unread == 0) continue;
    text += file.note.empty() ? fmt::format("  {:<{}}  {} records\n", file.source, width, file.unread)
                              : fmt::format("  {:<{}}  {}\n", file.source, width, file.note);
  }
  return text.empty() ? text : "\nnot read by any algorithm:\n" + text;
}

nlohmann::json file_json(const FileReport& file) {
  return {{"file", file.source},
          {"sha256", file.sha256},
          {"records", file.records},
          {"passed", file.passed},
          {"failed", file.failed},
          {"skipped", file.skipped},
          {"skip_reason", file.skip_reason},
          {"unread", file.unread},
          {"readers", file.readers},
          {"failures", file.failures},
          {"note", file.note}};
}

nlohmann::json algorithm_json(const GateResult& result) {
  auto files = nlohmann::json::array();
  for (const auto& [name, sha256] : result.files) files.push_back({{"file", name}, {"sha256", sha256}});
  auto random_bytes = nlohmann::json::object();
  for (const Draw& draw : result.draws) random_bytes[draw.function] = draw.bytes;
  return {{"algorithm", result.algorithm}, {"outcome", result.outcome},
          {"passed", result.passed},       {"failed", result.failed},
          {"skipped", result.skipped},     {"controls", result.controls},
          {"random_bytes", random_bytes},  {"files", files},
          {"failures", result.failures}};
}

}  // namespace

Totals totals(const GateReport& report) {
  Totals sum;
  for (const FileReport& file : report.files) {
    ++sum.files;
    sum.records += file.records;
    sum.passed += file.passed;
    sum.failed += file.failed;
    sum.skipped += file.skipped;
    sum.unread += file.unread;
  }
  return sum;
}

std::string to_table(const GateReport& report) {
  const Totals sum = totals(report);
  std::string text;
  if (sum.passed + sum.failed + sum.skipped > 0) text = file_table(report) + algorithm_table(report);
  text += failures(report) + remarks(report) + draws(report) + skips(report) + unread(report);
  return text + fmt::format("\n{} files, {} records: {} passed, {} failed, {} skipped, {} not read\n", sum.files,
                            sum.records, sum.passed, sum.failed, sum.skipped, sum.unread);
}

nlohmann::json to_json(const GateReport& report) {
  const Totals sum = totals(report);
  auto files = nlohmann::json::array();
  for (const FileReport& file : report.files) files.push_back(file_json(file));
  auto algorithms = nlohmann::json::array();
  for (const GateResult& result : report.algorithms) algorithms.push_back(algorithm_json(result));
  return {{"files", files},
          {"algorithms", algorithms},
          {"errors", report.errors},
          {"totals",
           {{"files", sum.files},
            {"records", sum.records},
            {"passed", sum.passed},
            {"failed", sum.failed},
            {"skipped", sum.skipped},
            {"unread", sum.unread}}}};
}

}  // namespace lydite::lab::kat
