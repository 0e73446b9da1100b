// The hybrids: the parts of keys and ciphertexts in the order of each scheme, both KEMs, and the combiner.
#include "lydite/hybrid.h"

#include <algorithm>
#include <array>
#include <utility>

#include "lydite/sha3.h"
#include "src/base/ct.h"
#include "src/hybrid/combiners.h"
#include "src/hybrid/dh.h"

namespace lydite::hybrid {
namespace {

constexpr std::size_t ek_size = mlkem::encapsulation_key_size<MlKem>;

// The two parts of a public key, of a ciphertext or of the coins.
template <Scheme S, std::size_t N>
[[nodiscard]] auto x_part(std::span<std::uint8_t, N> bytes) noexcept {
  if constexpr (S::x25519_first) {
    return bytes.template first<32>();
  } else {
    return bytes.template last<32>();
  }
}
template <Scheme S, std::size_t N>
[[nodiscard]] auto x_part(View<N> bytes) noexcept {
  if constexpr (S::x25519_first) {
    return bytes.template first<32>();
  } else {
    return bytes.template last<32>();
  }
}
template <Scheme S, std::size_t N>
[[nodiscard]] auto ml_part(std::span<std::uint8_t, N> bytes) noexcept {
  if constexpr (S::x25519_first) {
    return bytes.template last<N - 32>();
  } else {
    return bytes.template first<N - 32>();
  }
}
template <Scheme S, std::size_t N>
[[nodiscard]] auto ml_part(View<N> bytes) noexcept {
  if constexpr (S::x25519_first) {
    return bytes.template last<N - 32>();
  } else {
    return bytes.template first<N - 32>();
  }
}

template <Scheme S>
[[nodiscard]] PublicKey join(View<ek_size> ek, View<32> x) noexcept {
  PublicKey pk;
  std::ranges::copy(ek, ml_part<S>(Out<public_key_size>(pk)).begin());
  std::ranges::copy(x, x_part<S>(Out<public_key_size>(pk)).begin());
  return pk;
}

struct Secrets {
  mlkem::Seed dz;
  x25519::PrivateKey x;
};
template <Scheme S>
[[nodiscard]] Secrets expand_seed(const Seed<S>& seed) noexcept {
  if constexpr (S::x25519_first) {
    return {mlkem::Seed(seed.reveal().template last<64>()),
            dh::derive_private_key(dh::Seed(seed.reveal().template first<32>()))};
  } else {
    Secret<96> expanded;
    Shake256::hash(seed.reveal(), expanded.fill());
    return {mlkem::Seed(expanded.reveal().first<64>()), x25519::PrivateKey(expanded.reveal().last<32>())};
  }
}

// What a ciphertext is made with: ML-KEM's half, whose errors come first, and a shared point, which may be zero.
template <Scheme S>
[[nodiscard]] Encapsulation join(const mlkem::Encapsulation<MlKem>& ml, View<32> x_pk, const x25519::PrivateKey& e,
                                 View<32> point) noexcept {
  Encapsulation out;
  const x25519::PublicKey x_c = x25519::public_key(e);
  std::ranges::copy(ml.c, ml_part<S>(Out<ciphertext_size>(out.c)).begin());
  std::ranges::copy(x_c, x_part<S>(Out<ciphertext_size>(out.c)).begin());
  out.K = combine<S>({point, ml.K.reveal(), x_c, ml.c, x_pk});
  return out;
}

template <Scheme S>
[[nodiscard]] x25519::PrivateKey ephemeral(const Coins& coins) noexcept {
  return x25519::PrivateKey(x_part<S>(coins.reveal()));
}
template <Scheme S>
[[nodiscard]] Secret<32> ml_coins(const Coins& coins) noexcept {
  return Secret<32>(ml_part<S>(coins.reveal()));
}

// The secret, once ML-KEM's half is there.
template <Scheme S>
[[nodiscard]] Result<Encapsulation> finish(const mlkem::Encapsulation<MlKem>& ml, View<32> x_pk,
                                           const Coins& coins) noexcept {
  const x25519::PrivateKey e = ephemeral<S>(coins);
  const auto point = x25519::agree(e, x_pk);
  if (!point) return point.error();
  return join<S>(ml, x_pk, e, point->reveal());
}

template <Scheme S>
[[nodiscard]] SharedKey combine_for(View<ciphertext_size> c, View<32> x_pk, View<32> point,
                                    View<32> ml_secret) noexcept {
  return combine<S>({point, ml_secret, x_part<S>(c), ml_part<S>(c), x_pk});
}

}  // namespace

template <Scheme S>
struct Internal {
  // The secret, or, after the same work, the error.
  static Result<SharedKey> finish(const PreparedPrivateKey<S>& sk, View<ciphertext_size> c,
                                  const mlkem::SharedKey& ml) noexcept {
    const auto point = x25519::agree(sk.x_.sk, x_part<S>(c));
    const x25519::SharedSecret zero;
    SharedKey K = combine_for<S>(c, sk.x_.pk, (point ? *point : zero).reveal(), ml.reveal());
    if (!point) return point.error();
    return K;
  }
  static SharedKey draft(const PreparedPrivateKey<S>& sk, View<ciphertext_size> c) noexcept {
    const auto ml = mlkem::decapsulate<MlKem>(sk.dk_, ml_part<S>(c));
    return combine_for<S>(c, sk.x_.pk, x25519::multiply(sk.x_.sk, x_part<S>(c)).reveal(), ml.reveal());
  }
  static const auto& dk(const PreparedPrivateKey<S>& sk) noexcept { return sk.dk_; }
  static const auto& ek(const PreparedPublicKey<S>& pk) noexcept { return pk.ek_; }
  static const auto& x(const PreparedPublicKey<S>& pk) noexcept { return pk.x_; }
  static PreparedPrivateKey<S> expand(Secrets&& secrets) noexcept {
    return PreparedPrivateKey<S>(secrets.dz, std::move(secrets.x));
  }
};

template <class S>
KeyPair<S> keygen(const Seed<S>& seed) noexcept {
  const Secrets secrets = expand_seed<S>(seed);
  const auto ml = mlkem::keygen<MlKem>(secrets.dz);
  KeyPair<S> keys;
  keys.pk = join<S>(ml.ek, x25519::public_key(secrets.x));
  const auto sk = keys.sk.fill();
  if constexpr (S::x25519_first) {
    std::ranges::copy(secrets.x.reveal(), sk.begin());
    std::ranges::copy(ml.ek, sk.template subspan<32, ek_size>().begin());
    std::ranges::copy(secrets.dz.reveal(), sk.template last<64>().begin());
  } else {
    std::ranges::copy(seed.reveal(), sk.begin());
  }
  return keys;
}

template <class S>
Result<KeyPair<S>> keygen(const Entropy& entropy) noexcept {
  Seed<S> seed;
  if (const auto filled = entropy.fill(seed.fill()); !filled) return filled.error();
  return keygen<S>(seed);
}

template <class S>
Result<Encapsulation> encapsulate(View<public_key_size> pk, const Coins& coins) noexcept {
  const auto ml = mlkem::encapsulate<MlKem>(ml_part<S>(pk), ml_coins<S>(coins));
  if (!ml) return ml.error();
  return finish<S>(*ml, x_part<S>(pk), coins);
}

template <class S>
Result<Encapsulation> encapsulate(View<public_key_size> pk, const Entropy& entropy) noexcept {
  Coins coins;
  if (const auto filled = entropy.fill(coins.fill()); !filled) return filled.error();
  return encapsulate<S>(pk, coins);
}

template <class S>
Result<Encapsulation> encapsulate(const PreparedPublicKey<S>& pk, const Coins& coins) noexcept {
  return finish<S>(mlkem::encapsulate<MlKem>(Internal<S>::ek(pk), ml_coins<S>(coins)), Internal<S>::x(pk), coins);
}

template <class S>
Result<Encapsulation> encapsulate(const PreparedPublicKey<S>& pk, const Entropy& entropy) noexcept {
  Coins coins;
  if (const auto filled = entropy.fill(coins.fill()); !filled) return filled.error();
  return encapsulate<S>(pk, coins);
}

template <class S>
Result<SharedKey> decapsulate(const PrivateKey<S>& sk, View<ciphertext_size> c) noexcept {
  const auto key = PreparedPrivateKey<S>::import(sk.reveal());
  if (!key) return key.error();
  return decapsulate<S>(*key, c);
}

template <class S>
Result<SharedKey> decapsulate(const PreparedPrivateKey<S>& sk, View<ciphertext_size> c) noexcept {
  return Internal<S>::finish(sk, c, mlkem::decapsulate<MlKem>(Internal<S>::dk(sk), ml_part<S>(c)));
}

template <class S>
void decapsulate_many(const PreparedPrivateKey<S>& sk, std::span<const Ciphertext> cs,
                      std::span<Result<SharedKey>> out) noexcept {
  constexpr std::size_t width = 8;
  std::array<mlkem::Ciphertext<MlKem>, width> ml_cs;
  std::array<mlkem::SharedKey, width> ml_keys;
  const std::size_t all = std::min(cs.size(), out.size());
  std::ranges::fill(out.subspan(all), Error::kInvalidLength);
  for (std::size_t done = 0; done < all; done += width) {
    const std::size_t count = std::min(width, all - done);
    for (std::size_t i = 0; i < count; ++i)
      std::ranges::copy(ml_part<S>(View<ciphertext_size>(cs[done + i])), ml_cs[i].begin());
    mlkem::decapsulate_many<MlKem>(Internal<S>::dk(sk), std::span(ml_cs).first(count), std::span(ml_keys).first(count));
    for (std::size_t i = 0; i < count; ++i) out[done + i] = Internal<S>::finish(sk, cs[done + i], ml_keys[i]);
  }
}

template <Scheme S>
PreparedPublicKey<S>::PreparedPublicKey(const mlkem::PreparedEncapsulationKey<MlKem>& ek, View<32> x) noexcept
    : ek_(ek) {
  std::ranges::copy(x, x_.begin());
}

template <Scheme S>
Result<PreparedPublicKey<S>> PreparedPublicKey<S>::import(Message pk) noexcept {
  const auto bytes = exactly<public_key_size>(pk);
  if (!bytes) return bytes.error();
  const auto ek = mlkem::PreparedEncapsulationKey<MlKem>::import(ml_part<S>(*bytes));
  if (!ek) return ek.error();
  return PreparedPublicKey(*ek, x_part<S>(*bytes));
}

template <Scheme S>
PreparedPrivateKey<S>::PreparedPrivateKey(const mlkem::Seed& dz, x25519::PrivateKey&& sk) noexcept
    : dk_(mlkem::PreparedDecapsulationKey<MlKem>::expand(dz)), x_{x25519::public_key(sk), std::move(sk)} {}

template <Scheme S>
PreparedPrivateKey<S> PreparedPrivateKey<S>::expand(const Seed<S>& seed) noexcept {
  return Internal<S>::expand(expand_seed<S>(seed));
}

template <Scheme S>
Result<PreparedPrivateKey<S>> PreparedPrivateKey<S>::import(Message sk) noexcept {
  const auto bytes = exactly<S::private_key_size>(sk);
  if (!bytes) return bytes.error();
  if constexpr (S::x25519_first) {
    PreparedPrivateKey key =
        Internal<S>::expand({mlkem::Seed(bytes->template last<64>()), x25519::PrivateKey(bytes->template first<32>())});
    auto same = equal(key.dk_.encapsulation_key().encoded(), bytes->template subspan<32, ek_size>()).bits();
    declassify({&same, 1});  // whether a key is consistent is no secret
    if (same == 0) return Error::kKeyMismatch;
    return key;
  } else {
    return expand(Seed<S>(*bytes));
  }
}

template <Scheme S>
PublicKey PreparedPrivateKey<S>::public_key() const noexcept {
  return join<S>(dk_.encapsulation_key().encoded(), x_.pk);
}

Secret<xwing_hpqc_private_key_size> to_hpqc(const PrivateKey<XWing>& sk) noexcept {
  Secret<xwing_hpqc_private_key_size> out;
  const auto pk = keygen<XWing>(sk).pk;
  std::ranges::copy(pk, out.fill().begin());
  std::ranges::copy(sk.reveal(), out.fill().last<32>().begin());
  return out;
}

Result<PrivateKey<XWing>> from_hpqc(Message sk) noexcept {
  const auto bytes = exactly<xwing_hpqc_private_key_size>(sk);
  if (!bytes) return bytes.error();
  PrivateKey<XWing> seed(bytes->last<32>());
  const auto pk = keygen<XWing>(seed).pk;
  auto same = equal(pk, bytes->first<public_key_size>()).bits();
  declassify({&same, 1});  // whether a key is consistent is no secret
  if (same == 0) return Error::kKeyMismatch;
  return seed;
}

Result<Encapsulation> xwing_draft_encapsulate(View<public_key_size> pk, const Coins& coins) noexcept {
  const auto ml = mlkem::encapsulate<MlKem>(ml_part<XWing>(pk), ml_coins<XWing>(coins));
  if (!ml) return ml.error();
  const auto e = ephemeral<XWing>(coins);
  const auto x_pk = x_part<XWing>(pk);
  return join<XWing>(*ml, x_pk, e, x25519::multiply(e, x_pk).reveal());
}

SharedKey xwing_draft_decapsulate(const PrivateKey<XWing>& sk, View<ciphertext_size> c) noexcept {
  return Internal<XWing>::draft(PreparedPrivateKey<XWing>::expand(sk), c);
}

#define LYDITE_HYBRID_INSTANTIATE(S)                                                                       \
  template KeyPair<S> keygen<S>(const Seed<S>&) noexcept;                                                  \
  template Result<KeyPair<S>> keygen<S>(const Entropy&) noexcept;                                          \
  template Result<Encapsulation> encapsulate<S>(View<public_key_size>, const Coins&) noexcept;             \
  template Result<Encapsulation> encapsulate<S>(View<public_key_size>, const Entropy&) noexcept;           \
  template Result<SharedKey> decapsulate<S>(const PrivateKey<S>&, View<ciphertext_size>) noexcept;         \
  template class PreparedPublicKey<S>;                                                                     \
  template class PreparedPrivateKey<S>;                                                                    \
  template Result<Encapsulation> encapsulate<S>(const PreparedPublicKey<S>&, const Coins&) noexcept;       \
  template Result<Encapsulation> encapsulate<S>(const PreparedPublicKey<S>&, const Entropy&) noexcept;     \
  template Result<SharedKey> decapsulate<S>(const PreparedPrivateKey<S>&, View<ciphertext_size>) noexcept; \
  template void decapsulate_many<S>(const PreparedPrivateKey<S>&, std::span<const Ciphertext>,             \
                                    std::span<Result<SharedKey>>) noexcept;

LYDITE_HYBRID_INSTANTIATE(MlKem768X25519)
LYDITE_HYBRID_INSTANTIATE(XWing)

}  // namespace lydite::hybrid
