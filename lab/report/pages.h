// All pages of a data set: report.md, report.html, report.csv and the figures. A pure function of the data set.
#pragma once

#include <string>

#include "lab/evidence/data_set.h"
#include "lab/report/document.h"
#include "lab/report/model.h"

namespace lydite::lab::report {

[[nodiscard]] Document make_document(const Model& model);
[[nodiscard]] std::string to_csv(const Model& model);
[[nodiscard]] evidence::Pages pages(const evidence::DataSet& data_set);

}  // namespace lydite::lab::report
