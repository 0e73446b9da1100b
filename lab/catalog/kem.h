// The row of any KEM: the state of each operation, and what it must have done.
//
// A scheme S has
//   Seed, Coins                   what key generation and encapsulation draw, as Secret<N>
//   KeyPair, Encapsulation {c, K}, Ciphertext, PreparedEncapsulationKey, PreparedDecapsulationKey
//   ek(key pair), dk(key pair)                     its two keys, by reference
//   keygen(seed)                                   KeyPair
//   encapsulate(ek or prepared key, coins)         Encapsulation, or a Result of one
//   decapsulate(dk or prepared key, c)             Secret<32>, or a Result of one
//   import_ek(ek), import_dk(dk)                   Result of a prepared key
//   encapsulation_key(prepared dk)                 PreparedEncapsulationKey, by reference
//   expand(seed)                                   PreparedDecapsulationKey
//   refusal(seed, c)                               what decapsulating a malformed c must give, by another way
//   secrets(dk)                                    the secret parts of a decapsulation key
//   randomised()                                   the functions that draw random bytes
//   encapsulate_many, decapsulate_many             of the kind of ML-KEM's, where the row has these operations
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "lab/algorithm.h"
#include "lab/catalog/operation.h"
#include "lydite/bytes.h"

namespace lydite::lab::kem {

using SharedKey = Secret<32>;

// What a function gave, whether it can fail or not; null for an error.
template <class T>
[[nodiscard]] const T* value(const Result<T>& result) {
  return result.has_value() ? &result.value() : nullptr;
}
template <class T>
[[nodiscard]] const T* value(const T& result) {
  return &result;
}
template <class T>
[[nodiscard]] T take(Result<T> result) {
  return expect(std::move(result));
}
template <class T>
[[nodiscard]] T take(T result) {
  return result;
}

// All that one exchange needs and yields. Made with the functions that are measured; what proves them right is the
// gate.
template <class S>
struct Exchange {
  typename S::Seed seed;
  typename S::Coins coins;
  typename S::KeyPair keys;
  typename S::Ciphertext c;
  SharedKey K;

  void build(std::string_view operation, std::uint64_t number, std::uint32_t j) {
    Bytes<S::Seed::size + S::Coins::size> input;
    derive_input(operation, number, j, input);
    seed = typename S::Seed(Message(input).first<S::Seed::size>());
    coins = typename S::Coins(Message(input).last<S::Coins::size>());
    keys = S::keygen(seed);
    auto encapsulation = take(S::encapsulate(S::ek(keys), coins));
    c = encapsulation.c;
    K = std::move(encapsulation.K);
  }
};

// Sixteen exchanges, used by turns: the work depends a little on the input, through the sampling of the matrix.
template <class S>
struct Inputs {
  std::array<Exchange<S>, 16> exchanges;
  std::size_t position = exchanges.size() - 1;

  Inputs(const Operation& described, std::uint64_t seed) {
    for (std::uint32_t j = 0; j < exchanges.size(); ++j) exchanges[j].build(input_name(described), seed, j);
  }
  Exchange<S>& next() {
    position = (position + 1) % exchanges.size();
    return exchanges[position];
  }
  // The exchange that the last run used.
  [[nodiscard]] const Exchange<S>& current() const { return exchanges[position]; }
  [[nodiscard]] Secrets seeds() {
    Secrets secrets;
    for (Exchange<S>& exchange : exchanges) secrets.push_back(exchange.seed.fill());
    return secrets;
  }
  [[nodiscard]] Secrets coins() {
    Secrets secrets;
    for (Exchange<S>& exchange : exchanges) secrets.push_back(exchange.coins.fill());
    return secrets;
  }
  [[nodiscard]] Secrets decapsulation_keys() {
    Secrets secrets;
    for (Exchange<S>& exchange : exchanges) {
      for (const auto part : S::secrets(S::dk(exchange.keys))) secrets.push_back(part);
    }
    return secrets;
  }
};

// The types of what the functions give.
template <class S, class Key>
using Encapsulated = decltype(S::encapsulate(std::declval<const Key&>(), std::declval<const typename S::Coins&>()));
template <class S, class Key>
using Decapsulated =
    decltype(S::decapsulate(std::declval<const Key&>(), std::declval<const typename S::Ciphertext&>()));
template <class S>
using Ek = std::remove_cvref_t<decltype(S::ek(std::declval<typename S::KeyPair&>()))>;
template <class S>
using Dk = std::remove_cvref_t<decltype(S::dk(std::declval<typename S::KeyPair&>()))>;

template <class S>
[[nodiscard]] Octets key_octets(const typename S::KeyPair& keys) {
  Octets bytes(S::ek(keys).begin(), S::ek(keys).end());
  append(bytes, S::dk(keys).reveal());
  return bytes;
}
template <class Encapsulation>
[[nodiscard]] Octets encapsulation_octets(const Encapsulation& encapsulation) {
  Octets bytes(encapsulation.c.begin(), encapsulation.c.end());
  append(bytes, encapsulation.K.reveal());
  return bytes;
}
[[nodiscard]] inline Octets octets(const SharedKey& K) { return {K.reveal().begin(), K.reveal().end()}; }

// Whether decapsulation with this key gives this secret.
template <class S, class Key>
[[nodiscard]] bool obtains(const Key& dk, const typename S::Ciphertext& c, const SharedKey& K) {
  const auto result = S::decapsulate(dk, c);
  const SharedKey* obtained = value(result);
  return obtained != nullptr && same(obtained->reveal(), K.reveal());
}
// The ciphertext is the one made beforehand, and the receiver, with keys that were not part of the measured work,
// obtains the same secret.
template <class S, class Out>
[[nodiscard]] bool agrees(const Exchange<S>& exchange, const typename S::Ciphertext& c, const Out& out) {
  const auto* encapsulation = value(out);
  return encapsulation != nullptr && encapsulation->c == c && obtains<S>(S::dk(exchange.keys), c, encapsulation->K);
}

// --- Operations on encoded keys ---------------------------------------------------------------------------------

template <class S>
struct Keygen : Inputs<S> {
  using Inputs<S>::Inputs;
  Slot<typename S::KeyPair> keys;

  void run() {
    const Exchange<S>& e = this->next();
    keys.fill([&] { return S::keygen(e.seed); });
  }
  // The ciphertext and the key of the exchange, which were made with ek, fit the new dk.
  [[nodiscard]] bool check() const {
    const Exchange<S>& e = this->current();
    return keys.filled() && S::ek(*keys) == S::ek(e.keys) && obtains<S>(S::dk(*keys), e.c, e.K);
  }
  [[nodiscard]] Octets result() const { return key_octets<S>(*keys); }
  [[nodiscard]] Secrets secrets() { return this->seeds(); }
};

template <class S>
struct Encaps : Inputs<S> {
  using Inputs<S>::Inputs;
  Slot<Encapsulated<S, Ek<S>>> out;

  void run() {
    const Exchange<S>& e = this->next();
    out.fill([&] { return S::encapsulate(S::ek(e.keys), e.coins); });
  }
  [[nodiscard]] bool check() const { return out.filled() && agrees(this->current(), this->current().c, *out); }
  [[nodiscard]] Octets result() const { return encapsulation_octets(*value(*out)); }
  [[nodiscard]] Secrets secrets() { return this->coins(); }
};

template <class S>
struct Decaps : Inputs<S> {
  using Inputs<S>::Inputs;
  Slot<Decapsulated<S, Dk<S>>> out;

  void run() {
    const Exchange<S>& e = this->next();
    out.fill([&] { return S::decapsulate(S::dk(e.keys), e.c); });
  }
  [[nodiscard]] bool check() const {
    const SharedKey* K = out.filled() ? value(*out) : nullptr;
    return K != nullptr && same(K->reveal(), this->current().K.reveal());
  }
  [[nodiscard]] Octets result() const { return octets(*value(*out)); }
  [[nodiscard]] Secrets secrets() { return this->decapsulation_keys(); }
};

// Makes the ciphertext number j malformed.
template <class S>
using Change = void (*)(typename S::Ciphertext& c, std::size_t j);

// The right secret for a malformed ciphertext, or the error that it deserves; never the honest secret.
template <class S, class Out>
[[nodiscard]] bool refused(const typename S::Seed& seed, const typename S::Ciphertext& c, const SharedKey& honest,
                           const Out& out) {
  const std::optional<Bytes<32>> expected = S::refusal(seed, c);
  const SharedKey* K = value(out);
  if (K == nullptr || !expected) return K == nullptr && !expected;
  return same(K->reveal(), *expected) && !same(K->reveal(), honest.reveal());
}
template <class Out>
[[nodiscard]] Octets refusal_octets(Message ek, Message c, const Out& out) {
  Octets bytes(ek.begin(), ek.end());
  append(bytes, c);
  if (const SharedKey* K = value(out)) append(bytes, K->reveal());
  return bytes;
}

template <class S>
struct DecapsBad : Decaps<S> {
  DecapsBad(const Operation& described, std::uint64_t seed, Change<S> change) : Decaps<S>(described, seed) {
    for (std::size_t j = 0; j < this->exchanges.size(); ++j) change(this->exchanges[j].c, j);
  }
  [[nodiscard]] bool check() const {
    const Exchange<S>& e = this->current();
    return this->out.filled() && refused<S>(e.seed, e.c, e.K, *this->out);
  }
  [[nodiscard]] Octets result() const {
    return refusal_octets(S::ek(this->current().keys), this->current().c, *this->out);
  }
};

template <class S>
struct Cycle : Inputs<S> {
  using Inputs<S>::Inputs;
  Slot<typename S::KeyPair> keys;
  Slot<Encapsulated<S, Ek<S>>> sender;
  Slot<Decapsulated<S, Dk<S>>> receiver;

  void run() {
    const Exchange<S>& e = this->next();
    keys.fill([&] { return S::keygen(e.seed); });
    sender.fill([&] { return S::encapsulate(S::ek(*keys), e.coins); });
    if (value(*sender)) receiver.fill([&] { return S::decapsulate(S::dk(*keys), value(*sender)->c); });
  }
  [[nodiscard]] bool check() const {
    if (!receiver.filled() || key_octets<S>(*keys) != key_octets<S>(this->current().keys)) return false;
    const SharedKey* K = value(*receiver);
    const auto& sent = *value(*sender);
    return K != nullptr && sent.c == this->current().c && same(K->reveal(), sent.K.reveal());
  }
  [[nodiscard]] Octets result() const {
    Octets bytes = key_octets<S>(*keys);
    append(bytes, encapsulation_octets(*value(*sender)));
    append(bytes, octets(*value(*receiver)));
    return bytes;
  }
  [[nodiscard]] Secrets secrets() {
    Secrets secrets = this->seeds();
    for (const auto coins : this->coins()) secrets.push_back(coins);
    return secrets;
  }
};

// The side of a handshake that makes the key pair: keygen, then decaps of the answer.
template <class S>
struct Client : Decaps<S> {
  using Decaps<S>::Decaps;
  Slot<typename S::KeyPair> keys;

  void run() {
    const Exchange<S>& e = this->next();
    keys.fill([&] { return S::keygen(e.seed); });
    this->out.fill([&] { return S::decapsulate(S::dk(*keys), e.c); });
  }
  [[nodiscard]] bool check() const {
    return keys.filled() && key_octets<S>(*keys) == key_octets<S>(this->current().keys) && Decaps<S>::check();
  }
  [[nodiscard]] Secrets secrets() { return this->seeds(); }
};

// The side that answers: a key of unchecked length from outside, then encaps with it.
template <class S>
struct Server : Encaps<S> {
  using Encaps<S>::Encaps;

  void run() {
    const Exchange<S>& e = this->next();
    const auto ek = exactly<std::tuple_size_v<Ek<S>>>(Message(S::ek(e.keys)));
    if (ek.has_value()) this->out.fill([&] { return S::encapsulate(*ek, e.coins); });
  }
};

}  // namespace lydite::lab::kem
