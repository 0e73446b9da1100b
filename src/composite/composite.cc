// Composite signatures: keys, and signing and verifying with encoded and with prepared ones.
#include "lydite/composite.h"

#include <algorithm>

#include "src/composite/verification.h"

namespace lydite::composite {

struct Internal {
  template <Framing F>
  static const auto& first(const PreparedPublicKey<F>& key) noexcept {
    return *key.first_;
  }
  template <Framing F>
  static const auto& second(const PreparedPublicKey<F>& key) noexcept {
    return *key.second_;
  }
  template <Framing F>
  static const auto& first(const PreparedPrivateKey<F>& key) noexcept {
    return key.first_;
  }
  template <Framing F>
  static const auto& second(const PreparedPrivateKey<F>& key) noexcept {
    return key.second_;
  }
};

namespace {

mldsa::Seed first_seed(const PrivateKey& sk) noexcept { return mldsa::Seed(sk.reveal().first<mldsa::seed_size>()); }
ed25519::Seed second_seed(const PrivateKey& sk) noexcept {
  return ed25519::Seed(sk.reveal().last<ed25519::seed_size>());
}

template <Framing F>
Result<Signature> sign_subject(const PreparedPrivateKey<F>& sk, const Subject& subject,
                               const mldsa::Randomizer& rnd) noexcept {
  const auto first = mldsa::sign(Internal::first(sk), subject.message, subject.context, rnd);
  if (!first) return first.error();
  const auto second = ed25519::sign(Internal::second(sk), subject.message);
  Result<Signature> signature(std::in_place);
  std::ranges::copy(second, std::ranges::copy(*first, signature->begin()).out);
  return signature;
}

bool verify_subject(View<public_key_size> pk, const Subject& subject, View<signature_size> signature) noexcept {
  alignas(64) Rows rows;
  mldsa::Lanes lanes;
  Verification verification(lanes, true, pk, signature, rows.data());
  verification.take(subject);
  lanes.run();
  return verification.is_valid();
}

template <Framing F>
bool verify_subject(const PreparedPublicKey<F>& pk, const Subject& subject, View<signature_size> signature) noexcept {
  mldsa::Lanes lanes;
  Verification verification(lanes, Internal::first(pk), Internal::second(pk), signature);
  verification.take(subject);
  lanes.run();
  return verification.is_valid();
}

using Lamps = MlDsa65Ed25519Sha512;

}  // namespace

// --- Keys ----------------------------------------------------------------------------------------------------------

PublicKey public_key(const PrivateKey& sk) noexcept {
  PublicKey pk;
  const auto first = mldsa::keygen<MlDsa>(first_seed(sk));
  const auto second = ed25519::PrivateKey::expand(second_seed(sk));
  std::ranges::copy(second.public_key(), std::ranges::copy(first.pk, pk.begin()).out);
  return pk;
}

Result<KeyPair> keygen(const Entropy& entropy) noexcept {
  KeyPair keys;
  if (const auto filled = entropy.fill(keys.sk.fill()); !filled) return filled.error();
  keys.pk = public_key(keys.sk);
  return keys;
}

Result<void> check_public_key(Message pk) noexcept {
  if (pk.size() != public_key_size) return Error::kInvalidLength;
  return ed25519::check_public_key(pk.subspan(first_key_size));
}

Result<void> check_private_key(Message sk) noexcept {
  if (sk.size() != private_key_size) return Error::kInvalidLength;
  return {};
}

Result<void> check_key_pair(Message sk, Message pk) noexcept {
  if (sk.size() != private_key_size || pk.size() != public_key_size) return Error::kInvalidLength;
  if (!std::ranges::equal(public_key(PrivateKey(sk.first<private_key_size>())), pk)) return Error::kKeyMismatch;
  return {};
}

template <Framing F>
PreparedPublicKey<F>::PreparedPublicKey(Token, View<public_key_size> pk) noexcept
    : first_(mldsa::PreparedPublicKey<MlDsa>::import(pk.first<first_key_size>())),
      second_(ed25519::PreparedPublicKey::import(pk.last<ed25519::public_key_size>())) {}

template <Framing F>
Result<PreparedPublicKey<F>> PreparedPublicKey<F>::import(Message pk) noexcept {
  if (const auto checked = check_public_key(pk); !checked) return checked.error();
  return Result<PreparedPublicKey>(std::in_place, Token(), pk.first<public_key_size>());
}

template <Framing F>
PreparedPrivateKey<F>::PreparedPrivateKey(Token, const PrivateKey& sk) noexcept
    : first_(mldsa::PreparedPrivateKey<MlDsa>::expand(first_seed(sk))),
      second_(ed25519::PrivateKey::expand(second_seed(sk))) {}

template <Framing F>
Result<PreparedPrivateKey<F>> PreparedPrivateKey<F>::import(Message sk, Message pk) noexcept {
  if (const auto checked = check_key_pair(sk, pk); !checked) return checked.error();
  return Result<PreparedPrivateKey>(std::in_place, Token(), PrivateKey(sk.first<private_key_size>()));
}

// --- Signing and verifying -----------------------------------------------------------------------------------------

template <class F>
Result<Signature> sign(const PreparedPrivateKey<F>& sk, Message message, Message context,
                       const mldsa::Randomizer& rnd) noexcept {
  if (context.size() > F::max_context_size) return Error::kContextTooLong;
  return with_subject<F>(message, context, [&](const Subject& subject) { return sign_subject(sk, subject, rnd); });
}

template <class F>
Result<Signature> sign(const PreparedPrivateKey<F>& sk, Message message, Message context,
                       const Entropy& entropy) noexcept {
  mldsa::Randomizer rnd;
  if (const auto filled = entropy.fill(rnd.fill()); !filled) return filled.error();
  return sign(sk, message, context, rnd);
}

template <class F>
Result<Signature> sign_deterministic(const PreparedPrivateKey<F>& sk, Message message, Message context) noexcept {
  return sign(sk, message, context, mldsa::Randomizer());
}

template <class F>
Result<Signature> sign(const PrivateKey& sk, Message message, Message context, const mldsa::Randomizer& rnd) noexcept {
  if (context.size() > F::max_context_size) return Error::kContextTooLong;
  return sign(PreparedPrivateKey<F>::expand(sk), message, context, rnd);
}

template <class F>
Result<Signature> sign(const PrivateKey& sk, Message message, Message context, const Entropy& entropy) noexcept {
  mldsa::Randomizer rnd;
  if (const auto filled = entropy.fill(rnd.fill()); !filled) return filled.error();
  return sign<F>(sk, message, context, rnd);
}

template <class F>
Result<Signature> sign_deterministic(const PrivateKey& sk, Message message, Message context) noexcept {
  return sign<F>(sk, message, context, mldsa::Randomizer());
}

template <class F>
bool verify(Message pk, Message message, Message signature, Message context) noexcept {
  const auto key = exactly<public_key_size>(pk);
  const auto bytes = exactly<signature_size>(signature);
  if (!key || !bytes || context.size() > F::max_context_size) return false;
  return with_subject<F>(message, context,
                         [&](const Subject& subject) { return verify_subject(*key, subject, *bytes); });
}

template <class F>
bool verify(const PreparedPublicKey<F>& pk, Message message, Message signature, Message context) noexcept {
  const auto bytes = exactly<signature_size>(signature);
  if (!bytes || context.size() > F::max_context_size) return false;
  return with_subject<F>(message, context, [&](const Subject& subject) { return verify_subject(pk, subject, *bytes); });
}

// --- Messages that were hashed elsewhere ---------------------------------------------------------------------------

Result<Signature> sign_digest(const PreparedPrivateKey<Lamps>& sk, const MessageDigest& digest, Message context,
                              const mldsa::Randomizer& rnd) noexcept {
  if (context.size() > Lamps::max_context_size) return Error::kContextTooLong;
  return sign_subject(sk, Represented(digest, context).subject(), rnd);
}

Result<Signature> sign_digest(const PrivateKey& sk, const MessageDigest& digest, Message context,
                              const mldsa::Randomizer& rnd) noexcept {
  if (context.size() > Lamps::max_context_size) return Error::kContextTooLong;
  return sign_digest(PreparedPrivateKey<Lamps>::expand(sk), digest, context, rnd);
}

bool verify_digest(const PreparedPublicKey<Lamps>& pk, const MessageDigest& digest, Message signature,
                   Message context) noexcept {
  const auto bytes = exactly<signature_size>(signature);
  if (!bytes || context.size() > Lamps::max_context_size) return false;
  return verify_subject(pk, Represented(digest, context).subject(), *bytes);
}

bool verify_digest(Message pk, const MessageDigest& digest, Message signature, Message context) noexcept {
  const auto key = exactly<public_key_size>(pk);
  const auto bytes = exactly<signature_size>(signature);
  if (!key || !bytes || context.size() > Lamps::max_context_size) return false;
  return verify_subject(*key, Represented(digest, context).subject(), *bytes);
}

#define LYDITE_COMPOSITE_INSTANTIATE(F)                                                                        \
  template class PreparedPublicKey<F>;                                                                         \
  template class PreparedPrivateKey<F>;                                                                        \
  template Result<Signature> sign<F>(const PrivateKey&, Message, Message, const Entropy&) noexcept;            \
  template Result<Signature> sign<F>(const PrivateKey&, Message, Message, const mldsa::Randomizer&) noexcept;  \
  template Result<Signature> sign_deterministic<F>(const PrivateKey&, Message, Message) noexcept;              \
  template bool verify<F>(Message, Message, Message, Message) noexcept;                                        \
  template Result<Signature> sign<F>(const PreparedPrivateKey<F>&, Message, Message, const Entropy&) noexcept; \
  template Result<Signature> sign<F>(const PreparedPrivateKey<F>&, Message, Message,                           \
                                     const mldsa::Randomizer&) noexcept;                                       \
  template Result<Signature> sign_deterministic<F>(const PreparedPrivateKey<F>&, Message, Message) noexcept;   \
  template bool verify<F>(const PreparedPublicKey<F>&, Message, Message, Message) noexcept;

LYDITE_COMPOSITE_INSTANTIATE(FogMlDsa65Ed25519)
LYDITE_COMPOSITE_INSTANTIATE(MlDsa65Ed25519Sha512)

}  // namespace lydite::composite
