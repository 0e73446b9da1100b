// Wrong lengths of everything that comes from outside: refused before a byte is read.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lydite/mldsa.h"
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

template <mldsa::ParameterSet P>
void add_signature_parsers(std::vector<Parser>& parsers) {
  const std::string set = P::name;
  constexpr std::size_t pk_size = mldsa::public_key_size<P>, sk_size = mldsa::private_key_size<P>;
  parsers.push_back({set + " check pk", pk_size, mldsa::check_public_key<P>});
  parsers.push_back({set + " check sk", sk_size, [](Message sk) { return mldsa::check_private_key<P>(sk); }});
  parsers.push_back({set + " check sk beside xi", sk_size, [](Message sk) {
                       static const mldsa::Seed xi;
                       return mldsa::check_private_key<P>(xi.reveal(), sk);
                     }});
  parsers.push_back({set + " check xi beside sk", mldsa::seed_size, [](Message xi) {
                       static const auto keys = mldsa::keygen<P>(mldsa::Seed());
                       return mldsa::check_private_key<P>(xi, keys.sk.reveal());
                     }});
  parsers.push_back({set + " public key of sk", sk_size, [](Message sk) { return verdict(mldsa::public_key<P>(sk)); }});
  parsers.push_back(
      {set + " import pk", pk_size, [](Message pk) { return verdict(mldsa::PreparedPublicKey<P>::import(pk)); }});
  parsers.push_back(
      {set + " import sk", sk_size, [](Message sk) { return verdict(mldsa::PreparedPrivateKey<P>::import(sk)); }});
  parsers.push_back({set + " sign mu", 64, [](Message mu) {
                       static const auto keys = mldsa::keygen<P>(mldsa::Seed());
                       return verdict(mldsa::sign_mu<P>(keys.sk, mu, mldsa::Randomizer()));
                     }});
  parsers.push_back({set + " sign a digest", 64, [](Message digest) {
                       static const auto keys = mldsa::keygen<P>(mldsa::Seed());
                       return verdict(
                           mldsa::hash_sign<P>(keys.sk, mldsa::PreHash::kSha3_512, digest, {}, mldsa::Randomizer()));
                     }});
}

std::vector<Parser> all_parsers() {
  std::vector<Parser> parsers;
  add_parsers<mlkem::MlKem512>(parsers);
  add_parsers<mlkem::MlKem768>(parsers);
  add_parsers<mlkem::MlKem1024>(parsers);
  add_signature_parsers<mldsa::MlDsa44>(parsers);
  add_signature_parsers<mldsa::MlDsa65>(parsers);
  add_signature_parsers<mldsa::MlDsa87>(parsers);
  return parsers;
}

void expect_refused(const Parser& parser, Message bytes) {
  const Result<void> result = parser.parse(bytes);
  ASSERT_FALSE(result.has_value()) << parser.name << ", " << bytes.size() << " bytes";
  EXPECT_EQ(result.error(), Error::kInvalidLength) << parser.name << ", " << bytes.size() << " bytes";
}

// Every length from 0 to n + 1, and twice the right one; each ends directly before the guard.
TEST(WrongLength, IsRefusedAtEveryParser) {
  for (const Parser& parser : all_parsers()) {
    const std::size_t n = parser.size;
    const Guarded bytes(2 * n);
    for (std::size_t size = 0; size <= n + 1; ++size)
      if (size != n) expect_refused(parser, bytes.bytes().last(size));
    expect_refused(parser, bytes.bytes());
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

// A function with verdicts and no errors: what it is given, and where in it bytes of unknown length stand.
struct Verifier {
  std::string name;
  std::vector<std::uint8_t> right;
  std::function<bool(Message)> accepts;
};

template <mldsa::ParameterSet P>
void add_verifiers(std::vector<Verifier>& verifiers) {
  const auto keys = std::make_shared<mldsa::KeyPair<P>>(mldsa::keygen<P>(mldsa::Seed()));
  const auto prepared =
      std::make_shared<Result<mldsa::PreparedPublicKey<P>>>(mldsa::PreparedPublicKey<P>::import(keys->pk));
  const std::vector<std::uint8_t> message{1, 2, 3};
  const Bytes<64> mu{4, 5, 6};
  const auto sig = *mldsa::sign_deterministic<P>(keys->sk, message, {});
  const auto mu_sig = *mldsa::sign_mu<P>(keys->sk, mu, mldsa::Randomizer());
  const auto add = [&](const char* name, Message right, auto accepts) {
    verifiers.push_back({std::string(P::name) + " " + name, {right.begin(), right.end()}, accepts});
  };
  add("pk", keys->pk, [=](Message pk) { return mldsa::verify<P>(pk, message, sig, {}); });
  add("signature", sig, [=](Message s) { return mldsa::verify<P>(keys->pk, message, s, {}); });
  add("signature, prepared", sig, [=](Message s) { return mldsa::verify<P>(**prepared, message, s, {}); });
  add("pk with mu", keys->pk, [=](Message pk) { return mldsa::verify_mu<P>(pk, mu, mu_sig); });
  add("mu", mu, [=](Message m) { return mldsa::verify_mu<P>(keys->pk, m, mu_sig); });
  add("mu, prepared", mu, [=](Message m) { return mldsa::verify_mu<P>(**prepared, m, mu_sig); });
  add("signature with mu", mu_sig, [=](Message s) { return mldsa::verify_mu<P>(keys->pk, mu, s); });
  add("signature in a batch", sig, [=](Message s) {
    const mldsa::SignedMessage good{keys->pk, message, sig, {}}, bad{keys->pk, message, s, {}};
    const std::array<mldsa::SignedMessage, 3> inputs{good, bad, good};
    std::array<bool, 3> valid{};
    mldsa::verify_many<P>(inputs, valid);
    EXPECT_TRUE(valid[0] && valid[2]);
    return valid[1];
  });
}

std::vector<Verifier> all_verifiers() {
  std::vector<Verifier> verifiers;
  add_verifiers<mldsa::MlDsa44>(verifiers);
  add_verifiers<mldsa::MlDsa65>(verifiers);
  add_verifiers<mldsa::MlDsa87>(verifiers);
  return verifiers;
}

// What is right, cut off at either end or with zeros behind; each ends directly before the guard.
TEST(WrongLength, IsNotValidForAnyVerifier) {
  for (const Verifier& verifier : all_verifiers()) {
    const std::size_t n = verifier.right.size();
    ASSERT_TRUE(verifier.accepts(verifier.right)) << verifier.name;
    const bool is_quick = verifier.name.find("batch") == std::string::npos;
    for (std::size_t size = 0; size <= n + 1; size += is_quick || size + 2 > n ? 1 : n - 2) {
      if (size == n) continue;
      const Guarded bytes(size);
      std::copy_n(verifier.right.begin(), std::min(size, n), bytes.bytes().begin());
      EXPECT_FALSE(verifier.accepts(bytes.bytes())) << verifier.name << ", " << size << " bytes";
    }
    const Forbidden huge((std::size_t{1} << 32) + n);
    EXPECT_FALSE(verifier.accepts(huge.bytes())) << verifier.name << ", 2^32 + " << n << " bytes";
  }
}

TEST(RightLength, OfZerosPassesWhereZerosAreCanonical) {
  const std::vector<std::uint8_t> zeros(mlkem::encapsulation_key_size<mlkem::MlKem768>);
  EXPECT_TRUE(mlkem::check_encapsulation_key<mlkem::MlKem768>(zeros).has_value());
}

}  // namespace
}  // namespace lydite
