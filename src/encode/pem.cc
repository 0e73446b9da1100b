#include <algorithm>
#include <array>
#include <optional>

#include "lydite/encode.h"
#include "src/encode/ascii.h"

namespace lydite::encode {
namespace {

constexpr std::string_view dashes = "-----", begin = "-----BEGIN ", end = "-----END ";

// --- Writing ---

class Text {
 public:
  explicit Text(std::span<std::uint8_t> out) noexcept : rest_(out) {}
  void put(std::uint8_t c) noexcept {
    rest_.front() = c;
    rest_ = rest_.subspan(1);
  }
  void put(std::string_view text) noexcept {
    for (const char c : text) put(static_cast<std::uint8_t>(c));
  }
  // One to three bytes as four characters.
  void put_group(Message bytes) noexcept {
    unsigned group = 0;
    for (std::size_t i = 0; i < 3; ++i) group = group << 8 | (i < bytes.size() ? bytes[i] : 0U);
    for (std::size_t i = 0; i < 4; ++i) {
      put(i <= bytes.size() ? base64_digit(group >> (18 - 6 * i) & 63) : static_cast<std::uint8_t>('='));
    }
  }

 private:
  std::span<std::uint8_t> rest_;
};

// --- Reading ---

std::string_view as_text(Message bytes) noexcept { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

// The next line without its end, which is taken from the text; none at the end of the text.
std::optional<Message> take_line(Message& text) noexcept {
  if (text.empty()) return std::nullopt;
  const auto length = static_cast<std::size_t>(std::ranges::find(text, '\n') - text.begin());
  Message line = text.first(length);
  text = text.subspan(std::min(length + 1, text.size()));
  if (!line.empty() && line.back() == '\r') line = line.first(length - 1);
  return line;
}

// What stands between `prefix` and the dashes, if the line is such a line.
std::optional<std::string_view> label_of(Message line, std::string_view prefix) noexcept {
  const std::string_view text = as_text(line);
  if (text.size() < prefix.size() + dashes.size() || !text.starts_with(prefix) || !text.ends_with(dashes)) {
    return std::nullopt;
  }
  return text.substr(prefix.size(), text.size() - prefix.size() - dashes.size());
}

// RFC 7468, section 3: printable words with single blanks or hyphens between them.
bool is_label(std::string_view label) noexcept {
  const auto separates = [](char c) { return c == ' ' || c == '-'; };
  if (label.empty() || separates(label.front()) || separates(label.back())) return false;
  const auto printable = [](char c) { return c >= ' ' && c <= '~'; };
  const auto both = [=](char a, char b) { return separates(a) && separates(b); };
  return std::ranges::all_of(label, printable) && std::ranges::adjacent_find(label, both) == label.end();
}

// Base64 that comes in lines.
class Base64 {
 public:
  explicit Base64(std::span<std::uint8_t> out) noexcept : out_(out) {}
  void absorb(Message line) noexcept {
    if (line.empty() || line.size() > pem_line || was_short_) flaw_ = Flaw::kLine;
    was_short_ = line.size() < pem_line;
    if (line.size() % 4 != 0) bad_ = 1;
    for (; line.size() >= 4 && flaw_ == Flaw::kNone; line = line.subspan(4)) absorb_group(line.first<4>());
  }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] Flaw flaw() const noexcept {
    return flaw_ != Flaw::kNone ? flaw_ : bad_ != 0 ? Flaw::kBase64 : Flaw::kNone;
  }

 private:
  void absorb_group(View<4> group) noexcept {
    if (is_padded_) bad_ = 1;  // nothing follows padding
    const std::size_t padding = group[3] != '=' ? 0 : group[2] != '=' ? 1 : 2;
    is_padded_ = padding != 0;
    unsigned bits = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const unsigned value = i < 4 - padding ? base64_value(group[i]) : 0;
      bad_ |= value & not_a_digit;
      bits = bits << 6 | (value & 63);
    }
    for (std::size_t i = 0; i < 3 - padding; ++i) out_[size_++] = static_cast<std::uint8_t>(bits >> (16 - 8 * i));
    bad_ |= bits & ((1U << 8 * padding) - 1);
  }

  std::span<std::uint8_t> out_;
  std::size_t size_ = 0;
  unsigned bad_ = 0;
  bool was_short_ = false, is_padded_ = false;
  Flaw flaw_ = Flaw::kNone;
};

Pem parse(Message text, std::span<std::uint8_t> out) noexcept {
  const auto first = take_line(text);
  const auto label = first ? label_of(*first, begin) : std::nullopt;
  if (!label || !is_label(*label)) return {{}, 0, Flaw::kBegin};
  Base64 base64(out);
  while (const auto line = take_line(text)) {
    if (!as_text(*line).starts_with(dashes)) {
      base64.absorb(*line);
      continue;
    }
    if (label_of(*line, end) != label) return {*label, 0, Flaw::kEnd};
    const Flaw flaw = base64.flaw();
    return {*label, base64.size(), flaw == Flaw::kNone && !text.empty() ? Flaw::kAfterEnd : flaw};
  }
  return {*label, 0, Flaw::kEnd};
}

}  // namespace

void to_pem(std::string_view label, Message bytes, std::span<std::uint8_t> text) noexcept {
  Text out(text);
  for (const std::string_view part : {begin, label, dashes, std::string_view("\n")}) out.put(part);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    out.put_group(bytes.subspan(i, std::min<std::size_t>(3, bytes.size() - i)));
    if ((i + 3) % (pem_line / 4 * 3) == 0 || i + 3 >= bytes.size()) out.put('\n');
  }
  for (const std::string_view part : {end, label, dashes, std::string_view("\n")}) out.put(part);
}

Pem from_pem(Message text, std::span<std::uint8_t> out) noexcept {
  Pem pem = parse(text, out);
  if (pem.flaw != Flaw::kNone) {
    pem.size = 0;
    std::ranges::fill(out, std::uint8_t{0});
  }
  return pem;
}

bool is_pem(Message text) noexcept { return as_text(text).starts_with(begin); }

}  // namespace lydite::encode
