#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lydite/mldsa.h"

namespace lydite::mldsa {
namespace {

constexpr std::size_t input_count = 11;
const Bytes<5> context{9, 8};

// Messages of many lengths; every third signature is wrong, one is short, and one has a context that is too long.
template <class P>
class MlDsaBatchTest : public ::testing::Test {
 protected:
  void sign_all(bool one_signer) {
    for (std::uint8_t i = 0; i < input_count; ++i) {
      Seed xi;
      xi.fill()[0] = one_signer ? 0 : i;
      const KeyPair<P> keys = keygen<P>(xi);
      public_keys.push_back(keys.pk);
      messages.emplace_back(i * 150U, i);
      const auto s = sign_deterministic<P>(keys.sk, messages[i], context);
      signatures.emplace_back(s->begin(), s->end());
      if (i % 3 == 1) signatures[i][40 * i] ^= 1;
      contexts.push_back(i == 6 ? Message(too_long) : Message(context));
    }
    signatures[5].pop_back();
  }
  // verify_all(n, valid) verifies the first n. What is behind them is false.
  template <class VerifyAll>
  void expect_single_results(VerifyAll verify_all) const {
    std::array<bool, input_count> valid;
    for (std::size_t count = 0; count <= input_count; ++count) {
      valid.fill(true);
      verify_all(count, std::span<bool>(valid));
      for (std::size_t i = 0; i < input_count; ++i)
        EXPECT_EQ(valid[i], i < count && verify<P>(public_keys[i], messages[i], signatures[i], contexts[i])) << i;
    }
    EXPECT_TRUE(valid[0] && valid[2] && valid[3] && valid[8] && valid[9]);
    EXPECT_FALSE(valid[1] || valid[4] || valid[5] || valid[6] || valid[7] || valid[10]);
  }

  const std::vector<std::uint8_t> too_long = std::vector<std::uint8_t>(256);
  std::vector<PublicKey<P>> public_keys;
  std::vector<std::vector<std::uint8_t>> messages, signatures;
  std::vector<Message> contexts;
};
using Sets = ::testing::Types<MlDsa44, MlDsa65, MlDsa87>;
TYPED_TEST_SUITE(MlDsaBatchTest, Sets);

TYPED_TEST(MlDsaBatchTest, ManySignersGiveTheSingleResults) {
  this->sign_all(false);
  std::vector<SignedMessage> inputs;
  for (std::size_t i = 0; i < input_count; ++i)
    inputs.push_back({this->public_keys[i], this->messages[i], this->signatures[i], this->contexts[i]});
  this->expect_single_results(
      [&](std::size_t count, std::span<bool> valid) { verify_many<TypeParam>(std::span(inputs).first(count), valid); });
}

TYPED_TEST(MlDsaBatchTest, OneSignerGivesTheSingleResults) {
  this->sign_all(true);
  const auto pk = PreparedPublicKey<TypeParam>::import(this->public_keys[0]);
  std::vector<MessageSignature> inputs;
  for (std::size_t i = 0; i < input_count; ++i)
    inputs.push_back({this->messages[i], this->signatures[i], this->contexts[i]});
  this->expect_single_results([&](std::size_t count, std::span<bool> valid) {
    verify_many<TypeParam>(*pk, std::span(inputs).first(count), valid);
  });
}

TYPED_TEST(MlDsaBatchTest, KeysOfAWrongLengthAreNotRead) {
  this->sign_all(false);
  for (const std::size_t size : {std::size_t{0}, public_key_size<TypeParam> - 1}) {
    const SignedMessage input{Message(this->public_keys[0]).first(size), this->messages[0], this->signatures[0],
                              context};
    std::array<bool, 1> valid{true};
    verify_many<TypeParam>({&input, 1}, valid);
    EXPECT_FALSE(valid[0]);
  }
}

}  // namespace
}  // namespace lydite::mldsa
