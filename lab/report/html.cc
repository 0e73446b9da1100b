// The report as one HTML file.
#include <fmt/format.h>

#include <string_view>

#include "lab/report/document.h"

namespace lydite::lab::report {
namespace {

constexpr std::string_view page_style = R"(*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
main{max-width:79rem;margin:0 auto;padding:3.5rem 1.5rem 5rem}
h1{font-size:1.9rem;line-height:1.2;font-weight:650;letter-spacing:-.01em;margin:0 0 1rem}
h2{font-size:1.2rem;font-weight:650;margin:3.5rem 0 .9rem;padding-top:.7rem;border-top:1px solid var(--rule)}
h3{font-size:1rem;font-weight:650;margin:2.4rem 0 .5rem}
p,ul{max-width:48rem;margin:0 0 1rem}
ul{padding-left:1.2rem}
li{margin:.15rem 0}
.lead{color:var(--soft);margin:0 0 .35rem;max-width:60rem}
nav{margin:2rem 0 0;font-size:.9rem;columns:16rem;max-width:60rem}
nav a{display:block;padding:.1rem 0}
a{color:var(--ours);text-decoration:none}
a:hover{text-decoration:underline}
code{font:.86em ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
.scroll{overflow-x:auto;margin:0 0 1.8rem}
table{border-collapse:collapse;font-size:.8rem;line-height:1.4;font-variant-numeric:tabular-nums}
caption{caption-side:top;text-align:left;color:var(--soft);padding:0 0 .5rem;max-width:60rem}
th,td{padding:.28rem .6rem .28rem 0;text-align:left;vertical-align:top}
th{font-weight:600;border-bottom:1px solid var(--ink);vertical-align:bottom}
td{border-bottom:1px solid var(--faint)}
th.n,td.n{text-align:right;white-space:nowrap}
th.n,td:first-child,td:nth-child(2):not(:last-child){white-space:nowrap}
.soft td{color:var(--soft)}
th.theirs,td.theirs{background:var(--faint);font-style:italic}
th.theirs,td.theirs,.theirs+th,.theirs+td{padding-left:.6rem}
th.theirs{white-space:normal}
tbody tr:hover td{background:var(--faint)}
figure{margin:0 0 2.2rem;overflow-x:auto}
figure svg{display:block;max-width:100%;height:auto}
figcaption{color:var(--soft);font-size:.86rem;max-width:60rem;margin-top:.5rem}
@media print{main{padding:0;max-width:none}nav{display:none}h2{break-after:avoid}figure,tr{break-inside:avoid}}
)";

// Takes what stands before the mark from the front of the text, and the mark; everything if there is no mark.
std::string_view take_until(std::string_view& text, std::string_view mark) {
  const std::string_view taken = text.substr(0, text.find(mark));
  text.remove_prefix(std::min(taken.size() + mark.size(), text.size()));
  return taken;
}

// Length of the label of a link at the front of the text, in which brackets may be nested; 0 if there is none.
std::size_t link_label(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[') ++depth;
    if (text[i] == ']' && --depth == 0) {
      const bool has_target = text.substr(i).starts_with("](") && text.find(')', i) != text.npos;
      return has_target ? i - 1 : 0;
    }
  }
  return 0;
}

// A unit stays with its number.
std::string unbroken(std::string text) {
  for (const std::string_view mark : {" %", " ms", " µs"}) {
    for (std::size_t at = text.find(mark); at != text.npos; at = text.find(mark, at + 1)) text.replace(at, 1, "&nbsp;");
  }
  return text;
}

std::string inlined(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (text.front() == '`') {
      text.remove_prefix(1);
      out += "<code>" + escaped(take_until(text, "`")) + "</code>";
    } else if (text.starts_with("**")) {
      text.remove_prefix(2);
      out += "<strong>" + inlined(take_until(text, "**")) + "</strong>";
    } else if (const std::size_t size = text.front() == '[' ? link_label(text) : 0) {
      const std::string label = inlined(text.substr(1, size));
      text.remove_prefix(size + 3);
      out += fmt::format("<a href=\"{}\">{}</a>", escaped(take_until(text, ")")), label);
    } else {
      const std::size_t end = std::min(text.find_first_of("`[*", 1), text.size());
      out += unbroken(escaped(text.substr(0, end)));
      text.remove_prefix(end);
    }
  }
  return out;
}

void write(const Heading& heading, std::string& out) { out += "<h3>" + inlined(heading.text) + "</h3>\n"; }

void write(const Paragraph& paragraph, std::string& out) { out += "<p>" + inlined(paragraph.text) + "</p>\n"; }

void write(const List& list, std::string& out) {
  out += "<ul>\n";
  for (const std::string& item : list.items) out += "<li>" + inlined(item) + "</li>\n";
  out += "</ul>\n";
}

std::string_view class_of(const Column& column) {
  if (column.is_foreign) return " class=\"n theirs\"";
  return column.is_number ? " class=\"n\"" : "";
}

void write(const Table& table, std::string& out) {
  out += fmt::format("<div class=\"scroll\"><table{}>\n<caption>{}</caption>\n<thead><tr>",
                     table.is_soft ? " class=\"soft\"" : "", inlined(table.caption));
  for (const Column& column : table.columns) {
    out += fmt::format("<th scope=\"col\"{}>{}</th>", class_of(column), inlined(column.title));
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      out += fmt::format("<td{}>{}</td>", class_of(table.columns[i]), inlined(row[i]));
    }
    out += "</tr>\n";
  }
  out += "</tbody>\n</table></div>\n";
}

void write(const Figure& figure, std::string& out) {
  out += fmt::format("<figure id=\"{}\">\n{}<figcaption>{}</figcaption>\n</figure>\n", figure.name,
                     figure.drawing.inline_svg(figure.name), inlined(figure.caption));
}

std::string contents(const Document& document) {
  std::string out = "<nav aria-label=\"Contents\">\n";
  for (const Section& section : document.sections) {
    out += fmt::format("<a href=\"#{}\">{}</a>\n", section.anchor, inlined(section.title));
  }
  return out + "</nav>\n";
}

}  // namespace

std::string to_html(const Document& document) {
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{0}</title>\n<style>\n{1}{2}{3}</style>\n</head>\n"
      "<body>\n<main>\n<header>\n<h1>{0}</h1>\n",
      escaped(document.title), colours(":root"), page_style, style_sheet());
  for (const std::string& line : document.lead) out += "<p class=\"lead\">" + inlined(line) + "</p>\n";
  out += contents(document) + "</header>\n";
  for (const Section& section : document.sections) {
    out += fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n", section.anchor, inlined(section.title));
    for (const Block& block : section.blocks) {
      std::visit([&out](const auto& content) { write(content, out); }, block);
    }
    out += "</section>\n";
  }
  return out + "</main>\n</body>\n</html>\n";
}

}  // namespace lydite::lab::report
