// ML-DSA on encoded keys: FIPS 204, algorithms 1 to 8.
#include "lydite/mldsa.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "src/mldsa/internal.h"

namespace lydite::mldsa {
namespace {

// What a signature is of: a message in its frame, or mu.
struct Subject {
  const FormattedMessage* message;
  const std::uint8_t* mu;
};

template <ParameterSet P>
struct TransformedSecrets {
  alignas(64) std::array<ShortPolynomial, P::l + P::k> s_hat;
};

template <ParameterSet P>
Result<Signature<P>> sign_subject(const PrivateKey<P>& sk, const Subject& subject, const Randomizer& rnd) noexcept {
  using Layout = PrivateKeyLayout<P>;
  const View<private_key_size<P>> bytes = sk.reveal();
  declassify_public_parts<P>(bytes);
  Result<Signature<P>> signature(std::in_place);
  Wiped<TransformedSecrets<P>> secrets;
  if (!transform_secrets<P>(bytes.data() + Layout::s, secrets.s_hat.data())) {
    signature.fail(Error::kNonCanonical);
    return signature;
  }
  alignas(64) std::array<Polynomial, P::k * P::l> A_hat;
  Signing<P> signing(
      {A_hat.data(), secrets.s_hat.data(), nullptr, bytes.data() + Layout::t0, part<32>(bytes.data() + Layout::K)}, rnd,
      *signature);
  if (subject.message != nullptr) {
    signing.take_message(*subject.message, part<64>(bytes.data() + Layout::tr));
  } else {
    signing.take_representative(part<64>(subject.mu));
  }
  signing.expand_matrix(part<32>(bytes.data() + Layout::rho), A_hat.data());
  if (!signing.run()) signature.fail(Error::kTooManyAttempts);
  return signature;
}

template <ParameterSet P>
bool verify_subject(Message pk, const Subject& subject, Message signature) noexcept {
  const auto key = exactly<public_key_size<P>>(pk);
  const auto bytes = exactly<signature_size<P>>(signature);
  if (!key || !bytes) return false;
  alignas(64) std::array<Polynomial, row_window*(P::l + 1)> rows;
  Lanes lanes;
  Verification<P> verification(lanes, true);
  if (!verification.decode(*bytes)) return false;
  verification.begin(*key, rows.data());
  if (subject.message != nullptr) {
    verification.take_message(*subject.message);
  } else {
    verification.take_representative(part<64>(subject.mu));
  }
  lanes.run();
  return verification.is_valid();
}

// DER encodings of the object identifiers 2.16.840.1.101.3.4.2.x: algorithm 4, lines 10 to 22.
Bytes<11> identifier(PreHash function) noexcept {
  constexpr std::uint8_t last[] = {4, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12};
  return {6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, last[static_cast<std::size_t>(function)]};
}

}  // namespace

template <class P>
KeyPair<P> keygen(const Seed& xi) noexcept {
  using Layout = PrivateKeyLayout<P>;
  KeyPair<P> keys;
  std::uint8_t* const sk = keys.sk.fill().data();
  alignas(64) std::array<Polynomial, row_window * P::l> rows;
  Wiped<SecretPolynomials<P>> secrets;
  KeyGeneration<P> generation(
      {rows.data(), row_window, secrets.s1_hat.data(), secrets.s2.data(), keys.pk, sk + Layout::s, sk + Layout::t0});
  generation.run(xi.reveal());
  copy<32>(part<32>(keys.pk.data()), part<32>(sk + Layout::rho));
  copy<32>(generation.K(), part<32>(sk + Layout::K));
  copy<64>(generation.tr(), part<64>(sk + Layout::tr));
  return keys;
}

template <class P>
Result<KeyPair<P>> keygen(const Entropy& entropy) noexcept {
  Seed xi;
  if (const auto filled = entropy.fill(xi.fill()); !filled) return filled.error();
  return keygen<P>(xi);
}

template <class P>
Result<Signature<P>> sign(const PrivateKey<P>& sk, Message message, Message context, const Randomizer& rnd) noexcept {
  if (context.size() > max_context_size) return Error::kContextTooLong;
  const FormattedMessage formatted(context, message);
  return sign_subject<P>(sk, {&formatted, nullptr}, rnd);
}

template <class P>
Result<Signature<P>> sign(const PrivateKey<P>& sk, Message message, Message context, const Entropy& entropy) noexcept {
  Randomizer rnd;
  if (const auto filled = entropy.fill(rnd.fill()); !filled) return filled.error();
  return sign<P>(sk, message, context, rnd);
}

template <class P>
Result<Signature<P>> sign_deterministic(const PrivateKey<P>& sk, Message message, Message context) noexcept {
  return sign<P>(sk, message, context, Randomizer());
}

template <class P>
bool verify(Message pk, Message message, Message signature, Message context) noexcept {
  if (context.size() > max_context_size) return false;
  const FormattedMessage formatted(context, message);
  return verify_subject<P>(pk, {&formatted, nullptr}, signature);
}

template <class P>
Result<Signature<P>> sign_mu(const PrivateKey<P>& sk, Message mu, const Randomizer& rnd) noexcept {
  if (mu.size() != 64) return Error::kInvalidLength;
  return sign_subject<P>(sk, {nullptr, mu.data()}, rnd);
}

template <class P>
bool verify_mu(Message pk, Message mu, Message signature) noexcept {
  return mu.size() == 64 && verify_subject<P>(pk, {nullptr, mu.data()}, signature);
}

// --- HashML-DSA ----------------------------------------------------------------------------------------------------

std::size_t digest_size(PreHash function) noexcept {
  constexpr std::uint8_t sizes[] = {28, 32, 48, 64, 28, 32, 28, 32, 48, 64, 32, 64};
  const auto i = static_cast<std::size_t>(function);
  return i < std::size(sizes) ? sizes[i] : 0;
}

Result<Digest> digest(PreHash function, Message message) noexcept {
  Digest result;
  result.size = digest_size(function);
  const auto out = std::span(result.bytes).first(result.size);
  const auto assign = [&out](const auto& hash) { std::copy(hash.begin(), hash.end(), out.begin()); };
  switch (function) {
    case PreHash::kSha3_224:
      assign(Sha3_224::hash(message));
      return result;
    case PreHash::kSha3_256:
      assign(Sha3_256::hash(message));
      return result;
    case PreHash::kSha3_384:
      assign(Sha3_384::hash(message));
      return result;
    case PreHash::kSha3_512:
      assign(Sha3_512::hash(message));
      return result;
    case PreHash::kShake128:
      Shake128::hash(message, out);
      return result;
    case PreHash::kShake256:
      Shake256::hash(message, out);
      return result;
    default:
      return Error::kUnsupported;
  }
}

template <class P>
Result<Signature<P>> hash_sign(const PrivateKey<P>& sk, PreHash function, Message message_digest, Message context,
                               const Randomizer& rnd) noexcept {
  if (message_digest.empty() || message_digest.size() != digest_size(function)) return Error::kInvalidLength;
  if (context.size() > max_context_size) return Error::kContextTooLong;
  const FormattedMessage formatted(context, identifier(function), message_digest);
  return sign_subject<P>(sk, {&formatted, nullptr}, rnd);
}

template <class P>
bool hash_verify(Message pk, PreHash function, Message message_digest, Message signature, Message context) noexcept {
  if (message_digest.empty() || message_digest.size() != digest_size(function)) return false;
  if (context.size() > max_context_size) return false;
  const FormattedMessage formatted(context, identifier(function), message_digest);
  return verify_subject<P>(pk, {&formatted, nullptr}, signature);
}

// --- Pieces --------------------------------------------------------------------------------------------------------

template <class P>
Bytes<64> public_key_hash(View<public_key_size<P>> pk) noexcept {
  Bytes<64> tr;
  Shake256::hash(pk, tr);
  return tr;
}
template <class P>
Bytes<64> public_key_hash(const PrivateKey<P>& sk) noexcept {
  Bytes<64> tr;
  copy<64>(sk.reveal().template subspan<PrivateKeyLayout<P>::tr, 64>(), tr);
  declassify(tr);  // the hash of the public key
  return tr;
}

Result<MessageHash> MessageHash::begin(View<64> tr, Message context) noexcept {
  if (context.size() > max_context_size) return Error::kContextTooLong;
  MessageHash hash;
  const std::uint8_t prefix[] = {0, static_cast<std::uint8_t>(context.size())};
  hash.sponge_.absorb(tr);
  hash.sponge_.absorb(prefix);
  hash.sponge_.absorb(context);
  return hash;
}

MessageRepresentative MessageHash::finish() noexcept {
  MessageRepresentative mu;
  sponge_.squeeze(mu);
  return mu;
}

#define LYDITE_MLDSA_INSTANTIATE(P)                                                                          \
  template KeyPair<P> keygen<P>(const Seed&) noexcept;                                                       \
  template Result<KeyPair<P>> keygen<P>(const Entropy&) noexcept;                                            \
  template Result<Signature<P>> sign<P>(const PrivateKey<P>&, Message, Message, const Entropy&) noexcept;    \
  template Result<Signature<P>> sign<P>(const PrivateKey<P>&, Message, Message, const Randomizer&) noexcept; \
  template Result<Signature<P>> sign_deterministic<P>(const PrivateKey<P>&, Message, Message) noexcept;      \
  template bool verify<P>(Message, Message, Message, Message) noexcept;                                      \
  template Result<Signature<P>> sign_mu<P>(const PrivateKey<P>&, Message, const Randomizer&) noexcept;       \
  template bool verify_mu<P>(Message, Message, Message) noexcept;                                            \
  template Result<Signature<P>> hash_sign<P>(const PrivateKey<P>&, PreHash, Message, Message,                \
                                             const Randomizer&) noexcept;                                    \
  template bool hash_verify<P>(Message, PreHash, Message, Message, Message) noexcept;                        \
  template Bytes<64> public_key_hash<P>(View<public_key_size<P>>) noexcept;                                  \
  template Bytes<64> public_key_hash<P>(const PrivateKey<P>&) noexcept;

LYDITE_MLDSA_INSTANTIATE(MlDsa44)
LYDITE_MLDSA_INSTANTIATE(MlDsa65)
LYDITE_MLDSA_INSTANTIATE(MlDsa87)

}  // namespace lydite::mldsa
