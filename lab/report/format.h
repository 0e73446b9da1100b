// Numbers as the pages print them (measurement.md section 18). No locale, no rounding mode, no clock: the same value
// gives the same text everywhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lydite::lab::report {

inline constexpr char missing[] = "–";

// Decimal notation with so many significant digits: 5.40, 12.3, 1370.
[[nodiscard]] std::string significant(double value, int digits = 3);
// An integer if it is one, otherwise three significant digits: "3", "0.125".
[[nodiscard]] std::string plain(double value);
// From 10^9 "1.23 G", from 10^6 "1.23 M", from 10^4 "12.3 k", below an integer.
[[nodiscard]] std::string count(double value);
// Three digits in the largest of s, ms, µs, ns that gives at least 1: "5.43 µs".
[[nodiscard]] std::string duration(double ns);
// Three digits in that unit, "us", "ms" and so on; nothing if there is no such unit.
[[nodiscard]] std::optional<std::string> duration_in(double ns, std::string_view unit);
// Nanoseconds of one; nothing if there is no such unit.
[[nodiscard]] std::optional<double> unit_ns(std::string_view unit);
// Both ends in the unit of the larger one: "5.41–5.46 µs".
[[nodiscard]] std::string duration_range(double low_ns, double high_ns);
// Three digits, with an exponent from 1000 on: "1.37e+03".
[[nodiscard]] std::string rate(double per_second);
// Three digits without an exponent, thousands in groups: "5,930", "12.3".
[[nodiscard]] std::string grouped(double value);
// Integer percent from 9.5 % on, one decimal below.
[[nodiscard]] std::string percent(double share);
// Three significant digits for a ratio: "0.613".
[[nodiscard]] std::string ratio(double value);
// Exactly, with thin groups of three: "1,184".
[[nodiscard]] std::string integer(std::uint64_t value);
// Powers of two by their prefix where that is exact: "32 B", "4 KiB", "8 MiB".
[[nodiscard]] std::string byte_size(std::uint64_t bytes);

// The text of a value that may be absent.
template <class T, class Print>
[[nodiscard]] std::string or_missing(const std::optional<T>& value, Print print) {
  return value ? print(*value) : std::string(missing);
}

}  // namespace lydite::lab::report
