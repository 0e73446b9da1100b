// The length table follows from the catalogue, so that no row can be forgotten: every input of every KEM and every
// signature scheme of the library, by every way to call it, in wrong lengths, ends directly before memory that nobody
// may read.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lab/algorithm.h"
#include "lab/catalog/composite.h"
#include "lab/catalog/ed25519.h"
#include "lab/catalog/hybrid.h"
#include "lab/catalog/mldsa.h"
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

// The hybrids take everything but keys to import in fixed lengths.
template <hybrid::Scheme S>
std::vector<Input> hybrid_inputs() {
  using Adapter = kem::Hybrid<S>;
  const auto keys = Adapter::keygen(typename Adapter::Seed());
  const std::vector<std::uint8_t> pk(keys.pk.begin(), keys.pk.end());
  const std::vector<std::uint8_t> sk(keys.sk.reveal().begin(), keys.sk.reveal().end());
  return {{"ek", pk, [](Message in) { return !Adapter::import_ek(in).has_value(); }},
          {"dk", sk, [](Message in) { return !hybrid::PreparedPrivateKey<S>::import(in).has_value(); }}};
}
const std::map<std::string, std::vector<Input>>& hybrid_inputs_by_title() {
  static const std::map<std::string, std::vector<Input>> inputs = {
      {"MLKEM768-X25519", hybrid_inputs<hybrid::MlKem768X25519>()},
      {"X-Wing", hybrid_inputs<hybrid::XWing>()},
      {"X25519 as a KEM", {}}};
  return inputs;
}

// All of a row.
std::vector<Input> inputs_of(const Algorithm& row) {
  const auto direct = hybrid_inputs_by_title().find(row.title);
  if (direct != hybrid_inputs_by_title().end()) return direct->second;
  std::vector<Input> all;
  const auto ways = ways_by_title().find(row.title);
  if (ways == ways_by_title().end())
    ADD_FAILURE() << row.title << " is not listed here";
  else
    for (const kat::KemWay& way : ways->second)
      for (Input& input : inputs(way, ways->second.front())) all.push_back(std::move(input));
  return all;
}

const std::map<std::string, std::string> stated_sizes = {
    {"ek", "encapsulation key"}, {"dk", "decapsulation key"}, {"c", "ciphertext"}};

TEST(CatalogLengths, EveryInputOfEveryKemRefusesEveryWrongLength) {
  std::size_t rows = 0;
  for (const Algorithm& row : catalog()) {
    if (row.kind != Kind::kKem || row.implementation != "lydite") continue;
    for (const Input& input : inputs_of(row)) {
      expect_wrong_lengths_refused(row.title + " " + input.name, input);
      const auto stated = stated_sizes.find(input.name);
      EXPECT_TRUE(stated == stated_sizes.end() || input.right.size() == size_of(row, stated->second)) << row.title;
    }
    ++rows;
  }
  EXPECT_EQ(rows, ways_by_title().size() + hybrid_inputs_by_title().size());
}

TEST(CatalogLengths, TheOtherFormOfAKeyOfXWingRefusesEveryWrongLength) {
  const auto sk = hybrid::to_hpqc(hybrid::PrivateKey<hybrid::XWing>());
  const std::vector<std::uint8_t> right(sk.reveal().begin(), sk.reveal().end());
  expect_wrong_lengths_refused("hpqc", {"sk", right, [](Message in) { return !hybrid::from_hpqc(in).has_value(); }});
}

// Each input of a signature scheme, as lab/catalog/sig.h has it, that is of unknown length to the compiler.
template <class S>
std::vector<Input> signature_inputs() {
  const auto keys = std::make_shared<typename S::KeyPair>(S::keygen(typename S::Seed()));
  const Octets message{1, 2, 3};
  const auto signature = *S::sign(keys->sk, message, typename S::Coins());
  const Octets pk(keys->pk.begin(), keys->pk.end()), valid(signature.begin(), signature.end());
  std::vector<Input> all;
  all.push_back({"public key", pk, [=](Message in) { return !S::verify(in, message, valid); }});
  all.push_back({"signature", valid, [=](Message in) { return !S::verify(pk, message, in); }});
  all.push_back({"public key to import", pk, [](Message in) { return !S::prepare_public(in).has_value(); }});
  const auto prepared = std::make_shared<Result<typename S::PreparedPublicKey>>(S::prepare_public(pk));
  all.push_back({"signature, prepared", valid, [=](Message in) { return !S::verify(**prepared, message, in); }});
  if constexpr (requires(std::array<sig::SignedMessage, 8> in, std::array<bool, 8> out) { S::verify_many(in, out); }) {
    const auto is_refused_in_batch = [message](Message key, Message in) {
      std::array<sig::SignedMessage, 8> inputs;
      inputs.fill({key, message, in});
      std::array<bool, 8> verdicts{};
      S::verify_many(inputs, verdicts);
      return std::ranges::none_of(verdicts, std::identity());
    };
    all.push_back({"public key in a batch", pk, [=](Message in) { return is_refused_in_batch(in, valid); }});
    all.push_back({"signature in a batch", valid, [=](Message in) { return is_refused_in_batch(pk, in); }});
  }
  return all;
}

// By the title of its row. A new signature scheme of the library needs its inputs here, or the test fails.
const std::map<std::string, std::vector<Input>>& signature_inputs_by_title() {
  static const std::map<std::string, std::vector<Input>> inputs = {
      {"ML-DSA-44", signature_inputs<sig::MlDsa<mldsa::MlDsa44>>()},
      {"ML-DSA-65", signature_inputs<sig::MlDsa<mldsa::MlDsa65>>()},
      {"ML-DSA-87", signature_inputs<sig::MlDsa<mldsa::MlDsa87>>()},
      {"Ed25519", signature_inputs<sig::Ed25519>()},
      {"ML-DSA-65 + Ed25519, FOG framing", signature_inputs<sig::Composite<composite::FogMlDsa65Ed25519>>()},
      {"ML-DSA-65 + Ed25519, LAMPS", signature_inputs<sig::Composite<composite::MlDsa65Ed25519Sha512>>()}};
  return inputs;
}

TEST(CatalogLengths, EveryInputOfEverySignatureSchemeRefusesEveryWrongLength) {
  std::size_t rows = 0;
  for (const Algorithm& row : catalog()) {
    if (row.kind != Kind::kSignature || row.implementation != "lydite") continue;
    const auto inputs = signature_inputs_by_title().find(row.title);
    ASSERT_NE(inputs, signature_inputs_by_title().end()) << row.title;
    for (const Input& input : inputs->second) {
      expect_wrong_lengths_refused(row.title + " " + input.name, input);
      const bool is_stated = input.name == "public key" || input.name == "signature";
      EXPECT_TRUE(!is_stated || input.right.size() == size_of(row, input.name)) << row.title;
    }
    ++rows;
  }
  EXPECT_EQ(rows, signature_inputs_by_title().size());
}

}  // namespace
}  // namespace lydite::lab
