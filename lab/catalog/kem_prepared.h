// ML-KEM with prepared keys: import, use, batches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "lab/catalog/kem.h"

namespace lydite::lab::kem {

template <mlkem::ParameterSet P>
struct ImportEk : Inputs<P> {
  using Inputs<P>::Inputs;
  Slot<Result<mlkem::PreparedEncapsulationKey<P>>> key;

  void run() {
    const Exchange<P>& e = this->next();
    key.fill([&] { return mlkem::PreparedEncapsulationKey<P>::import(e.keys.ek); });
  }
  [[nodiscard]] bool check() const {
    if (!key.filled() || !key->has_value()) return false;
    const Exchange<P>& e = this->current();
    return key->value().hash() == Sha3_256::hash(e.keys.ek) && mlkem::encapsulate<P>(key->value(), e.m).c == e.c;
  }
  [[nodiscard]] Octets result() const {
    Octets bytes = octets(mlkem::encapsulate<P>(key->value(), this->current().m));
    append(bytes, key->value().hash());
    return bytes;
  }
  [[nodiscard]] Secrets secrets() { return {}; }
};

template <mlkem::ParameterSet P>
struct ImportDk : Inputs<P> {
  using Inputs<P>::Inputs;
  Slot<Result<mlkem::PreparedDecapsulationKey<P>>> key;

  void run() {
    const Exchange<P>& e = this->next();
    key.fill([&] { return mlkem::PreparedDecapsulationKey<P>::import(e.keys.dk.reveal()); });
  }
  [[nodiscard]] bool check() const {
    if (!key.filled() || !key->has_value()) return false;
    const Exchange<P>& e = this->current();
    return key->value().encapsulation_key().encoded() == e.keys.ek && same(octets(accepted()), e.K.reveal());
  }
  [[nodiscard]] Octets result() const { return octets(accepted()); }
  [[nodiscard]] Secrets secrets() { return this->decapsulation_keys(); }

 private:
  [[nodiscard]] SharedKey accepted() const { return mlkem::decapsulate<P>(key->value(), this->current().c); }
};

// Sixteen encapsulations to one key: a key is prepared because it is used often.
template <mlkem::ParameterSet P>
struct OneKey {
  Exchange<P> owner;
  mlkem::PreparedDecapsulationKey<P> dk;
  std::array<Secret<32>, 16> ms;
  std::array<mlkem::Ciphertext<P>, 16> cs;
  std::array<SharedKey, 16> Ks;
  std::size_t position = ms.size() - 1;

  OneKey(const Operation& described, std::uint64_t seed) : dk(prepare(described, seed)) {
    for (std::uint32_t j = 0; j < ms.size(); ++j) {
      derive_input(described.name, seed, 1 + j, ms[j].fill());
      auto encapsulation = expect(mlkem::encapsulate<P>(owner.keys.ek, ms[j]));
      cs[j] = encapsulation.c;
      Ks[j] = std::move(encapsulation.K);
    }
  }
  [[nodiscard]] const mlkem::PreparedEncapsulationKey<P>& ek() const { return dk.encapsulation_key(); }
  std::size_t next() { return position = (position + 1) % ms.size(); }
  [[nodiscard]] Secrets messages() {
    Secrets secrets;
    for (Secret<32>& m : ms) secrets.push_back(m.fill());
    return secrets;
  }

 private:
  mlkem::PreparedDecapsulationKey<P> prepare(const Operation& described, std::uint64_t seed) {
    owner.build(described.name, seed, 0);
    return mlkem::PreparedDecapsulationKey<P>::expand(owner.dz);
  }
};

template <mlkem::ParameterSet P>
struct EncapsPrepared : OneKey<P> {
  using OneKey<P>::OneKey;
  Slot<mlkem::Encapsulation<P>> out;

  void run() {
    const Secret<32>& m = this->ms[this->next()];
    out.fill([&] { return mlkem::encapsulate<P>(this->ek(), m); });
  }
  [[nodiscard]] bool check() const {
    return out.filled() && out->c == this->cs[this->position] && agrees(this->owner, *out);
  }
  [[nodiscard]] Octets result() const { return octets(*out); }
  [[nodiscard]] Secrets secrets() { return this->messages(); }
};

template <mlkem::ParameterSet P>
struct DecapsPrepared : OneKey<P> {
  using OneKey<P>::OneKey;
  Slot<SharedKey> out;

  void run() {
    const mlkem::Ciphertext<P>& c = this->cs[this->next()];
    out.fill([&] { return mlkem::decapsulate<P>(this->dk, c); });
  }
  [[nodiscard]] bool check() const { return out.filled() && same(out->reveal(), this->Ks[this->position].reveal()); }
  [[nodiscard]] Octets result() const { return octets(*out); }
  [[nodiscard]] Secrets secrets() { return {}; }
};

inline constexpr std::size_t batch = 8;

// Eight encapsulations to eight keys at once.
template <mlkem::ParameterSet P>
struct EncapsMany {
  std::array<Exchange<P>, batch> exchanges;
  std::array<mlkem::EncapsulationKey<P>, batch> eks;
  std::array<Secret<32>, batch> ms;
  std::vector<Result<mlkem::Encapsulation<P>>> outs;

  EncapsMany(const Operation& described, std::uint64_t seed) {
    for (std::uint32_t j = 0; j < batch; ++j) {
      exchanges[j].build(described.name, seed, j);
      eks[j] = exchanges[j].keys.ek;
      ms[j] = Secret<32>(exchanges[j].m.reveal());
      outs.emplace_back(Error::kInvalidLength);
    }
  }
  void run() { mlkem::encapsulate_many<P>(eks, ms, outs); }
  [[nodiscard]] bool check() const {
    for (std::size_t j = 0; j < batch; ++j) {
      if (!outs[j].has_value() || outs[j]->c != exchanges[j].c || !agrees(exchanges[j], *outs[j])) return false;
    }
    return true;
  }
  [[nodiscard]] Octets result() const {
    Octets bytes;
    for (const auto& out : outs) append(bytes, octets(*out));
    return bytes;
  }
  [[nodiscard]] Secrets secrets() {
    Secrets secrets;
    for (Secret<32>& m : ms) secrets.push_back(m.fill());
    return secrets;
  }
};

// Eight decapsulations with one key at once.
template <mlkem::ParameterSet P>
struct DecapsMany : OneKey<P> {
  using OneKey<P>::OneKey;
  std::array<SharedKey, batch> outs;

  void run() { mlkem::decapsulate_many<P>(this->dk, std::span(this->cs).template first<batch>(), outs); }
  [[nodiscard]] bool check() const {
    for (std::size_t j = 0; j < batch; ++j) {
      if (!same(outs[j].reveal(), this->Ks[j].reveal())) return false;
    }
    return true;
  }
  [[nodiscard]] Octets result() const {
    Octets bytes;
    for (const SharedKey& out : outs) append(bytes, out.reveal());
    return bytes;
  }
  [[nodiscard]] Secrets secrets() { return {}; }
};

}  // namespace lydite::lab::kem
