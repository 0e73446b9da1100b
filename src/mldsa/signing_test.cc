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

template <class P>
class HostileKeyTest : public ::testing::Test {
 protected:
  using Prepared = PreparedPrivateKey<P>;
  void spoil_t0() {
    const Polynomial* t0_hat = Internal<P>::signing_key(*key).t0_hat;
    std::int32_t x = 1;
    for (std::size_t i = 0; i < P::k; ++i)
      for (std::int32_t& coefficient : const_cast<Polynomial*>(t0_hat)[i])  // NOLINT: the key is not constant
        coefficient = x = centred(std::int64_t{x} * 1753 + 1);
  }

  std::unique_ptr<Prepared> key = std::make_unique<Prepared>(Prepared::expand(Seed()));
};
using Sets = ::testing::Types<MlDsa44, MlDsa65, MlDsa87>;
TYPED_TEST_SUITE(HostileKeyTest, Sets);

// c t0 all over [-q / 2, q / 2]: too many hints in every attempt.
TYPED_TEST(HostileKeyTest, NoSignatureAtTheLimit) {
  using P = TypeParam;
  ASSERT_TRUE(sign_deterministic<P>(*this->key, text, {}).has_value());
  this->spoil_t0();
  EXPECT_EQ(sign_deterministic<P>(*this->key, text, {}).error(), Error::kTooManyAttempts);
  EXPECT_EQ(sign<P>(*this->key, text, {}, Randomizer()).error(), Error::kTooManyAttempts);
  EXPECT_EQ(sign<P>(*this->key, text, {}, zeros).error(), Error::kTooManyAttempts);
  EXPECT_EQ(sign_mu<P>(*this->key, Bytes<64>{}, Randomizer()).error(), Error::kTooManyAttempts);
}

// At that time z is in the output.
TYPED_TEST(HostileKeyTest, RejectedAttemptsDoNotStayInTheOutput) {
  using P = TypeParam;
  this->spoil_t0();
  Signature<P> signature;
  signature.fill(0xA5);
  Signing<P> signing(Internal<P>::signing_key(*this->key), Randomizer(), signature);
  signing.take_representative(Bytes<64>{});
  EXPECT_FALSE(signing.run());
  EXPECT_EQ(signature, Signature<P>{});
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
