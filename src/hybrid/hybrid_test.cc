#include "lydite/hybrid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lydite/blake2.h"
#include "lydite/sha3.h"
#include "src/hybrid/combiners.h"

namespace lydite::hybrid {
namespace {

template <std::size_t N>
Secret<N> counting(std::uint8_t first) {
  Secret<N> secret;
  for (std::uint8_t& byte : secret.fill()) byte = first++;
  return secret;
}
template <std::size_t N>
Bytes<N> bytes_of(const Secret<N>& secret) {
  Bytes<N> bytes;
  std::ranges::copy(secret.reveal(), bytes.begin());
  return bytes;
}

// The u coordinates whose points have a low order, reduced or not: 0, 1, p - 1, p, p + 1 and the two of order 8.
std::vector<Bytes<32>> low_order_points() {
  Bytes<32> zero{}, one{1}, minus_one, p, plus_one;
  p.fill(0xFF);
  p[31] = 0x7F;
  minus_one = plus_one = p;
  minus_one[0] = 0xEC;
  p[0] = 0xED;
  plus_one[0] = 0xEE;
  const Bytes<32> a = {0xE0, 0xEB, 0x7A, 0x7C, 0x3B, 0x41, 0xB8, 0xAE, 0x16, 0x56, 0xE3, 0xFA, 0xF1, 0x9F, 0xC4, 0x6A,
                       0xDA, 0x09, 0x8D, 0xEB, 0x9C, 0x32, 0xB1, 0xFD, 0x86, 0x62, 0x05, 0x16, 0x5F, 0x49, 0xB8, 0x00},
                  b = {0x5F, 0x9C, 0x95, 0xBC, 0xA3, 0x50, 0x8C, 0x24, 0xB1, 0xD0, 0xB1, 0x55, 0x9C, 0x83, 0xEF, 0x5B,
                       0x04, 0x44, 0x5C, 0xC4, 0x58, 0x1C, 0x8E, 0x86, 0xD8, 0x22, 0x4E, 0xDD, 0xD0, 0x9F, 0x11, 0x57};
  std::vector<Bytes<32>> points = {zero, one, minus_one, p, plus_one, a, b};
  for (std::size_t i = 0; i < 7; ++i) {
    points.push_back(points[i]);
    points.back()[31] |= 0x80;
  }
  return points;
}

template <class S>
class HybridTest : public ::testing::Test {
 protected:
  static constexpr std::size_t x_pk = S::x25519_first ? 0 : public_key_size - 32;
  static constexpr std::size_t x_c = S::x25519_first ? 0 : ciphertext_size - 32;

  const Seed<S> seed = counting<S::seed_size>(3);
  const KeyPair<S> keys = keygen<S>(seed);
  const Coins coins = counting<coins_size>(100);
};
using Schemes = ::testing::Types<MlKem768X25519, XWing>;
TYPED_TEST_SUITE(HybridTest, Schemes);

TYPED_TEST(HybridTest, BothSidesAgreeInEveryForm) {
  using S = TypeParam;
  const auto made = encapsulate<S>(this->keys.pk, this->coins);
  const auto public_key = PreparedPublicKey<S>::import(this->keys.pk);
  const auto private_key = PreparedPrivateKey<S>::import(this->keys.sk.reveal());
  ASSERT_TRUE(made && public_key && private_key);
  EXPECT_EQ(private_key->public_key(), this->keys.pk);
  EXPECT_EQ(PreparedPrivateKey<S>::expand(this->seed).public_key(), this->keys.pk);
  const auto again = encapsulate<S>(*public_key, this->coins);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->c, made->c);
  EXPECT_EQ(bytes_of(again->K), bytes_of(made->K));
  EXPECT_EQ(bytes_of(*decapsulate<S>(this->keys.sk, made->c)), bytes_of(made->K));
  EXPECT_EQ(bytes_of(*decapsulate<S>(*private_key, made->c)), bytes_of(made->K));
}

TYPED_TEST(HybridTest, RandomKeysAgreeAndDiffer) {
  using S = TypeParam;
  const auto a = keygen<S>(system_entropy()), b = keygen<S>(system_entropy());
  ASSERT_TRUE(a && b);
  EXPECT_NE(a->pk, b->pk);
  const auto first = encapsulate<S>(a->pk, system_entropy()), second = encapsulate<S>(a->pk, system_entropy());
  ASSERT_TRUE(first && second);
  EXPECT_NE(first->c, second->c);
  EXPECT_EQ(bytes_of(*decapsulate<S>(a->sk, first->c)), bytes_of(first->K));
  EXPECT_NE(bytes_of(*decapsulate<S>(b->sk, first->c)), bytes_of(first->K));
}

TYPED_TEST(HybridTest, FailingEntropyIsAnError) {
  using S = TypeParam;
  const Entropy broken([](void*, std::span<std::uint8_t>) { return false; }, nullptr);
  EXPECT_EQ(keygen<S>(broken).error(), Error::kEntropy);
  EXPECT_EQ(encapsulate<S>(this->keys.pk, broken).error(), Error::kEntropy);
  EXPECT_EQ(encapsulate<S>(*PreparedPublicKey<S>::import(this->keys.pk), broken).error(), Error::kEntropy);
}

TYPED_TEST(HybridTest, EveryChangedByteGivesAnotherKey) {
  using S = TypeParam;
  const auto made = encapsulate<S>(this->keys.pk, this->coins);
  const auto sk = PreparedPrivateKey<S>::expand(this->seed);
  const auto K = bytes_of(made->K);
  Ciphertext c = made->c;
  for (std::size_t i = 0; i < c.size(); ++i) {
    c[i] ^= 0x80;
    const auto other = decapsulate<S>(sk, c);
    ASSERT_TRUE(other);
    EXPECT_NE(bytes_of(*other), K) << i;
    c[i] = made->c[i];
  }
}

TYPED_TEST(HybridTest, PointsOfLowOrderAreErrorsOnBothSides) {
  using S = TypeParam;
  const auto made = encapsulate<S>(this->keys.pk, this->coins);
  const auto sk = PreparedPrivateKey<S>::expand(this->seed);
  for (const Bytes<32>& point : low_order_points()) {
    PublicKey pk = this->keys.pk;
    std::ranges::copy(point, pk.begin() + this->x_pk);
    EXPECT_EQ(encapsulate<S>(pk, this->coins).error(), Error::kLowOrderPoint);
    EXPECT_EQ(encapsulate<S>(*PreparedPublicKey<S>::import(pk), this->coins).error(), Error::kLowOrderPoint);
    Ciphertext c = made->c;
    std::ranges::copy(point, c.begin() + this->x_c);
    EXPECT_EQ(decapsulate<S>(this->keys.sk, c).error(), Error::kLowOrderPoint);
    EXPECT_EQ(decapsulate<S>(sk, c).error(), Error::kLowOrderPoint);
  }
}

TYPED_TEST(HybridTest, BatchesGiveTheSingleResults) {
  using S = TypeParam;
  const auto sk = PreparedPrivateKey<S>::expand(this->seed);
  std::vector<Ciphertext> cs;
  for (std::uint8_t i = 0; i < 19; ++i) {
    cs.push_back(encapsulate<S>(this->keys.pk, counting<coins_size>(i))->c);
    if (i % 5 == 2) cs.back()[500] ^= 1;
    if (i % 7 == 3) std::fill_n(cs.back().begin() + this->x_c, 32, std::uint8_t{0});
  }
  for (const std::size_t count : {0U, 1U, 7U, 8U, 9U, 19U}) {
    std::vector<Result<SharedKey>> out;
    for (std::size_t i = 0; i < count + 2; ++i) out.emplace_back(Error::kEntropy);
    decapsulate_many<S>(sk, std::span(cs).first(count), out);
    for (std::size_t i = 0; i < count; ++i) {
      const auto single = decapsulate<S>(sk, cs[i]);
      ASSERT_EQ(out[i].has_value(), single.has_value()) << i;
      if (single) {
        EXPECT_EQ(bytes_of(*out[i]), bytes_of(*single)) << i;
      } else {
        EXPECT_EQ(out[i].error(), Error::kLowOrderPoint);
      }
    }
    for (std::size_t i = count; i < count + 2; ++i) EXPECT_EQ(out[i].error(), Error::kInvalidLength);
  }
}

TYPED_TEST(HybridTest, WrongLengthsAndCoefficientsAreErrors) {
  using S = TypeParam;
  std::vector<std::uint8_t> bytes(3000, 1);
  for (std::size_t size : {std::size_t{0}, public_key_size - 1, public_key_size + 1, std::size_t{3000}})
    EXPECT_EQ(PreparedPublicKey<S>::import(Message(bytes).first(size)).error(), Error::kInvalidLength);
  for (std::size_t size :
       {std::size_t{0}, S::private_key_size - 1, S::private_key_size + 1, std::size_t{2432}, std::size_t{2464}})
    EXPECT_EQ(PreparedPrivateKey<S>::import(Message(bytes).first(size)).error(), Error::kInvalidLength);
  PublicKey pk = this->keys.pk;
  std::fill_n(pk.begin() + (S::x25519_first ? 32 : 0), 3, std::uint8_t{0xFF});
  EXPECT_EQ(PreparedPublicKey<S>::import(pk).error(), Error::kNonCanonical);
  EXPECT_EQ(encapsulate<S>(pk, this->coins).error(), Error::kNonCanonical);
}

// The stored ek must be the one of d and z.
TEST(SplitPrf, AMismatchingEmbeddedKeyIsAnError) {
  const auto keys = keygen<MlKem768X25519>(counting<96>(3));
  for (const std::size_t i : {32U, 600U, 1215U, 1216U, 1279U}) {
    auto changed = bytes_of(keys.sk);
    changed[i] ^= 1;
    // z is the only part that ek does not depend on.
    const bool is_z = i >= 1248;
    EXPECT_EQ(PreparedPrivateKey<MlKem768X25519>::import(changed).has_value(), is_z) << i;
    if (!is_z) {
      EXPECT_EQ(PreparedPrivateKey<MlKem768X25519>::import(changed).error(), Error::kKeyMismatch);
      EXPECT_EQ(decapsulate<MlKem768X25519>(PrivateKey<MlKem768X25519>(View<1280>(changed)), Ciphertext{}).error(),
                Error::kKeyMismatch);
    }
  }
}

// The two earlier combiners of hpqc are other schemes: the same inputs give other secrets.
TEST(SplitPrf, EarlierCombinersGiveOtherSecrets) {
  const auto x = counting<32>(1), ml = counting<32>(2);
  const Bytes<32> x_c{7}, x_pk{8};
  const Bytes<1088> ml_c{9};
  const auto K = bytes_of(combine<MlKem768X25519>({x.reveal(), ml.reveal(), x_c, ml_c, x_pk}));
  const auto adapted = hash_point(x.reveal(), x_pk, x_c);
  const auto earlier = [&](bool labelled) {
    Bytes<32> sum{};
    for (const Message secret : {Message(adapted.reveal()), Message(ml.reveal())}) {
      auto hash = Blake2b::begin(32);
      const auto number = [&](std::size_t n) {
        const std::uint8_t bytes[] = {0, 0, static_cast<std::uint8_t>(n >> 8), static_cast<std::uint8_t>(n)};
        if (labelled) hash->absorb(bytes);
      };
      const std::uint8_t label[] = {'s', 'p', 'l', 'i', 't', 'p', 'r', 'f', '-', 'v', '1'};
      if (labelled) hash->absorb(label);
      number(32);
      hash->absorb(secret);
      number(2);
      number(32);
      hash->absorb(x_c);
      number(1088);
      hash->absorb(ml_c);
      Bytes<32> part;
      hash->finish(part);
      for (std::size_t i = 0; i < 32; ++i) sum[i] ^= part[i];
    }
    return sum;
  };
  EXPECT_NE(K, earlier(false));
  EXPECT_NE(K, earlier(true));
  EXPECT_NE(earlier(false), earlier(true));
}

TEST(XWingTest, TheFormOfHpqcIsAnEncodingOfItsOwn) {
  const auto keys = keygen<XWing>(counting<32>(3));
  const auto stored = to_hpqc(keys.sk);
  EXPECT_TRUE(std::ranges::equal(stored.reveal().first<public_key_size>(), keys.pk));
  EXPECT_EQ(bytes_of(*from_hpqc(stored.reveal())), bytes_of(keys.sk));
  for (const std::size_t i : {0U, 1000U, 1215U, 1247U}) {
    auto changed = bytes_of(stored);
    changed[i] ^= 1;
    EXPECT_EQ(from_hpqc(changed).error(), Error::kKeyMismatch) << i;
  }
  EXPECT_EQ(from_hpqc(keys.sk.reveal()).error(), Error::kInvalidLength);
  EXPECT_EQ(PreparedPrivateKey<XWing>::import(stored.reveal()).error(), Error::kInvalidLength);
}

// By explicit choice only: the draft computes on where the result of X25519 is zero.
TEST(XWingTest, TheDraftComputesOnWithPointsOfLowOrder) {
  const auto seed = counting<32>(3);
  const auto keys = keygen<XWing>(seed);
  const auto coins = counting<64>(9);
  const auto honest = xwing_draft_encapsulate(keys.pk, coins);
  EXPECT_EQ(honest->c, encapsulate<XWing>(keys.pk, coins)->c);
  EXPECT_EQ(bytes_of(xwing_draft_decapsulate(seed, honest->c)), bytes_of(honest->K));
  for (const Bytes<32>& point : low_order_points()) {
    Ciphertext c = honest->c;
    std::ranges::copy(point, c.end() - 32);
    Sha3_256::Incremental hash;
    const auto ml =
        mlkem::encapsulate<MlKem>(View<public_key_size>(keys.pk).first<1184>(), Secret<32>(coins.reveal().first<32>()));
    const Bytes<32> zero{};
    const std::uint8_t label[] = {0x5C, 0x2E, 0x2F, 0x2F, 0x5E, 0x5C};
    hash.absorb(ml->K.reveal());
    hash.absorb(zero);
    hash.absorb(point);
    hash.absorb(View<public_key_size>(keys.pk).last<32>());
    hash.absorb(label);
    Bytes<32> expected;
    hash.squeeze(expected);
    EXPECT_EQ(bytes_of(xwing_draft_decapsulate(seed, c)), expected);
  }
}

// A recipient of low order contributes nothing but its encoding: the secret is of ML-KEM's half and public bytes alone.
TEST(XWingTest, TheDraftEncapsulatesToKeysOfLowOrder) {
  const auto keys = keygen<XWing>(counting<32>(3));
  const auto coins = counting<64>(9);
  const auto ml =
      mlkem::encapsulate<MlKem>(View<public_key_size>(keys.pk).first<1184>(), Secret<32>(coins.reveal().first<32>()));
  ASSERT_TRUE(ml);
  const auto x_c = x25519::public_key(x25519::PrivateKey(coins.reveal().last<32>()));
  for (const Bytes<32>& point : low_order_points()) {
    PublicKey pk = keys.pk;
    std::ranges::copy(point, pk.end() - 32);
    const auto made = xwing_draft_encapsulate(pk, coins);
    ASSERT_TRUE(made);
    EXPECT_TRUE(std::ranges::equal(View<ciphertext_size>(made->c).last<32>(), x_c));
    const Bytes<32> zero{};
    EXPECT_EQ(bytes_of(made->K), bytes_of(combine<XWing>({zero, ml->K.reveal(), x_c, ml->c, point})));
  }
  PublicKey out_of_range = keys.pk;
  std::fill_n(out_of_range.begin(), 3, std::uint8_t{0xFF});
  EXPECT_EQ(xwing_draft_encapsulate(out_of_range, coins).error(), Error::kNonCanonical);
}

TEST(DhKem, BothSidesAgreeAndTheHighBitCounts) {
  const auto keys = dh::keygen(counting<32>(3));
  const auto made = dh::encapsulate(keys.pk, counting<32>(50));
  ASSERT_TRUE(made);
  EXPECT_EQ(bytes_of(*dh::decapsulate(keys.sk, made->c)), bytes_of(made->K));
  EXPECT_EQ(bytes_of(*dh::decapsulate(keys, made->c)), bytes_of(made->K));
  auto c = made->c;
  c[31] ^= 0x80;  // the same point, other bytes in the hash
  EXPECT_NE(bytes_of(*dh::decapsulate(keys.sk, c)), bytes_of(made->K));
  for (const Bytes<32>& point : low_order_points()) {
    EXPECT_EQ(dh::encapsulate(point, counting<32>(50)).error(), Error::kLowOrderPoint);
    EXPECT_EQ(dh::decapsulate(keys.sk, point).error(), Error::kLowOrderPoint);
  }
}

}  // namespace
}  // namespace lydite::hybrid
