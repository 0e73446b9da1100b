// What X25519 and Ed25519 could leave behind.
#pragma once

#include <cstdint>
#include <vector>

#include "lydite/ed25519.h"
#include "lydite/sha2.h"
#include "lydite/sha3.h"
#include "lydite/x25519.h"
#include "tests/programs/wiping_search.h"

namespace lydite::programs {

template <std::size_t N>
Secret<N> named_secret(const char* name) {
  Secret<N> secret;
  Shake256::hash({reinterpret_cast<const std::uint8_t*>(name), 6}, secret.fill());
  return secret;
}

struct X25519Wiping {
  static constexpr const char* name = "X25519";
  struct Inputs : MaskedSecrets {
    x25519::PublicKey peer;
  };

  static Inputs make() {
    Inputs secrets;
    const auto sk = named_secret<32>("x25519");
    secrets.peer = x25519::public_key(named_secret<32>("u25519"));
    secrets.add("private key", sk.reveal());
    secrets.add("shared secret", x25519::agree(sk, secrets.peer)->reveal());
    return secrets;
  }
  static std::vector<Subject> subjects(const Inputs& in) {
    const auto sk = [&in] { return in.secret<32>("private key"); };
    return {{"public key", [=] { (void)x25519::public_key(sk()); }},
            {"agree", [=, &in] { (void)x25519::agree(sk(), in.peer); }},
            {"agree, refusing", [=] { (void)x25519::agree(sk(), Bytes<32>{}); }}};
  }
};

// The scalar, the prefix, and the hash that becomes the nonce: RFC 8032, sections 5.1.5 and 5.1.6.
inline void add_ed25519(MaskedSecrets& secrets, View<32> seed, Message message) {
  auto expanded = Sha512::hash(seed);
  secrets.add("prefix", View<64>(expanded).last<32>());
  expanded[0] &= 248;
  expanded[31] = static_cast<std::uint8_t>((expanded[31] & 127) | 64);
  secrets.add("scalar", View<64>(expanded).first<32>());
  Sha512::Incremental hash;
  hash.absorb(View<64>(expanded).last<32>());
  hash.absorb(message);
  auto nonce = hash.finish();
  secrets.add("hash for the nonce", nonce);
  wipe(expanded);
  wipe(nonce);
}

struct Ed25519Wiping {
  static constexpr const char* name = "Ed25519";
  static constexpr std::array<std::uint8_t, 40> message{1, 2, 3};
  using Inputs = MaskedSecrets;

  static Inputs make() {
    Inputs secrets;
    const auto seed = named_secret<32>("ed2551");
    add_ed25519(secrets, seed.reveal(), message);
    secrets.add("seed", seed.reveal());
    return secrets;
  }
  static std::vector<Subject> subjects(const Inputs& in) {
    const auto seed = [&in] { return in.secret<32>("seed"); };
    return {{"expand", [=] { (void)ed25519::PrivateKey::expand(seed()); }},
            {"expand and sign", [=] { (void)ed25519::sign(ed25519::PrivateKey::expand(seed()), message); }},
            {"import, refusing", [=] { (void)ed25519::PrivateKey::import(seed().reveal(), Bytes<32>{}); }}};
  }
};

}  // namespace lydite::programs
