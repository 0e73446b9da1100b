// A KEM with prepared keys: import, use, batches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "lab/catalog/kem.h"

namespace lydite::lab::kem {

template <class S>
struct ImportEk : Inputs<S> {
  using Inputs<S>::Inputs;
  Slot<Result<typename S::PreparedEncapsulationKey>> key;

  void run() {
    const Exchange<S>& e = this->next();
    key.fill([&] { return S::import_ek(S::ek(e.keys)); });
  }
  [[nodiscard]] bool check() const {
    if (!key.filled() || !key->has_value()) return false;
    const Exchange<S>& e = this->current();
    return agrees(e, e.c, S::encapsulate(key->value(), e.coins));
  }
  [[nodiscard]] Octets result() const {
    return encapsulation_octets(take(S::encapsulate(key->value(), this->current().coins)));
  }
  [[nodiscard]] Secrets secrets() { return {}; }
};

template <class S>
struct ImportDk : Inputs<S> {
  using Inputs<S>::Inputs;
  Slot<decltype(S::import_dk(std::declval<const Dk<S>&>()))> key;

  void run() {
    const Exchange<S>& e = this->next();
    key.fill([&] { return S::import_dk(S::dk(e.keys)); });
  }
  [[nodiscard]] bool check() const {
    if (!key.filled() || !key->has_value()) return false;
    const Exchange<S>& e = this->current();
    return obtains<S>(key->value(), e.c, e.K) &&
           agrees(e, e.c, S::encapsulate(S::encapsulation_key(key->value()), e.coins));
  }
  [[nodiscard]] Octets result() const { return octets(take(S::decapsulate(key->value(), this->current().c))); }
  [[nodiscard]] Secrets secrets() { return this->decapsulation_keys(); }
};

// Sixteen encapsulations to one key: a key is prepared because it is used often.
template <class S>
struct OneKey {
  Exchange<S> owner;
  typename S::PreparedDecapsulationKey dk;
  std::array<typename S::Coins, 16> coins;
  std::array<typename S::Ciphertext, 16> cs;
  std::array<SharedKey, 16> Ks;
  std::size_t position = coins.size() - 1;

  OneKey(const Operation& described, std::uint64_t seed) : dk(prepare(described, seed)) {
    for (std::uint32_t j = 0; j < coins.size(); ++j) {
      derive_input(input_name(described), seed, 1 + j, coins[j].fill());
      auto encapsulation = take(S::encapsulate(S::ek(owner.keys), coins[j]));
      cs[j] = encapsulation.c;
      Ks[j] = std::move(encapsulation.K);
    }
  }
  [[nodiscard]] const typename S::PreparedEncapsulationKey& ek() const { return S::encapsulation_key(dk); }
  std::size_t next() { return position = (position + 1) % coins.size(); }
  [[nodiscard]] Secrets coin_secrets() {
    Secrets secrets;
    for (auto& c : coins) secrets.push_back(c.fill());
    return secrets;
  }

 private:
  typename S::PreparedDecapsulationKey prepare(const Operation& described, std::uint64_t seed) {
    owner.build(input_name(described), seed, 0);
    return S::expand(owner.seed);
  }
};

template <class S>
struct EncapsPrepared : OneKey<S> {
  using OneKey<S>::OneKey;
  Slot<Encapsulated<S, typename S::PreparedEncapsulationKey>> out;

  void run() {
    const auto& coins = this->coins[this->next()];
    out.fill([&] { return S::encapsulate(this->ek(), coins); });
  }
  [[nodiscard]] bool check() const { return out.filled() && agrees(this->owner, this->cs[this->position], *out); }
  [[nodiscard]] Octets result() const { return encapsulation_octets(*value(*out)); }
  [[nodiscard]] Secrets secrets() { return this->coin_secrets(); }
};

template <class S>
struct DecapsPrepared : OneKey<S> {
  using OneKey<S>::OneKey;
  Slot<Decapsulated<S, typename S::PreparedDecapsulationKey>> out;

  void run() {
    const auto& c = this->cs[this->next()];
    out.fill([&] { return S::decapsulate(this->dk, c); });
  }
  [[nodiscard]] bool check() const {
    const SharedKey* K = out.filled() ? value(*out) : nullptr;
    return K != nullptr && same(K->reveal(), this->Ks[this->position].reveal());
  }
  [[nodiscard]] Octets result() const { return octets(*value(*out)); }
  [[nodiscard]] Secrets secrets() { return {}; }
};

// As DecapsBad, with the expanded key.
template <class S>
struct DecapsBadPrepared : DecapsPrepared<S> {
  DecapsBadPrepared(const Operation& described, std::uint64_t seed, Change<S> change)
      : DecapsPrepared<S>(described, seed) {
    for (std::size_t j = 0; j < this->cs.size(); ++j) change(this->cs[j], j);
  }
  [[nodiscard]] bool check() const {
    return this->out.filled() &&
           refused<S>(this->owner.seed, this->cs[this->position], this->Ks[this->position], *this->out);
  }
  [[nodiscard]] Octets result() const {
    return refusal_octets(S::ek(this->owner.keys), this->cs[this->position], *this->out);
  }
};

inline constexpr std::size_t batch = 8;

// Eight encapsulations to eight keys at once.
template <class S>
struct EncapsMany {
  std::array<Exchange<S>, batch> exchanges;
  std::array<Ek<S>, batch> eks;
  std::array<typename S::Coins, batch> coins;
  std::vector<Result<typename S::Encapsulation>> outs;

  EncapsMany(const Operation& described, std::uint64_t seed) {
    for (std::uint32_t j = 0; j < batch; ++j) {
      exchanges[j].build(described.name, seed, j);
      eks[j] = S::ek(exchanges[j].keys);
      coins[j] = typename S::Coins(exchanges[j].coins.reveal());
      outs.emplace_back(Error::kInvalidLength);
    }
  }
  void run() { S::encapsulate_many(eks, coins, outs); }
  [[nodiscard]] bool check() const {
    for (std::size_t j = 0; j < batch; ++j) {
      if (!agrees(exchanges[j], exchanges[j].c, outs[j])) return false;
    }
    return true;
  }
  [[nodiscard]] Octets result() const {
    Octets bytes;
    for (const auto& out : outs) append(bytes, encapsulation_octets(*out));
    return bytes;
  }
  [[nodiscard]] Secrets secrets() {
    Secrets secrets;
    for (auto& c : coins) secrets.push_back(c.fill());
    return secrets;
  }
};

// Eight decapsulations with one key at once.
template <class S>
struct DecapsMany : OneKey<S> {
  std::vector<typename S::BatchSecret> outs;

  DecapsMany(const Operation& described, std::uint64_t seed) : OneKey<S>(described, seed) {
    for (std::size_t j = 0; j < batch; ++j) outs.push_back(S::no_secret());
  }
  void run() { S::decapsulate_many(this->dk, std::span(this->cs).template first<batch>(), outs); }
  [[nodiscard]] bool check() const {
    for (std::size_t j = 0; j < batch; ++j) {
      const SharedKey* K = value(outs[j]);
      if (K == nullptr || !same(K->reveal(), this->Ks[j].reveal())) return false;
    }
    return true;
  }
  [[nodiscard]] Octets result() const {
    Octets bytes;
    for (const auto& out : outs) append(bytes, value(out)->reveal());
    return bytes;
  }
  [[nodiscard]] Secrets secrets() { return {}; }
};

}  // namespace lydite::lab::kem
