#include "lab/kat/x25519_kat.h"

#include <algorithm>
#include <utility>

#include "lab/kat/answer.h"

namespace lydite::lab::kat {
namespace {

constexpr std::uint64_t large_count = 10'000;

bool is_mine(const Record& record) {
  if (const auto set = record.text("set")) return set == "X25519";
  const std::string_view name = file_name(record);
  return record.source.find("x25519/") != std::string::npos || name.find("x25519") != std::string_view::npos ||
         name.find("rfc7748") != std::string_view::npos;
}

bool is_zero(const Octets& bytes) {
  return std::ranges::all_of(bytes, [](std::uint8_t byte) { return byte == 0; });
}

// The product, which may be refused only where it is zero (RFC 7748, section 6.1).
Kat product(const ScalarMultiplication& multiply, std::string_view field, const Octets& scalar, const Octets& u,
            const Octets& expected) {
  const auto got = multiply(scalar, u);
  if (got) return compare("X25519", field, expected, *got);
  return is_zero(expected) ? passed() : failed("refused, but the result is not zero");
}

// RFC 7748, section 5.2: k = u = 9; then `count` times k, u = X25519(k, u), k.
Kat answer_iteration(const ScalarMultiplication& multiply, const Record& record) {
  const std::uint64_t count = required_integer(record, "count");
  if (count > large_count && !record.large) return skipped(fmt::format("{} multiplications", count));
  Octets k(32), u;
  k[0] = 9;
  u = k;
  for (std::uint64_t i = 0; i < count; ++i) {
    auto product = multiply(k, u);
    if (!product) return failed(fmt::format("refused at iteration {}", i));
    u = std::exchange(k, std::move(*product));
  }
  return compare("X25519", "out", required_bytes(record, "out"), k);
}

// RFC 7748, section 6.1.
Kat answer_exchange(const ScalarMultiplication& multiply, const Record& record) {
  const Octets a = required_bytes(record, "a"), A = required_bytes(record, "A");
  const Octets b = required_bytes(record, "b"), B = required_bytes(record, "B");
  const Octets k = required_bytes(record, "k");
  Octets base(32);
  base[0] = 9;
  for (const Kat& kat : {product(multiply, "A", a, base, A), product(multiply, "B", b, base, B),
                         product(multiply, "k", a, B, k), product(multiply, "k", b, A, k)}) {
    if (is_failure(kat)) return kat;
  }
  return passed();
}

Kat answer_product(const ScalarMultiplication& multiply, const Record& record, std::string_view scalar,
                   std::string_view u, std::string_view out) {
  return product(multiply, out, required_bytes(record, scalar), required_bytes(record, u), required_bytes(record, out));
}

Kat answer(const ScalarMultiplication& multiply, const Record& record) {
  if (!is_mine(record)) return not_mine();
  if (has_all(record, {"public", "private", "shared"}))
    return answer_product(multiply, record, "private", "public", "shared");
  if (has_all(record, {"scalar", "u", "out"})) return answer_product(multiply, record, "scalar", "u", "out");
  if (has_all(record, {"kind", "count", "out"}) && record.text("kind") == "iter")
    return answer_iteration(multiply, record);
  if (has_all(record, {"a", "A", "b", "B", "k"})) return answer_exchange(multiply, record);
  return not_mine();
}

}  // namespace

Answer x25519_answer(ScalarMultiplication multiply) {
  return [multiply = std::move(multiply)](const Record& record) { return answer(multiply, record); };
}

}  // namespace lydite::lab::kat
