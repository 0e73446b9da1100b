// The operations of ML-KEM, ML-DSA and of the hash functions below them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lydite/mldsa.h"
#include "lydite/mlkem.h"
#include "lydite/sha3.h"
#include "tests/programs/operation.h"

namespace lydite::programs {

// All inputs of the ML-KEM operations, from one seed. Not on a small stack: the operations only refer to it.
template <mlkem::ParameterSet P>
struct KemInputs {
  mlkem::Seed dz;
  Secret<32> m;
  std::optional<mlkem::KeyPair<P>> keys;
  mlkem::Ciphertext<P> c, bad_c;
  std::optional<mlkem::PreparedEncapsulationKey<P>> prepared_ek;
  std::optional<mlkem::PreparedDecapsulationKey<P>> prepared_dk;
  mlkem::EncapsulationKeyHeader header;

  explicit KemInputs(std::uint8_t seed) {
    Shake128::Incremental random;
    random.absorb(Message(&seed, 1));
    random.squeeze(dz.fill());
    random.squeeze(m.fill());
    keys.emplace(mlkem::keygen<P>(dz));
    auto sent = mlkem::encapsulate<P>(ek(), m);
    require(sent.has_value());
    c = sent->c;
    bad_c = c;
    bad_c[0] ^= 1;
    prepared_ek.emplace(std::move(mlkem::PreparedEncapsulationKey<P>::import(ek()).value()));
    prepared_dk.emplace(mlkem::PreparedDecapsulationKey<P>::expand(dz));
    header = mlkem::header<P>(ek());
  }
  View<mlkem::encapsulation_key_size<P>> ek() const { return keys->ek; }
};

template <mlkem::ParameterSet P>
void add_kem(std::vector<Operation>& operations) {
  const auto in = std::make_shared<KemInputs<P>>(std::uint8_t{P::k});
  const auto add = [&operations](const char* name, auto run) {
    operations.push_back({std::string(P::name) + " " + name, run});
  };
  add("keygen", [in] { (void)mlkem::keygen<P>(in->dz); });
  add("keygen, random", [] { require(mlkem::keygen<P>(system_entropy()).has_value()); });
  add("encapsulate", [in] { require(mlkem::encapsulate<P>(in->ek(), in->m).has_value()); });
  add("encapsulate, random", [in] { require(mlkem::encapsulate<P>(in->ek(), system_entropy()).has_value()); });
  add("decapsulate", [in] { require(mlkem::decapsulate<P>(in->keys->dk, in->c).has_value()); });
  add("decapsulate, rejecting", [in] { require(mlkem::decapsulate<P>(in->keys->dk, in->bad_c).has_value()); });
  add("check encapsulation key", [in] { require(mlkem::check_encapsulation_key<P>(in->ek()).has_value()); });
  add("check decapsulation key",
      [in] { require(mlkem::check_decapsulation_key<P>(in->keys->dk.reveal()).has_value()); });
  add("import encapsulation key", [in] { require(mlkem::PreparedEncapsulationKey<P>::import(in->ek()).has_value()); });
  add("import decapsulation key",
      [in] { require(mlkem::PreparedDecapsulationKey<P>::import(in->keys->dk.reveal()).has_value()); });
  add("expand decapsulation key", [in] { (void)mlkem::PreparedDecapsulationKey<P>::expand(in->dz); });
  add("prepared encapsulate", [in] { (void)mlkem::encapsulate<P>(*in->prepared_ek, in->m); });
  add("prepared decapsulate", [in] { (void)mlkem::decapsulate<P>(*in->prepared_dk, in->c); });
  add("prepared decapsulate, rejecting", [in] { (void)mlkem::decapsulate<P>(*in->prepared_dk, in->bad_c); });
  add("encapsulate in two halves", [in] {
    const auto first = mlkem::encapsulate_first<P>(in->header, in->m);
    require(mlkem::encapsulate_second<P>(in->header, first.state, mlkem::vector<P>(in->ek())).has_value());
  });
}

// The same for ML-DSA. Prepared keys are large: they are made where they stay.
template <mldsa::ParameterSet P>
struct SignatureInputs {
  mldsa::Seed xi;
  mldsa::Randomizer rnd;
  std::array<std::uint8_t, 100> message;
  std::optional<mldsa::KeyPair<P>> keys;
  mldsa::Signature<P> signature, bad_signature;
  std::optional<mldsa::PreparedPublicKey<P>> prepared_pk;
  std::optional<mldsa::PreparedPrivateKey<P>> prepared_sk;
  Bytes<64> digest{};

  explicit SignatureInputs(std::uint8_t seed) {
    Shake128::Incremental random;
    random.absorb(Message(&seed, 1));
    random.squeeze(xi.fill());
    random.squeeze(rnd.fill());
    random.squeeze(message);
    keys.emplace(mldsa::keygen<P>(xi));
    const auto signature_of_message = mldsa::sign<P>(keys->sk, message, {}, rnd);
    require(signature_of_message.has_value());
    signature = *signature_of_message;
    bad_signature = signature;
    bad_signature[0] ^= 1;
    prepared_pk.emplace(std::move(mldsa::PreparedPublicKey<P>::import(keys->pk).value()));
    prepared_sk.emplace(mldsa::PreparedPrivateKey<P>::expand(xi));
  }
  std::array<mldsa::SignedMessage, 9> batch() const {
    std::array<mldsa::SignedMessage, 9> all;
    all.fill({keys->pk, message, signature, {}});
    all[4].signature = bad_signature;
    return all;
  }
};

template <mldsa::ParameterSet P>
void add_signature(std::vector<Operation>& operations) {
  const auto in = std::make_shared<SignatureInputs<P>>(std::uint8_t{P::k});
  const auto add = [&operations](const char* name, auto run) {
    operations.push_back({std::string(P::name) + " " + name, run});
  };
  add("keygen", [in] { (void)mldsa::keygen<P>(in->xi); });
  add("keygen, random", [] { require(mldsa::keygen<P>(system_entropy()).has_value()); });
  add("sign", [in] { require(mldsa::sign<P>(in->keys->sk, in->message, {}, in->rnd).has_value()); });
  add("sign, random", [in] { require(mldsa::sign<P>(in->keys->sk, in->message, {}, system_entropy()).has_value()); });
  add("sign a digest", [in] {
    require(mldsa::hash_sign<P>(in->keys->sk, mldsa::PreHash::kShake256, in->digest, {}, in->rnd).has_value());
  });
  add("sign in pieces", [in] {
    auto hash = mldsa::MessageHash::begin(mldsa::public_key_hash<P>(in->keys->sk), {});
    hash->absorb(in->message);
    require(mldsa::sign_mu<P>(in->keys->sk, hash->finish(), in->rnd).has_value());
  });
  add("verify", [in] { require(mldsa::verify<P>(in->keys->pk, in->message, in->signature, {})); });
  add("verify, refusing", [in] { require(!mldsa::verify<P>(in->keys->pk, in->message, in->bad_signature, {})); });
  add("verify many", [in] {
    std::array<bool, 9> valid;
    mldsa::verify_many<P>(in->batch(), valid);
    require(valid[0] && !valid[4] && valid[8]);
  });
  add("verify many, prepared", [in] {
    std::array<mldsa::MessageSignature, 9> all;
    all.fill({in->message, in->signature, {}});
    all[4].signature = in->bad_signature;
    std::array<bool, 9> valid;
    mldsa::verify_many<P>(*in->prepared_pk, all, valid);
    require(valid[0] && !valid[4] && valid[8]);
  });
  add("check private key", [in] { require(mldsa::check_private_key<P>(in->keys->sk.reveal()).has_value()); });
  add("check seed and private key",
      [in] { require(mldsa::check_private_key<P>(in->xi.reveal(), in->keys->sk.reveal()).has_value()); });
  add("public key of a private key", [in] { require(mldsa::public_key<P>(in->keys->sk.reveal()).has_value()); });
  add("import public key", [in] { require(mldsa::PreparedPublicKey<P>::import(in->keys->pk).has_value()); });
  add("import private key", [in] { require(mldsa::PreparedPrivateKey<P>::import(in->keys->sk.reveal()).has_value()); });
  add("expand private key", [in] { (void)mldsa::PreparedPrivateKey<P>::expand(in->xi); });
  add("prepared sign", [in] { require(mldsa::sign<P>(*in->prepared_sk, in->message, {}, in->rnd).has_value()); });
  add("prepared verify", [in] { require(mldsa::verify<P>(*in->prepared_pk, in->message, in->signature, {})); });
}

template <class Hash>
void add_hash(std::vector<Operation>& operations, const char* name) {
  static const std::array<std::uint8_t, 1000> message{1, 2, 3};
  operations.push_back({std::string(name), [] { (void)Hash::hash(message); }});
  operations.push_back({std::string(name) + ", eight together", [] {
                          std::array<Message, 8> messages;
                          messages.fill(message);
                          std::array<typename Hash::Digest, 8> digests;
                          Hash::hash_many(messages, digests);
                        }});
}

}  // namespace lydite::programs
