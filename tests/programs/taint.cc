// For the memory checker: runs what has secrets with these secrets marked as undefined, so that every branch and every
// address that depends on one is reported. `taint TARGET` runs everything on one target; `taint TARGET branch` and
// `taint TARGET index` leak on purpose and must be reported.
#include <array>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "lydite/cpu.h"
#include "lydite/mldsa.h"
#include "lydite/mlkem.h"
#include "lydite/sha3.h"
#include "src/base/ct.h"
#include "src/mldsa/internal.h"
#include "tests/programs/taint.h"
#include "tests/programs/taint_classical.h"
#include "tests/programs/taint_composite.h"
#include "tests/programs/taint_hybrid.h"

#ifndef LYDITE_CT
#error "without marks this program cannot fail"
#endif

namespace lydite {
namespace {

template <mlkem::ParameterSet P>
struct KemTaint {
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

// Signatures and public keys are published; rho and tr of a private key are public. Messages are short: hashing longer
// ones is a matter of the hashes, which the rows of SHA-3 cover, and slow under the memory checker.
template <mldsa::ParameterSet P>
struct SignatureTaint {
  using PrivateKey = mldsa::PrivateKey<P>;

  static mldsa::KeyPair<P> keygen() {
    auto keys = mldsa::keygen<P>(classified<32>(11));
    declassify(keys.pk);
    mldsa::declassify_public_parts<P>(keys.sk.reveal());
    return keys;
  }
  template <class Key>
  static void sign(const Key& sk, Message message) {
    for (std::uint8_t i = 0; i < 3; ++i) {
      const auto signature = mldsa::sign<P>(sk, message, {}, classified<32>(i));
      declassify({reinterpret_cast<const std::uint8_t*>(&signature), sizeof signature});
    }
    (void)mldsa::sign_deterministic<P>(sk, message, {});
  }
  static void keys_from_outside(const mldsa::KeyPair<P>& keys) {
    PrivateKey sk(keys.sk.reveal());
    classify(sk.reveal());
    mldsa::declassify_public_parts<P>(sk.reveal());
    (void)mldsa::check_private_key<P>(sk.reveal());
    (void)mldsa::check_private_key<P>(classified<32>(11).reveal(), sk.reveal());
    (void)mldsa::public_key<P>(sk.reveal());
    const auto imported = mldsa::PreparedPrivateKey<P>::import(sk.reveal());
    sign(*imported, {});
  }

  static void run() {
    const auto keys = keygen();
    std::array<std::uint8_t, 300> message{1, 2, 3};
    sign(keys.sk, message);
    sign(mldsa::PreparedPrivateKey<P>::expand(classified<32>(12)), message);
    (void)mldsa::hash_sign<P>(keys.sk, mldsa::PreHash::kShake256, Message(message).first(64), {}, classified<32>(13));
    keys_from_outside(keys);
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
  KemTaint<mlkem::MlKem512>::run();
  KemTaint<mlkem::MlKem768>::run();
  KemTaint<mlkem::MlKem1024>::run();
  SignatureTaint<mldsa::MlDsa44>::run();
  SignatureTaint<mldsa::MlDsa65>::run();
  SignatureTaint<mldsa::MlDsa87>::run();
  taint_x25519();
  taint_ed25519();
  taint_composite<composite::FogMlDsa65Ed25519>();
  taint_composite<composite::MlDsa65Ed25519Sha512>();
  taint_blake2();
  taint_dh();
  HybridTaint<hybrid::MlKem768X25519>::run();
  HybridTaint<hybrid::XWing>::run();
  return 0;
}

}  // namespace
}  // namespace lydite

int main(int argc, char** argv) { return lydite::run(argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : ""); }
