// The vector file that covers rounding and hints over the whole field: C2SP/CCTV, "field".
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <string>

#include "lab/catalog/kernels.h"
#include "lab/kat/answer.h"
#include "lydite/sha3.h"
#include "src/mldsa/rounding.h"

namespace lydite::lab {
namespace {

using mldsa::Polynomial;
using mldsa::q;

// Decimal numbers, a line each, into a sponge.
class Lines {
 public:
  void add(std::int32_t number) {
    if (size_ + 16 > text_.size()) flush();
    char* end = std::to_chars(text_.data() + size_, text_.data() + text_.size(), number).ptr;
    *end++ = '\n';
    size_ = static_cast<std::size_t>(end - text_.data());
  }
  kat::Octets finish() {
    flush();
    kat::Octets out(32);
    sponge_.squeeze(out);
    return out;
  }

 private:
  void flush() {
    sponge_.absorb({reinterpret_cast<const std::uint8_t*>(text_.data()), size_});
    size_ = 0;
  }

  std::array<char, 1 << 16> text_;
  std::size_t size_ = 0;
  Shake128::Incremental sponge_;
};

// Algorithms 36 and 40 on 256 elements of the field.
template <std::int32_t gamma2>
struct Rounded {
  Polynomial low, high, hinted, ones;

  explicit Rounded(const Polynomial& r) : low(r), hinted(r) {
    ones.fill(1);
    mldsa::decompose<gamma2>(low, high);
    mldsa::use_hint<gamma2>(ones, hinted);
  }
  void add_to(Lines& lines, std::size_t i) const {
    for (const std::int32_t x : {high[i], hinted[i], low[i], std::abs(low[i])}) lines.add(x);
  }
};

void add_elements(Lines& lines, const Polynomial& r) {
  const Polynomial zero{};
  Polynomial t1, t0;
  mldsa::power2round(r, zero, t1, t0);
  const Rounded<(q - 1) / 88> wide(r);
  const Rounded<(q - 1) / 32> narrow(r);
  for (std::size_t i = 0; i < r.size(); ++i) {
    const std::int32_t centred = mldsa::centred(r[i]);
    for (const std::int32_t x : {centred, std::abs(centred), t1[i], t0[i] < 0 ? t0[i] + q : t0[i]}) lines.add(x);
    wide.add_to(lines, i);
    narrow.add_to(lines, i);
    if (r[i] == q - 1) return;
  }
}

Kat answer_field(const kat::Record& record) {
  Lines lines;
  Polynomial r;
  for (std::int32_t first = 0; first < q; first += mldsa::n) {
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(mldsa::n); ++i) r[i] = std::min(first + i, q - 1);
    add_elements(lines, r);
  }
  return kat::compare("rounding", "out", kat::required_bytes(record, "out"), lines.finish());
}

}  // namespace

kat::Answer mldsa_field_answer(kat::Answer others) {
  return [others = std::move(others)](const kat::Record& record) {
    const bool is_field = record.text("kind") == "field" && kat::file_name(record).starts_with("cctv-accumulated");
    return is_field ? answer_field(record) : others(record);
  };
}

}  // namespace lydite::lab
