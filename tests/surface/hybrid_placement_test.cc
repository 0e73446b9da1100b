// Hybrid KEMs and BLAKE2 with inputs at many alignments and directly before a page that nobody may touch.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "lydite/blake2.h"
#include "lydite/hybrid.h"
#include "tests/surface/placement.h"

namespace lydite {
namespace {

using testing_support::Guarded;
using testing_support::random_bytes;

using HybridPlacement = testing_support::OnEachTarget;
INSTANTIATE_TEST_SUITE_P(Targets, HybridPlacement, testing::ValuesIn(testing_support::target_names()),
                         testing_support::target_name);

template <std::size_t N>
Secret<N> random_secret(std::uint8_t number) {
  return Secret<N>(View<N>(random_bytes(N, number).data(), N));
}

template <hybrid::Scheme S>
void hybrids_anywhere() {
  const auto seed = random_secret<S::seed_size>(1);
  const auto coins = random_secret<64>(2);
  const auto keys = hybrid::keygen<S>(seed);
  const auto sent = hybrid::encapsulate<S>(View<hybrid::public_key_size>(keys.pk), coins);
  const auto is_right = [&](const Result<hybrid::SharedKey>& K) {
    return K.has_value() && std::ranges::equal(K->reveal(), sent->K.reveal());
  };
  for (std::size_t gap = 0; gap < 64; gap += gap < 4 ? 1 : 13) {
    Guarded seed_place(S::seed_size, gap), coins_place(64, gap), sk_place(S::private_key_size, gap);
    const auto& placed_seed = seed_place.place<hybrid::Seed<S>>(seed.reveal());
    const auto& placed_coins = coins_place.place<hybrid::Coins>(coins.reveal());
    const auto& sk = sk_place.place<hybrid::PrivateKey<S>>(keys.sk.reveal());
    const Guarded pk(keys.pk, gap), c(sent->c, gap);
    EXPECT_EQ(hybrid::keygen<S>(placed_seed).pk, keys.pk) << gap;
    EXPECT_EQ(hybrid::encapsulate<S>(pk.exactly<hybrid::public_key_size>(), placed_coins)->c, sent->c) << gap;
    EXPECT_TRUE(is_right(hybrid::decapsulate<S>(sk, c.exactly<hybrid::ciphertext_size>()))) << gap;
    const auto prepared_pk = hybrid::PreparedPublicKey<S>::import(pk.bytes());
    EXPECT_EQ(hybrid::encapsulate<S>(*prepared_pk, placed_coins)->c, sent->c) << gap;
    const auto prepared_sk = hybrid::PreparedPrivateKey<S>::import(sk.reveal());
    EXPECT_TRUE(is_right(hybrid::decapsulate<S>(*prepared_sk, c.exactly<hybrid::ciphertext_size>()))) << gap;
  }
}

TEST_P(HybridPlacement, RunsMlKem768X25519Anywhere) { hybrids_anywhere<hybrid::MlKem768X25519>(); }
TEST_P(HybridPlacement, RunsXWingAnywhere) { hybrids_anywhere<hybrid::XWing>(); }

// One more than two groups of four, behind each other, the last directly before the guard.
TEST_P(HybridPlacement, DecapsulatesManyAtTheGuard) {
  const auto sk = hybrid::PreparedPrivateKey<hybrid::XWing>::expand(random_secret<32>(3));
  const auto pk = sk.public_key();
  const auto sent = hybrid::encapsulate<hybrid::XWing>(View<hybrid::public_key_size>(pk), random_secret<64>(4));
  constexpr std::size_t count = 9;
  const Guarded placed(count * hybrid::ciphertext_size);
  for (std::size_t i = 0; i < count; ++i)
    std::ranges::copy(sent->c, placed.bytes().begin() + static_cast<std::ptrdiff_t>(i * hybrid::ciphertext_size));
  const std::span cs(reinterpret_cast<const hybrid::Ciphertext*>(placed.bytes().data()), count);
  std::vector<Result<hybrid::SharedKey>> out;
  for (std::size_t i = 0; i < count; ++i) out.emplace_back(Error::kInvalidLength);
  hybrid::decapsulate_many<hybrid::XWing>(sk, cs, out);
  for (const auto& K : out) {
    ASSERT_TRUE(K.has_value());
    EXPECT_TRUE(std::ranges::equal(K->reveal(), sent->K.reveal()));
  }
}

TEST(Blake2Placement, HashesMessagesAnywhere) {
  for (const std::size_t size : {0, 1, 127, 128, 129, 256, 300}) {
    const auto message = random_bytes(size, 5), key = random_bytes(40, 6);
    Bytes<64> expected;
    ASSERT_TRUE(Blake2b::hash(message, expected, key).has_value());
    for (std::size_t gap = 0; gap < 40; ++gap) {
      const Guarded placed(message, gap), placed_key(key, gap), out(64, gap);
      EXPECT_TRUE(Blake2b::hash(placed.bytes(), out.bytes(), placed_key.bytes()).has_value());
      EXPECT_TRUE(std::ranges::equal(out.bytes(), expected)) << size << " bytes, " << gap << " before the guard";
    }
  }
}

}  // namespace
}  // namespace lydite
