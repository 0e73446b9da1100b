#include "lab/kat/blake2_kat.h"

#include "lab/kat/answer.h"
#include "lydite/blake2.h"

namespace lydite::lab::kat {
namespace {

bool is_about(const Record& record, std::string_view function) {
  if (const auto set = record.text("set")) return set->starts_with(function);
  return file_name(record).find(function) != std::string_view::npos;
}

Kat compare_digest(const Result<void>& hashed, const Octets& expected, const Octets& got) {
  return hashed ? compare("hash", "out", expected, got) : failed(std::string(describe(hashed.error())));
}

// In one call, and byte by byte.
Kat answer_blake2b(const Record& record) {
  if (!is_about(record, "blake2b") || !has_all(record, {"key", "in", "out"})) return not_mine();
  const Octets key = required_bytes(record, "key"), in = required_bytes(record, "in");
  const Octets expected = required_bytes(record, "out");
  Octets got(expected.size());
  const auto hashed = Blake2b::hash(in, got, key);
  if (const Kat kat = compare_digest(hashed, expected, got); is_failure(kat)) return kat;
  auto pieces = Blake2b::begin(expected.size(), key);
  for (const std::uint8_t& byte : in) pieces->absorb({&byte, 1});
  pieces->finish(got);
  return compare("byte by byte", "out", expected, got);
}

Kat extend(std::uint32_t length, const Octets& key, const Octets& in, const Octets& expected) {
  auto whole = Blake2Xb::begin(length, key), pieces = Blake2Xb::begin(length, key);
  if (!whole) return failed(std::string(describe(whole.error())));
  whole->absorb(in);
  Octets got(expected.size());
  const auto squeezed = whole->squeeze(got);
  if (const Kat kat = compare_digest(squeezed, expected, got); is_failure(kat)) return kat;
  for (const std::uint8_t& byte : in) pieces->absorb({&byte, 1});
  for (std::uint8_t& byte : got) static_cast<void>(pieces->squeeze({&byte, 1}));
  return compare("byte by byte", "out", expected, got);
}

// A declared length of 0 stands for an unknown one.
Kat answer_blake2xb(const Record& record) {
  if (!is_about(record, "blake2xb")) return not_mine();
  const Octets expected = required_bytes(record, "out"), key = required_bytes(record, "key");
  if (record.has("in"))
    return extend(static_cast<std::uint32_t>(expected.size()), key, required_bytes(record, "in"), expected);
  const auto length = static_cast<std::uint32_t>(required_integer(record, "xof_size"));
  return extend(length == 0 ? Blake2Xb::unknown_length : length, key, required_bytes(record, "message"), expected);
}

}  // namespace

Answer blake2b_answer() { return answer_blake2b; }
Answer blake2xb_answer() {
  return [](const Record& record) { return answer_blake2xb(record); };
}

}  // namespace lydite::lab::kat
