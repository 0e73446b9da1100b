// The row of any parameter set of ML-KEM (FIPS 203): the state of each operation, and what it must have done.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/algorithm.h"
#include "lab/catalog/operation.h"
#include "lab/kat/mlkem_kat.h"
#include "lydite/mlkem.h"
#include "lydite/sha3.h"

namespace lydite::lab::kem {

using mlkem::SharedKey;

inline void append(Octets& bytes, Message more) { bytes.insert(bytes.end(), more.begin(), more.end()); }

[[nodiscard]] inline bool same(Message a, Message b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

template <class T>
[[nodiscard]] T expect(Result<T> result) {
  if (!result) throw std::runtime_error("inputs cannot be built: " + std::string(describe(result.error())));
  return std::move(result).value();
}

// All that one exchange needs and yields. Made with the functions that are measured; what proves them right is the
// gate.
template <mlkem::ParameterSet P>
struct Exchange {
  mlkem::Seed dz;
  Secret<32> m;
  mlkem::KeyPair<P> keys;
  mlkem::Ciphertext<P> c;
  SharedKey K;

  void build(std::string_view operation, std::uint64_t seed, std::uint32_t j) {
    Bytes<96> input;
    derive_input(operation, seed, j, input);
    dz = mlkem::Seed(Message(input).first<64>());
    m = Secret<32>(Message(input).last<32>());
    keys = mlkem::keygen<P>(dz);
    auto encapsulation = expect(mlkem::encapsulate<P>(keys.ek, m));
    c = encapsulation.c;
    K = std::move(encapsulation.K);
  }
  // The parts of dk that are secret: s_hat and z, not the encapsulation key and its hash between them.
  [[nodiscard]] Secrets dk_secrets() {
    return {keys.dk.fill().template first<mlkem::vector_size<P>>(), keys.dk.fill().template last<32>()};
  }
};

// Sixteen exchanges, used by turns: the work depends a little on the input, through the sampling of the matrix.
template <mlkem::ParameterSet P>
struct Inputs {
  std::array<Exchange<P>, 16> exchanges;
  std::size_t position = exchanges.size() - 1;

  Inputs(const Operation& described, std::uint64_t seed) {
    for (std::uint32_t j = 0; j < exchanges.size(); ++j) exchanges[j].build(described.name, seed, j);
  }
  Exchange<P>& next() {
    position = (position + 1) % exchanges.size();
    return exchanges[position];
  }
  // The exchange that the last run used.
  [[nodiscard]] const Exchange<P>& current() const { return exchanges[position]; }
  [[nodiscard]] Secrets seeds() {
    Secrets secrets;
    for (Exchange<P>& exchange : exchanges) secrets.push_back(exchange.dz.fill());
    return secrets;
  }
  [[nodiscard]] Secrets messages() {
    Secrets secrets;
    for (Exchange<P>& exchange : exchanges) secrets.push_back(exchange.m.fill());
    return secrets;
  }
  [[nodiscard]] Secrets decapsulation_keys() {
    Secrets secrets;
    for (Exchange<P>& exchange : exchanges) {
      for (const auto part : exchange.dk_secrets()) secrets.push_back(part);
    }
    return secrets;
  }
};

template <mlkem::ParameterSet P>
[[nodiscard]] bool same(const mlkem::KeyPair<P>& a, const mlkem::KeyPair<P>& b) {
  return a.ek == b.ek && same(a.dk.reveal(), b.dk.reveal());
}

template <mlkem::ParameterSet P>
[[nodiscard]] Octets octets(const mlkem::KeyPair<P>& keys) {
  Octets bytes(keys.ek.begin(), keys.ek.end());
  append(bytes, keys.dk.reveal());
  return bytes;
}
template <mlkem::ParameterSet P>
[[nodiscard]] Octets octets(const mlkem::Encapsulation<P>& encapsulation) {
  Octets bytes(encapsulation.c.begin(), encapsulation.c.end());
  append(bytes, encapsulation.K.reveal());
  return bytes;
}
[[nodiscard]] inline Octets octets(const SharedKey& K) { return {K.reveal().begin(), K.reveal().end()}; }

// The receiver, with keys that were not part of the measured work, obtains the same key.
template <mlkem::ParameterSet P>
[[nodiscard]] bool agrees(const Exchange<P>& exchange, const mlkem::Encapsulation<P>& encapsulation) {
  const auto K = mlkem::decapsulate<P>(exchange.keys.dk, encapsulation.c);
  return K.has_value() && same(K->reveal(), encapsulation.K.reveal());
}

// What decapsulation gives for a ciphertext that was not made with the key: J(z || c), algorithm 18, step 7.
[[nodiscard]] inline Bytes<32> rejection_key(View<32> z, Message c) {
  Shake256::Incremental J;
  J.absorb(z);
  J.absorb(c);
  Bytes<32> K;
  J.squeeze(K);
  return K;
}

// --- Operations on encoded keys ---------------------------------------------------------------------------------

template <mlkem::ParameterSet P>
struct Keygen : Inputs<P> {
  using Inputs<P>::Inputs;
  Slot<mlkem::KeyPair<P>> keys;

  void run() {
    const Exchange<P>& e = this->next();
    keys.fill([&] { return mlkem::keygen<P>(e.dz); });
  }
  // The ciphertext and the key of the exchange, which were made with ek, fit the new dk.
  [[nodiscard]] bool check() const {
    if (!keys.filled() || keys->ek != this->current().keys.ek) return false;
    const auto K = mlkem::decapsulate<P>(keys->dk, this->current().c);
    return K.has_value() && same(K->reveal(), this->current().K.reveal());
  }
  [[nodiscard]] Octets result() const { return octets(*keys); }
  [[nodiscard]] Secrets secrets() { return this->seeds(); }
};

template <mlkem::ParameterSet P>
struct Encaps : Inputs<P> {
  using Inputs<P>::Inputs;
  Slot<Result<mlkem::Encapsulation<P>>> out;

  void run() {
    const Exchange<P>& e = this->next();
    out.fill([&] { return mlkem::encapsulate<P>(e.keys.ek, e.m); });
  }
  [[nodiscard]] bool check() const {
    return out.filled() && out->has_value() && out->value().c == this->current().c && agrees(this->current(), **out);
  }
  [[nodiscard]] Octets result() const { return octets(**out); }
  [[nodiscard]] Secrets secrets() { return this->messages(); }
};

template <mlkem::ParameterSet P>
struct Decaps : Inputs<P> {
  using Inputs<P>::Inputs;
  Slot<Result<SharedKey>> out;

  void run() {
    const Exchange<P>& e = this->next();
    out.fill([&] { return mlkem::decapsulate<P>(e.keys.dk, e.c); });
  }
  [[nodiscard]] bool check() const {
    return out.filled() && out->has_value() && same(out->value().reveal(), this->current().K.reveal());
  }
  [[nodiscard]] Octets result() const { return octets(**out); }
  [[nodiscard]] Secrets secrets() { return this->decapsulation_keys(); }
};

// Ciphertexts with one wrong bit, at sixteen places from the first byte to the last.
template <mlkem::ParameterSet P>
struct DecapsBad : Decaps<P> {
  DecapsBad(const Operation& described, std::uint64_t seed) : Decaps<P>(described, seed) {
    for (std::size_t j = 0; j < this->exchanges.size(); ++j) {
      auto& c = this->exchanges[j].c;
      c[j * (c.size() - 1) / (this->exchanges.size() - 1)] ^= static_cast<std::uint8_t>(1U << j % 8);
    }
  }
  [[nodiscard]] bool check() const {
    if (!this->out.filled() || !this->out->has_value()) return false;
    const Exchange<P>& e = this->current();
    const View<32> K = this->out->value().reveal();
    return same(K, rejection_key(e.dz.reveal().template last<32>(), e.c)) && !same(K, e.K.reveal());
  }
};

template <mlkem::ParameterSet P>
struct Cycle : Inputs<P> {
  using Inputs<P>::Inputs;
  Slot<mlkem::KeyPair<P>> keys;
  Slot<Result<mlkem::Encapsulation<P>>> sender;
  Slot<Result<SharedKey>> receiver;

  void run() {
    const Exchange<P>& e = this->next();
    keys.fill([&] { return mlkem::keygen<P>(e.dz); });
    sender.fill([&] { return mlkem::encapsulate<P>(keys->ek, e.m); });
    if (sender->has_value()) receiver.fill([&] { return mlkem::decapsulate<P>(keys->dk, sender->value().c); });
  }
  [[nodiscard]] bool check() const {
    return receiver.filled() && receiver->has_value() && same(*keys, this->current().keys) &&
           sender->value().c == this->current().c && same(receiver->value().reveal(), sender->value().K.reveal());
  }
  [[nodiscard]] Octets result() const {
    Octets bytes = octets(*keys);
    append(bytes, octets(**sender));
    append(bytes, octets(**receiver));
    return bytes;
  }
  [[nodiscard]] Secrets secrets() {
    Secrets secrets = this->seeds();
    for (const auto m : this->messages()) secrets.push_back(m);
    return secrets;
  }
};

// The side of a handshake that makes the key pair: keygen, then decaps of the answer.
template <mlkem::ParameterSet P>
struct Client : Decaps<P> {
  using Decaps<P>::Decaps;
  Slot<mlkem::KeyPair<P>> keys;

  void run() {
    const Exchange<P>& e = this->next();
    keys.fill([&] { return mlkem::keygen<P>(e.dz); });
    this->out.fill([&] { return mlkem::decapsulate<P>(keys->dk, e.c); });
  }
  [[nodiscard]] bool check() const { return keys.filled() && same(*keys, this->current().keys) && Decaps<P>::check(); }
  [[nodiscard]] Secrets secrets() { return this->seeds(); }
};

// The side that answers: a key of unchecked length from outside, then encaps with it.
template <mlkem::ParameterSet P>
struct Server : Encaps<P> {
  using Encaps<P>::Encaps;

  void run() {
    const Exchange<P>& e = this->next();
    const auto ek = exactly<mlkem::encapsulation_key_size<P>>(e.keys.ek);
    if (ek.has_value()) this->out.fill([&] { return mlkem::encapsulate<P>(*ek, e.m); });
  }
};

}  // namespace lydite::lab::kem
