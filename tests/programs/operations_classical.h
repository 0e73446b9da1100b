// The operations of X25519 and Ed25519.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lydite/ed25519.h"
#include "lydite/x25519.h"
#include "tests/programs/operation.h"

namespace lydite::programs {

inline void add_x25519(std::vector<Operation>& operations) {
  static const x25519::PrivateKey sk{View<32>(Bytes<32>{1, 2, 3})};
  static const x25519::PublicKey u = x25519::public_key(sk);
  operations.push_back({"X25519 public key", [] { (void)x25519::public_key(sk); }});
  operations.push_back({"X25519 keygen, random", [] { require(x25519::keygen(system_entropy()).has_value()); }});
  operations.push_back({"X25519 agree", [] { require(x25519::agree(sk, u).has_value()); }});
  operations.push_back({"X25519 agree, refusing", [] { require(!x25519::agree(sk, Bytes<32>{}).has_value()); }});
}

inline void add_ed25519(std::vector<Operation>& operations) {
  static const ed25519::Seed seed{View<32>(Bytes<32>{4, 5, 6})};
  static const auto key = ed25519::PrivateKey::expand(seed);
  static const std::array<std::uint8_t, 200> message{7, 8, 9};
  static const auto signature = ed25519::sign(key, message);
  operations.push_back({"Ed25519 expand", [] { (void)ed25519::PrivateKey::expand(seed); }});
  operations.push_back({"Ed25519 keygen, random", [] { require(ed25519::keygen(system_entropy()).has_value()); }});
  operations.push_back(
      {"Ed25519 import", [] { require(ed25519::PrivateKey::import(seed.reveal(), key.public_key()).has_value()); }});
  operations.push_back({"Ed25519 sign", [] { (void)ed25519::sign(key, message); }});
  operations.push_back({"Ed25519 verify", [] { require(ed25519::verify(key.public_key(), message, signature)); }});
  operations.push_back(
      {"Ed25519 verify, refusing", [] { require(!ed25519::verify(key.public_key(), {}, signature)); }});
}

}  // namespace lydite::programs
