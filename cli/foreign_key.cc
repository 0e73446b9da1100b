#include "cli/foreign_key.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace lydite::cli {
namespace {

using Name = std::pair<std::string_view, std::string_view>;

constexpr Name algorithms[] = {
    {"1.2.840.113549.1.1.1", "an RSA key"}, {"1.2.840.113549.1.1.10", "an RSA key"}, {"1.2.840.10045.2.1", "an EC key"},
    {"1.2.840.10040.4.1", "a DSA key"},     {"1.2.840.113549.1.3.1", "a DH key"},    {"1.2.840.10046.2.1", "a DH key"},
    {"1.3.101.111", "an X448 key"},         {"1.3.101.113", "an Ed448 key"},
};
constexpr Name labels[] = {
    {"RSA PRIVATE KEY", "an RSA key"}, {"RSA PUBLIC KEY", "an RSA key"}, {"EC PRIVATE KEY", "an EC key"},
    {"EC PARAMETERS", "an EC key"},    {"DSA PRIVATE KEY", "a DSA key"}, {"OPENSSH PRIVATE KEY", "an OpenSSH key"},
};

std::string_view second(std::span<const Name> names, std::string_view first) {
  const auto found = std::ranges::find(names, first, &Name::first);
  return found == names.end() ? std::string_view() : found->second;
}

// X.690, section 8.19: digits of base 128, the first number being 40 a + b with a at most 2. Larger numbers than 64
// bits have do not occur.
std::string dotted(Message oid) {
  std::string text;
  std::uint64_t number = 0;
  for (const std::uint8_t byte : oid) {
    number = number << 7 | (byte & 0x7f);
    if ((byte & 0x80) != 0) continue;
    if (text.empty()) {
      const std::uint64_t first = std::min<std::uint64_t>(number / 40, 2);
      text = std::to_string(first);
      number -= 40 * first;
    }
    text += "." + std::to_string(std::exchange(number, 0));
  }
  return text;
}

}  // namespace

std::string foreign_algorithm(Message oid) {
  const std::string number = dotted(oid);
  const std::string_view name = second(algorithms, number);
  return name.empty() ? "a key of the algorithm " + number : std::string(name);
}

std::string_view foreign_label(std::string_view label) { return second(labels, label); }

}  // namespace lydite::cli
