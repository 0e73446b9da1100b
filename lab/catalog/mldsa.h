// ML-DSA (FIPS 204) as lab/catalog/sig.h wants a scheme: with an empty context, and coins rnd that are given.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "lab/catalog/sig_row.h"
#include "lydite/mldsa.h"

namespace lydite::lab::sig {

template <mldsa::ParameterSet P>
struct MlDsa {
  using Seed = mldsa::Seed;
  using Coins = mldsa::Randomizer;
  static constexpr bool has_coins = true;
  using KeyPair = mldsa::KeyPair<P>;
  using Signature = mldsa::Signature<P>;
  using PreparedPublicKey = mldsa::PreparedPublicKey<P>;
  using PreparedPrivateKey = mldsa::PreparedPrivateKey<P>;

  static KeyPair keygen(const Seed& xi) { return mldsa::keygen<P>(xi); }
  static Result<Signature> sign(const mldsa::PrivateKey<P>& sk, Message message, const Coins& rnd) {
    return mldsa::sign<P>(sk, message, {}, rnd);
  }
  static Result<Signature> sign(const PreparedPrivateKey& sk, Message message, const Coins& rnd) {
    return mldsa::sign<P>(sk, message, {}, rnd);
  }
  static bool verify(Message pk, Message message, Message signature) {
    return mldsa::verify<P>(pk, message, signature, {});
  }
  static bool verify(const PreparedPublicKey& pk, Message message, Message signature) {
    return mldsa::verify<P>(pk, message, signature, {});
  }
  static void verify_many(std::span<const SignedMessage, 8> inputs, std::span<bool> valid) {
    std::array<mldsa::SignedMessage, 8> all;
    std::ranges::transform(inputs, all.begin(), [](const SignedMessage& one) {
      return mldsa::SignedMessage{one.pk, one.message, one.signature, {}};
    });
    mldsa::verify_many<P>(all, valid);
  }
  static Result<PreparedPublicKey> prepare_public(Message pk) { return PreparedPublicKey::import(pk); }
  static Result<PreparedPrivateKey> prepare_private(const KeyPair& keys) {
    return PreparedPrivateKey::import(keys.sk.reveal());
  }
  static PreparedPrivateKey expand(const Seed& xi) { return PreparedPrivateKey::expand(xi); }

  static std::vector<Randomised> randomised() {
    const auto sign_hedged = [](const Entropy& source) {
      static const KeyPair keys = keygen(Seed());
      return mldsa::sign<P>(keys.sk, {}, {}, source);
    };
    return {lab::randomised(
                "keygen", [](const Entropy& source) { return mldsa::keygen<P>(source); }, key_octets<KeyPair>),
            lab::randomised("sign", sign_hedged, [](const Signature& s) { return Octets(s.begin(), s.end()); })};
  }

  // sk = rho || K || tr || s1 || s2 || t0: rho and tr are public.
  static Secrets secrets(mldsa::PrivateKey<P>& sk) {
    return {sk.fill().template subspan<32, 32>(), sk.fill().template subspan<128>()};
  }

  // --- Malformed signatures -----------------------------------------------------------------------------------
  static constexpr std::size_t z_offset = mldsa::challenge_size<P>;
  static constexpr std::size_t hint_offset = mldsa::signature_size<P> - P::omega - P::k;

  static void flip_first(Presented& right, const Presented&) { right.signature.front() ^= 1; }
  static void flip_middle(Presented& right, const Presented&) { right.signature[right.signature.size() / 2] ^= 1; }
  static void flip_last(Presented& right, const Presented&) { right.signature.back() ^= 1; }
  // One hint more than there may be.
  static void too_many_hints(Presented& right, const Presented&) { right.signature.back() = P::omega + 1; }
  // gamma1 in the place of the first coefficient.
  static void large_z(Presented& right, const Presented&) { std::fill_n(right.signature.begin() + z_offset, 3, 0); }
  static void other_key(Presented& right, const Presented& other) { right.pk = other.pk; }
  static void shorten(Presented& right, const Presented&) { right.signature.pop_back(); }
};

}  // namespace lydite::lab::sig
