// The length table follows from the catalogue, so that no row can be forgotten: every input of every KEM of the
// library, by every way to call it, in every wrong length, ends directly before memory that nobody may read.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lab/algorithm.h"
#include "lab/kat/mlkem_kat.h"
#include "tests/surface/guarded.h"

namespace lydite::lab {
namespace {

using testing_support::Forbidden;
using testing_support::Guarded;

// By the title of its row. A new KEM of the library needs its ways here, or the test fails.
const std::map<std::string, std::vector<kat::KemWay>>& ways_by_title() {
  static const std::map<std::string, std::vector<kat::KemWay>> ways = {
      {"ML-KEM-512", kat::mlkem_ways<mlkem::MlKem512>()},
      {"ML-KEM-768", kat::mlkem_ways<mlkem::MlKem768>()},
      {"ML-KEM-1024", kat::mlkem_ways<mlkem::MlKem1024>()}};
  return ways;
}

std::size_t size_of(const Algorithm& row, std::string_view name) {
  for (const Size& size : row.sizes)
    if (size.name == name) return size.bytes;
  return 0;
}

// One input of one way: what is right, and whether something else in its place is refused.
struct Input {
  std::string name;
  std::vector<std::uint8_t> right;
  std::function<bool(Message)> is_refused;
};

// Each input of one way, with honest values for all the others.
std::vector<Input> inputs(const kat::KemWay& way, const kat::KemWay& honest) {
  const std::vector<std::uint8_t> seed(64), m(32);
  const kat::KemKeys keys = *honest.keygen(seed);
  const auto c = honest.encapsulate(keys.ek, m)->c;
  std::vector<Input> all;
  const auto add = [&all](std::string name, const std::vector<std::uint8_t>& right, auto accepts) {
    all.push_back({std::move(name), right, [accepts](Message in) { return !accepts(in); }});
  };
  if (way.keygen) add("seed", seed, [&way](Message in) { return way.keygen(in).has_value(); });
  if (way.accepts_ek) add("ek", keys.ek, way.accepts_ek);
  if (way.accepts_dk) add("dk", keys.dk, way.accepts_dk);
  if (way.encapsulate) {
    add("ek to encapsulate", keys.ek, [&way, m](Message in) { return way.encapsulate(in, m).has_value(); });
    add("m", m, [&way, keys](Message in) { return way.encapsulate(keys.ek, in).has_value(); });
  }
  if (way.decapsulate) {
    add("dk to decapsulate", keys.dk, [&way, c](Message in) { return way.decapsulate(in, c).has_value(); });
    add("c", c, [&way, keys](Message in) { return way.decapsulate(keys.dk, in).has_value(); });
  }
  return all;
}

void expect_wrong_lengths_refused(const std::string& what, const Input& input) {
  const std::size_t n = input.right.size();
  EXPECT_FALSE(input.is_refused(input.right)) << what << ", the right one";
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, n - 1, n + 1, 2 * n}) {
    const Guarded bytes(size);
    for (std::size_t i = 0; i < std::min(size, n); ++i) bytes.bytes()[i] = input.right[i];
    EXPECT_TRUE(input.is_refused(bytes.bytes())) << what << ", " << size << " bytes";
  }
  const Forbidden huge((std::size_t{1} << 32) + n);
  EXPECT_TRUE(input.is_refused(huge.bytes())) << what << ", 2^32 + " << n << " bytes";
}

const std::map<std::string, std::string> stated_sizes = {
    {"ek", "encapsulation key"}, {"dk", "decapsulation key"}, {"c", "ciphertext"}};

TEST(CatalogLengths, EveryInputOfEveryKemRefusesEveryWrongLength) {
  std::size_t rows = 0;
  for (const Algorithm& row : catalog()) {
    if (row.kind != Kind::kKem || row.implementation != "lydite") continue;
    const auto ways = ways_by_title().find(row.title);
    ASSERT_NE(ways, ways_by_title().end()) << row.title;
    for (const kat::KemWay& way : ways->second)
      for (const Input& input : inputs(way, ways->second.front())) {
        expect_wrong_lengths_refused(row.title + " " + way.name + " " + input.name, input);
        const auto stated = stated_sizes.find(input.name);
        EXPECT_TRUE(stated == stated_sizes.end() || input.right.size() == size_of(row, stated->second)) << row.title;
      }
    ++rows;
  }
  EXPECT_EQ(rows, ways_by_title().size());
}

}  // namespace
}  // namespace lydite::lab
