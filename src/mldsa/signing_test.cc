// Signing with keys that give no signature: it ends at the limit of attempts, with nothing published.
#include "src/mldsa/signing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <type_traits>

#include "src/mldsa/internal.h"

namespace lydite::mldsa {
namespace {

const Bytes<3> text{1, 2, 3};
const Entropy zeros([](void*, std::span<std::uint8_t> out) { return std::ranges::fill(out, 0), true; }, nullptr);

// Coefficients all over [-q / 2, q / 2]: neither low bits minus such a polynomial nor masks plus one are short.
void spoil(std::span<Polynomial> polynomials) {
  std::int32_t x = 1;
  for (Polynomial& f : polynomials)
    for (std::int32_t& coefficient : f) coefficient = x = centred(std::int64_t{x} * 1753 + 1);
}

template <class P>
class HostileKeyTest : public ::testing::Test {
 protected:
  using Prepared = PreparedPrivateKey<P>;
  static std::span<Polynomial> writable(const Polynomial* f, std::size_t count) {
    return {const_cast<Polynomial*>(f), count};  // NOLINT: of `key`, which is not constant
  }
  // Every form of signing that takes a prepared key gives up.
  void expect_errors() const {
    EXPECT_EQ(sign_deterministic<P>(*key, text, {}).error(), Error::kTooManyAttempts);
    EXPECT_EQ(sign<P>(*key, text, {}, Randomizer()).error(), Error::kTooManyAttempts);
    EXPECT_EQ(sign<P>(*key, text, {}, zeros).error(), Error::kTooManyAttempts);
    EXPECT_EQ(sign_mu<P>(*key, Bytes<64>{}, Randomizer()).error(), Error::kTooManyAttempts);
  }

  std::unique_ptr<Prepared> key = std::make_unique<Prepared>(Prepared::expand(Seed()));
  const SigningKey parts = Internal<P>::signing_key(*key);
};
using Sets = ::testing::Types<MlDsa44, MlDsa65, MlDsa87>;
TYPED_TEST_SUITE(HostileKeyTest, Sets);

TYPED_TEST(HostileKeyTest, LowBitsThatAreNeverShortEndInAnError) {
  ASSERT_TRUE(sign_deterministic<TypeParam>(*this->key, text, {}).has_value());
  spoil(this->writable(this->parts.s2_hat, TypeParam::k));
  this->expect_errors();
}

// z is rejected in the last polynomial: the others are in the output by then.
TYPED_TEST(HostileKeyTest, RejectedMasksDoNotStayInTheOutput) {
  using P = TypeParam;
  spoil(this->writable(this->parts.s1_hat + P::l - 1, 1));
  this->expect_errors();
  Signature<P> signature;
  signature.fill(0xA5);
  Signing<P> signing(this->parts, Randomizer(), signature);
  signing.take_representative(Bytes<64>{});
  EXPECT_FALSE(signing.run());
  EXPECT_EQ(signature, Signature<P>{});
}

TYPED_TEST(HostileKeyTest, HintsThatAreAlwaysTooManyEndInAnError) {
  spoil(this->writable(this->parts.t0_hat, TypeParam::k));
  this->expect_errors();
}

// What an encoded key can do, whose s1 and s2 are in range or refused: t0 as large as it can be everywhere. With
// ML-DSA-65 one attempt in some sixty succeeds nevertheless.
TYPED_TEST(HostileKeyTest, EncodedKeysWithLargeT0EndInAnError) {
  using P = TypeParam;
  if constexpr (std::is_same_v<P, MlDsa65>) GTEST_SKIP() << "no such key";
  KeyPair<P> keys = keygen<P>(Seed());
  std::mt19937 random(1);
  for (std::size_t i = 0; i < P::k; ++i) {
    Polynomial t0;
    for (std::int32_t& x : t0) x = random() % 2 == 0 ? 4096 : -4095;
    pack_signed<d>(t0, 4096, part<t0_size>(keys.sk.fill().data() + PrivateKeyLayout<P>::t0 + t0_size * i));
  }
  EXPECT_EQ(check_private_key<P>(keys.sk.reveal()).error(), Error::kKeyMismatch);
  EXPECT_EQ(sign_deterministic<P>(keys.sk, text, {}).error(), Error::kTooManyAttempts);
  EXPECT_EQ(sign<P>(keys.sk, text, {}, zeros).error(), Error::kTooManyAttempts);
}

}  // namespace
}  // namespace lydite::mldsa
