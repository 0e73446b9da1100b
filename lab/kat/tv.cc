// The text format .tv: header lines that begin with '#', then records of `name = value` lines with a blank line
// between.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "lab/kat/reader.h"

namespace lydite::lab::kat {
namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

// Fields that hold bytes in every set that has them. What else a set holds is checked by those who read it.
bool is_byte_string(std::string_view name) {
  static constexpr std::string_view names[] = {"msg", "md", "ek", "dk",   "m",   "c",
                                               "k",   "d",  "z",  "seed", "key", "content"};
  return std::ranges::find(names, name) != std::end(names) || name.starts_with("md.");
}

class Parser {
 public:
  Parser(std::string_view source, std::string_view text) : source_(source), text_(text) {}

  std::vector<Record> parse() {
    while (!text_.empty()) line(next_line());
    finish_record();
    if (records_.empty()) fail("no records");
    if (announced_ && *announced_ != records_.size())
      fail(fmt::format("{} records, but the header announces {}", records_.size(), *announced_));
    return std::move(records_);
  }

 private:
  [[noreturn]] void fail(std::string_view reason) const { throw ParseError(source_, line_, reason); }

  std::string_view next_line() {
    ++line_;
    const std::size_t end = text_.find('\n');
    if (end == std::string_view::npos) fail("the last line does not end: truncated file?");
    const std::string_view line = text_.substr(0, end);
    text_.remove_prefix(end + 1);
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
    if (std::ranges::any_of(line, is_control)) fail("control character");
    return line;
  }

  void line(std::string_view line) {
    if (line.empty()) return finish_record();
    if (line.front() == '#') return header(line);
    field(line);
  }

  void header(std::string_view line) {
    static constexpr std::string_view key = "# records: ";
    if (!record_.fields.empty() || !records_.empty()) fail("header line after the first record");
    if (!line.starts_with(key)) return;
    std::size_t count = 0;
    const char* end = line.data() + line.size();
    const auto result = std::from_chars(line.data() + key.size(), end, count);
    if (result.ec != std::errc{} || result.ptr != end) fail("malformed number of records");
    announced_ = count;
  }

  void field(std::string_view line) {
    const std::size_t end = line.find(" =");
    if (end == std::string_view::npos) fail("expected `name = value`");
    const std::string_view name = line.substr(0, end);
    std::string_view value = line.substr(end + 2);
    if (name.empty() || !std::ranges::all_of(name, is_name_character)) fail("malformed field name");
    if (!value.empty()) {
      if (value.size() < 2 || value.front() != ' ') fail("expected `name = value`, or `name =` for an empty value");
      value.remove_prefix(1);
    }
    if (is_byte_string(name) && !from_hex(value)) {
      fail(fmt::format("field {}: not lower-case hexadecimal with two digits a byte", name));
    }
    if (record_.fields.empty()) record_.line = line_;
    if (!record_.fields.emplace(name, value).second) fail(fmt::format("field {} stands twice", name));
  }

  void finish_record() {
    if (record_.fields.empty()) return;
    record_.source = source_;
    record_.index = records_.size();
    records_.push_back(std::move(record_));
    record_ = {};
  }

  std::string_view source_, text_;
  std::size_t line_ = 0;
  std::optional<std::size_t> announced_;
  Record record_;
  std::vector<Record> records_;
};

}  // namespace

std::vector<Record> parse_tv(std::string_view source, std::string_view text) { return Parser(source, text).parse(); }

}  // namespace lydite::lab::kat
