// The operations of the hybrid KEMs, of X25519 as a KEM and of BLAKE2.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lydite/blake2.h"
#include "lydite/hybrid.h"
#include "tests/programs/operation.h"

namespace lydite::programs {

template <hybrid::Scheme S>
struct HybridInputs {
  hybrid::Seed<S> seed;
  hybrid::Coins coins;
  hybrid::KeyPair<S> keys = hybrid::keygen<S>(seed);
  hybrid::Ciphertext c, bad_c, low_order_c;
  std::optional<hybrid::PreparedPublicKey<S>> prepared_pk;
  std::optional<hybrid::PreparedPrivateKey<S>> prepared_sk;

  HybridInputs() {
    coins.fill()[3] = 1;
    coins.fill()[40] = 2;
    const auto sent = hybrid::encapsulate<S>(pk(), coins);
    require(sent.has_value());
    c = bad_c = low_order_c = sent->c;
    bad_c[500] ^= 1;
    const std::size_t point = S::x25519_first ? 0 : hybrid::ciphertext_size - 32;
    std::fill_n(low_order_c.begin() + static_cast<std::ptrdiff_t>(point), 32, std::uint8_t{0});
    prepared_pk.emplace(std::move(hybrid::PreparedPublicKey<S>::import(keys.pk).value()));
    prepared_sk.emplace(hybrid::PreparedPrivateKey<S>::expand(seed));
  }
  View<hybrid::public_key_size> pk() const { return keys.pk; }
};

template <hybrid::Scheme S>
void add_hybrid(std::vector<Operation>& operations) {
  const auto in = std::make_shared<HybridInputs<S>>();
  const auto add = [&operations](const char* name, auto run) {
    operations.push_back({std::string(S::name) + " " + name, run});
  };
  add("keygen", [in] { (void)hybrid::keygen<S>(in->seed); });
  add("keygen, random", [] { require(hybrid::keygen<S>(system_entropy()).has_value()); });
  add("encapsulate", [in] { require(hybrid::encapsulate<S>(in->pk(), in->coins).has_value()); });
  add("encapsulate, random", [in] { require(hybrid::encapsulate<S>(in->pk(), system_entropy()).has_value()); });
  add("decapsulate", [in] { require(hybrid::decapsulate<S>(in->keys.sk, in->c).has_value()); });
  add("decapsulate, rejecting", [in] { require(hybrid::decapsulate<S>(in->keys.sk, in->bad_c).has_value()); });
  add("decapsulate, refusing", [in] { require(!hybrid::decapsulate<S>(in->keys.sk, in->low_order_c).has_value()); });
  add("import public key", [in] { require(hybrid::PreparedPublicKey<S>::import(in->keys.pk).has_value()); });
  add("import private key", [in] { require(hybrid::PreparedPrivateKey<S>::import(in->keys.sk.reveal()).has_value()); });
  add("expand private key", [in] { (void)hybrid::PreparedPrivateKey<S>::expand(in->seed); });
  add("prepared encapsulate", [in] { require(hybrid::encapsulate<S>(*in->prepared_pk, in->coins).has_value()); });
  add("prepared decapsulate", [in] { require(hybrid::decapsulate<S>(*in->prepared_sk, in->c).has_value()); });
  add("decapsulate many", [in] {
    std::array<hybrid::Ciphertext, 9> cs;
    cs.fill(in->c);
    const auto none = [] { return Result<hybrid::SharedKey>(Error::kInvalidLength); };
    std::array<Result<hybrid::SharedKey>, 9> out{none(), none(), none(), none(), none(),
                                                 none(), none(), none(), none()};
    hybrid::decapsulate_many<S>(*in->prepared_sk, cs, out);
    require(out.back().has_value());
  });
}

inline void add_dh(std::vector<Operation>& operations) {
  static const hybrid::dh::Seed seed;
  static const auto keys = hybrid::dh::keygen(seed);
  static const auto sent = hybrid::dh::encapsulate(keys.pk, keys.sk);
  operations.push_back({"X25519 KEM keygen", [] { (void)hybrid::dh::keygen(seed); }});
  operations.push_back(
      {"X25519 KEM encapsulate", [] { require(hybrid::dh::encapsulate(keys.pk, system_entropy()).has_value()); }});
  operations.push_back(
      {"X25519 KEM decapsulate", [] { require(hybrid::dh::decapsulate(keys.sk, sent->c).has_value()); }});
  operations.push_back(
      {"X25519 KEM decapsulate, prepared", [] { require(hybrid::dh::decapsulate(keys, sent->c).has_value()); }});
}

inline void add_blake2(std::vector<Operation>& operations) {
  static const std::array<std::uint8_t, 300> message{1, 2, 3};
  operations.push_back({"BLAKE2b", [] {
                          Bytes<64> out;
                          require(Blake2b::hash(message, out, Message(message).first(32)).has_value());
                        }});
  operations.push_back({"BLAKE2Xb", [] {
                          Bytes<100> out;
                          auto xof = Blake2Xb::begin(100, Message(message).first(32));
                          xof->absorb(message);
                          require(xof->squeeze(out).has_value());
                        }});
}

}  // namespace lydite::programs
