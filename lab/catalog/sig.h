// The row of any signature scheme: the state of each operation, and what it must have done.
//
// A scheme S has
//   Seed, Coins                 what key generation and signing draw, as Secret<N>
//   has_coins                   false where signatures do not depend on coins
//   KeyPair {pk, sk}, Signature, PreparedPublicKey, PreparedPrivateKey
//   keygen(seed)                                      KeyPair
//   sign(sk or prepared key, message, coins)          Result<Signature>
//   verify(pk or prepared key, message, signature)    bool
//   prepare_public(pk), prepare_private(key pair)     Result of a prepared key
//   expand(seed)                                      PreparedPrivateKey
//   verify_many(inputs, valid)                        for inputs {pk, message, signature}
//   secrets(sk)                                       the secret parts of a private key
//   randomised()                                      the functions that draw random bytes
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lab/algorithm.h"
#include "lab/catalog/operation.h"

namespace lydite::lab::sig {

struct SignedMessage {
  Message pk, message, signature;
};

template <class KeyPair>
[[nodiscard]] Octets key_octets(const KeyPair& keys) {
  Octets bytes(keys.pk.begin(), keys.pk.end());
  append(bytes, keys.sk.reveal());
  return bytes;
}

template <class S>
struct Signer {
  typename S::Seed seed;
  typename S::KeyPair keys;

  Signer() = default;
  void build(const Operation& described, std::uint64_t number, std::uint32_t j) {
    derive_input(input_name(described), number, j, seed.fill());
    keys = S::keygen(seed);
  }
};

// One signer, and what is signed by turns: different messages where they are short; one message with different coins
// where it is long, so that memory does not become the measure. Made with the functions that are measured; what proves
// them right is the gate.
template <class S>
struct Subjects {
  static constexpr std::uint64_t long_message = 4096;

  std::string name;
  std::uint64_t number;
  Signer<S> signer;
  std::vector<Octets> messages;
  std::vector<typename S::Coins> coins;
  std::size_t position;

  Subjects(const Operation& described, std::uint64_t seed)
      : name(input_name(described)), number(seed), coins(described.inputs), position(described.inputs - 1) {
    signer.build(described, seed, 0);
    const bool is_long = described.input_bytes >= long_message;
    if (is_long) messages.push_back(guide_message(seed, described.input_bytes));
    for (std::uint32_t j = 0; j < coins.size(); ++j) {
      draw(j, coins[j]);
      if (!is_long) derive_input(name, seed, 2 + 2 * j, messages.emplace_back(described.input_bytes));
    }
  }
  void draw(std::size_t j, typename S::Coins& out) const {
    derive_input(name, number, static_cast<std::uint32_t>(1 + 2 * j), out.fill());
  }
  void next() { position = position + 1 < coins.size() ? position + 1 : 0; }
  [[nodiscard]] Message message(std::size_t j) const { return messages[messages.size() == 1 ? 0 : j]; }
  [[nodiscard]] Message message() const { return message(position); }
  [[nodiscard]] const auto& pk() const { return signer.keys.pk; }
  // What the last run signed, with some form of the private key.
  template <class Key>
  [[nodiscard]] Result<typename S::Signature> sign(const Key& sk) const {
    return S::sign(sk, message(), coins[position]);
  }
  [[nodiscard]] Secrets coin_secrets() {
    Secrets secrets;
    if (S::has_coins) {
      for (auto& c : coins) secrets.push_back(c.fill());
    }
    return secrets;
  }
};

// --- Signing ----------------------------------------------------------------------------------------------------

template <class S>
struct Signing : Subjects<S> {
  using Subjects<S>::Subjects;
  Slot<Result<typename S::Signature>> out;

  // The signature is valid, and the same as by the other form of the key with the coins drawn again.
  template <class Key>
  [[nodiscard]] bool is_as_by(const Key& other) const {
    if (!out.filled() || !out->has_value()) return false;
    typename S::Coins drawn;
    this->draw(this->position, drawn);
    const auto expected = S::sign(other, this->message(), drawn);
    return expected.has_value() && same(*expected, out->value()) && S::verify(this->pk(), this->message(), **out);
  }
  [[nodiscard]] Octets result() const { return {out->value().begin(), out->value().end()}; }
};

template <class S>
struct Sign : Signing<S> {
  using Signing<S>::Signing;

  void run() {
    this->next();
    this->out.fill([&] { return this->sign(this->signer.keys.sk); });
  }
  [[nodiscard]] bool check() const { return this->is_as_by(S::expand(this->signer.seed)); }
  [[nodiscard]] Secrets secrets() {
    Secrets secrets = S::secrets(this->signer.keys.sk);
    for (const auto c : this->coin_secrets()) secrets.push_back(c);
    return secrets;
  }
};

template <class S>
struct SignPrepared : Signing<S> {
  typename S::PreparedPrivateKey key;

  SignPrepared(const Operation& described, std::uint64_t seed)
      : Signing<S>(described, seed), key(S::expand(this->signer.seed)) {}
  void run() {
    this->next();
    this->out.fill([&] { return this->sign(key); });
  }
  [[nodiscard]] bool check() const { return this->is_as_by(this->signer.keys.sk); }
  [[nodiscard]] Secrets secrets() { return this->coin_secrets(); }
};

// --- Verification -----------------------------------------------------------------------------------------------

template <class S>
struct Signatures : Subjects<S> {
  std::vector<typename S::Signature> signatures;
  std::optional<bool> valid;

  Signatures(const Operation& described, std::uint64_t seed) : Subjects<S>(described, seed) {
    for (std::size_t j = 0; j < described.inputs; ++j) {
      this->next();
      signatures.push_back(expect(this->sign(this->signer.keys.sk)));
    }
  }
  [[nodiscard]] const auto& signature() const { return signatures[this->position]; }
  [[nodiscard]] Octets result() const {
    Octets bytes(signature().begin(), signature().end());
    bytes.push_back(valid.value() ? 1 : 0);
    return bytes;
  }
  [[nodiscard]] Secrets secrets() { return {}; }

 protected:
  // The last run accepted, and with one bit changed it would have refused.
  template <class Key>
  [[nodiscard]] bool accepts_only_the_right_one(const Key& pk) const {
    auto wrong = signature();
    wrong[wrong.size() / 2] ^= 1;
    return valid == true && !S::verify(pk, this->message(), wrong);
  }
};

template <class S>
struct Verify : Signatures<S> {
  using Signatures<S>::Signatures;

  void run() {
    this->next();
    this->valid = S::verify(this->pk(), this->message(), this->signature());
  }
  [[nodiscard]] bool check() const { return this->accepts_only_the_right_one(this->pk()); }
};

template <class S>
struct VerifyPrepared : Signatures<S> {
  typename S::PreparedPublicKey key;

  VerifyPrepared(const Operation& described, std::uint64_t seed)
      : Signatures<S>(described, seed), key(expect(S::prepare_public(this->pk()))) {}
  void run() {
    this->next();
    this->valid = S::verify(key, this->message(), this->signature());
  }
  [[nodiscard]] bool check() const { return this->accepts_only_the_right_one(key); }
};

// What a verifier is given, and what may be changed in it.
struct Presented {
  Octets pk, signature;
};
// Makes of `right` something to be refused; `other` is valid as well, by another signer for the same message.
using Change = void (*)(Presented& right, const Presented& other);

template <class S>
struct VerifyBad : Signatures<S> {
  std::vector<Presented> presented;

  VerifyBad(const Operation& described, std::uint64_t seed, Change change) : Signatures<S>(described, seed) {
    Signer<S> stranger;
    stranger.build(described, seed, ~std::uint32_t{0});
    for (std::size_t j = 0; j < this->signatures.size(); ++j) {
      const auto foreign = expect(S::sign(stranger.keys.sk, this->message(j), this->coins[j]));
      presented.push_back(of(this->pk(), this->signatures[j]));
      change(presented.back(), of(stranger.keys.pk, foreign));
    }
  }
  void run() {
    this->next();
    const Presented& given = presented[this->position];
    this->valid = S::verify(given.pk, this->message(), given.signature);
  }
  // Refused, and for no other reason than the change.
  [[nodiscard]] bool check() const {
    return this->valid == false && S::verify(this->pk(), this->message(), this->signature());
  }

 private:
  static Presented of(Message pk, Message signature) {
    return {{pk.begin(), pk.end()}, {signature.begin(), signature.end()}};
  }
};

// Eight signatures of eight signers at once.
template <class S>
struct VerifyMany {
  static constexpr std::size_t count = 8;
  std::vector<Signer<S>> signers;
  std::vector<Octets> messages;
  std::vector<typename S::Signature> signatures;
  std::array<SignedMessage, count> inputs;
  std::array<bool, count> valid{};

  VerifyMany(const Operation& described, std::uint64_t seed) : signers(count) {
    for (std::uint32_t j = 0; j < count; ++j) {
      signers[j].build(described, seed, 2 * j);
      messages.push_back(guide_message(seed + j, described.input_bytes));
      typename S::Coins coins;
      derive_input(input_name(described), seed, 2 * j + 1, coins.fill());
      signatures.push_back(expect(S::sign(signers[j].keys.sk, messages[j], coins)));
    }
    for (std::size_t j = 0; j < count; ++j) inputs[j] = {signers[j].keys.pk, messages[j], signatures[j]};
  }
  void run() { S::verify_many(inputs, valid); }
  // All were accepted, and with one signature in the place of another that one would have been refused.
  [[nodiscard]] bool check() const {
    auto mixed = inputs;
    mixed[3].signature = inputs[4].signature;
    std::array<bool, count> verdicts{}, expected;
    expected.fill(true);
    S::verify_many(mixed, verdicts);
    const bool accepted_all = valid == expected;
    expected[3] = false;
    return accepted_all && verdicts == expected;
  }
  [[nodiscard]] Octets result() const {
    Octets bytes;
    for (std::size_t j = 0; j < count; ++j) {
      append(bytes, signatures[j]);
      bytes.push_back(valid[j] ? 1 : 0);
    }
    return bytes;
  }
  [[nodiscard]] Secrets secrets() { return {}; }
};

}  // namespace lydite::lab::sig
