// What the answering functions share.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "lab/kat/reader.h"
#include "lab/kat/sha3_kat.h"

namespace lydite::lab::kat {

inline Kat passed() { return {Kat::Verdict::kPassed, {}}; }
inline Kat not_mine() { return {}; }
inline Kat skipped(std::string why) { return {Kat::Verdict::kSkipped, std::move(why)}; }
inline Kat failed(std::string detail) { return {Kat::Verdict::kFailed, std::move(detail)}; }

[[noreturn]] inline void malformed(const Record& record, std::string_view name) {
  throw ParseError(record.source, record.line,
                   fmt::format("record {}: field {} is missing or malformed", record.index, name));
}

// Fields that the record must have in this form; else it is malformed.
inline Octets required_bytes(const Record& record, std::string_view name) {
  auto value = record.bytes(name);
  if (!value) malformed(record, name);
  return std::move(*value);
}
inline std::uint64_t required_integer(const Record& record, std::string_view name) {
  const auto value = record.integer(name);
  if (!value) malformed(record, name);
  return *value;
}

[[nodiscard]] inline bool has_all(const Record& record, std::initializer_list<std::string_view> names) {
  return std::ranges::all_of(names, [&](std::string_view name) { return record.has(name); });
}

// The last part of the record's path, and the one before it.
[[nodiscard]] inline std::string_view file_name(const Record& record) {
  return std::string_view(record.source).substr(record.source.rfind('/') + 1);
}

// Passed if both are the same bytes; else says where they differ.
[[nodiscard]] inline Kat compare(std::string_view way, std::string_view field, std::span<const std::uint8_t> expected,
                                 std::span<const std::uint8_t> got) {
  if (std::ranges::equal(expected, got)) return passed();
  if (expected.size() != got.size())
    return failed(fmt::format("{}: {} has {} bytes, expected {}", way, field, got.size(), expected.size()));
  const auto place = static_cast<std::size_t>(std::ranges::mismatch(expected, got).in1 - expected.begin());
  const auto excerpt = [&](std::span<const std::uint8_t> bytes) {
    return to_hex(bytes.subspan(place, std::min<std::size_t>(8, bytes.size() - place)));
  };
  return failed(fmt::format("{}: {} differs from byte {}: got {}, expected {}", way, field, place, excerpt(got),
                            excerpt(expected)));
}

[[nodiscard]] inline bool is_failure(const Kat& kat) { return kat.verdict == Kat::Verdict::kFailed; }

// Passed if the input was accepted or refused as it should be.
[[nodiscard]] inline Kat verdict(std::string_view way, bool expected, bool got) {
  return expected == got ? passed() : failed(fmt::format("{}: {}", way, got ? "accepted" : "refused"));
}

// The record says that its input is to be refused.
[[nodiscard]] inline bool is_marked_invalid(const Record& record) {
  return record.text("result") == "invalid" || record.text("passed") == "false";
}

// The first failure, or passed.
[[nodiscard]] inline Kat all_of(std::initializer_list<Kat> kats) {
  const auto* failure = std::ranges::find_if(kats, is_failure);
  return failure == kats.end() ? passed() : *failure;
}

}  // namespace lydite::lab::kat
