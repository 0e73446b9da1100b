// The report as Markdown; figures are files beside it.
#include <fmt/format.h>

#include "lab/report/document.h"

namespace lydite::lab::report {
namespace {

void write(const Heading& heading, std::string& out) { out += "### " + heading.text + "\n\n"; }

void write(const Paragraph& paragraph, std::string& out) { out += paragraph.text + "\n\n"; }

void write(const List& list, std::string& out) {
  for (const std::string& item : list.items) out += "- " + item + "\n";
  out += '\n';
}

// A bar would end the cell.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

// Other people's figures lean.
std::string cell(const Column& column, const std::string& text) {
  return column.is_foreign ? "*" + cell(text) + "*" : cell(text);
}

void write(const Table& table, std::string& out) {
  std::string titles, rules;
  for (const Column& column : table.columns) {
    titles += "| " + cell(column, column.title) + " ";
    rules += column.is_number ? "|---:" : "|---";
  }
  out += fmt::format("{}\n\n{}|\n{}|\n", table.caption, titles, rules);
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) out += "| " + cell(table.columns[i], row[i]) + " ";
    out += "|\n";
  }
  out += '\n';
}

void write(const Figure& figure, std::string& out) {
  out += fmt::format("![{}](figures/{}.svg)\n\n{}\n\n", figure.name, figure.name, figure.caption);
}

}  // namespace

std::string to_markdown(const Document& document) {
  std::string out = "# " + document.title + "\n\n";
  for (const std::string& line : document.lead) out += line + "\n\n";
  for (const Section& section : document.sections) {
    out += "## " + section.title + "\n\n";
    for (const Block& block : section.blocks) {
      std::visit([&out](const auto& content) { write(content, out); }, block);
    }
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

std::vector<const Figure*> figures(const Document& document) {
  std::vector<const Figure*> found;
  for (const Section& section : document.sections) {
    for (const Block& block : section.blocks) {
      if (const auto* figure = std::get_if<Figure>(&block)) found.push_back(figure);
    }
  }
  return found;
}

}  // namespace lydite::lab::report
