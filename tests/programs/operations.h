// Every operation of the public surface as a function without arguments, for tests of how it uses memory.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lydite/mlkem.h"
#include "lydite/sha3.h"

namespace lydite::programs {

struct Operation {
  std::string name;
  std::function<void()> run;
};

inline void require(bool done) {
  if (done) return;
  std::fputs("an operation failed\n", stderr);
  std::abort();
}

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

inline std::vector<Operation> all_operations() {
  std::vector<Operation> operations;
  add_hash<Sha3_224>(operations, "SHA3-224");
  add_hash<Sha3_256>(operations, "SHA3-256");
  add_hash<Sha3_384>(operations, "SHA3-384");
  add_hash<Sha3_512>(operations, "SHA3-512");
  add_kem<mlkem::MlKem512>(operations);
  add_kem<mlkem::MlKem768>(operations);
  add_kem<mlkem::MlKem1024>(operations);
  return operations;
}

}  // namespace lydite::programs
