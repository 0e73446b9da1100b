// What the files of the public functions share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "lydite/mldsa.h"
#include "src/mldsa/signing.h"
#include "src/mldsa/verification.h"

namespace lydite::mldsa {

// The door to the parts of prepared keys.
template <ParameterSet P>
struct Internal {
  using PublicParts = PreparedPublicKey<P>;
  using PrivateParts = PreparedPrivateKey<P>;

  static const Polynomial* rows(const PublicParts& key) noexcept { return key.rows_.data(); }
  static SigningKey signing_key(const PrivateParts& key) noexcept {
    return {key.A_hat_.data(), key.s_hat_.data(), key.t0_hat_.data(), nullptr, key.K_};
  }

  static void expand(View<public_key_size<P>> pk, PublicParts& key) noexcept;
  static void expand(View<seed_size> xi, PrivateParts& key) noexcept;
  static Result<void> expand(View<private_key_size<P>> sk, PrivateParts& key) noexcept;
  static void move(PrivateParts& from, PrivateParts& to) noexcept;
  static void wipe(PrivateParts& key) noexcept;

 private:
  struct FirstSecrets {
    alignas(64) std::array<Polynomial, P::l> s1_hat;
  };
  static void finish(const KeyGeneration<P>& generation, const std::uint8_t* t0, PrivateParts& key) noexcept;
};

// The parts of an encoded private key that are public in every key pair.
template <ParameterSet P>
void declassify_public_parts(View<private_key_size<P>> sk) noexcept {
  using Layout = PrivateKeyLayout<P>;
  declassify(sk.template subspan<Layout::rho, 32>());
  declassify(sk.template subspan<Layout::tr, 64>());
}

// Checks that t0 and tr of an encoded private key are those of rho, s1 and s2, which `parts` has; pk is computed.
// t0 is room for the computed one. Error: kKeyMismatch.
template <ParameterSet P>
[[nodiscard]] Result<void> check_parts(View<private_key_size<P>> sk, KeyGeneration<P>& generation,
                                       const std::uint8_t* t0) noexcept {
  using Layout = PrivateKeyLayout<P>;
  generation.run_from_secrets(part<32>(sk.data() + Layout::rho));
  auto same = equal({t0, t0_size * P::k}, sk.template subspan<Layout::t0, t0_size * P::k>()).bits();
  // Whether a key is consistent is no secret.
  declassify({&same, 1});
  const bool same_hash = std::ranges::equal(generation.tr(), sk.template subspan<Layout::tr, 64>());
  if (same == 0 || !same_hash) return Error::kKeyMismatch;
  return {};
}

}  // namespace lydite::mldsa
