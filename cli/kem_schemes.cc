#include <array>

#include "cli/kem.h"
#include "lydite/entropy.h"
#include "lydite/hybrid.h"
#include "lydite/mlkem.h"
#include "lydite/sha2.h"
#include "lydite/x25519.h"

namespace lydite::cli {
namespace {

using Container = KeyType::Container;

template <class Sent>
Result<SentBytes> to_bytes(const Result<Sent>& sent) {
  if (!sent) return sent.error();
  return SentBytes{Buffer(sent->c), Buffer(sent->K.reveal())};
}

Result<Buffer> to_bytes(const Result<hybrid::SharedKey>& key) {
  if (!key) return key.error();
  return Buffer(key->reveal());
}

// --- ML-KEM ---

template <mlkem::ParameterSet P>
struct MlKem {
  using Prepared = mlkem::PreparedDecapsulationKey<P>;

  static mlkem::Seed seed(Message bytes) { return mlkem::Seed(*exactly<mlkem::seed_size>(bytes)); }
  static Result<Prepared> prepare(Message dk) {
    if (dk.size() == mlkem::seed_size) return Prepared::expand(seed(dk));
    auto key = Prepared::import(dk);
    if (key && !is_pair(*key)) return Error::kKeyMismatch;
    return key;
  }
  // FIPS 203, section 7.1, pairwise consistency: the hash in an expanded key does not bind its secret vector.
  static bool is_pair(const Prepared& key) {
    const auto sent = mlkem::encapsulate<P>(key.encapsulation_key(), Secret<32>());
    return is_right_tag(sent.K.reveal(), mlkem::decapsulate<P>(key, sent.c).reveal());
  }
  static KeyBytes generate(Message dz, const std::string& form) {
    const auto keys = mlkem::keygen<P>(seed(dz));
    return {Buffer(keys.ek), Buffer(form == "seed" ? dz : Message(keys.dk.reveal()))};
  }
  static Buffer expand(Message dz) { return Buffer(mlkem::keygen<P>(seed(dz)).dk.reveal()); }
  static Result<Buffer> public_key(Message dk) {
    const auto key = prepare(dk);
    if (!key) return key.error();
    return Buffer(key->encapsulation_key().encoded());
  }
  static Result<SentBytes> encapsulate(Message ek) {
    const auto key = mlkem::PreparedEncapsulationKey<P>::import(ek);
    if (!key) return key.error();
    return to_bytes(mlkem::encapsulate<P>(*key, system_entropy()));
  }
  static Result<Buffer> decapsulate(Message dk, Message ciphertext) {
    const auto key = prepare(dk);
    if (!key) return key.error();
    return Buffer(mlkem::decapsulate<P>(*key, *exactly<mlkem::ciphertext_size<P>>(ciphertext)).reveal());
  }

  // The set's OID is 2.16.840.1.101.3.4.4.x.
  static KemScheme scheme(std::string id, std::uint8_t x) {
    static const KeyType key = {P::name,
                                {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x04, x},
                                P::name,
                                Container::kChoice,
                                mlkem::encapsulation_key_size<P>,
                                {{"seed", mlkem::seed_size}, {"expanded", mlkem::decapsulation_key_size<P>}},
                                1,
                                mlkem::seed_size,
                                generate,
                                public_key,
                                expand,
                                mlkem::check_encapsulation_key<P>};
    return {{std::move(id), &key}, mlkem::ciphertext_size<P>, encapsulate, decapsulate};
  }
};

// --- X25519 as a KEM ---

struct X25519 {
  static x25519::PrivateKey key(Message sk) { return x25519::PrivateKey(*exactly<32>(sk)); }
  static KeyBytes generate(Message sk, const std::string&) { return {*public_key(sk), Buffer(sk)}; }
  static Result<Buffer> public_key(Message sk) { return Buffer(x25519::public_key(key(sk))); }
  static Result<void> check(Message) { return {}; }  // points of low order show in encapsulation
  static Result<SentBytes> encapsulate(Message pk) {
    return to_bytes(hybrid::dh::encapsulate(*exactly<32>(pk), system_entropy()));
  }
  static Result<Buffer> decapsulate(Message sk, Message ciphertext) {
    return to_bytes(hybrid::dh::decapsulate(key(sk), *exactly<32>(ciphertext)));
  }
  // RFC 8410: 1.3.101.110.
  static KemScheme scheme() {
    static const KeyType type = {"X25519",
                                 {0x2b, 0x65, 0x6e},
                                 "X25519",
                                 Container::kCurve,
                                 x25519::public_key_size,
                                 {{"seed", 32}},
                                 0,
                                 32,
                                 generate,
                                 public_key,
                                 nullptr,
                                 check};
    return {{"x25519-kem", &type}, sizeof(hybrid::dh::Ciphertext), encapsulate, decapsulate};
  }
};

// --- Hybrids ---

template <hybrid::Scheme S>
struct Hybrid {
  static hybrid::Seed<S> seed(Message bytes) { return hybrid::Seed<S>(*exactly<S::seed_size>(bytes)); }
  static Result<SentBytes> encapsulate(Message pk) {
    return to_bytes(hybrid::encapsulate<S>(*exactly<hybrid::public_key_size>(pk), system_entropy()));
  }
  static Result<void> check(Message pk) {
    const auto key = hybrid::PreparedPublicKey<S>::import(pk);
    if (!key) return key.error();
    return {};
  }
  static View<hybrid::ciphertext_size> view(Message ciphertext) {
    return *exactly<hybrid::ciphertext_size>(ciphertext);
  }
};

struct SplitPrf : Hybrid<hybrid::MlKem768X25519> {
  using S = hybrid::MlKem768X25519;
  using Prepared = hybrid::PreparedPrivateKey<S>;

  static KeyBytes generate(Message bytes, const std::string&) {
    const auto keys = hybrid::keygen<S>(seed(bytes));
    return {Buffer(keys.pk), Buffer(keys.sk.reveal())};
  }
  static Result<Buffer> public_key(Message sk) {
    const auto key = Prepared::import(sk);
    if (!key) return key.error();
    return Buffer(key->public_key());
  }
  static Result<Buffer> decapsulate(Message sk, Message ciphertext) {
    const auto key = Prepared::import(sk);
    if (!key) return key.error();
    return to_bytes(hybrid::decapsulate<S>(*key, view(ciphertext)));
  }
  static KemScheme scheme() {
    static const KeyType type = {S::name,
                                 {},
                                 "MLKEM768-X25519",
                                 Container::kBare,
                                 hybrid::public_key_size,
                                 {{"expanded", S::private_key_size}},
                                 0,
                                 S::seed_size,
                                 generate,
                                 public_key,
                                 nullptr,
                                 check};
    return {{"mlkem768-x25519", &type}, hybrid::ciphertext_size, encapsulate, decapsulate};
  }
};

struct XWing : Hybrid<hybrid::XWing> {
  using S = hybrid::XWing;
  using PrivateKey = hybrid::PrivateKey<S>;

  // From the seed, or from the form of hpqc, which has the public key before it.
  static Result<PrivateKey> key(Message sk) {
    if (const auto bytes = exactly<S::private_key_size>(sk)) return PrivateKey(*bytes);
    return hybrid::from_hpqc(sk);
  }
  static KeyBytes generate(Message bytes, const std::string& form) {
    const auto keys = hybrid::keygen<S>(seed(bytes));
    return {Buffer(keys.pk), form == "hpqc" ? Buffer(hybrid::to_hpqc(keys.sk).reveal()) : Buffer(keys.sk.reveal())};
  }
  static Result<Buffer> public_key(Message sk) {
    const auto private_key = key(sk);
    if (!private_key) return private_key.error();
    return Buffer(hybrid::keygen<S>(seed(private_key->reveal())).pk);
  }
  static Result<Buffer> decapsulate(Message sk, Message ciphertext) {
    const auto private_key = key(sk);
    if (!private_key) return private_key.error();
    return to_bytes(hybrid::decapsulate<S>(*private_key, view(ciphertext)));
  }
  // 1.3.6.1.4.1.62253.25722.
  static KemScheme scheme() {
    static const KeyType type = {S::name,
                                 {0x2b, 0x06, 0x01, 0x04, 0x01, 0x83, 0xe6, 0x2d, 0x81, 0xc8, 0x7a},
                                 "XWING",
                                 Container::kBare,
                                 hybrid::public_key_size,
                                 {{"seed", S::private_key_size}, {"hpqc", hybrid::xwing_hpqc_private_key_size, true}},
                                 0,
                                 S::seed_size,
                                 generate,
                                 public_key,
                                 nullptr,
                                 check};
    return {{"x-wing", &type}, hybrid::ciphertext_size, encapsulate, decapsulate};
  }
};

}  // namespace

const Family& kem_family() {
  static const std::array schemes = {
      MlKem<mlkem::MlKem512>::scheme("ml-kem-512", 1),
      MlKem<mlkem::MlKem768>::scheme("ml-kem-768", 2),
      MlKem<mlkem::MlKem1024>::scheme("ml-kem-1024", 3),
      X25519::scheme(),
      SplitPrf::scheme(),
      XWing::scheme(),
  };
  static const Family family = [] {
    Family made{"lydite kem", "--alg,--set", "--ek", "--dk", "encapsulation key", "decapsulation key", {}};
    for (const KemScheme& scheme : schemes) made.schemes.push_back(&scheme);
    return made;
  }();
  return family;
}

}  // namespace lydite::cli
