#include "lydite/mldsa.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "src/mldsa/encoding.h"
#include "src/mldsa/testing.h"

namespace lydite::mldsa {
namespace {

using ByteString = std::vector<std::uint8_t>;

template <class P>
ByteString bytes_of(const Result<Signature<P>>& signature) {
  return {signature->begin(), signature->end()};
}

template <class P>
class MlDsaTest : public ::testing::Test {
 protected:
  static Seed seed(std::uint8_t number) {
    Seed xi;
    xi.fill()[0] = number;
    return xi;
  }
  static Randomizer randomizer(std::uint8_t number) {
    Randomizer rnd;
    rnd.fill()[31] = number;
    return rnd;
  }
  [[nodiscard]] bool accepts(const ByteString& s) const { return accepts(s, message); }
  [[nodiscard]] bool accepts(const ByteString& s, Message of) const {
    const bool valid = verify<P>(keys.pk, of, s, context);
    EXPECT_EQ(verify<P>(*prepared_pk, of, s, context), valid);
    const SignedMessage input{keys.pk, of, s, context};
    std::array<bool, 1> batch{};
    verify_many<P>({&input, 1}, batch);
    EXPECT_EQ(batch[0], valid);
    return valid;
  }

  const KeyPair<P> keys = keygen<P>(seed(1));
  const Result<PreparedPublicKey<P>> prepared_pk = PreparedPublicKey<P>::import(keys.pk);
  const Bytes<33> message{1, 2, 3};
  const Bytes<5> context{9, 8};
  const ByteString signature = bytes_of<P>(sign_deterministic<P>(keys.sk, message, context));
};
using Sets = ::testing::Types<MlDsa44, MlDsa65, MlDsa87>;
TYPED_TEST_SUITE(MlDsaTest, Sets);

template <class P>
constexpr std::size_t hint_at = signature_size<P> - P::omega - P::k;

TYPED_TEST(MlDsaTest, AcceptsItsSignatures) {
  using P = TypeParam;
  EXPECT_TRUE(this->accepts(this->signature));
  const auto hedged = sign<P>(this->keys.sk, this->message, this->context, system_entropy());
  ASSERT_TRUE(hedged.has_value());
  EXPECT_NE(bytes_of<P>(hedged), this->signature);
  EXPECT_TRUE(this->accepts(bytes_of<P>(hedged)));
}

TYPED_TEST(MlDsaTest, PreparedKeysGiveTheSameSignatures) {
  using P = TypeParam;
  const auto imported =
      std::make_unique<Result<PreparedPrivateKey<P>>>(PreparedPrivateKey<P>::import(this->keys.sk.reveal()));
  ASSERT_TRUE(imported->has_value());
  PreparedPrivateKey<P> key = PreparedPrivateKey<P>::expand(this->seed(1));
  for (std::uint8_t i = 0; i < 20; ++i) {
    const Bytes<1> m{i};
    const auto expected = bytes_of<P>(sign<P>(this->keys.sk, m, this->context, this->randomizer(i)));
    EXPECT_EQ(bytes_of<P>(sign<P>(key, m, this->context, this->randomizer(i))), expected);
    EXPECT_EQ(bytes_of<P>(sign<P>(**imported, m, this->context, this->randomizer(i))), expected);
    EXPECT_TRUE(this->accepts(expected, m));
  }
  const PreparedPrivateKey<P> moved = std::move(key);
  EXPECT_EQ(bytes_of<P>(sign_deterministic<P>(moved, this->message, this->context)), this->signature);
}

// Every kind of message length: in the lanes, around their limit, and by the one-state sponge.
TYPED_TEST(MlDsaTest, MessagesInPiecesAreTheSameMessages) {
  using P = TypeParam;
  for (const std::size_t size : {0U, 1U, 5U, 6U, 7U, 8U, 64U, 500U, 504U, 505U, 506U, 600U, 5000U}) {
    const ByteString m(size, 7);
    auto hash = MessageHash::begin(public_key_hash<P>(this->keys.sk), this->context);
    ASSERT_TRUE(hash.has_value());
    for (const std::uint8_t byte : m) hash->absorb({&byte, 1});
    const MessageRepresentative mu = hash->finish();
    const ByteString expected = bytes_of<P>(sign_deterministic<P>(this->keys.sk, m, this->context));
    EXPECT_EQ(bytes_of<P>(sign_mu<P>(this->keys.sk, mu, Randomizer())), expected) << size;
    EXPECT_TRUE(this->accepts(expected, m));
    EXPECT_TRUE(verify_mu<P>(this->keys.pk, mu, expected));
    EXPECT_TRUE(verify_mu<P>(*this->prepared_pk, mu, expected));
  }
  EXPECT_EQ(public_key_hash<P>(View<public_key_size<P>>(this->keys.pk)), public_key_hash<P>(this->keys.sk));
}

TYPED_TEST(MlDsaTest, ContextsHaveAtMost255Bytes) {
  using P = TypeParam;
  for (const std::size_t size : {0U, 1U, 254U, 255U}) {
    const ByteString c(size, 3);
    const auto s = sign_deterministic<P>(this->keys.sk, this->message, c);
    ASSERT_TRUE(s.has_value()) << size;
    EXPECT_TRUE(verify<P>(this->keys.pk, this->message, *s, c)) << size;
    EXPECT_FALSE(verify<P>(this->keys.pk, this->message, *s, this->context)) << size;
  }
  for (const std::size_t size : {256U, 257U, 261U, 511U, 512U, 65536U}) {
    const ByteString c(size, 0);
    EXPECT_EQ(sign_deterministic<P>(this->keys.sk, this->message, c).error(), Error::kContextTooLong);
    EXPECT_EQ(hash_sign<P>(this->keys.sk, PreHash::kSha3_256, Bytes<32>{}, c, Randomizer()).error(),
              Error::kContextTooLong);
    EXPECT_EQ(MessageHash::begin(Bytes<64>{}, c).error(), Error::kContextTooLong);
    const auto s = sign_deterministic<P>(this->keys.sk, this->message, Message(c).first(size % 256));
    EXPECT_FALSE(verify<P>(this->keys.pk, this->message, *s, c));
    EXPECT_FALSE(verify<P>(*this->prepared_pk, this->message, *s, c));
  }
}

TYPED_TEST(MlDsaTest, EmptyInputsAreOrdinaryInputs) {
  using P = TypeParam;
  const ByteString nothing;
  const std::uint8_t byte = 0;
  const ByteString expected = bytes_of<P>(sign_deterministic<P>(this->keys.sk, Message(), Message()));
  EXPECT_EQ(bytes_of<P>(sign_deterministic<P>(this->keys.sk, Message(&byte, 0), Message(&byte, 0))), expected);
  EXPECT_TRUE(verify<P>(this->keys.pk, nothing, expected, nothing));
}

TYPED_TEST(MlDsaTest, RepresentativesHave64Bytes) {
  using P = TypeParam;
  const ByteString mu(128, 5);
  const auto s = sign_mu<P>(this->keys.sk, Message(mu).first(64), Randomizer());
  ASSERT_TRUE(s.has_value());
  for (const std::size_t size : {0U, 32U, 63U, 65U, 128U}) {
    const Message wrong = Message(mu).first(size);
    EXPECT_EQ(sign_mu<P>(this->keys.sk, wrong, Randomizer()).error(), Error::kInvalidLength);
    EXPECT_FALSE(verify_mu<P>(this->keys.pk, wrong, *s));
    EXPECT_FALSE(verify_mu<P>(*this->prepared_pk, wrong, *s));
  }
}

TYPED_TEST(MlDsaTest, LengthsMustBeExact) {
  using P = TypeParam;
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, signature_size<P> - 1, signature_size<P> + 1, 2 * signature_size<P>}) {
    ByteString s = this->signature;
    s.resize(size);
    EXPECT_FALSE(this->accepts(s)) << size;
    EXPECT_FALSE(verify_mu<P>(this->keys.pk, Bytes<64>{}, s));
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, public_key_size<P> - 1, public_key_size<P> + 1}) {
    ByteString pk(this->keys.pk.begin(), this->keys.pk.end());
    pk.resize(size);
    EXPECT_FALSE(verify<P>(pk, this->message, this->signature, this->context)) << size;
    EXPECT_EQ(check_public_key<P>(pk).error(), Error::kInvalidLength);
    EXPECT_EQ(PreparedPublicKey<P>::import(pk).error(), Error::kInvalidLength);
  }
  for (const std::size_t size : {std::size_t{0}, private_key_size<P> - 1, private_key_size<P> + 1}) {
    const ByteString sk(size);
    EXPECT_EQ(check_private_key<P>(sk).error(), Error::kInvalidLength);
    EXPECT_EQ(PreparedPrivateKey<P>::import(sk).error(), Error::kInvalidLength);
    EXPECT_EQ(public_key<P>(sk).error(), Error::kInvalidLength);
  }
}

// --- Hints that no signer encodes ------------------------------------------------------------------------------------

TYPED_TEST(MlDsaTest, HintsHaveOneEncoding) {
  using P = TypeParam;
  const auto refused = [this](std::size_t at, std::uint8_t value) {
    ByteString s = this->signature;
    s[hint_at<P> + at] = value;
    return !is_hint<P>(part<P::omega + P::k>(s.data() + hint_at<P>)) && !this->accepts(s);
  };
  const std::uint8_t* y = this->signature.data() + hint_at<P>;
  ASSERT_TRUE(is_hint<P>(part<P::omega + P::k>(y)));
  const std::size_t count = y[P::omega + P::k - 1];
  ASSERT_LT(count, P::omega);
  EXPECT_TRUE(refused(count, 1)) << "a byte behind the last place";
  EXPECT_TRUE(refused(P::omega - 1, 255));
  EXPECT_TRUE(refused(P::omega + P::k - 1, P::omega + 1)) << "too many";
  EXPECT_TRUE(refused(P::omega + P::k - 1, 255));
  EXPECT_TRUE(refused(P::omega, 255)) << "a count above the next one";
}

// The same place twice: the check is strict.
TYPED_TEST(MlDsaTest, HintsDoNotRepeat) {
  using P = TypeParam;
  Bytes<P::omega + P::k> y{};
  y[0] = y[1] = 7;
  for (std::size_t i = 0; i < P::k; ++i) y[P::omega + i] = 2;
  EXPECT_FALSE(is_hint<P>(y));
  y[1] = 6;
  EXPECT_FALSE(is_hint<P>(y));
  y[1] = 8;
  EXPECT_TRUE(is_hint<P>(y));
  // In two polynomials the same place is in order.
  y[1] = 7;
  y[P::omega] = 1;
  EXPECT_TRUE(is_hint<P>(y));
}

TYPED_TEST(MlDsaTest, HintsSurviveTheirEncoding) {
  using P = TypeParam;
  std::array<Polynomial, P::k> h{}, back;
  for (std::size_t i = 0; i < P::omega; ++i) h[i % (P::k - 1)][255 - i] = 1;
  Bytes<P::omega + P::k> y;
  encode_hint<P>(h.data(), y);
  ASSERT_TRUE(is_hint<P>(y));
  for (std::size_t i = 0; i < P::k; ++i) decode_hint<P>(y, i, back[i]);
  EXPECT_EQ(back, h);
}

// --- Keys
// --------------------------------------------------------------------------------------------------------------

TYPED_TEST(MlDsaTest, KeysBelongTogether) {
  using P = TypeParam;
  const KeyPair<P> other = keygen<P>(this->seed(2));
  const Message sk = this->keys.sk.reveal();
  EXPECT_TRUE(check_public_key<P>(this->keys.pk).has_value());
  EXPECT_TRUE(check_private_key<P>(sk).has_value());
  EXPECT_EQ(*public_key<P>(sk), this->keys.pk);
  EXPECT_TRUE(check_private_key<P>(this->seed(1).reveal(), sk).has_value());
  EXPECT_EQ(check_private_key<P>(this->seed(1).reveal(), other.sk.reveal()).error(), Error::kKeyMismatch);
  EXPECT_EQ(check_private_key<P>(Bytes<31>{}, sk).error(), Error::kInvalidLength);
}

TYPED_TEST(MlDsaTest, PartsOfPrivateKeysBelongTogether) {
  using P = TypeParam;
  using Layout = PrivateKeyLayout<P>;
  const View<private_key_size<P>> sk = this->keys.sk.reveal();
  for (const std::size_t at : {Layout::rho, Layout::tr, Layout::tr + 63, Layout::t0, private_key_size<P> - 1}) {
    ByteString changed(sk.begin(), sk.end());
    changed[at] ^= 1;
    EXPECT_EQ(check_private_key<P>(changed).error(), Error::kKeyMismatch) << at;
    EXPECT_EQ(PreparedPrivateKey<P>::import(changed).error(), Error::kKeyMismatch) << at;
    EXPECT_EQ(public_key<P>(changed).error(), Error::kKeyMismatch) << at;
    EXPECT_EQ(check_private_key<P>(this->seed(1).reveal(), changed).error(), Error::kKeyMismatch) << at;
  }
}

// A coefficient of s1 or s2 out of range: all bits set is no value of 3 or of 4 bits.
TYPED_TEST(MlDsaTest, SecretsMustBeInRange) {
  using P = TypeParam;
  using Layout = PrivateKeyLayout<P>;
  const View<private_key_size<P>> sk = this->keys.sk.reveal();
  for (std::size_t at = Layout::s; at < Layout::t0; at += 7) {
    PrivateKey<P> changed(sk);
    changed.fill()[at] = 0xFF;
    EXPECT_EQ(check_private_key<P>(changed.reveal()).error(), Error::kNonCanonical) << at;
    EXPECT_EQ(sign_deterministic<P>(changed, this->message, {}).error(), Error::kNonCanonical) << at;
  }
}

TYPED_TEST(MlDsaTest, FailingEntropyIsAnError) {
  using P = TypeParam;
  const Entropy broken([](void*, std::span<std::uint8_t>) { return false; }, nullptr);
  EXPECT_EQ(keygen<P>(broken).error(), Error::kEntropy);
  EXPECT_EQ(sign<P>(this->keys.sk, this->message, this->context, broken).error(), Error::kEntropy);
}

// --- HashML-DSA ----------------------------------------------------------------------------------------------------

TYPED_TEST(MlDsaTest, HashedSignaturesAreAnotherScheme) {
  using P = TypeParam;
  const auto digested = digest(PreHash::kShake128, this->message);
  ASSERT_TRUE(digested.has_value());
  ASSERT_EQ(digested->size, 32U);
  const auto s = hash_sign<P>(this->keys.sk, PreHash::kShake128, digested->view(), this->context, Randomizer());
  ASSERT_TRUE(s.has_value());
  EXPECT_TRUE(hash_verify<P>(this->keys.pk, PreHash::kShake128, digested->view(), *s, this->context));
  EXPECT_FALSE(hash_verify<P>(this->keys.pk, PreHash::kSha3_256, digested->view(), *s, this->context));
  EXPECT_FALSE(hash_verify<P>(this->keys.pk, PreHash::kShake128, digested->view(), *s, {}));
  EXPECT_FALSE(hash_verify<P>(this->keys.pk, PreHash::kShake128, digested->view().first(31), *s, this->context));
  EXPECT_FALSE(verify<P>(this->keys.pk, digested->view(), *s, this->context));
  EXPECT_FALSE(verify<P>(this->keys.pk, this->message, *s, this->context));
  EXPECT_FALSE(hash_verify<P>(this->keys.pk, PreHash::kShake128, digested->view(), this->signature, this->context));
  EXPECT_EQ(hash_sign<P>(this->keys.sk, PreHash::kSha2_512, digested->view(), this->context, Randomizer()).error(),
            Error::kInvalidLength);
  EXPECT_EQ(digest(PreHash::kSha2_256, this->message).error(), Error::kUnsupported);
}

// --- Every target ----------------------------------------------------------------------------------------------------

class MlDsaOnTarget : public OnTarget {
 protected:
  // Every byte changed in one random bit, or in each of its bits alone.
  template <class P>
  void check_changes(bool all_bits) {
    Seed xi;
    randomise(xi.fill());
    const KeyPair<P> keys = keygen<P>(xi);
    const auto prepared = PreparedPublicKey<P>::import(keys.pk);
    const auto s = sign_deterministic<P>(keys.sk, {}, {});
    ASSERT_TRUE(verify<P>(keys.pk, {}, *s, {}));
    Signature<P> changed = *s;
    for (std::size_t i = 0; i < signature_size<P>; ++i) {
      for (unsigned bit = 0; bit < 8; ++bit) {
        if (!all_bits) bit = random() % 8;
        changed[i] = static_cast<std::uint8_t>((*s)[i] ^ 1U << bit);
        ASSERT_FALSE(verify<P>(*prepared, {}, changed, {})) << i << ", bit " << bit;
        if (i % 16 == 0 && !all_bits) {
          ASSERT_FALSE(verify<P>(keys.pk, {}, changed, {})) << i << ", bit " << bit;
        }
        if (!all_bits) break;
      }
      changed[i] = (*s)[i];
    }
    ASSERT_TRUE(verify<P>(*prepared, {}, changed, {}));
  }
  // Keys and signatures of all targets are those of the portable one.
  template <class P>
  void check_results() {
    for (int round = 0; round < 10; ++round) {
      Seed xi;
      randomise(xi.fill());
      ASSERT_TRUE(use_target(GetParam()));
      const KeyPair<P> keys = keygen<P>(xi);
      const auto s = sign_deterministic<P>(keys.sk, keys.pk, {});
      ASSERT_TRUE(use_target(supported_targets().back()));
      const KeyPair<P> expected = keygen<P>(xi);
      ASSERT_EQ(keys.pk, expected.pk);
      ASSERT_TRUE(std::ranges::equal(keys.sk.reveal(), expected.sk.reveal()));
      ASSERT_EQ(*s, *sign_deterministic<P>(expected.sk, keys.pk, {}));
      ASSERT_TRUE(verify<P>(keys.pk, keys.pk, *s, {}));
    }
  }
};
LYDITE_ON_EACH_TARGET(MlDsaOnTarget);

TEST_P(MlDsaOnTarget, ChangedSignaturesAreRefused) {
  check_changes<MlDsa44>(false);
  check_changes<MlDsa65>(false);
  check_changes<MlDsa87>(false);
}
TEST_P(MlDsaOnTarget, SlowEveryChangeOfOneBitIsRefused) {
  check_changes<MlDsa44>(true);
  check_changes<MlDsa65>(true);
  check_changes<MlDsa87>(true);
}

TEST_P(MlDsaOnTarget, ResultsAreThoseOfThePortableTarget) {
  check_results<MlDsa44>();
  check_results<MlDsa65>();
  check_results<MlDsa87>();
}

}  // namespace
}  // namespace lydite::mldsa
