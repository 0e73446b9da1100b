// X25519 and Ed25519 with inputs at many alignments and directly before a page that nobody may touch.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "lydite/ed25519.h"
#include "lydite/x25519.h"
#include "tests/surface/placement.h"

namespace lydite {
namespace {

using testing_support::Guarded;
using testing_support::random_bytes;

template <std::size_t N>
Secret<N> random_secret(std::uint8_t number) {
  return Secret<N>(View<N>(random_bytes(N, number).data(), N));
}

TEST(ClassicalPlacement, AgreesAnywhere) {
  const auto sk = random_secret<32>(1), other = random_secret<32>(2);
  const auto pk = x25519::public_key(sk), other_pk = x25519::public_key(other);
  const auto expected = x25519::agree(other, pk);
  for (std::size_t gap = 0; gap < 32; ++gap) {
    Guarded sk_place(32, gap);
    const auto& placed_sk = sk_place.place<x25519::PrivateKey>(sk.reveal());
    const Guarded u(other_pk, gap);
    EXPECT_EQ(x25519::public_key(placed_sk), pk) << gap;
    const auto shared = x25519::agree(placed_sk, u.exactly<32>());
    ASSERT_TRUE(shared.has_value());
    EXPECT_TRUE(std::ranges::equal(shared->reveal(), expected->reveal())) << gap;
  }
}

TEST(ClassicalPlacement, SignsAndVerifiesAnywhere) {
  const auto seed = random_secret<32>(3);
  const auto key = ed25519::PrivateKey::expand(seed);
  for (const std::size_t size : {0, 1, 63, 64, 111, 112, 128, 300}) {
    const auto message = random_bytes(size, 4);
    const auto expected = ed25519::sign(key, message);
    for (std::size_t gap = 0; gap < 20; ++gap) {
      Guarded seed_place(32, gap);
      const auto& placed_seed = seed_place.place<ed25519::Seed>(seed.reveal());
      const Guarded m(message, gap), pk(key.public_key(), gap), signature(expected, gap);
      const auto imported = ed25519::PrivateKey::import(placed_seed.reveal(), pk.bytes());
      ASSERT_TRUE(imported.has_value());
      EXPECT_EQ(ed25519::sign(*imported, m.bytes()), expected) << size << " bytes, " << gap << " before the guard";
      EXPECT_TRUE(ed25519::verify(pk.bytes(), m.bytes(), signature.bytes())) << size << " " << gap;
    }
  }
}

}  // namespace
}  // namespace lydite
