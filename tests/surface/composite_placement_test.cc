// Composite signatures with inputs at many alignments and directly before a page that nobody may touch.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <vector>

#include "lydite/composite.h"
#include "tests/surface/placement.h"

namespace lydite {
namespace {

using testing_support::Guarded;
using testing_support::random_bytes;

using CompositePlacement = testing_support::OnEachTarget;
INSTANTIATE_TEST_SUITE_P(Targets, CompositePlacement, testing::ValuesIn(testing_support::target_names()),
                         testing_support::target_name);

template <composite::Framing F>
void composites_anywhere(const std::vector<std::uint8_t>& context) {
  const composite::PrivateKey sk(View<64>(random_bytes(64, 1).data(), 64));
  const auto pk = composite::public_key(sk);
  const auto message = random_bytes(200, 2);
  const auto expected = composite::sign_deterministic<F>(sk, message, context);
  ASSERT_TRUE(expected.has_value());
  for (const std::size_t gap : {0, 1, 3, 8, 31, 63}) {
    Guarded sk_place(64, gap);
    const auto& placed_sk = sk_place.place<composite::PrivateKey>(sk.reveal());
    const Guarded key(pk, gap), m(message, gap), ctx(context, gap), signature(*expected, gap);
    EXPECT_EQ(composite::public_key(placed_sk), pk) << gap;
    EXPECT_EQ(*composite::sign_deterministic<F>(placed_sk, m.bytes(), ctx.bytes()), *expected) << gap;
    EXPECT_TRUE(composite::verify<F>(key.bytes(), m.bytes(), signature.bytes(), ctx.bytes())) << gap;
    const auto prepared = composite::PreparedPublicKey<F>::import(key.bytes());
    EXPECT_TRUE(composite::verify<F>(*prepared, m.bytes(), signature.bytes(), ctx.bytes())) << gap;
    const auto imported = composite::PreparedPrivateKey<F>::import(placed_sk.reveal(), key.bytes());
    EXPECT_EQ(*composite::sign_deterministic<F>(*imported, m.bytes(), ctx.bytes()), *expected) << gap;
    std::array<composite::SignedMessage, 3> inputs;
    inputs.fill({key.bytes(), m.bytes(), signature.bytes(), ctx.bytes()});
    std::array<bool, 3> valid{};
    composite::verify_many<F>(inputs, valid);
    EXPECT_TRUE(valid[0] && valid[1] && valid[2]) << gap;
  }
}

TEST_P(CompositePlacement, RunsTheFogFramingAnywhere) { composites_anywhere<composite::FogMlDsa65Ed25519>({}); }
TEST_P(CompositePlacement, RunsTheLampsFramingAnywhere) {
  composites_anywhere<composite::MlDsa65Ed25519Sha512>(random_bytes(17, 3));
}

}  // namespace
}  // namespace lydite
