// For the memory checker: runs what has secrets with these secrets marked as undefined, so that every branch and every
// address that depends on one is reported. `taint TARGET` runs everything on one target; `taint TARGET branch` and
// `taint TARGET index` leak on purpose and must be reported.
#include <array>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "lydite/cpu.h"
#include "lydite/mlkem.h"
#include "lydite/sha3.h"
#include "src/base/ct.h"

#ifndef LYDITE_CT
#error "without marks this program cannot fail"
#endif

namespace lydite {
namespace {

// Test inputs are fixed: what matters is what is marked, not what is random.
template <std::size_t N>
Secret<N> classified(std::uint8_t seed) {
  Secret<N> secret;
  Shake128::hash(Message(&seed, 1), secret.fill());
  classify(secret.reveal());
  return secret;
}

template <mlkem::ParameterSet P>
struct Taint {
  static constexpr std::size_t ek_size = mlkem::encapsulation_key_size<P>;
  static constexpr std::size_t s_size = 384 * P::k;

  // dk = s_hat || ek || H(ek) || z: only the first and the last part are secret.
  static void declassify_public_part(const mlkem::DecapsulationKey<P>& dk) {
    declassify(dk.reveal().template subspan<s_size, ek_size + 32>());
  }

  static mlkem::KeyPair<P> keygen() {
    auto keys = mlkem::keygen<P>(classified<64>(1));
    declassify(keys.ek);  // the encapsulation key is published
    declassify_public_part(keys.dk);
    return keys;
  }

  static mlkem::Ciphertext<P> encapsulate(const mlkem::KeyPair<P>& keys) {
    const View<ek_size> ek(keys.ek);
    auto sent = mlkem::encapsulate<P>(ek, classified<32>(2));
    declassify(sent->c);  // the ciphertext is sent
    return sent->c;
  }

  static void decapsulate(const mlkem::KeyPair<P>& keys, const mlkem::Ciphertext<P>& c) {
    mlkem::DecapsulationKey<P> dk(keys.dk.reveal());
    classify(dk.reveal());
    declassify_public_part(dk);
    (void)mlkem::decapsulate<P>(dk, c);
    const auto imported = mlkem::PreparedDecapsulationKey<P>::import(dk.reveal());
    (void)mlkem::decapsulate<P>(*imported, c);
    std::array<mlkem::Ciphertext<P>, 9> cs;
    cs.fill(c);
    std::array<mlkem::SharedKey, 9> shared;
    mlkem::decapsulate_many<P>(*imported, cs, shared);
  }

  static void prepared(const mlkem::Ciphertext<P>& c) {
    const auto dk = mlkem::PreparedDecapsulationKey<P>::expand(classified<64>(1));
    (void)mlkem::decapsulate<P>(dk, c);
    auto sent = mlkem::encapsulate<P>(dk.encapsulation_key(), classified<32>(3));
    declassify(sent.c);  // the ciphertext is sent
    (void)mlkem::decapsulate<P>(dk, sent.c);
  }

  static void many(const mlkem::KeyPair<P>& keys) {
    std::array<mlkem::EncapsulationKey<P>, 9> eks;
    eks.fill(keys.ek);
    std::array<Secret<32>, 9> ms;
    for (std::size_t i = 0; i < ms.size(); ++i) ms[i] = classified<32>(static_cast<std::uint8_t>(i));
    const auto result = [] { return Result<mlkem::Encapsulation<P>>(Error::kInvalidLength); };
    std::array<Result<mlkem::Encapsulation<P>>, 9> out{result(), result(), result(), result(), result(),
                                                       result(), result(), result(), result()};
    mlkem::encapsulate_many<P>(eks, ms, out);
  }

  static void halves(const mlkem::KeyPair<P>& keys) {
    const View<ek_size> ek(keys.ek);
    const mlkem::EncapsulationKeyHeader header = mlkem::header<P>(ek);
    const auto first = mlkem::encapsulate_first<P>(header, classified<32>(4));
    (void)mlkem::encapsulate_second<P>(header, first.state, mlkem::vector<P>(ek));
  }

  static void run() {
    const auto keys = keygen();
    auto c = encapsulate(keys);
    decapsulate(keys, c);
    c[c.size() / 2] ^= 1;
    decapsulate(keys, c);
    prepared(c);
    many(keys);
    halves(keys);
  }
};

// Messages are secret wherever a key is hashed.
void hash() {
  const auto message = classified<300>(5);
  (void)Sha3_256::hash(message.reveal());
  (void)Sha3_512::hash(message.reveal());
  std::array<Message, 8> messages;
  messages.fill(message.reveal());
  std::array<Sha3_256::Digest, 8> digests;
  Sha3_256::hash_many(messages, digests);
}

// A comparison that ends at the first difference.
int planted_branch() {
  const auto a = classified<32>(6), b = classified<32>(7);
  for (std::size_t i = 0; i < 32; ++i)
    if (a.reveal()[i] != b.reveal()[i]) return static_cast<int>(i);
  return 32;
}

// A table that is read at a secret place.
int planted_index() {
  static volatile std::uint8_t table[256] = {1, 2, 3};
  const auto key = classified<32>(8);
  return table[key.reveal()[0]];
}

int run(std::string_view target, std::string_view plant) {
  if (!use_target(target)) {
    std::printf("this machine cannot run %s\n", target.data());
    return 1;
  }
  if (plant == "branch" || plant == "index") {
    [[maybe_unused]] const volatile int sink = plant == "branch" ? planted_branch() : planted_index();
    return 0;
  }
  hash();
  Taint<mlkem::MlKem512>::run();
  Taint<mlkem::MlKem768>::run();
  Taint<mlkem::MlKem1024>::run();
  return 0;
}

}  // namespace
}  // namespace lydite

int main(int argc, char** argv) { return lydite::run(argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : ""); }
