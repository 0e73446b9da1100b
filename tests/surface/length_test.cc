// Wrong lengths of everything that comes from outside: refused before a byte is read.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lydite/mlkem.h"
#include "tests/surface/guarded.h"

namespace lydite {
namespace {

using testing_support::Forbidden;
using testing_support::Guarded;

struct Parser {
  std::string name;
  std::size_t size;
  std::function<Result<void>(Message)> parse;
};

template <class T>
Result<void> verdict(const Result<T>& result) {
  return result.has_value() ? Result<void>() : Result<void>(result.error());
}

// Every function that takes bytes of any length where one length is right.
template <mlkem::ParameterSet P>
void add_parsers(std::vector<Parser>& parsers) {
  const std::string set = P::name;
  constexpr std::size_t ek_size = mlkem::encapsulation_key_size<P>, dk_size = mlkem::decapsulation_key_size<P>;
  parsers.push_back({set + " check ek", ek_size, mlkem::check_encapsulation_key<P>});
  parsers.push_back({set + " check dk", dk_size, mlkem::check_decapsulation_key<P>});
  parsers.push_back({set + " import ek", ek_size,
                     [](Message bytes) { return verdict(mlkem::PreparedEncapsulationKey<P>::import(bytes)); }});
  parsers.push_back({set + " import dk", dk_size,
                     [](Message bytes) { return verdict(mlkem::PreparedDecapsulationKey<P>::import(bytes)); }});
  parsers.push_back({set + " ciphertext", mlkem::ciphertext_size<P>,
                     [](Message bytes) { return verdict(exactly<mlkem::ciphertext_size<P>>(bytes)); }});
}

std::vector<Parser> all_parsers() {
  std::vector<Parser> parsers;
  add_parsers<mlkem::MlKem512>(parsers);
  add_parsers<mlkem::MlKem768>(parsers);
  add_parsers<mlkem::MlKem1024>(parsers);
  return parsers;
}

void expect_refused(const Parser& parser, Message bytes) {
  const Result<void> result = parser.parse(bytes);
  ASSERT_FALSE(result.has_value()) << parser.name << ", " << bytes.size() << " bytes";
  EXPECT_EQ(result.error(), Error::kInvalidLength) << parser.name << ", " << bytes.size() << " bytes";
}

TEST(WrongLength, IsRefusedAtEveryParser) {
  for (const Parser& parser : all_parsers()) {
    const std::size_t n = parser.size;
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, n - 1, n + 1, 2 * n}) {
      const Guarded bytes(size);
      expect_refused(parser, bytes.bytes());
    }
  }
}

// Right in the low 32 bits; reading any byte of it would end the program. The others are the lengths of another set.
TEST(WrongLength, IsRefusedUnread) {
  const Forbidden memory((std::size_t{1} << 32) + (std::size_t{1} << 16));
  for (const Parser& parser : all_parsers()) {
    expect_refused(parser, memory.bytes().first((std::size_t{1} << 32) + parser.size));
    for (const Parser& other : all_parsers())
      if (other.size != parser.size) expect_refused(parser, memory.bytes().first(other.size));
  }
}

TEST(RightLength, OfZerosPassesWhereZerosAreCanonical) {
  const std::vector<std::uint8_t> zeros(mlkem::encapsulation_key_size<mlkem::MlKem768>);
  EXPECT_TRUE(mlkem::check_encapsulation_key<mlkem::MlKem768>(zeros).has_value());
}

}  // namespace
}  // namespace lydite
