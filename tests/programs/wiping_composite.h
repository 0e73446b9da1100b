// What the composite signature could leave behind.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "lydite/composite.h"
#include "tests/programs/wiping_classical.h"
#include "tests/programs/wiping_mldsa.h"

namespace lydite::programs {

// Both halves sign the message itself, or what the framing makes of it: the nonce of Ed25519 is looked for in the first
// case only.
template <composite::Framing F>
struct CompositeWiping {
  static constexpr const char* name = F::name;
  using MlDsa = MlDsaWiping<composite::MlDsa>;
  struct Inputs : MlDsa::Inputs {
    composite::PublicKey composite_pk;
  };

  static Inputs make() {
    Inputs secrets;
    const auto sk = named_secret<64>("compos");
    secrets.composite_pk = composite::public_key(sk);
    const mldsa::Seed xi(sk.reveal().template first<32>());
    const auto keys = mldsa::keygen<composite::MlDsa>(xi);
    secrets.tr = mldsa::public_key_hash<composite::MlDsa>(keys.pk);
    MlDsa::add_seeds(secrets, xi.reveal());
    MlDsa::add_vectors(secrets, keys.sk.reveal());
    if (std::is_same_v<F, composite::FogMlDsa65Ed25519>)
      MlDsa::add_masks(secrets, keys.sk.reveal().template subspan<32, 32>(), mldsa::Randomizer().reveal());
    add_ed25519(secrets, sk.reveal().template last<32>(), MlDsa::message);
    secrets.add("sk", sk.reveal());
    return secrets;
  }
  static std::vector<Subject> subjects(const Inputs& in) {
    using Prepared = composite::PreparedPrivateKey<F>;
    const auto sk = [&in] { return in.template secret<64>("sk"); };
    return {{"public key", [=] { (void)composite::public_key(sk()); }},
            {"sign", [=] { (void)composite::sign_deterministic<F>(sk(), MlDsa::message, {}); }},
            {"expand and sign",
             [=] { (void)composite::sign_deterministic<F>(Prepared::expand(sk()), MlDsa::message, {}); }},
            {"import and sign",
             [=, &in] {
               const auto key = Prepared::import(sk().reveal(), in.composite_pk);
               (void)composite::sign_deterministic<F>(*key, MlDsa::message, {});
             }},
            {"import, refusing", [=] { (void)Prepared::import(sk().reveal(), composite::PublicKey{}); }}};
  }
};

}  // namespace lydite::programs
