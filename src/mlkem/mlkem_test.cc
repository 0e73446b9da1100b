#include "lydite/mlkem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "lydite/sha3.h"
#include "src/mlkem/testing.h"

namespace lydite::mlkem {
namespace {

class MlKemOnTarget : public OnTarget {
 protected:
  template <std::size_t N>
  Secret<N> random_secret() {
    Secret<N> secret;
    randomise(secret.fill());
    return secret;
  }
};
LYDITE_ON_EACH_TARGET(MlKemOnTarget);

// Runs `test` for each parameter set.
template <class Test>
void for_each_set(Test test) {
  test(MlKem512());
  test(MlKem768());
  test(MlKem1024());
}

template <class A, class B>
bool same(const A& a, const B& b) {
  return std::ranges::equal(a, b);
}

template <ParameterSet P>
DecapsulationKey<P> copy_of(const DecapsulationKey<P>& dk) {
  return DecapsulationKey<P>(dk.reveal());
}

// SHAKE256(z || c, 32).
template <ParameterSet P>
Bytes<32> rejection_key(View<32> z, const Ciphertext<P>& c) {
  Shake256::Incremental sponge;
  sponge.absorb(z);
  sponge.absorb(c);
  Bytes<32> key;
  sponge.squeeze(key);
  return key;
}

// The running hash over key generation, encapsulation and decapsulation of random ciphertexts: seeds from
// SHAKE128(""), all results into a second SHAKE128. The values were computed by two independent implementations.
template <ParameterSet P>
std::string accumulated(int count) {
  Shake128::Incremental source, sink;
  for (int i = 0; i < count; ++i) {
    Seed dz;
    Secret<32> m;
    Ciphertext<P> c;
    source.squeeze(dz.fill());
    source.squeeze(m.fill());
    source.squeeze(c);
    const auto keys = keygen<P>(dz);
    const auto sent = encapsulate<P>(View<encapsulation_key_size<P>>(keys.ek), m);
    const auto rejected = decapsulate<P>(keys.dk, c);
    sink.absorb(keys.ek);
    sink.absorb(keys.dk.reveal());
    sink.absorb(sent->c);
    sink.absorb(sent->K.reveal());
    sink.absorb(rejected->reveal());
  }
  Bytes<32> digest;
  sink.squeeze(digest);
  std::string hex;
  for (const std::uint8_t byte : digest) {
    constexpr char digits[] = "0123456789abcdef";
    hex += digits[byte >> 4];
    hex += digits[byte & 15];
  }
  return hex;
}

TEST_P(MlKemOnTarget, AccumulatedKnownAnswers) {
  EXPECT_EQ(accumulated<MlKem512>(100), "449120c6e320ef3e9fbfa2316e5f2d2e1e6dd37d8ff5d086d5d2db7d42aff0a1");
  EXPECT_EQ(accumulated<MlKem768>(100), "8d65b902f28edc683cebee2872962fd165a4d197c9e24ec74caa4470270df0b7");
  EXPECT_EQ(accumulated<MlKem1024>(100), "c3ffe9ebecfa479c142656cbfbc6417efa05b77e994fe538eef4daed166363df");
}

TEST_P(MlKemOnTarget, BothSidesAgree) {
  for_each_set([&]<class P>(P) {
    for (int round = 0; round < 20; ++round) {
      const Seed dz = random_secret<64>();
      const auto keys = keygen<P>(dz);
      const auto prepared = PreparedDecapsulationKey<P>::expand(dz);
      const auto sent = encapsulate<P>(View<encapsulation_key_size<P>>(keys.ek), random_secret<32>());
      ASSERT_TRUE(sent);
      ASSERT_TRUE(same(decapsulate<P>(keys.dk, sent->c)->reveal(), sent->K.reveal()));
      ASSERT_TRUE(same(decapsulate<P>(prepared, sent->c).reveal(), sent->K.reveal()));
    }
  });
}

TEST_P(MlKemOnTarget, EveryChangedByteGivesTheRejectionKey) {
  for_each_set([&]<class P>(P) {
    const auto keys = keygen<P>(random_secret<64>());
    const auto prepared = PreparedDecapsulationKey<P>::import(keys.dk.reveal());
    Ciphertext<P> c = encapsulate<P>(View<encapsulation_key_size<P>>(keys.ek), random_secret<32>())->c;
    const View<32> z = keys.dk.reveal().template last<32>();
    for (std::size_t i = 0; i < c.size(); ++i) {
      const auto flip = static_cast<std::uint8_t>(1U << (random() % 8));
      c[i] ^= flip;
      const Bytes<32> expected = rejection_key<P>(z, c);
      ASSERT_TRUE(same(decapsulate<P>(keys.dk, c)->reveal(), expected)) << P::name << ", byte " << i;
      ASSERT_TRUE(same(decapsulate<P>(*prepared, c).reveal(), expected)) << P::name << ", byte " << i;
      c[i] ^= flip;
    }
  });
}

// The integer number i of an encoded vector becomes `value`.
void set_integer(std::span<std::uint8_t> bytes, std::size_t i, unsigned value) {
  std::uint8_t* pair = bytes.data() + i / 2 * 3;
  if (i % 2 == 0) {
    pair[0] = static_cast<std::uint8_t>(value);
    pair[1] = static_cast<std::uint8_t>((pair[1] & 0xF0) | value >> 8);
  } else {
    pair[1] = static_cast<std::uint8_t>((pair[1] & 0x0F) | value << 4);
    pair[2] = static_cast<std::uint8_t>(value >> 4);
  }
}

template <ParameterSet P>
void expect_refused(const EncapsulationKey<P>& ek) {
  const View<encapsulation_key_size<P>> view(ek);
  const Secret<32> m;
  EXPECT_EQ(check_encapsulation_key<P>(ek).error(), Error::kNonCanonical);
  EXPECT_EQ(PreparedEncapsulationKey<P>::import(ek).error(), Error::kNonCanonical);
  const auto sent = encapsulate<P>(view, m);
  EXPECT_FALSE(sent);
  EXPECT_EQ(sent.error(), Error::kNonCanonical);
  Result<Encapsulation<P>> many[1] = {Error::kEntropy};
  encapsulate_many<P>({&ek, 1}, {&m, 1}, many);
  EXPECT_EQ(many[0].error(), Error::kNonCanonical);
}

TEST_P(MlKemOnTarget, RefusesEveryIntegerThatIsNotReduced) {
  for_each_set([&]<class P>(P) {
    EncapsulationKey<P> ek;
    ek.fill(0xFF);
    expect_refused<P>(ek);
    const EncapsulationKey<P> good = keygen<P>(random_secret<64>()).ek;
    EXPECT_TRUE(check_encapsulation_key<P>(good));
    for (std::size_t i = 0; i < n * P::k; ++i) {
      ek = good;
      set_integer(ek, i, q - 1);
      ASSERT_TRUE(check_encapsulation_key<P>(ek));
      set_integer(ek, i, i % 2 == 0 ? q : 4095);
      ASSERT_EQ(check_encapsulation_key<P>(ek).error(), Error::kNonCanonical) << P::name << ", integer " << i;
      if (i % 97 == 0 || i + 1 == n * P::k) expect_refused<P>(ek);
    }
  });
}

TEST_P(MlKemOnTarget, RefusesKeysWithAWrongHash) {
  for_each_set([&]<class P>(P) {
    constexpr std::size_t size = decapsulation_key_size<P>;
    const auto keys = keygen<P>(random_secret<64>());
    const auto sent = encapsulate<P>(View<encapsulation_key_size<P>>(keys.ek), random_secret<32>());
    // The first and last bytes of ek and of H(ek).
    for (const std::size_t i : {384 * std::size_t{P::k}, size - 65, size - 64, size - 33}) {
      DecapsulationKey<P> dk = copy_of<P>(keys.dk);
      dk.fill()[i] ^= 1;
      EXPECT_EQ(check_decapsulation_key<P>(dk.reveal()).error(), Error::kKeyHashMismatch) << i;
      EXPECT_FALSE(PreparedDecapsulationKey<P>::import(dk.reveal())) << i;
      EXPECT_EQ(decapsulate<P>(dk, sent->c).error(), Error::kKeyHashMismatch) << i;
    }
    DecapsulationKey<P> dk = copy_of<P>(keys.dk);
    dk.fill()[size - 32] ^= 1;  // z is free
    EXPECT_TRUE(check_decapsulation_key<P>(dk.reveal()));
    EXPECT_TRUE(PreparedDecapsulationKey<P>::import(dk.reveal()));
    EXPECT_TRUE(same(decapsulate<P>(dk, sent->c)->reveal(), sent->K.reveal()));
  });
}

// Its hash fits, so FIPS 203, section 7.3, has nothing to say; an expanded key is an encapsulation key as well.
TEST_P(MlKemOnTarget, ImportsNoKeyWhoseEncapsulationKeyIsNotReduced) {
  for_each_set([&]<class P>(P) {
    constexpr std::size_t ek_at = 384 * std::size_t{P::k}, ek_size = encapsulation_key_size<P>;
    auto keys = keygen<P>(random_secret<64>());
    DecapsulationKey<P>& dk = keys.dk;
    dk.fill()[ek_at] = 0x01;  // 3329
    dk.fill()[ek_at + 1] = static_cast<std::uint8_t>((dk.reveal()[ek_at + 1] & 0xF0) | 0x0D);
    const auto h = Sha3_256::hash(dk.reveal().subspan(ek_at, ek_size));
    std::copy(h.begin(), h.end(), dk.fill().begin() + ek_at + ek_size);
    EXPECT_TRUE(check_decapsulation_key<P>(dk.reveal()));
    EXPECT_EQ(PreparedDecapsulationKey<P>::import(dk.reveal()).error(), Error::kNonCanonical);
  });
}

TEST_P(MlKemOnTarget, ReducesIntegersOfSecretKeys) {
  for_each_set([&]<class P>(P) {
    const auto keys = keygen<P>(random_secret<64>());
    const auto sent = encapsulate<P>(View<encapsulation_key_size<P>>(keys.ek), random_secret<32>());
    DecapsulationKey<P> dk = copy_of<P>(keys.dk);
    const std::uint8_t* s = keys.dk.reveal().data();
    // An integer below 4096 - q has a second encoding.
    std::size_t changed = 0;
    for (std::size_t i = 0; i < n * P::k; ++i) {
      const std::uint8_t* pair = s + i / 2 * 3;
      const unsigned value = i % 2 == 0 ? pair[0] | (pair[1] & 15U) << 8 : pair[1] >> 4U | pair[2] * 16U;
      if (value < 4096U - q) set_integer(dk.fill(), i, value + q), ++changed;
    }
    ASSERT_NE(changed, 0U);
    EXPECT_TRUE(same(decapsulate<P>(dk, sent->c)->reveal(), sent->K.reveal()));
    const auto prepared = PreparedDecapsulationKey<P>::import(dk.reveal());
    EXPECT_TRUE(same(decapsulate<P>(*prepared, sent->c).reveal(), sent->K.reveal()));
  });
}

TEST_P(MlKemOnTarget, RefusesEveryWrongLengthWithoutReading) {
  for_each_set([&]<class P>(P) {
    constexpr std::size_t ek = encapsulation_key_size<P>, dk = decapsulation_key_size<P>;
    // A pointer that cannot be read, and lengths up to 2^32 + n.
    const auto* nowhere = reinterpret_cast<const std::uint8_t*>(1);
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, ek - 1, ek + 1, 2 * ek, (std::size_t{1} << 32) + ek}) {
      EXPECT_EQ(check_encapsulation_key<P>({nowhere, size}).error(), Error::kInvalidLength);
      EXPECT_EQ(PreparedEncapsulationKey<P>::import({nowhere, size}).error(), Error::kInvalidLength);
    }
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, dk - 1, dk + 1, 2 * dk, (std::size_t{1} << 32) + dk}) {
      EXPECT_EQ(check_decapsulation_key<P>({nowhere, size}).error(), Error::kInvalidLength);
      EXPECT_EQ(PreparedDecapsulationKey<P>::import({nowhere, size}).error(), Error::kInvalidLength);
    }
  });
}

TEST_P(MlKemOnTarget, SeedsAreSeparatedByTheParameterSet) {
  // The draft derived rho || sigma from G(d); the standard from G(d || k).
  const Seed zero;
  for_each_set([&]<class P>(P) {
    const EncapsulationKey<P> ek = keygen<P>(zero).ek;
    const View<32> rho = View<encapsulation_key_size<P>>(ek).template last<32>();
    Bytes<33> d_k{};
    d_k[32] = P::k;
    const Sha3_512::Digest standard = Sha3_512::hash(d_k), draft = Sha3_512::hash(Message(d_k).first(32));
    EXPECT_TRUE(same(rho, View<64>(standard).first<32>()));
    EXPECT_FALSE(same(rho, View<64>(draft).first<32>()));
  });
}

TEST_P(MlKemOnTarget, PreparedKeysGiveTheSame) {
  for_each_set([&]<class P>(P) {
    const Seed dz = random_secret<64>();
    const auto keys = keygen<P>(dz);
    const Secret<32> m = random_secret<32>();
    const auto sent = encapsulate<P>(View<encapsulation_key_size<P>>(keys.ek), m);
    const auto ek = PreparedEncapsulationKey<P>::import(keys.ek);
    auto imported = PreparedDecapsulationKey<P>::import(keys.dk.reveal());
    const auto expanded = PreparedDecapsulationKey<P>::expand(dz);
    EXPECT_EQ(ek->encoded(), keys.ek);
    EXPECT_EQ(ek->hash(), Sha3_256::hash(keys.ek));
    EXPECT_EQ(expanded.encapsulation_key().encoded(), keys.ek);
    EXPECT_EQ(expanded.encapsulation_key().hash(), ek->hash());
    PreparedDecapsulationKey<P> moved = std::move(imported).value();
    // Keys made on one target serve on every other.
    for (const std::string_view target : supported_targets()) {
      ASSERT_TRUE(use_target(target));
      const auto again = encapsulate<P>(*ek, m);
      EXPECT_EQ(again.c, sent->c) << target;
      EXPECT_TRUE(same(again.K.reveal(), sent->K.reveal())) << target;
      EXPECT_EQ(encapsulate<P>(expanded.encapsulation_key(), m).c, sent->c) << target;
      EXPECT_TRUE(same(decapsulate<P>(moved, sent->c).reveal(), sent->K.reveal())) << target;
      EXPECT_TRUE(same(decapsulate<P>(expanded, sent->c).reveal(), sent->K.reveal())) << target;
    }
  });
}

TEST_P(MlKemOnTarget, MovedFromKeysAreWiped) {
  const Seed dz = random_secret<64>();
  auto first = PreparedDecapsulationKey<MlKem768>::expand(dz);
  const auto keys = keygen<MlKem768>(dz);
  const auto z = keys.dk.reveal().last<32>();
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&first);
  const auto holds_z = [&] {
    return std::search(bytes, bytes + sizeof first, z.begin(), z.end()) != bytes + sizeof first;
  };
  EXPECT_TRUE(holds_z());
  PreparedDecapsulationKey<MlKem768> second = std::move(first);
  EXPECT_FALSE(holds_z());
  second = PreparedDecapsulationKey<MlKem768>::expand(random_secret<64>());
  auto& itself = second;
  second = std::move(itself);
  const auto sent = encapsulate<MlKem768>(second.encapsulation_key(), random_secret<32>());
  EXPECT_TRUE(same(decapsulate<MlKem768>(second, sent.c).reveal(), sent.K.reveal()));
}

TEST_P(MlKemOnTarget, BatchesEqualSingles) {
  for_each_set([&]<class P>(P) {
    for (const std::size_t count : {0U, 1U, 2U, 3U, 7U, 8U, 9U, 20U}) {
      const auto keys = keygen<P>(random_secret<64>());
      const auto dk = PreparedDecapsulationKey<P>::import(keys.dk.reveal());
      std::vector<EncapsulationKey<P>> eks;
      std::vector<Secret<32>> ms(count);
      std::vector<Result<Encapsulation<P>>> sent;
      std::vector<Ciphertext<P>> cs;
      for (std::size_t i = 0; i < count; ++i) {
        eks.push_back(i % 3 == 0 ? keys.ek : keygen<P>(random_secret<64>()).ek);
        if (i % 5 == 4) eks.back().fill(0xFF);
        randomise(ms[i].fill());
        sent.push_back(Error::kEntropy);
        cs.push_back(encapsulate<P>(View<encapsulation_key_size<P>>(keys.ek), ms[i])->c);
        if (i % 4 == 1) cs.back()[random() % cs.back().size()] ^= 16;
      }
      for (int surplus = 0; surplus < 2; ++surplus) sent.push_back(Error::kEntropy);
      std::vector<SharedKey> received(count + 2);
      encapsulate_many<P>(eks, ms, sent);
      decapsulate_many<P>(*dk, cs, received);
      EXPECT_TRUE(sent[count].error() == Error::kInvalidLength && sent[count + 1].error() == Error::kInvalidLength);
      for (std::size_t i = 0; i < count; ++i) {
        const auto single = encapsulate<P>(View<encapsulation_key_size<P>>(eks[i]), ms[i]);
        ASSERT_EQ(sent[i].has_value(), single.has_value()) << i;
        ASSERT_TRUE(same(received[i].reveal(), decapsulate<P>(keys.dk, cs[i])->reveal())) << i;
        if (!single) continue;
        ASSERT_EQ(sent[i]->c, single->c) << i;
        ASSERT_TRUE(same(sent[i]->K.reveal(), single->K.reveal())) << i;
      }
    }
  });
}

TEST_P(MlKemOnTarget, TwoHalvesEqualTheWhole) {
  for_each_set([&]<class P>(P) {
    const EncapsulationKey<P> ek = keygen<P>(random_secret<64>()).ek;
    const View<encapsulation_key_size<P>> view(ek);
    const Secret<32> m = random_secret<32>();
    const auto whole = encapsulate<P>(view, m);
    const EncapsulationKeyHeader head = header<P>(view);
    const auto first = encapsulate_first<P>(head, m);
    const auto second = encapsulate_second<P>(head, first.state, vector<P>(view));
    EXPECT_TRUE(same(first.c1, c1<P>(whole->c)));
    ASSERT_TRUE(second);
    EXPECT_TRUE(same(*second, c2<P>(whole->c)));
    EXPECT_TRUE(same(first.K.reveal(), whole->K.reveal()));

    EncapsulationKey<P> other = ek;
    other[0] ^= 1;
    const View<encapsulation_key_size<P>> other_view(other);
    if (check_encapsulation_key<P>(other)) {
      EXPECT_EQ(encapsulate_second<P>(head, first.state, vector<P>(other_view)).error(), Error::kKeyHashMismatch);
    }
    set_integer(other, 0, q);
    EXPECT_EQ(encapsulate_second<P>(head, first.state, vector<P>(other_view)).error(), Error::kNonCanonical);
  });
}

// A source that works `left` times and counts its calls.
struct CountingSource {
  int left, calls = 0;
  static bool fill(void* context, std::span<std::uint8_t> out) {
    auto& source = *static_cast<CountingSource*>(context);
    ++source.calls;
    if (source.left-- <= 0) return false;
    std::ranges::fill(out, std::uint8_t{0x42});
    return true;
  }
  Entropy entropy() { return {fill, this}; }
};

template <class Operation>
void expect_failures_reported(Operation operation) {
  CountingSource working{1000};
  ASSERT_TRUE(operation(working.entropy()).has_value());
  ASSERT_GE(working.calls, 1);
  for (int failing = 0; failing < working.calls; ++failing) {
    CountingSource source{failing};
    const auto result = operation(source.entropy());
    ASSERT_FALSE(result.has_value()) << "call " << failing + 1;
    ASSERT_EQ(result.error(), Error::kEntropy);
    ASSERT_EQ(source.calls, failing + 1);
  }
}

TEST_P(MlKemOnTarget, ReportsEveryFailureOfTheSource) {
  for_each_set([&]<class P>(P) {
    const auto keys = keygen<P>(random_secret<64>());
    const auto prepared = PreparedEncapsulationKey<P>::import(keys.ek);
    expect_failures_reported([](const Entropy& entropy) { return keygen<P>(entropy); });
    expect_failures_reported(
        [&](const Entropy& entropy) { return encapsulate<P>(View<encapsulation_key_size<P>>(keys.ek), entropy); });
    expect_failures_reported([&](const Entropy& entropy) { return encapsulate<P>(*prepared, entropy); });
  });
}

TEST_P(MlKemOnTarget, RandomisedOperationsUseTheSource) {
  for_each_set([&]<class P>(P) {
    Seed dz;
    Secret<32> m;
    std::ranges::fill(dz.fill(), std::uint8_t{0x42});
    std::ranges::fill(m.fill(), std::uint8_t{0x42});
    CountingSource source{1000};
    const auto keys = keygen<P>(source.entropy());
    EXPECT_EQ(keys->ek, keygen<P>(dz).ek);
    const View<encapsulation_key_size<P>> ek(keys->ek);
    EXPECT_EQ(encapsulate<P>(ek, source.entropy())->c, encapsulate<P>(ek, m)->c);
    EXPECT_NE(encapsulate<P>(ek, system_entropy())->c, encapsulate<P>(ek, system_entropy())->c);
  });
}

TEST_P(MlKemOnTarget, ReadsNothingBehindItsInputs) {
  for_each_set([&]<class P>(P) {
    const Seed dz = random_secret<64>();
    const auto keys = keygen<P>(dz);
    const Secret<32> m = random_secret<32>();
    const auto sent = encapsulate<P>(View<encapsulation_key_size<P>>(keys.ek), m);
    constexpr std::size_t ek_size = encapsulation_key_size<P>, dk_size = decapsulation_key_size<P>;
    for (std::size_t offset = 0; offset < 64; ++offset) {
      const GuardedBuffer ek(ek_size + offset), dk(dk_size + offset), c(ciphertext_size<P> + offset);
      std::ranges::copy(keys.ek, ek.data());
      std::ranges::copy(keys.dk.reveal(), dk.data());
      std::ranges::copy(sent->c, c.data());
      const View<ek_size> ek_view(ek.data(), ek_size);
      const View<ciphertext_size<P>> c_view(c.data(), ciphertext_size<P>);
      ASSERT_EQ(encapsulate<P>(ek_view, m)->c, sent->c);
      ASSERT_TRUE(PreparedEncapsulationKey<P>::import(ek_view));
      const auto prepared = PreparedDecapsulationKey<P>::import({dk.data(), dk_size});
      ASSERT_TRUE(same(decapsulate<P>(*prepared, c_view).reveal(), sent->K.reveal()));
      ASSERT_TRUE(same(decapsulate<P>(keys.dk, c_view)->reveal(), sent->K.reveal()));
    }
  });
}

}  // namespace
}  // namespace lydite::mlkem
