// The hybrid KEMs, and X25519 as a KEM, as lab/catalog/kem.h wants a scheme. What a malformed ciphertext must give is
// computed from the parts of the construction.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lab/catalog/kem_row.h"
#include "lydite/blake2.h"
#include "lydite/hybrid.h"
#include "lydite/sha3.h"

namespace lydite::lab::kem {

// G of the adapter: 32 bytes of BLAKE2Xb with the shared point as key, over both public keys.
[[nodiscard]] inline std::optional<Bytes<32>> adapter_secret(const x25519::PrivateKey& sk, View<32> c) {
  const auto point = x25519::agree(sk, c);
  if (!point) return std::nullopt;
  auto xof = expect(Blake2Xb::begin(32, point->reveal()));
  xof.absorb(x25519::public_key(sk));
  xof.absorb(c);
  Bytes<32> secret;
  if (!xof.squeeze(secret)) return std::nullopt;
  return secret;
}

struct Dh {
  using Seed = hybrid::dh::Seed;
  using Coins = hybrid::dh::PrivateKey;
  using KeyPair = hybrid::dh::KeyPair;
  using Encapsulation = hybrid::dh::Encapsulation;
  using Ciphertext = hybrid::dh::Ciphertext;
  using PreparedEncapsulationKey = hybrid::dh::PublicKey;
  using PreparedDecapsulationKey = KeyPair;  // the public key at hand

  static constexpr char about_keygen[] = "key pair from a seed, through BLAKE2Xb";
  static constexpr char about_encaps[] = "with a given ephemeral key: two products, and BLAKE2Xb";
  static constexpr char about_decaps[] = "of an honest ciphertext from a private key: two products, and BLAKE2Xb";

  static auto& ek(auto& keys) { return keys.pk; }
  static auto& dk(auto& keys) { return keys.sk; }
  static KeyPair keygen(const Seed& seed) { return hybrid::dh::keygen(seed); }
  static auto encapsulate(View<32> pk, const Coins& e) { return hybrid::dh::encapsulate(pk, e); }
  static auto decapsulate(const hybrid::dh::PrivateKey& sk, const Ciphertext& c) {
    return hybrid::dh::decapsulate(sk, c);
  }
  static auto decapsulate(const KeyPair& keys, const Ciphertext& c) { return hybrid::dh::decapsulate(keys, c); }
  static const PreparedEncapsulationKey& encapsulation_key(const KeyPair& keys) { return keys.pk; }
  static KeyPair expand(const Seed& seed) { return keygen(seed); }
  static std::optional<Bytes<32>> refusal(const Seed& seed, const Ciphertext& c) {
    return adapter_secret(keygen(seed).sk, c);
  }
  static Secrets secrets(hybrid::dh::PrivateKey& sk) { return {sk.fill()}; }
  static std::vector<Randomised> randomised() {
    const auto encapsulate_randomly = [](const Entropy& source) {
      static const KeyPair keys = keygen(Seed());
      return hybrid::dh::encapsulate(keys.pk, source);
    };
    return {lab::randomised(
                "keygen", [](const Entropy& source) { return hybrid::dh::keygen(source); }, key_octets<Dh>),
            lab::randomised("encaps", encapsulate_randomly, encapsulation_octets<Encapsulation>)};
  }
};

// The parts of a private key and of a ciphertext.
struct HybridParts {
  mlkem::KeyPair<hybrid::MlKem> mlkem_keys;
  x25519::PrivateKey scalar;

  // SHAKE256(seed) is d || z || scalar.
  static HybridParts of(const hybrid::Seed<hybrid::XWing>& seed) {
    Secret<96> expanded;
    Shake256::hash(seed.reveal(), expanded.fill());
    return {mlkem::keygen<hybrid::MlKem>(mlkem::Seed(expanded.reveal().first<64>())),
            x25519::PrivateKey(expanded.reveal().last<32>())};
  }
  // The seed of X25519, then d || z.
  static HybridParts of(const hybrid::Seed<hybrid::MlKem768X25519>& seed) {
    return {mlkem::keygen<hybrid::MlKem>(mlkem::Seed(seed.reveal().last<64>())),
            std::move(hybrid::dh::keygen(hybrid::dh::Seed(seed.reveal().first<32>())).sk)};
  }
};

template <hybrid::Scheme S>
inline constexpr std::size_t x25519_offset = S::x25519_first ? 0 : mlkem::ciphertext_size<hybrid::MlKem>;
template <hybrid::Scheme S>
inline constexpr std::size_t mlkem_offset = S::x25519_first ? 32 : 0;

// hybrid_kem.md, section 6.
[[nodiscard]] inline std::optional<Bytes<32>> combine(const HybridParts& parts, const hybrid::Ciphertext& c,
                                                      hybrid::XWing) {
  const View<32> ctX = View<hybrid::ciphertext_size>(c).last<32>();
  const auto ssX = x25519::agree(parts.scalar, ctX);
  if (!ssX) return std::nullopt;
  const auto ssM = expect(mlkem::decapsulate<hybrid::MlKem>(
      parts.mlkem_keys.dk, View<hybrid::ciphertext_size>(c).first<mlkem::ciphertext_size<hybrid::MlKem>>()));
  Sha3_256::Incremental hash;
  const auto pkX = x25519::public_key(parts.scalar);
  constexpr Bytes<6> label{0x5C, 0x2E, 0x2F, 0x2F, 0x5E, 0x5C};
  for (const Message part : {Message(ssM.reveal()), Message(ssX->reveal()), Message(ctX), Message(pkX), Message(label)})
    hash.absorb(part);
  Bytes<32> K;
  hash.squeeze(K);
  return K;
}

// BLAKE2b-256 of T with a hash of the secret as key: hybrid_kem.md, section 4.
[[nodiscard]] inline Bytes<32> split_prf(Message secret, const hybrid::Ciphertext& c) {
  Bytes<32> key, out;
  (void)Blake2b::hash(secret, key);
  auto hash = expect(Blake2b::begin(32, key));
  const std::string_view label = "splitprf-v1";
  hash.absorb({reinterpret_cast<const std::uint8_t*>(label.data()), label.size()});
  hash.absorb(Bytes<8>{0, 0, 0, 2, 0, 0, 0, 32});
  hash.absorb(Message(c).first(32));
  hash.absorb(Bytes<4>{0, 0, 1088 >> 8, 1088 & 255});
  hash.absorb(Message(c).subspan(32));
  hash.finish(out);
  return out;
}
[[nodiscard]] inline std::optional<Bytes<32>> combine(const HybridParts& parts, const hybrid::Ciphertext& c,
                                                      hybrid::MlKem768X25519) {
  const auto ss_1 = adapter_secret(parts.scalar, View<hybrid::ciphertext_size>(c).first<32>());
  if (!ss_1) return std::nullopt;
  const auto ss_2 = expect(
      mlkem::decapsulate<hybrid::MlKem>(parts.mlkem_keys.dk, View<hybrid::ciphertext_size>(c).subspan<32, 1088>()));
  Bytes<32> K = split_prf(*ss_1, c);
  const Bytes<32> other = split_prf(ss_2.reveal(), c);
  for (std::size_t i = 0; i < K.size(); ++i) K[i] ^= other[i];
  return K;
}

template <hybrid::Scheme S>
struct Hybrid {
  using Seed = hybrid::Seed<S>;
  using Coins = hybrid::Coins;
  using KeyPair = hybrid::KeyPair<S>;
  using Encapsulation = hybrid::Encapsulation;
  using Ciphertext = hybrid::Ciphertext;
  using PreparedEncapsulationKey = hybrid::PreparedPublicKey<S>;
  // With the public key prepared as well, for those who encapsulate in a test.
  struct PreparedDecapsulationKey {
    hybrid::PreparedPrivateKey<S> sk;
    PreparedEncapsulationKey pk;
  };
  using BatchSecret = Result<SharedKey>;

  static constexpr char about_keygen[] = "key pair from the seed, both keys encoded";
  static constexpr char about_encaps[] = "from an encoded key and coins, with the modulus check";
  static constexpr char about_decaps[] = "of an honest ciphertext from an encoded key, which is expanded and checked";
  static constexpr char about_import_ek[] = "checks of FIPS 203, section 7.2, and expansion of the key";
  static constexpr char about_import_dk[] = "expansion of the key and a check of its parts";

  static auto& ek(auto& keys) { return keys.pk; }
  static auto& dk(auto& keys) { return keys.sk; }
  static KeyPair keygen(const Seed& seed) { return hybrid::keygen<S>(seed); }
  static auto encapsulate(View<hybrid::public_key_size> pk, const Coins& coins) {
    return hybrid::encapsulate<S>(pk, coins);
  }
  static auto encapsulate(const PreparedEncapsulationKey& pk, const Coins& coins) {
    return hybrid::encapsulate<S>(pk, coins);
  }
  static auto decapsulate(const hybrid::PrivateKey<S>& sk, const Ciphertext& c) {
    return hybrid::decapsulate<S>(sk, c);
  }
  static auto decapsulate(const hybrid::PreparedPrivateKey<S>& sk, const Ciphertext& c) {
    return hybrid::decapsulate<S>(sk, c);
  }
  static auto decapsulate(const PreparedDecapsulationKey& key, const Ciphertext& c) {
    return hybrid::decapsulate<S>(key.sk, c);
  }
  static auto import_ek(Message pk) { return PreparedEncapsulationKey::import(pk); }
  static auto import_dk(const hybrid::PrivateKey<S>& sk) { return hybrid::PreparedPrivateKey<S>::import(sk.reveal()); }
  static const PreparedEncapsulationKey& encapsulation_key(const PreparedDecapsulationKey& key) { return key.pk; }
  static PreparedEncapsulationKey encapsulation_key(const hybrid::PreparedPrivateKey<S>& sk) {
    return expect(PreparedEncapsulationKey::import(sk.public_key()));
  }
  static PreparedDecapsulationKey expand(const Seed& seed) {
    auto sk = hybrid::PreparedPrivateKey<S>::expand(seed);
    auto pk = encapsulation_key(sk);
    return {std::move(sk), std::move(pk)};
  }
  static void decapsulate_many(const PreparedDecapsulationKey& key, std::span<const Ciphertext> cs,
                               std::span<BatchSecret> out) {
    hybrid::decapsulate_many<S>(key.sk, cs, out);
  }
  static BatchSecret no_secret() { return Error::kInvalidLength; }
  static std::optional<Bytes<32>> refusal(const Seed& seed, const Ciphertext& c) {
    return combine(HybridParts::of(seed), c, S());
  }
  // The seed, or scalar || ek || d || z.
  static Secrets secrets(hybrid::PrivateKey<S>& sk) {
    if constexpr (hybrid::PrivateKey<S>::size == 32) {
      return {sk.fill()};
    } else {
      return {sk.fill().template first<32>(), sk.fill().template last<64>()};
    }
  }
  static std::vector<Randomised> randomised() {
    const auto encapsulate_randomly = [](const Entropy& source) {
      static const KeyPair keys = keygen(Seed());
      return hybrid::encapsulate<S>(View<hybrid::public_key_size>(keys.pk), source);
    };
    return {lab::randomised(
                "keygen", [](const Entropy& source) { return hybrid::keygen<S>(source); }, key_octets<Hybrid>),
            lab::randomised("encaps", encapsulate_randomly, encapsulation_octets<Encapsulation>)};
  }
};

}  // namespace lydite::lab::kem
