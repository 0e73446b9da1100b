// What the hybrid KEMs and X25519 as a KEM could leave behind: the secrets of both components, their hashes, and the
// combined one.
#pragma once

#include <cstdint>
#include <vector>

#include "lydite/blake2.h"
#include "lydite/hybrid.h"
#include "tests/programs/wiping_classical.h"

namespace lydite::programs {

struct DhWiping {
  static constexpr const char* name = "X25519 KEM";
  struct Inputs : MaskedSecrets {
    hybrid::dh::PublicKey pk;
    hybrid::dh::Ciphertext c;
  };

  static Inputs make() {
    Inputs secrets;
    const auto seed = named_secret<32>("dhseed"), e = named_secret<32>("dhcoin");
    const auto keys = hybrid::dh::keygen(seed);
    const auto sent = hybrid::dh::encapsulate(keys.pk, e);
    secrets.pk = keys.pk;
    secrets.c = sent->c;
    Bytes<32> hash;
    (void)Blake2b::hash(seed.reveal(), hash);
    secrets.add("hash of the seed", hash);
    wipe(hash);
    secrets.add("seed", seed.reveal());
    secrets.add("e", e.reveal());
    secrets.add("point", x25519::agree(e, keys.pk)->reveal());
    secrets.add("K", sent->K.reveal());
    secrets.add("sk", keys.sk.reveal());
    return secrets;
  }
  static std::vector<Subject> subjects(const Inputs& in) {
    return {{"keygen", [&in] { (void)hybrid::dh::keygen(in.secret<32>("seed")); }},
            {"encapsulate", [&in] { (void)hybrid::dh::encapsulate(in.pk, in.secret<32>("e")); }},
            {"decapsulate", [&in] { (void)hybrid::dh::decapsulate(in.secret<32>("sk"), in.c); }},
            {"decapsulate with the public key", [&in] {
               const hybrid::dh::KeyPair keys{in.pk, in.secret<32>("sk")};
               (void)hybrid::dh::decapsulate(keys, in.c);
             }}};
  }
};

template <hybrid::Scheme S>
struct HybridWiping {
  static constexpr const char* name = S::name;
  static constexpr std::size_t sk_size = S::private_key_size, seed_size = S::seed_size;
  struct Inputs : MaskedSecrets {
    hybrid::PublicKey pk;
    hybrid::Ciphertext c, bad_c, low_order_c;
  };

  // d || z, the scalar, and the secrets of both components of the exchange.
  static void add_components(Inputs& secrets, View<64> dz, View<32> scalar, View<64> coins) {
    secrets.add("d || z", dz);
    secrets.add("scalar", scalar);
    const auto ml = mlkem::keygen<hybrid::MlKem>(mlkem::Seed(dz));
    const Secret<32> m(S::x25519_first ? coins.last<32>() : coins.first<32>());
    const x25519::PrivateKey e(S::x25519_first ? coins.first<32>() : coins.last<32>());
    secrets.add("secret of ML-KEM", mlkem::encapsulate<hybrid::MlKem>(View<1184>(ml.ek), m)->K.reveal());
    secrets.add("s_hat", ml.dk.reveal().template first<1152>());
    const x25519::PrivateKey sk(scalar);
    const auto x = x25519::public_key(sk);
    secrets.add("point", x25519::agree(e, x)->reveal());
    if (!S::x25519_first) return;
    const auto adapted = hybrid::dh::encapsulate(x, e);
    secrets.add("secret of X25519", adapted->K.reveal());
    Bytes<32> key;
    (void)Blake2b::hash(adapted->K.reveal(), key);
    secrets.add("hash of the secret of X25519", key);
    wipe(key);
  }
  static void add_parts(Inputs& secrets, const hybrid::Seed<hybrid::XWing>& seed, View<64> coins) {
    Secret<96> expanded;
    Shake256::hash(seed.reveal(), expanded.fill());
    add_components(secrets, expanded.reveal().first<64>(), expanded.reveal().last<32>(), coins);
  }
  static void add_parts(Inputs& secrets, const hybrid::Seed<hybrid::MlKem768X25519>& seed, View<64> coins) {
    const auto x = hybrid::dh::keygen(hybrid::dh::Seed(seed.reveal().first<32>()));
    add_components(secrets, seed.reveal().last<64>(), x.sk.reveal(), coins);
  }

  static Inputs make() {
    Inputs secrets;
    const auto seed = named_secret<seed_size>(S::name);
    const auto coins = named_secret<64>("hybrid");
    const auto keys = hybrid::keygen<S>(seed);
    const auto sent = hybrid::encapsulate<S>(View<hybrid::public_key_size>(keys.pk), coins);
    secrets.pk = keys.pk;
    secrets.c = secrets.bad_c = secrets.low_order_c = sent->c;
    secrets.bad_c[500] ^= 1;
    for (std::size_t i = 0; i < 32; ++i)
      secrets.low_order_c[(S::x25519_first ? 0 : hybrid::ciphertext_size - 32) + i] = 0;
    secrets.add("*sk", keys.sk.reveal());
    add_parts(secrets, seed, coins.reveal());
    secrets.add("seed", seed.reveal());
    secrets.add("coins", coins.reveal());
    secrets.add("K", sent->K.reveal());
    return secrets;
  }

  static std::vector<Subject> subjects(const Inputs& in) {
    using Prepared = hybrid::PreparedPrivateKey<S>;
    const auto seed = [&in] { return in.template secret<seed_size>("seed"); };
    const auto sk = [&in] { return in.template secret<sk_size>("*sk"); };
    const auto coins = [&in] { return in.template secret<64>("coins"); };
    const View<hybrid::public_key_size> pk(in.pk);
    return {{"keygen", [=] { (void)hybrid::keygen<S>(seed()); }},
            {"encapsulate", [=] { (void)hybrid::encapsulate<S>(pk, coins()); }},
            {"prepared encapsulate",
             [=] {
               const auto key = hybrid::PreparedPublicKey<S>::import(pk);
               (void)hybrid::encapsulate<S>(*key, coins());
             }},
            {"decapsulate", [=, &in] { (void)hybrid::decapsulate<S>(sk(), in.c); }},
            {"decapsulate, rejecting", [=, &in] { (void)hybrid::decapsulate<S>(sk(), in.bad_c); }},
            {"decapsulate, refusing", [=, &in] { (void)hybrid::decapsulate<S>(sk(), in.low_order_c); }},
            {"import and decapsulate",
             [=, &in] {
               const auto key = Prepared::import(sk().reveal());
               (void)hybrid::decapsulate<S>(*key, in.c);
             }},
            {"expand and decapsulate many", [=, &in] {
               const auto key = Prepared::expand(seed());
               const std::array<hybrid::Ciphertext, 3> cs{in.c, in.bad_c, in.low_order_c};
               std::array<Result<hybrid::SharedKey>, 3> out{Error::kEntropy, Error::kEntropy, Error::kEntropy};
               hybrid::decapsulate_many<S>(key, cs, out);
             }}};
  }
};

}  // namespace lydite::programs
