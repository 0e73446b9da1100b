// What ML-DSA (FIPS 204) could leave behind.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "lydite/mldsa.h"
#include "lydite/sha3.h"
#include "src/mldsa/encoding.h"
#include "src/mldsa/ntt.h"
#include "src/mldsa/short_product.h"
#include "tests/programs/wiping_search.h"

namespace lydite::programs {

template <mldsa::ParameterSet P>
struct MlDsaWiping {
  static constexpr const char* name = P::name;
  static constexpr std::size_t sk_size = mldsa::private_key_size<P>;
  static constexpr std::array<std::uint8_t, 40> message{1, 2, 3};
  struct Inputs : MaskedSecrets {
    mldsa::PublicKey<P> pk;
    Bytes<64> tr;
  };

  static void add_polynomial(Inputs& secrets, const char* what, const mldsa::Polynomial& f) {
    secrets.add(what, {reinterpret_cast<const std::uint8_t*>(f.data()), sizeof f});
  }

  // rho' and K of H(xi || k || l): algorithm 6.
  static void add_seeds(Inputs& secrets, View<32> xi) {
    Shake256::Incremental H;
    H.absorb(xi);
    H.absorb(Bytes<2>{P::k, P::l});
    Bytes<128> seeds;
    H.squeeze(seeds);
    secrets.add("rho'", View<128>(seeds).template subspan<32, 64>());
    wipe(seeds);
  }
  // s1 in both transform domains, as words; the short coefficients themselves look like any small numbers.
  static void add_vectors(Inputs& secrets, View<sk_size> sk) {
    using Layout = mldsa::PrivateKeyLayout<P>;
    secrets.add("s1 and s2", sk.template subspan<Layout::s, Layout::t0 - Layout::s>());
    secrets.add("t0", sk.template subspan<Layout::t0>());
    mldsa::Polynomial f;
    for (unsigned i = 0; i < P::l; ++i) {
      mldsa::unpack_signed_portable<mldsa::s_bits<P>>(
          mldsa::part<mldsa::s_size<P>>(sk.data() + Layout::s + mldsa::s_size<P> * i), P::eta, f);
      mldsa::ShortPolynomial s_hat;
      mldsa::transform_short(f, s_hat);
      secrets.add("s1_hat as short words", {reinterpret_cast<const std::uint8_t*>(s_hat.data()), sizeof s_hat});
      wipe({reinterpret_cast<std::uint8_t*>(s_hat.data()), sizeof s_hat});
      mldsa::ntt(f);
      add_polynomial(secrets, "s1_hat as words", f);
    }
    wipe({reinterpret_cast<std::uint8_t*>(f.data()), sizeof f});
  }
  // rho'' of algorithm 7, and y of the first attempt: as bytes and as words.
  static void add_masks(Inputs& secrets, View<32> K, View<32> rnd) {
    auto mu_hash = mldsa::MessageHash::begin(secrets.tr, {});
    mu_hash->absorb(message);
    Shake256::Incremental H;
    H.absorb(K);
    H.absorb(rnd);
    H.absorb(mu_hash->finish());
    Bytes<66> seed{};
    H.squeeze(std::span(seed).template first<64>());
    secrets.add("rho''", View<66>(seed).template first<64>());
    Bytes<mldsa::z_size<P>> bytes;
    mldsa::Polynomial y;
    for (std::uint8_t i = 0; i < P::l; ++i) {
      seed[64] = i;
      Shake256::hash(seed, bytes);
      secrets.add("y as bytes", bytes);
      mldsa::unpack_signed_portable<mldsa::z_bits<P>>(bytes, P::gamma1, y);
      add_polynomial(secrets, "y as words", y);
    }
    wipe(seed);
    wipe(bytes);
    wipe({reinterpret_cast<std::uint8_t*>(y.data()), sizeof y});
  }

  static Inputs make() {
    Inputs secrets;
    Shake256::Incremental random;
    random.absorb(Message(reinterpret_cast<const std::uint8_t*>(P::name), sizeof P::name));
    mldsa::Seed xi;
    mldsa::Randomizer rnd;
    random.squeeze(xi.fill());
    random.squeeze(rnd.fill());
    const auto keys = mldsa::keygen<P>(xi);
    secrets.pk = keys.pk;
    secrets.tr = mldsa::public_key_hash<P>(keys.pk);
    secrets.add("*sk", keys.sk.reveal());
    add_seeds(secrets, xi.reveal());
    add_vectors(secrets, keys.sk.reveal());
    const auto K = keys.sk.reveal().template subspan<32, 32>();
    add_masks(secrets, K, rnd.reveal());
    secrets.add("K", K);
    secrets.add("rnd", rnd.reveal());
    secrets.add("xi", xi.reveal());
    return secrets;
  }

  static std::vector<Subject> subjects(const Inputs& in) {
    using Prepared = mldsa::PreparedPrivateKey<P>;
    const auto xi = [&in] { return in.template secret<32>("xi"); };
    const auto sk = [&in] { return in.template secret<sk_size>("*sk"); };
    const auto rnd = [&in] { return in.template secret<32>("rnd"); };
    return {
        {"keygen", [=] { (void)mldsa::keygen<P>(xi()); }},
        {"sign", [=] { (void)mldsa::sign<P>(sk(), message, {}, rnd()); }},
        {"sign a digest",
         [=] { (void)mldsa::hash_sign<P>(sk(), mldsa::PreHash::kShake128, Message(message).first(32), {}, rnd()); }},
        {"expand and sign", [=] { (void)mldsa::sign<P>(Prepared::expand(xi()), message, {}, rnd()); }},
        {"import and sign",
         [=] {
           const auto key = Prepared::import(sk().reveal());
           (void)mldsa::sign<P>(*key, message, {}, rnd());
         }},
        {"check a seed and a private key", [=] { (void)mldsa::check_private_key<P>(xi().reveal(), sk().reveal()); }},
        {"refuse a private key",
         [=] {
           auto key = sk();
           key.fill()[sk_size - 1] ^= 1;
           (void)Prepared::import(key.reveal());
         }},
        {"public key of a private key", [=] { (void)mldsa::public_key<P>(sk().reveal()); }},
    };
  }
};

}  // namespace lydite::programs
