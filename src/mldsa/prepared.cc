// Keys from outside, and prepared keys.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "lydite/mldsa.h"
#include "src/mldsa/internal.h"

namespace lydite::mldsa {
namespace {

// A private key whose parts are computed again, with room for what is compared.
template <ParameterSet P>
struct Recomputed : SecretPolynomials<P> {
  PublicKey<P> pk;
  Bytes<t0_size * P::k> t0;
};

template <ParameterSet P>
Result<void> recompute(View<private_key_size<P>> sk, Recomputed<P>& parts) noexcept {
  declassify_public_parts<P>(sk);
  if (!decode_secrets<P>(sk.data() + PrivateKeyLayout<P>::s, parts.s1_hat.data(), parts.s2.data()))
    return Error::kNonCanonical;
  alignas(64) std::array<Polynomial, row_window * P::l> rows;
  KeyGeneration<P> generation(
      {rows.data(), row_window, parts.s1_hat.data(), parts.s2.data(), parts.pk, nullptr, parts.t0.data()});
  return check_parts<P>(sk, generation, parts.t0.data());
}

// Expands the matrix and nothing else.
template <ParameterSet P>
class MatrixExpansion final : public SpongeOwner {
 public:
  void run(View<32> rho, Polynomial* rows, std::size_t stride, Message pk, Out<64> tr) noexcept {
    matrix_ = MatrixRows<P>(rows, P::k, stride);
    tr_ = tr.data();
    submit(key_hash_job(pk));
    matrix_.submit(rho, 0, [this](const SpongeJob& job) { submit(job); });
    lanes_.run();
  }

 private:
  void submit(SpongeJob job) noexcept {
    job.owner = this;
    lanes_.submit(job);
  }
  std::size_t finished(const SpongeJob& job, std::span<const std::uint8_t> output) noexcept override {
    if (job.role == kMatrix) return matrix_.take(job.index, output);
    std::copy_n(output.data(), 64, tr_);
    return 0;
  }

  Lanes lanes_;
  MatrixRows<P> matrix_{nullptr, 1, 0};
  std::uint8_t* tr_ = nullptr;
};

}  // namespace

template <class P>
Result<void> check_public_key(Message pk) noexcept {
  if (pk.size() != public_key_size<P>) return Error::kInvalidLength;
  return {};
}

template <class P>
Result<void> check_private_key(Message sk) noexcept {
  const auto bytes = exactly<private_key_size<P>>(sk);
  if (!bytes) return bytes.error();
  Wiped<Recomputed<P>> parts;
  return recompute<P>(*bytes, parts);
}

template <class P>
Result<void> check_private_key(Message xi, Message sk) noexcept {
  if (xi.size() != seed_size || sk.size() != private_key_size<P>) return Error::kInvalidLength;
  const KeyPair<P> keys = keygen<P>(Seed(xi.first<seed_size>()));
  auto same = equal(keys.sk.reveal(), sk).bits();
  declassify({&same, 1});  // whether the two belong together is no secret
  if (same == 0) return Error::kKeyMismatch;
  return {};
}

template <class P>
Result<PublicKey<P>> public_key(Message sk) noexcept {
  const auto bytes = exactly<private_key_size<P>>(sk);
  if (!bytes) return bytes.error();
  Wiped<Recomputed<P>> parts;
  if (const auto checked = recompute<P>(*bytes, parts); !checked) return checked.error();
  return parts.pk;
}

// --- Prepared keys -------------------------------------------------------------------------------------------------

template <ParameterSet P>
void Internal<P>::expand(View<public_key_size<P>> pk, PublicParts& key) noexcept {
  constexpr std::size_t stride = P::l + 1;
  MatrixExpansion<P>().run(pk.template first<32>(), key.rows_.data(), stride, pk, key.tr_);
  for (std::size_t i = 0; i < P::k; ++i)
    transform_t1(part<t1_size>(pk.data() + 32 + t1_size * i), key.rows_[stride * i + P::l]);
}

// t0 comes encoded; until then s2 lies in its place.
template <ParameterSet P>
void Internal<P>::finish(const KeyGeneration<P>& generation, const std::uint8_t* t0, PrivateParts& key) noexcept {
  for (std::size_t i = 0; i < P::k; ++i) {
    unpack_signed<d>(part<t0_size>(t0 + t0_size * i), 1 << (d - 1), key.t0_hat_[i]);
    ntt(key.t0_hat_[i]);
  }
  key.tr_ = generation.tr();
}

template <ParameterSet P>
void Internal<P>::expand(View<seed_size> xi, PrivateParts& key) noexcept {
  PublicKey<P> pk;
  Secret<s_size<P>*(P::k + P::l)> s;
  Secret<t0_size * P::k> t0;
  Wiped<FirstSecrets> secrets;
  KeyGeneration<P> generation(
      {key.A_hat_.data(), P::k, secrets.s1_hat.data(), key.t0_hat_.data(), pk, s.fill().data(), t0.fill().data()});
  generation.run(xi);
  (void)transform_secrets<P>(s.reveal().data(), key.s_hat_.data());  // in range: sampled
  copy<32>(generation.K(), key.K_);
  finish(generation, t0.reveal().data(), key);
}

template <ParameterSet P>
Result<void> Internal<P>::expand(View<private_key_size<P>> sk, PrivateParts& key) noexcept {
  using Layout = PrivateKeyLayout<P>;
  declassify_public_parts<P>(sk);
  if (!transform_secrets<P>(sk.data() + Layout::s, key.s_hat_.data())) return Error::kNonCanonical;
  Wiped<FirstSecrets> secrets;
  (void)decode_secrets<P>(sk.data() + Layout::s, secrets.s1_hat.data(), key.t0_hat_.data());  // in range
  PublicKey<P> pk;
  Secret<t0_size * P::k> t0;
  KeyGeneration<P> generation(
      {key.A_hat_.data(), P::k, secrets.s1_hat.data(), key.t0_hat_.data(), pk, nullptr, t0.fill().data()});
  if (const auto checked = check_parts<P>(sk, generation, t0.reveal().data()); !checked) return checked.error();
  copy<32>(sk.template subspan<Layout::K, 32>(), key.K_);
  finish(generation, t0.reveal().data(), key);
  return {};
}

template <ParameterSet P>
void Internal<P>::wipe(PrivateParts& key) noexcept {
  const auto clear = [](auto& part) { lydite::wipe({reinterpret_cast<std::uint8_t*>(part.data()), sizeof(part)}); };
  clear(key.s_hat_);
  clear(key.t0_hat_);
  clear(key.K_);
}

template <ParameterSet P>
void Internal<P>::move(PrivateParts& from, PrivateParts& to) noexcept {
  if (&from == &to) return;
  to.A_hat_ = from.A_hat_;
  to.s_hat_ = from.s_hat_;
  to.t0_hat_ = from.t0_hat_;
  to.K_ = from.K_;
  to.tr_ = from.tr_;
  wipe(from);
}

template <ParameterSet P>
Result<PreparedPublicKey<P>> PreparedPublicKey<P>::import(Message pk) noexcept {
  Result<PreparedPublicKey> key(std::in_place, Token());
  if (const auto bytes = exactly<public_key_size<P>>(pk)) {
    Internal<P>::expand(*bytes, *key);
  } else {
    key.fail(bytes.error());
  }
  return key;
}

template <ParameterSet P>
Result<PreparedPrivateKey<P>> PreparedPrivateKey<P>::import(Message sk) noexcept {
  Result<PreparedPrivateKey> key(std::in_place, Token());
  const auto bytes = exactly<private_key_size<P>>(sk);
  const auto expanded = bytes ? Internal<P>::expand(*bytes, *key) : Result<void>(bytes.error());
  if (!expanded) key.fail(expanded.error());
  return key;
}

template <ParameterSet P>
PreparedPrivateKey<P> PreparedPrivateKey<P>::expand(const Seed& xi) noexcept {
  PreparedPrivateKey key{Token()};
  Internal<P>::expand(xi.reveal(), key);
  return key;
}

template <ParameterSet P>
PreparedPrivateKey<P>::PreparedPrivateKey(PreparedPrivateKey&& other) noexcept {
  Internal<P>::move(other, *this);
}
template <ParameterSet P>
PreparedPrivateKey<P>& PreparedPrivateKey<P>::operator=(PreparedPrivateKey&& other) noexcept {
  Internal<P>::move(other, *this);
  return *this;
}
template <ParameterSet P>
PreparedPrivateKey<P>::~PreparedPrivateKey() {
  Internal<P>::wipe(*this);
}

template <class P>
Result<Signature<P>> sign(const PreparedPrivateKey<P>& sk, Message message, Message context,
                          const Randomizer& rnd) noexcept {
  if (context.size() > max_context_size) return Error::kContextTooLong;
  Result<Signature<P>> signature(std::in_place);
  Signing<P> signing(Internal<P>::signing_key(sk), rnd, *signature);
  const FormattedMessage formatted(context, message);
  signing.take_message(formatted, sk.hash());
  if (!signing.run()) signature.fail(Error::kTooManyAttempts);
  return signature;
}

template <class P>
Result<Signature<P>> sign(const PreparedPrivateKey<P>& sk, Message message, Message context,
                          const Entropy& entropy) noexcept {
  Randomizer rnd;
  if (const auto filled = entropy.fill(rnd.fill()); !filled) return filled.error();
  return sign<P>(sk, message, context, rnd);
}

template <class P>
Result<Signature<P>> sign_deterministic(const PreparedPrivateKey<P>& sk, Message message, Message context) noexcept {
  return sign<P>(sk, message, context, Randomizer());
}

template <class P>
Result<Signature<P>> sign_mu(const PreparedPrivateKey<P>& sk, Message mu, const Randomizer& rnd) noexcept {
  if (mu.size() != 64) return Error::kInvalidLength;
  Result<Signature<P>> signature(std::in_place);
  Signing<P> signing(Internal<P>::signing_key(sk), rnd, *signature);
  signing.take_representative(mu.first<64>());
  if (!signing.run()) signature.fail(Error::kTooManyAttempts);
  return signature;
}

template <class P>
bool verify(const PreparedPublicKey<P>& pk, Message message, Message signature, Message context) noexcept {
  const auto bytes = exactly<signature_size<P>>(signature);
  if (!bytes || context.size() > max_context_size) return false;
  Lanes lanes;
  Verification<P> verification(lanes, false);
  if (!verification.decode(*bytes)) return false;
  verification.begin(Internal<P>::rows(pk));
  verification.take_message(FormattedMessage(context, message), pk.hash());
  lanes.run();
  return verification.is_valid();
}

template <class P>
bool verify_mu(const PreparedPublicKey<P>& pk, Message mu, Message signature) noexcept {
  const auto bytes = exactly<signature_size<P>>(signature);
  if (!bytes || mu.size() != 64) return false;
  Lanes lanes;
  Verification<P> verification(lanes, false);
  if (!verification.decode(*bytes)) return false;
  verification.begin(Internal<P>::rows(pk));
  verification.take_representative(mu.first<64>());
  lanes.run();
  return verification.is_valid();
}

#define LYDITE_MLDSA_INSTANTIATE(P)                                                                                  \
  template Result<void> check_public_key<P>(Message) noexcept;                                                       \
  template Result<void> check_private_key<P>(Message) noexcept;                                                      \
  template Result<void> check_private_key<P>(Message, Message) noexcept;                                             \
  template Result<PublicKey<P>> public_key<P>(Message) noexcept;                                                     \
  template class PreparedPublicKey<P>;                                                                               \
  template class PreparedPrivateKey<P>;                                                                              \
  template Result<Signature<P>> sign<P>(const PreparedPrivateKey<P>&, Message, Message, const Randomizer&) noexcept; \
  template Result<Signature<P>> sign<P>(const PreparedPrivateKey<P>&, Message, Message, const Entropy&) noexcept;    \
  template Result<Signature<P>> sign_deterministic<P>(const PreparedPrivateKey<P>&, Message, Message) noexcept;      \
  template Result<Signature<P>> sign_mu<P>(const PreparedPrivateKey<P>&, Message, const Randomizer&) noexcept;       \
  template bool verify<P>(const PreparedPublicKey<P>&, Message, Message, Message) noexcept;                          \
  template bool verify_mu<P>(const PreparedPublicKey<P>&, Message, Message) noexcept;

LYDITE_MLDSA_INSTANTIATE(MlDsa44)
LYDITE_MLDSA_INSTANTIATE(MlDsa65)
LYDITE_MLDSA_INSTANTIATE(MlDsa87)

}  // namespace lydite::mldsa
