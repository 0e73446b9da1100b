// Ed25519 (RFC 8032) as lab/catalog/sig.h wants a scheme: the encoded private
// key is the seed, and signing takes no coins.
#pragma once

#include <vector>

#include "lab/catalog/sig_row.h"
#include "lydite/ed25519.h"

namespace lydite::lab::sig {

struct Ed25519 {
  using Seed = ed25519::Seed;
  using Coins = Secret<1>;
  static constexpr bool has_coins = false;
  struct KeyPair {
    ed25519::PublicKey pk;
    Seed sk;
  };
  using Signature = ed25519::Signature;
  using PreparedPublicKey = ed25519::PreparedPublicKey;
  using PreparedPrivateKey = ed25519::PrivateKey;

  static KeyPair keygen(const Seed& seed) {
    return {ed25519::PrivateKey::expand(seed).public_key(), Seed(seed.reveal())};
  }
  static Result<Signature> sign(const Seed& seed, Message message, const Coins&) {
    return ed25519::sign(ed25519::PrivateKey::expand(seed), message);
  }
  static Result<Signature> sign(const PreparedPrivateKey& sk, Message message, const Coins&) {
    return ed25519::sign(sk, message);
  }
  static bool verify(Message pk, Message message, Message signature) { return ed25519::verify(pk, message, signature); }
  static bool verify(const PreparedPublicKey& pk, Message message, Message signature) {
    return ed25519::verify(pk, message, signature);
  }
  static Result<PreparedPublicKey> prepare_public(Message pk) { return PreparedPublicKey::import(pk); }
  static Result<PreparedPrivateKey> prepare_private(const KeyPair& keys) {
    return PreparedPrivateKey::import(keys.sk.reveal(), keys.pk);
  }
  static PreparedPrivateKey expand(const Seed& seed) { return PreparedPrivateKey::expand(seed); }
  static Secrets secrets(Seed& sk) { return {sk.fill()}; }
  static std::vector<Randomised> randomised() {
    return {lab::randomised("keygen", ed25519::keygen, [](const PreparedPrivateKey& key) {
      return Octets(key.public_key().begin(), key.public_key().end());
    })};
  }
};

}  // namespace lydite::lab::sig
