#include "cli/bench_selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/commands.h"
#include "cli/gated.h"
#include "lab/algorithm.h"
#include "lydite/cpu.h"

namespace lydite::cli {
namespace {

bool wants(const Selection& selection, const lab::Operation& operation) {
  const auto& names = selection.operations;
  return names.empty() || std::find(names.begin(), names.end(), operation.name) != names.end();
}

// Rows that any of the filters selects, in the order of the catalogue; the filter that selects none is named.
std::vector<const lab::Algorithm*> rows_for(const Selection& selection, std::string& unknown) {
  std::vector<const lab::Algorithm*> wanted, rows;
  for (const std::string& filter : selection.filters) {
    const auto selected = lab::select(filter);
    if (selected.empty()) unknown = filter;
    wanted.insert(wanted.end(), selected.begin(), selected.end());
  }
  if (selection.filters.empty()) wanted = lab::select("");
  for (const lab::Algorithm& row : lab::catalog()) {
    if (std::find(wanted.begin(), wanted.end(), &row) != wanted.end()) rows.push_back(&row);
  }
  return rows;
}

std::vector<std::string> targets_for(const Selection& selection, const lab::Algorithm& row) {
  if (!row.dispatches) return {""};
  if (selection.target.empty()) return {std::string(current_target())};
  if (selection.target != "all") return {selection.target};
  return {supported_targets().begin(), supported_targets().end()};
}

// Adds the row's operations on a target if its known answers are right; says otherwise why not.
void admit(const Selection& selection, const lab::Algorithm& row, const std::string& target, Selected& selected) {
  std::vector<lab::Request> requests;
  for (const lab::Operation& operation : row.operations) {
    if (wants(selection, operation)) requests.push_back({&row, &operation, target});
  }
  if (requests.empty()) return;
  const auto verdict = gate_on(row, target);
  if (!is_admitted(verdict, target)) {
    selected.any_refused = true;
    return;
  }
  selected.requests.insert(selected.requests.end(), requests.begin(), requests.end());
  selected.gates.insert(selected.gates.end(), requests.size(), verdict);
}

std::vector<std::string> operations_of(const std::vector<const lab::Algorithm*>& rows) {
  std::vector<std::string> names;
  for (const lab::Algorithm* row : rows) {
    for (const lab::Operation& operation : row->operations) names.push_back(operation.name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

bool is_known_target(const std::string& target) {
  const auto known = supported_targets();
  return target.empty() || target == "all" || std::find(known.begin(), known.end(), target) != known.end();
}

}  // namespace

bool are_known_operations(const std::vector<std::string>& wanted, const std::vector<std::string>& known) {
  for (const std::string& name : wanted) {
    if (std::binary_search(known.begin(), known.end(), name)) continue;
    fmt::print(stderr, "error: no operation \"{}\" here{}\nThere are {}.\n", name,
               did_you_mean(lab::nearest(name, known)), fmt::join(known, ", "));
    return false;
  }
  return true;
}

int select_requests(const Selection& selection, Selected& selected) {
  if (!is_known_target(selection.target)) return no_such_target(selection.target);
  std::string unknown;
  const auto rows = rows_for(selection, unknown);
  if (!unknown.empty()) return nothing_selected(unknown);
  if (!are_known_operations(selection.operations, operations_of(rows))) return kBadInput;
  for (const lab::Algorithm* row : rows) {
    for (const std::string& target : targets_for(selection, *row)) admit(selection, *row, target, selected);
  }
  return selected.requests.empty() ? kCheckFailed : kOk;
}

}  // namespace lydite::cli
