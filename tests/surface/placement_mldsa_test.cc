// ML-DSA with inputs at many alignments and directly before a page that nobody may touch.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lydite/mldsa.h"
#include "tests/surface/placement.h"

namespace lydite {
namespace {

using testing_support::Guarded;
using testing_support::random_bytes;

using SignaturePlacement = testing_support::OnEachTarget;
INSTANTIATE_TEST_SUITE_P(Targets, SignaturePlacement, testing::ValuesIn(testing_support::target_names()),
                         testing_support::target_name);

template <mldsa::ParameterSet P>
class Placed {
 public:
  Placed() : message_(random_bytes(150, 7)), context_(random_bytes(9, 8)) {
    const auto signature = mldsa::sign<P>(keys_.sk, message_, context_, rnd_);
    EXPECT_TRUE(signature.has_value());
    signature_ = *signature;
  }
  void run(std::size_t gap) const {
    Guarded sk_place(keys_.sk.size, gap), xi_place(32, gap), rnd_place(32, gap);
    const auto& sk = sk_place.place<mldsa::PrivateKey<P>>(keys_.sk.reveal());
    const auto& xi = xi_place.place<mldsa::Seed>(xi_.reveal());
    const auto& rnd = rnd_place.place<mldsa::Randomizer>(rnd_.reveal());
    const Guarded pk(keys_.pk, gap), message(message_, gap), context(context_, gap), signature(signature_, gap);
    EXPECT_EQ(mldsa::keygen<P>(xi).pk, keys_.pk);
    EXPECT_EQ(*mldsa::sign<P>(sk, message.bytes(), context.bytes(), rnd), signature_);
    EXPECT_TRUE(mldsa::verify<P>(pk.bytes(), message.bytes(), signature.bytes(), context.bytes()));
    EXPECT_TRUE(mldsa::check_private_key<P>(sk.reveal()).has_value());
    const auto prepared_pk = mldsa::PreparedPublicKey<P>::import(pk.bytes());
    EXPECT_TRUE(mldsa::verify<P>(*prepared_pk, message.bytes(), signature.bytes(), context.bytes()));
    const auto prepared_sk = mldsa::PreparedPrivateKey<P>::import(sk.reveal());
    EXPECT_EQ(*mldsa::sign<P>(*prepared_sk, message.bytes(), context.bytes(), rnd), signature_);
  }
  // A batch of one more than eight, all with the same inputs.
  void run_batch(std::size_t gap) const {
    const Guarded pk(keys_.pk, gap), message(message_, gap), context(context_, gap), signature(signature_, gap);
    std::array<mldsa::SignedMessage, 9> inputs;
    inputs.fill({pk.bytes(), message.bytes(), signature.bytes(), context.bytes()});
    std::array<bool, 9> valid{};
    mldsa::verify_many<P>(inputs, valid);
    EXPECT_EQ(std::count(valid.begin(), valid.end(), true), 9);
  }

 private:
  mldsa::Seed xi_{View<32>(random_bytes(32, 5).data(), 32)};
  mldsa::Randomizer rnd_{View<32>(random_bytes(32, 6).data(), 32)};
  mldsa::KeyPair<P> keys_ = mldsa::keygen<P>(xi_);
  std::vector<std::uint8_t> message_, context_;
  mldsa::Signature<P> signature_;
};

template <mldsa::ParameterSet P>
void signatures_anywhere() {
  const Placed<P> placed;
  for (const std::size_t gap : {0, 1, 2, 3, 7, 8, 15, 31, 33, 63}) {
    SCOPED_TRACE(std::to_string(gap) + " bytes before the guard");
    placed.run(gap);
  }
  placed.run_batch(0);
  placed.run_batch(5);
}

TEST_P(SignaturePlacement, RunsMlDsa44Anywhere) { signatures_anywhere<mldsa::MlDsa44>(); }
TEST_P(SignaturePlacement, RunsMlDsa65Anywhere) { signatures_anywhere<mldsa::MlDsa65>(); }
TEST_P(SignaturePlacement, RunsMlDsa87Anywhere) { signatures_anywhere<mldsa::MlDsa87>(); }

}  // namespace
}  // namespace lydite
