// The keys of any signature scheme: generation, import, expansion.
#pragma once

#include <array>
#include <cstdint>

#include "lab/catalog/sig.h"

namespace lydite::lab::sig {

// Sixteen signers, used by turns, each with a short message that was signed beforehand.
template <class S>
struct Signers {
  std::array<Signer<S>, 16> signers;
  std::array<typename S::Signature, 16> signatures;
  typename S::Coins coins;
  std::size_t position = signers.size() - 1;
  Octets message;

  Signers(const Operation& described, std::uint64_t seed) : message(guide_message(seed, 64)) {
    derive_input(described.name, seed, signers.size(), coins.fill());
    for (std::uint32_t j = 0; j < signers.size(); ++j) {
      signers[j].build(described, seed, j);
      signatures[j] = expect(S::sign(signers[j].keys.sk, message, coins));
    }
  }
  Signer<S>& next() {
    position = (position + 1) % signers.size();
    return signers[position];
  }
  [[nodiscard]] const Signer<S>& current() const { return signers[position]; }
  // The key signs the message as the one made beforehand did.
  template <class Key>
  [[nodiscard]] bool signs_rightly(const Key& sk) const {
    const auto signature = S::sign(sk, message, coins);
    return signature.has_value() && same(*signature, signatures[position]);
  }
};

template <class S>
struct Keygen : Signers<S> {
  using Signers<S>::Signers;
  Slot<typename S::KeyPair> keys;

  void run() {
    const Signer<S>& signer = this->next();
    keys.fill([&] { return S::keygen(signer.seed); });
  }
  [[nodiscard]] bool check() const {
    return keys.filled() && keys->pk == this->current().keys.pk && this->signs_rightly(keys->sk);
  }
  [[nodiscard]] Octets result() const { return key_octets(*keys); }
  [[nodiscard]] Secrets secrets() {
    Secrets secrets;
    for (Signer<S>& signer : this->signers) secrets.push_back(signer.seed.fill());
    return secrets;
  }
};

template <class S>
struct ImportPublic : Signers<S> {
  using Signers<S>::Signers;
  Slot<Result<typename S::PreparedPublicKey>> key;

  void run() {
    const Signer<S>& signer = this->next();
    key.fill([&] { return S::prepare_public(signer.keys.pk); });
  }
  [[nodiscard]] bool check() const {
    const std::size_t stranger = (this->position + 1) % this->signers.size();
    return key.filled() && key->has_value() && accepts(this->position) && !accepts(stranger);
  }
  [[nodiscard]] Octets result() const {
    const auto& signature = this->signatures[this->position];
    Octets bytes(signature.begin(), signature.end());
    bytes.push_back(accepts(this->position) ? 1 : 0);
    return bytes;
  }
  [[nodiscard]] Secrets secrets() { return {}; }

 private:
  [[nodiscard]] bool accepts(std::size_t j) const {
    return S::verify(key->value(), this->message, this->signatures[j]);
  }
};

template <class S>
struct ImportPrivate : Signers<S> {
  using Signers<S>::Signers;
  Slot<Result<typename S::PreparedPrivateKey>> key;

  void run() {
    const Signer<S>& signer = this->next();
    key.fill([&] { return S::prepare_private(signer.keys); });
  }
  [[nodiscard]] bool check() const { return key.filled() && key->has_value() && this->signs_rightly(key->value()); }
  [[nodiscard]] Octets result() const {
    const auto signature = S::sign(key->value(), this->message, this->coins);
    return {signature->begin(), signature->end()};
  }
  [[nodiscard]] Secrets secrets() {
    Secrets secrets;
    for (Signer<S>& signer : this->signers) {
      for (const auto part : S::secrets(signer.keys.sk)) secrets.push_back(part);
    }
    return secrets;
  }
};

template <class S>
struct Expand : Signers<S> {
  using Signers<S>::Signers;
  Slot<typename S::PreparedPrivateKey> key;

  void run() {
    const Signer<S>& signer = this->next();
    key.fill([&] { return S::expand(signer.seed); });
  }
  [[nodiscard]] bool check() const { return key.filled() && this->signs_rightly(*key); }
  [[nodiscard]] Octets result() const {
    const auto signature = S::sign(*key, this->message, this->coins);
    return {signature->begin(), signature->end()};
  }
  [[nodiscard]] Secrets secrets() {
    Secrets secrets;
    for (Signer<S>& signer : this->signers) secrets.push_back(signer.seed.fill());
    return secrets;
  }
};

}  // namespace lydite::lab::sig
