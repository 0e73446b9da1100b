// Inputs and outputs at every alignment and directly before a page that nobody may touch: the results are those of
// ordinary memory, and nothing outside the given bytes is read or written.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lydite/mlkem.h"
#include "lydite/sha3.h"
#include "tests/surface/placement.h"

namespace lydite {
namespace {

using testing_support::Guarded;
using testing_support::random_bytes;
constexpr std::size_t gaps = 64;

using Placement = testing_support::OnEachTarget;
INSTANTIATE_TEST_SUITE_P(Targets, Placement, testing::ValuesIn(testing_support::target_names()),
                         testing_support::target_name);

constexpr std::array<std::size_t, 11> message_sizes{0, 1, 7, 8, 71, 135, 136, 137, 168, 500, 1000};

TEST_P(Placement, HashesMessagesAnywhere) {
  for (const std::size_t size : message_sizes) {
    const auto message = random_bytes(size, 1);
    const auto expected = Sha3_256::hash(message);
    for (std::size_t gap = 0; gap < gaps; ++gap) {
      const Guarded placed(message, gap);
      ASSERT_EQ(Sha3_256::hash(placed.bytes()), expected) << size << " bytes, " << gap << " before the guard";
    }
  }
}

TEST_P(Placement, WritesXofOutputAnywhere) {
  for (const std::size_t size : message_sizes) {
    std::vector<std::uint8_t> expected(size);
    Shake256::hash({}, expected);
    for (std::size_t gap = 0; gap < gaps; ++gap) {
      const Guarded placed(size, gap);
      Shake256::hash({}, placed.bytes());
      ASSERT_TRUE(std::ranges::equal(placed.bytes(), expected)) << size << " bytes, " << gap << " before the guard";
    }
  }
}

TEST_P(Placement, HashesManyMessagesAnywhere) {
  for (std::size_t gap = 0; gap < gaps; ++gap) {
    std::vector<Guarded*> placed;
    std::vector<Message> messages;
    for (const std::size_t size : message_sizes) {
      placed.push_back(new Guarded(random_bytes(size, 2), gap));
      messages.push_back(placed.back()->bytes());
    }
    std::vector<Sha3_256::Digest> digests(messages.size());
    Sha3_256::hash_many(messages, digests);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      EXPECT_EQ(digests[i], Sha3_256::hash(messages[i])) << i;
      delete placed[i];
    }
  }
}

template <mlkem::ParameterSet P>
void kem_anywhere() {
  constexpr std::size_t ek_size = mlkem::encapsulation_key_size<P>, dk_size = mlkem::decapsulation_key_size<P>;
  constexpr std::size_t c_size = mlkem::ciphertext_size<P>;
  const auto seed_bytes = random_bytes(64, 3), m_bytes = random_bytes(32, 4);
  const mlkem::Seed dz(View<64>(seed_bytes.data(), 64));
  const Secret<32> m(View<32>(m_bytes.data(), 32));
  const auto keys = mlkem::keygen<P>(dz);
  const auto sent = mlkem::encapsulate<P>(keys.ek, m);
  for (std::size_t gap = 0; gap < gaps; ++gap) {
    SCOPED_TRACE(std::to_string(gap) + " bytes before the guard");
    Guarded seed_place(64, gap), m_place(32, gap), dk_place(dk_size, gap);
    const auto& seed = seed_place.place<mlkem::Seed>(dz.reveal());
    const auto& message = m_place.place<Secret<32>>(m.reveal());
    const auto& dk = dk_place.place<mlkem::DecapsulationKey<P>>(keys.dk.reveal());
    const Guarded ek(keys.ek, gap), c(sent->c, gap);
    const auto ek_view = ek.exactly<ek_size>();
    EXPECT_EQ(mlkem::keygen<P>(seed).ek, keys.ek);
    EXPECT_EQ(mlkem::encapsulate<P>(ek_view, message)->c, sent->c);
    const auto K = mlkem::decapsulate<P>(dk, c.exactly<c_size>());
    EXPECT_TRUE(std::ranges::equal(K->reveal(), sent->K.reveal()));
    const auto prepared_ek = mlkem::PreparedEncapsulationKey<P>::import(ek.bytes());
    EXPECT_EQ(mlkem::encapsulate<P>(*prepared_ek, message).c, sent->c);
    const auto prepared_dk = mlkem::PreparedDecapsulationKey<P>::import(dk.reveal());
    const auto prepared_K = mlkem::decapsulate<P>(*prepared_dk, c.exactly<c_size>());
    EXPECT_TRUE(std::ranges::equal(prepared_K.reveal(), sent->K.reveal()));
    EXPECT_TRUE(mlkem::check_encapsulation_key<P>(ek.bytes()).has_value());
    EXPECT_TRUE(mlkem::check_decapsulation_key<P>(dk.reveal()).has_value());
    const auto header = mlkem::header<P>(ek_view);
    const auto first = mlkem::encapsulate_first<P>(header, message);
    const auto second = mlkem::encapsulate_second<P>(header, first.state, mlkem::vector<P>(ek_view));
    EXPECT_TRUE(std::ranges::equal(*second, mlkem::c2<P>(c.exactly<c_size>())));
  }
}

TEST_P(Placement, RunsMlKem512Anywhere) { kem_anywhere<mlkem::MlKem512>(); }
TEST_P(Placement, RunsMlKem768Anywhere) { kem_anywhere<mlkem::MlKem768>(); }
TEST_P(Placement, RunsMlKem1024Anywhere) { kem_anywhere<mlkem::MlKem1024>(); }

// Batches: all inputs of one kind lie behind each other, the last directly before the guard.
template <mlkem::ParameterSet P>
void batches_at_the_guard() {
  for (std::size_t count = 0; count <= 9; ++count) {
    std::vector<mlkem::EncapsulationKey<P>> eks;
    std::vector<Secret<32>> ms;
    std::vector<mlkem::Ciphertext<P>> cs;
    const auto dk = mlkem::PreparedDecapsulationKey<P>::expand(mlkem::Seed());
    for (std::size_t i = 0; i < count; ++i) {
      ms.emplace_back(View<32>(random_bytes(32, static_cast<std::uint8_t>(i)).data(), 32));
      eks.push_back(dk.encapsulation_key().encoded());
      cs.push_back(mlkem::encapsulate<P>(dk.encapsulation_key(), ms.back()).c);
    }
    const std::span<const std::uint8_t> ek_bytes(reinterpret_cast<const std::uint8_t*>(eks.data()),
                                                 count * sizeof eks[0]);
    const std::span<const std::uint8_t> c_bytes(reinterpret_cast<const std::uint8_t*>(cs.data()), count * sizeof cs[0]);
    const Guarded placed_eks(ek_bytes, 0), placed_cs(c_bytes, 0);
    const std::span eks_span(reinterpret_cast<const mlkem::EncapsulationKey<P>*>(placed_eks.bytes().data()), count);
    const std::span cs_span(reinterpret_cast<const mlkem::Ciphertext<P>*>(placed_cs.bytes().data()), count);
    std::vector<Result<mlkem::Encapsulation<P>>> sent;
    for (std::size_t i = 0; i < count; ++i) sent.emplace_back(Error::kInvalidLength);
    std::vector<mlkem::SharedKey> received(count);
    mlkem::encapsulate_many<P>(eks_span, ms, sent);
    mlkem::decapsulate_many<P>(dk, cs_span, received);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_TRUE(sent[i].has_value());
      EXPECT_EQ(sent[i]->c, cs[i]) << i << " of " << count;
      EXPECT_TRUE(std::ranges::equal(sent[i]->K.reveal(), received[i].reveal())) << i << " of " << count;
    }
  }
}

TEST_P(Placement, RunsBatchesOfMlKem512AtTheGuard) { batches_at_the_guard<mlkem::MlKem512>(); }
TEST_P(Placement, RunsBatchesOfMlKem768AtTheGuard) { batches_at_the_guard<mlkem::MlKem768>(); }
TEST_P(Placement, RunsBatchesOfMlKem1024AtTheGuard) { batches_at_the_guard<mlkem::MlKem1024>(); }

TEST(GuardedBytes, TheGuardEndsAProgramThatTouchesIt) {
  const Guarded placed(10, 0);
  EXPECT_DEATH(
      {
        const volatile std::uint8_t* end = placed.bytes().data() + 10;
        [[maybe_unused]] const std::uint8_t read = *end;
      },
      "");
}

}  // namespace
}  // namespace lydite
