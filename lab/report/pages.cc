#include "lab/report/pages.h"

#include <fmt/format.h>

#include "lab/report/sections.h"

namespace lydite::lab::report {

Document make_document(const Model& model) {
  const evidence::Header& header = model.data_set->header;
  const host::Host& host = header.host.host;
  Document document{header.plan.title, {}, {}};
  document.lead = {
      fmt::format("{}, {}. Host grade **{}**, {}.", host.fact("cpu_model"), host.fact("os"), host.grade,
                  meaning(host.grade)),
      fmt::format("Lydite {}, {}. Begun {}.", header.build.version, header.build.compiler, header.started_utc),
      fmt::format("Data set `{}`", model.data_set->id)};
  document.sections = {basic_information(model),
                       environment(model),
                       functional_testing(model),
                       chosen_tables(model),
                       uniformity(model),
                       scaling(model),
                       performance(model),
                       comparisons(model),
                       baseline(model),
                       resources(model),
                       transmission_and_storage(model),
                       reference_figures(model),
                       evidence_index(model),
                       limits(model)};
  std::erase_if(document.sections, [](const Section& section) { return section.blocks.empty(); });
  int number = 0;
  for (Section& section : document.sections) section.title = fmt::format("{}. {}", ++number, section.title);
  return document;
}

evidence::Pages pages(const evidence::DataSet& data_set) {
  const Model model = make_model(data_set);
  const Document document = make_document(model);
  evidence::Pages pages = {
      {"report.md", to_markdown(document)}, {"report.html", to_html(document)}, {"report.csv", to_csv(model)}};
  for (const Figure* figure : figures(document)) {
    pages["figures/" + figure->name + ".svg"] = figure->drawing.file_svg(figure->name);
  }
  return pages;
}

}  // namespace lydite::lab::report
