#include "lydite/composite.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "lydite/sha2.h"
#include "src/classical/testing.h"
#include "src/composite/verification.h"

namespace lydite::composite {
namespace {

using Fog = FogMlDsa65Ed25519;
using Lamps = MlDsa65Ed25519Sha512;
using Octets = std::vector<std::uint8_t>;

constexpr std::size_t hint_at = first_signature_size - MlDsa::omega - MlDsa::k;

template <class F>
class CompositeTest : public classical::Randomised {
 protected:
  CompositeTest() {
    randomise(sk.fill());
    pk = public_key(sk);
    if (F::max_context_size > 0) context = random_bytes(17);
    message = random_bytes(100);
    signature = *sign_deterministic<F>(sk, message, context);
  }

  // By encoded and prepared key and in a batch, which must agree.
  bool is_valid(Message key, Message subject, Message bytes, Message ctx) {
    const bool valid = verify<F>(key, subject, bytes, ctx);
    const auto prepared = PreparedPublicKey<F>::import(key);
    EXPECT_EQ(prepared && verify<F>(*prepared, subject, bytes, ctx), valid);
    const std::array<SignedMessage, 3> inputs{SignedMessage{pk, message, signature, context},
                                              SignedMessage{key, subject, bytes, ctx},
                                              SignedMessage{pk, message, signature, context}};
    std::array<bool, 5> results{true, true, true, true, true};
    composite::verify_many<F>(inputs, results);
    EXPECT_TRUE(results[0] && results[2]);
    EXPECT_FALSE(results[3] || results[4]);
    EXPECT_EQ(results[1], valid);
    return valid;
  }
  bool is_valid(const Signature& bytes) { return is_valid(pk, message, bytes, context); }

  PrivateKey sk;
  PublicKey pk;
  Octets message, context;
  Signature signature;
};

using Framings = ::testing::Types<Fog, Lamps>;
TYPED_TEST_SUITE(CompositeTest, Framings);

TYPED_TEST(CompositeTest, SignaturesOfEveryKindAreValid) {
  const auto prepared = PreparedPrivateKey<TypeParam>::import(this->sk.reveal(), this->pk);
  ASSERT_TRUE(prepared.has_value());
  // Up to what fits the lanes, and beyond.
  for (const std::size_t size : {0, 1, 509, 510, 511, 600, 70000}) {
    const Octets text = this->random_bytes(size);
    const auto first = sign_deterministic<TypeParam>(this->sk, text, this->context);
    const auto second = sign_deterministic(*prepared, text, this->context);
    const auto hedged = sign<TypeParam>(this->sk, text, this->context, system_entropy());
    const auto hedged_too = sign(*prepared, text, this->context, system_entropy());
    ASSERT_TRUE(first && second && hedged && hedged_too);
    EXPECT_EQ(*first, *second);
    EXPECT_NE(*first, *hedged);
    for (const auto& made : {*first, *hedged, *hedged_too})
      EXPECT_TRUE(this->is_valid(this->pk, text, made, this->context)) << size;
  }
}

TYPED_TEST(CompositeTest, SlowEveryByteCounts) {
  for (std::size_t i = 0; i < signature_size; ++i) {
    Signature changed = this->signature;
    changed[i] ^= static_cast<std::uint8_t>(1U << this->random() % 8);
    EXPECT_FALSE(verify<TypeParam>(this->pk, this->message, changed, this->context)) << i;
  }
  for (std::size_t i = 0; i < public_key_size; i += 7) {
    PublicKey changed = this->pk;
    changed[i] ^= 1;
    EXPECT_FALSE(verify<TypeParam>(changed, this->message, this->signature, this->context)) << i;
  }
}

TYPED_TEST(CompositeTest, MessageAndContextCount) {
  Octets other = this->message;
  other.back() ^= 1;
  EXPECT_FALSE(this->is_valid(this->pk, other, this->signature, this->context));
  other = this->context;
  other.push_back(0);
  EXPECT_FALSE(this->is_valid(this->pk, this->message, this->signature, other));
}

TYPED_TEST(CompositeTest, OtherLengthsAreInvalid) {
  Octets bytes(this->signature.begin(), this->signature.end());
  bytes.push_back(0);
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{64}, first_signature_size, signature_size - 1, signature_size + 1})
    EXPECT_FALSE(this->is_valid(this->pk, this->message, Message(bytes).first(size), this->context)) << size;
  Octets key(this->pk.begin(), this->pk.end());
  key.push_back(0);
  for (const std::size_t size : {std::size_t{0}, first_key_size, public_key_size - 1, public_key_size + 1}) {
    EXPECT_FALSE(this->is_valid(Message(key).first(size), this->message, this->signature, this->context)) << size;
    EXPECT_EQ(check_public_key(Message(key).first(size)).error(), Error::kInvalidLength);
  }
}

TYPED_TEST(CompositeTest, ContextsAreAsLongAsTheFramingAllows) {
  const Octets longest(TypeParam::max_context_size);
  const auto made = sign_deterministic<TypeParam>(this->sk, {}, longest);
  ASSERT_TRUE(made.has_value());
  EXPECT_TRUE(this->is_valid(this->pk, {}, *made, longest));
  for (const std::size_t more : {1, 2, 256, 65536}) {
    const Octets too_long(TypeParam::max_context_size + more);
    const auto refused = sign_deterministic<TypeParam>(this->sk, {}, too_long);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error(), Error::kContextTooLong);
    EXPECT_FALSE(this->is_valid(this->pk, {}, *made, too_long));
  }
}

// --- Bug-log case B30: both halves are evaluated, whatever is wrong with either -----------------------------------

struct Breakage {
  std::string name;
  std::function<void(Signature&)> apply;
};

std::vector<Breakage> first_breakages() {
  return {{"c_tilde", [](Signature& s) { s[0] ^= 1; }},
          {"z", [](Signature& s) { s[1000] ^= 1; }},
          {"norm of z", [](Signature& s) { std::fill_n(s.begin() + 48, 640, std::uint8_t{0}); }},
          {"repeated hint", [](Signature& s) { std::fill_n(s.begin() + hint_at, 2, std::uint8_t{9}); }},
          {"hint count", [](Signature& s) { s[first_signature_size - 1] = 255; }},
          {"early hint count", [](Signature& s) { s[first_signature_size - 6] = 56; }},
          {"everything", [](Signature& s) { std::fill_n(s.begin(), first_signature_size, std::uint8_t{0xFF}); }}};
}
std::vector<Breakage> second_breakages() {
  return {{"R", [](Signature& s) { s[first_signature_size] ^= 1; }},
          {"R without a point",
           [](Signature& s) { std::fill_n(s.begin() + first_signature_size, 32, std::uint8_t{0xFF}); }},
          {"S", [](Signature& s) { s[first_signature_size + 32] ^= 1; }},
          {"S too large", [](Signature& s) { s[signature_size - 1] |= 0xF0; }}};
}

TYPED_TEST(CompositeTest, OneBadHalfSuffices) {
  for (const auto& breakages : {first_breakages(), second_breakages()}) {
    for (const Breakage& breakage : breakages) {
      Signature changed = this->signature;
      breakage.apply(changed);
      EXPECT_FALSE(this->is_valid(changed)) << breakage.name;
    }
  }
  for (const Breakage& first : first_breakages()) {
    for (const Breakage& second : second_breakages()) {
      Signature changed = this->signature;
      first.apply(changed);
      second.apply(changed);
      EXPECT_FALSE(this->is_valid(changed)) << first.name << ", " << second.name;
    }
  }
}

// How many permutations the lanes are asked for.
std::size_t hash_work(View<public_key_size> pk, const Subject& subject, View<signature_size> signature) {
  struct Counting : mldsa::Lanes {
    [[nodiscard]] std::size_t work() const { return work_; }
  };
  alignas(64) Rows rows;
  Counting lanes;
  Verification verification(lanes, true, pk, signature, rows.data());
  verification.take(subject);
  return lanes.work();
}

// A malformed first half asks for the same hashes, and every row of its commitment is computed.
TYPED_TEST(CompositeTest, AMalformedFirstHalfIsWorkedOnAllTheSame) {
  const Subject subject{this->message, {}};
  const std::size_t expected = hash_work(this->pk, subject, this->signature);
  EXPECT_GT(expected, 0U);
  for (const Breakage& breakage : first_breakages()) {
    Signature changed = this->signature;
    breakage.apply(changed);
    EXPECT_EQ(hash_work(this->pk, subject, changed), expected) << breakage.name;
    alignas(64) Rows rows;
    mldsa::Lanes lanes;
    mldsa::Verification<MlDsa> first(lanes, true);
    static_cast<void>(first.decode_whatever(View<signature_size>(changed).template first<first_signature_size>()));
    first.begin(View<public_key_size>(this->pk).template first<first_key_size>(), rows.data());
    first.take_message(mldsa::FormattedMessage({}, this->message));
    lanes.run();
    EXPECT_TRUE(first.is_complete()) << breakage.name;
    EXPECT_FALSE(first.is_valid()) << breakage.name;
  }
}

// The second half: its hash is finished, which leaves traces in the object, although the first half has failed or the
// second one is malformed.
TYPED_TEST(CompositeTest, TheSecondHalfIsWorkedOnAllTheSame) {
  const auto bytes_of = [](const Verification& verification) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&verification);
    return Octets(bytes, bytes + sizeof verification);
  };
  for (const auto& breakages : {first_breakages(), second_breakages()}) {
    for (const Breakage& breakage : breakages) {
      Signature changed = this->signature;
      breakage.apply(changed);
      alignas(64) Rows rows;
      mldsa::Lanes lanes;
      Verification verification(lanes, true, this->pk, changed, rows.data());
      verification.take({this->message, {}});
      lanes.run();
      const Octets before = bytes_of(verification);
      EXPECT_FALSE(verification.is_valid());
      EXPECT_NE(bytes_of(verification), before) << breakage.name;
    }
  }
}

// A half that is malformed but would pass otherwise is refused for that: the work goes on with something else.
TYPED_TEST(CompositeTest, SomethingElseInItsPlaceIsNotAccepted) {
  for (const Breakage& breakage : first_breakages()) {
    Signature changed = this->signature;
    breakage.apply(changed);
    mldsa::Lanes lanes;
    mldsa::Verification<MlDsa> first(lanes, false);
    const bool is_encoding = breakage.name == "c_tilde" || breakage.name == "z";
    EXPECT_EQ(first.decode_whatever(View<signature_size>(changed).template first<first_signature_size>()), is_encoding)
        << breakage.name;
  }
}

// --- Keys ----------------------------------------------------------------------------------------------------------

TYPED_TEST(CompositeTest, AStoredPairMustBelongTogether) {
  using Prepared = PreparedPrivateKey<TypeParam>;
  const auto other = keygen(system_entropy());
  ASSERT_TRUE(other.has_value());
  EXPECT_TRUE(check_key_pair(this->sk.reveal(), this->pk).has_value());
  PublicKey mixed = this->pk;
  std::ranges::copy(View<public_key_size>(other->pk).template last<32>(), mixed.begin() + first_key_size);
  for (const PublicKey& wrong : {other->pk, mixed}) {
    EXPECT_EQ(check_key_pair(this->sk.reveal(), wrong).error(), Error::kKeyMismatch);
    EXPECT_EQ(Prepared::import(this->sk.reveal(), wrong).error(), Error::kKeyMismatch);
  }
  const Octets bytes(65);
  for (const std::size_t size : {0, 32, 63, 65}) {
    EXPECT_EQ(Prepared::import(Message(bytes).first(size), this->pk).error(), Error::kInvalidLength);
    EXPECT_EQ(check_private_key(Message(bytes).first(size)).error(), Error::kInvalidLength);
  }
  PublicKey no_point = this->pk;
  std::ranges::copy(Bytes<32>{2}, no_point.begin() + first_key_size);
  EXPECT_EQ(check_public_key(no_point).error(), Error::kNonCanonical);
  EXPECT_FALSE(this->is_valid(no_point, this->message, this->signature, this->context));
}

TYPED_TEST(CompositeTest, FailingEntropyIsReported) {
  const Entropy broken([](void*, std::span<std::uint8_t>) { return false; }, nullptr);
  EXPECT_EQ(keygen(broken).error(), Error::kEntropy);
  EXPECT_EQ(sign<TypeParam>(this->sk, {}, {}, broken).error(), Error::kEntropy);
}

// --- The two framings ----------------------------------------------------------------------------------------------

class Composite : public CompositeTest<Lamps> {};

// Bug-log case B29: M' and the context of ML-DSA byte for byte, and no other.
TEST_F(Composite, OnlyTheRightSeparatorsMakeASignature) {
  const auto digest = Sha512::hash(message);
  const std::string right_prefix = "CompositeAlgorithmSignatures2025", right_label = "COMPSIG-MLDSA65-Ed25519-SHA512";
  const auto signed_with = [&](std::string prefix_text, std::string label_text, std::string mldsa_context) {
    Octets M(prefix_text.begin(), prefix_text.end());
    M.insert(M.end(), label_text.begin(), label_text.end());
    M.push_back(static_cast<std::uint8_t>(context.size()));
    M.insert(M.end(), context.begin(), context.end());
    M.insert(M.end(), digest.begin(), digest.end());
    const Octets first_context(mldsa_context.begin(), mldsa_context.end());
    const auto first = mldsa::sign_deterministic<MlDsa>(mldsa::keygen<MlDsa>(mldsa::Seed(sk.reveal().first<32>())).sk,
                                                        M, first_context);
    const auto second = ed25519::sign(ed25519::PrivateKey::expand(ed25519::Seed(sk.reveal().last<32>())), M);
    Signature bytes;
    std::ranges::copy(second, std::ranges::copy(*first, bytes.begin()).out);
    return bytes;
  };
  EXPECT_EQ(signed_with(right_prefix, right_label, right_label), signature);
  std::string wrong_label = right_label, wrong_prefix = right_prefix;
  wrong_label[8] = 'm';
  wrong_prefix.back() = '4';
  EXPECT_FALSE(is_valid(signed_with(right_prefix, wrong_label, wrong_label)));
  EXPECT_FALSE(is_valid(signed_with(wrong_prefix, right_label, right_label)));
  EXPECT_FALSE(is_valid(signed_with(right_prefix, right_label, wrong_label)));
  EXPECT_FALSE(is_valid(signed_with(right_prefix, right_label, "")));
}

TEST_F(Composite, AFramingRefusesTheOther) {
  EXPECT_FALSE(verify<Fog>(pk, message, signature, {}));
  EXPECT_FALSE(verify<Fog>(pk, message, signature, context));
  const auto fog = sign_deterministic<Fog>(sk, message, {});
  ASSERT_TRUE(fog.has_value());
  EXPECT_TRUE(verify<Fog>(pk, message, *fog, {}));
  EXPECT_FALSE(verify<Lamps>(pk, message, *fog, {}));
}

TEST_F(Composite, DigestsFromElsewhereGiveTheSame) {
  const auto digest = Sha512::hash(message);
  const mldsa::Randomizer zero;
  const auto prepared_sk = PreparedPrivateKey<Lamps>::expand(sk);
  const auto prepared_pk = PreparedPublicKey<Lamps>::import(pk);
  ASSERT_TRUE(prepared_pk.has_value());
  EXPECT_EQ(*sign_digest(sk, digest, context, zero), signature);
  EXPECT_EQ(*sign_digest(prepared_sk, digest, context, zero), signature);
  EXPECT_TRUE(verify_digest(pk, digest, signature, context));
  EXPECT_TRUE(verify_digest(*prepared_pk, digest, signature, context));
  EXPECT_FALSE(verify_digest(pk, Sha512::hash({}), signature, context));
  EXPECT_FALSE(verify_digest(*prepared_pk, Sha512::hash({}), signature, context));
  const Octets long_context(256);
  EXPECT_EQ(sign_digest(sk, digest, long_context, zero).error(), Error::kContextTooLong);
  EXPECT_EQ(sign_digest(prepared_sk, digest, long_context, zero).error(), Error::kContextTooLong);
  EXPECT_FALSE(verify_digest(pk, digest, signature, long_context));
  EXPECT_FALSE(verify_digest(*prepared_pk, digest, Message(signature).first(3000), context));
}

}  // namespace
}  // namespace lydite::composite
