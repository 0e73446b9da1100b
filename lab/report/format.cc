#include "lab/report/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lydite::lab::report {
namespace {

// The exponent that the value has once it is rounded to so many digits: 999.6 to three digits is 1.00e3.
int rounded_exponent(double value, int digits) {
  const std::string text = fmt::format("{:.{}e}", value, digits - 1);
  return std::stoi(text.substr(text.find('e') + 1));
}

struct Unit {
  double ns;
  const char* name;
};

constexpr std::array<Unit, 4> units = {{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1, "ns"}}};

// The unit is chosen by the rounded value, so that 999.7 ns reads 1.00 µs.
const Unit& unit_for(double ns) {
  const auto fits = [ns](const Unit& unit) { return ns > 0 && rounded_exponent(ns / unit.ns, 3) >= 0; };
  const auto found = std::find_if(units.begin(), units.end(), fits);
  return found == units.end() ? units.back() : *found;
}

}  // namespace

std::string significant(double value, int digits) {
  if (value == 0) return "0";
  if (!std::isfinite(value)) return missing;
  const int decimals = digits - 1 - rounded_exponent(value, digits);
  return fmt::format("{:.{}f}", value, std::max(decimals, 0));
}

std::string plain(double value) {
  return value == std::floor(value) ? fmt::format("{:.0f}", value) : significant(value);
}

std::string count(double value) {
  if (value >= 1e9) return fmt::format("{:.2f} G", value / 1e9);
  if (value >= 1e6) return fmt::format("{:.2f} M", value / 1e6);
  if (value >= 1e4) return fmt::format("{:.1f} k", value / 1e3);
  return fmt::format("{:.0f}", value);
}

std::string duration(double ns) {
  const Unit& unit = unit_for(ns);
  return significant(ns / unit.ns) + " " + unit.name;
}

std::optional<double> unit_ns(std::string_view unit) {
  const std::string_view name = unit == "us" ? "µs" : unit;
  const auto found = std::ranges::find_if(units, [name](const Unit& known) { return name == known.name; });
  return found == units.end() ? std::nullopt : std::optional(found->ns);
}

std::optional<std::string> duration_in(double ns, std::string_view unit) {
  const auto one = unit_ns(unit);
  if (!one) return std::nullopt;
  return significant(ns / *one) + " " + (unit == "us" ? "µs" : std::string(unit));
}

std::string duration_range(double low_ns, double high_ns) {
  const Unit& unit = unit_for(high_ns);
  const std::string high = significant(high_ns / unit.ns);
  const std::size_t point = high.find('.');
  const std::size_t decimals = point == high.npos ? 0 : high.size() - point - 1;
  return fmt::format("{:.{}f}–{} {}", low_ns / unit.ns, decimals, high, unit.name);
}

std::string rate(double per_second) {
  return per_second >= 999.5 ? fmt::format("{:.2e}", per_second) : significant(per_second);
}

std::string grouped(double value) {
  if (!(value >= 999.5 && value < 1e18)) return significant(value);
  double unit = 1;
  while (value / unit >= 999.5) unit *= 10;
  return integer(static_cast<std::uint64_t>(std::round(value / unit) * unit));
}

std::string percent(double share) {
  const double value = share * 100;
  return value >= 9.5 ? fmt::format("{:.0f} %", value) : fmt::format("{:.1f} %", value);
}

std::string ratio(double value) { return significant(value); }

std::string integer(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, 1, ',');
  return text;
}

std::string byte_size(std::uint64_t bytes) {
  constexpr std::uint64_t mebi = 1 << 20, kibi = 1 << 10;
  if (bytes >= mebi && bytes % mebi == 0) return integer(bytes / mebi) + " MiB";
  if (bytes >= kibi && bytes % kibi == 0) return integer(bytes / kibi) + " KiB";
  return integer(bytes) + " B";
}

}  // namespace lydite::lab::report
