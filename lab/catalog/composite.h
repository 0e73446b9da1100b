// The composite of ML-DSA-65 and Ed25519 as lab/catalog/sig.h wants a scheme:
// without a context, with rnd given.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "lab/catalog/sig_row.h"
#include "lydite/composite.h"

namespace lydite::lab::sig {

template <composite::Framing F>
struct Composite {
  using Seed = composite::PrivateKey;
  using Coins = mldsa::Randomizer;
  static constexpr bool has_coins = true;
  using KeyPair = composite::KeyPair;
  using Signature = composite::Signature;
  using PreparedPublicKey = composite::PreparedPublicKey<F>;
  using PreparedPrivateKey = composite::PreparedPrivateKey<F>;

  static KeyPair keygen(const Seed& seeds) { return {composite::public_key(seeds), Seed(seeds.reveal())}; }
  static Result<Signature> sign(const Seed& sk, Message message, const Coins& rnd) {
    return composite::sign<F>(sk, message, {}, rnd);
  }
  static Result<Signature> sign(const PreparedPrivateKey& sk, Message message, const Coins& rnd) {
    return composite::sign<F>(sk, message, {}, rnd);
  }
  static bool verify(Message pk, Message message, Message signature) {
    return composite::verify<F>(pk, message, signature, {});
  }
  static bool verify(const PreparedPublicKey& pk, Message message, Message signature) {
    return composite::verify<F>(pk, message, signature, {});
  }
  static void verify_many(std::span<const SignedMessage, 8> inputs, std::span<bool> valid) {
    std::array<composite::SignedMessage, 8> all;
    std::ranges::transform(inputs, all.begin(), [](const SignedMessage& one) {
      return composite::SignedMessage{one.pk, one.message, one.signature, {}};
    });
    composite::verify_many<F>(all, valid);
  }
  static Result<PreparedPublicKey> prepare_public(Message pk) { return PreparedPublicKey::import(pk); }
  static Result<PreparedPrivateKey> prepare_private(const KeyPair& keys) {
    return PreparedPrivateKey::import(keys.sk.reveal(), keys.pk);
  }
  static PreparedPrivateKey expand(const Seed& seeds) { return PreparedPrivateKey::expand(seeds); }
  static Secrets secrets(composite::PrivateKey& sk) { return {sk.fill()}; }
  static std::vector<Randomised> randomised() {
    const auto sign_hedged = [](const Entropy& source) { return composite::sign<F>(Seed(), {}, {}, source); };
    return {lab::randomised(
                "keygen", [](const Entropy& source) { return composite::keygen(source); }, key_octets<KeyPair>),
            lab::randomised("sign", sign_hedged, [](const Signature& s) { return Octets(s.begin(), s.end()); })};
  }
};

}  // namespace lydite::lab::sig
