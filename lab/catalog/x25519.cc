#include <optional>
#include <utility>
#include <vector>

#include "lab/catalog/kems.h"
#include "lab/catalog/operation.h"
#include "lab/kat/x25519_kat.h"
#include "lydite/x25519.h"

namespace lydite::lab {
namespace {

struct Exchange {
  x25519::PrivateKey own, peer;
  x25519::PublicKey own_public, peer_public;

  Exchange(const Operation& described, std::uint64_t seed) {
    derive_input(described.name, seed, 0, own.fill());
    derive_input(described.name, seed, 1, peer.fill());
    own_public = x25519::public_key(own);
    peer_public = x25519::public_key(peer);
  }
  [[nodiscard]] Secrets secrets() { return {own.fill().subspan<1>()}; }  // the first byte has bits that are ignored
};

struct Keygen : Exchange {
  using Exchange::Exchange;
  std::optional<x25519::PublicKey> pk;

  void run() { pk = x25519::public_key(own); }
  // The peer agrees with it on what the owner obtains.
  [[nodiscard]] bool check() const {
    if (!pk) return false;
    const auto mine = x25519::agree(own, peer_public), theirs = x25519::agree(peer, *pk);
    return mine && theirs && *pk == own_public && same(mine->reveal(), theirs->reveal());
  }
  [[nodiscard]] Octets result() const { return {pk->begin(), pk->end()}; }
};

struct Derive : Exchange {
  using Exchange::Exchange;
  Slot<Result<x25519::SharedSecret>> shared;

  void run() {
    shared.fill([&] { return x25519::agree(own, peer_public); });
  }
  [[nodiscard]] bool check() const {
    const auto theirs = x25519::agree(peer, own_public);
    return shared.filled() && shared->has_value() && theirs && same(shared->value().reveal(), theirs->reveal());
  }
  [[nodiscard]] Octets result() const {
    const auto bytes = shared->value().reveal();
    return {bytes.begin(), bytes.end()};
  }
};

std::optional<kat::Octets> multiply(Message scalar, Message u) {
  const auto sk = exactly<32>(scalar), point = exactly<32>(u);
  if (!sk || !point) return std::nullopt;
  const auto shared = x25519::agree(x25519::PrivateKey(*sk), *point);
  if (!shared) return std::nullopt;
  return kat::Octets(shared->reveal().begin(), shared->reveal().end());
}

}  // namespace

Algorithm x25519_algorithm() {
  const auto key_octets = [](const x25519::KeyPair& keys) { return Octets(keys.pk.begin(), keys.pk.end()); };
  return {"x25519",
          "X25519",
          "RFC 7748",
          "lydite",
          Kind::kKeyAgreement,
          {{"public key", 32}, {"private key", 32}, {"shared secret", 32}},
          {operation<Keygen>({"keygen", "the public key of a private key", 0, 1, nullptr}),
           operation<Derive>({"derive_raw", "from two keys as bytes; zero is refused", 0, 1, nullptr})},
          kat::x25519_answer(multiply),
          true,
          {randomised("keygen", x25519::keygen, key_octets)}};
}

}  // namespace lydite::lab
