// A report before it has a form: sections of paragraphs, tables and figures, which each writer prints in its own way.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "lab/report/svg.h"

namespace lydite::lab::report {

// Texts may contain `code`, **strong words** and [links](target); everything else is printed as it is.
struct Heading {
  std::string text;
};

struct Paragraph {
  std::string text;
};

struct List {
  std::vector<std::string> items;
};

struct Column {
  std::string title;
  bool is_number = false;   // set flush right
  bool is_foreign = false;  // other people's figures, marked as such
};

struct Table {
  std::string caption;
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  // cells are texts as in a paragraph; each row as long as `columns`
  bool is_soft = false;                        // printed greyed where that is possible: figures that are no claims
};

struct Figure {
  std::string name;     // of its file, without ending
  std::string caption;  // what, in which unit, how many
  Drawing drawing;
};

using Block = std::variant<Heading, Paragraph, List, Table, Figure>;

struct Section {
  std::string title;
  std::string anchor;
  std::vector<Block> blocks;
};

struct Document {
  std::string title;
  std::vector<std::string> lead;  // lines under the title
  std::vector<Section> sections;
};

[[nodiscard]] std::string to_markdown(const Document& document);
// One file: style and figures inside, no scripts, nothing loaded.
[[nodiscard]] std::string to_html(const Document& document);
// All figures, in order.
[[nodiscard]] std::vector<const Figure*> figures(const Document& document);

}  // namespace lydite::lab::report
