// The sections of a report, from the model.
#pragma once

#include "lab/report/document.h"
#include "lab/report/model.h"

namespace lydite::lab::report {

// What surrounds the numbers (sections_context.cc).
[[nodiscard]] Section basic_information(const Model& model);
[[nodiscard]] Section environment(const Model& model);
[[nodiscard]] Section functional_testing(const Model& model);
[[nodiscard]] Section resources(const Model& model);
[[nodiscard]] Section transmission_and_storage(const Model& model);
[[nodiscard]] Section evidence_index(const Model& model);
[[nodiscard]] Section limits(const Model& model);

// The numbers (sections_performance.cc).
[[nodiscard]] Section performance(const Model& model);
[[nodiscard]] Section comparisons(const Model& model);
[[nodiscard]] Section baseline(const Model& model);
[[nodiscard]] Section reference_figures(const Model& model);

// Chosen figures, and what follows from several rows (sections_tables.cc).
[[nodiscard]] Section chosen_tables(const Model& model);
[[nodiscard]] Section uniformity(const Model& model);
[[nodiscard]] Section scaling(const Model& model);

// Figures (sections_figures.cc); nothing if the data set has no such rows.
[[nodiscard]] std::optional<Figure> interval_figure(const Chapter& chapter);
[[nodiscard]] std::optional<Figure> distribution_figure(const Chapter& chapter);
[[nodiscard]] std::optional<Figure> scaling_figure(const Chapter& chapter);

// How long signing takes from message to message; nothing if the chapter does not sign.
[[nodiscard]] std::optional<Table> signing_table(const Chapter& chapter);

// What may be published on hosts of the grade.
[[nodiscard]] std::string_view meaning(char grade);
// "lydite AVX2" for our own code, else the implementation with its version.
[[nodiscard]] std::string code_name(const ReportRow& row);
// The row's operation as a link to its record, seen from the pages.
[[nodiscard]] std::string linked(const ReportRow& row, const std::string& text);

}  // namespace lydite::lab::report
