// Hybrid KEMs: keys of any length and content, and any ciphertext. The first byte chooses the scheme and what the rest
// is taken for.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "lydite/hybrid.h"

namespace lydite::hybrid {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

bool same(const SharedKey& a, const SharedKey& b) { return std::ranges::equal(a.reveal(), b.reveal()); }

template <Scheme S>
struct Fuzz {
  struct Honest {
    KeyPair<S> keys = keygen<S>(Seed<S>());
    PreparedPrivateKey<S> prepared = PreparedPrivateKey<S>::expand(Seed<S>());
    Encapsulation sent = *encapsulate<S>(keys.pk, Coins());
  };
  static const Honest& honest() {
    static const Honest instance;
    return instance;
  }

  // Every way to use a public key gives the same verdict on it.
  static void public_key(Message bytes) {
    const auto imported = PreparedPublicKey<S>::import(bytes);
    const auto sized = exactly<public_key_size>(bytes);
    require(sized.has_value() || (!imported && imported.error() == Error::kInvalidLength));
    if (!sized) return;
    const auto sent = encapsulate<S>(*sized, Coins());
    if (!imported) {
      require(!sent && sent.error() == imported.error());
      return;
    }
    const auto again = encapsulate<S>(*imported, Coins());
    require(sent.has_value() == again.has_value());
    if (sent) require(sent->c == again->c && same(sent->K, again->K));
    if (!sent) require(sent.error() == Error::kLowOrderPoint && again.error() == Error::kLowOrderPoint);
  }

  // A private key that is accepted opens what is sent to its public key.
  static void private_key(Message bytes) {
    const auto prepared = PreparedPrivateKey<S>::import(bytes);
    const auto sized = exactly<S::private_key_size>(bytes);
    require(sized.has_value() || (!prepared && prepared.error() == Error::kInvalidLength));
    if (!prepared) return;
    const auto sent = encapsulate<S>(prepared->public_key(), Coins());
    require(sent && same(sent->K, *decapsulate<S>(*prepared, sent->c)));
    require(same(sent->K, *decapsulate<S>(PrivateKey<S>(*sized), sent->c)));
  }

  // The rest is added to an honest ciphertext: another one never gives the honest key.
  static void ciphertext(Message changes) {
    const Honest& made = honest();
    Ciphertext c = made.sent.c;
    for (std::size_t i = 0; i < std::min(changes.size(), c.size()); ++i) c[i] ^= changes[i];
    const auto K = decapsulate<S>(made.prepared, c);
    require(K || K.error() == Error::kLowOrderPoint);
    if (K) require(same(*K, made.sent.K) == (c == made.sent.c));
    const std::array<Ciphertext, 2> cs{made.sent.c, c};
    std::array<Result<SharedKey>, 2> many{Error::kEntropy, Error::kEntropy};
    decapsulate_many<S>(made.prepared, cs, many);
    require(many[0] && same(*many[0], made.sent.K) && many[1].has_value() == K.has_value());
    if (K) require(same(*K, *many[1]));
  }

  static void run(unsigned kind, Message bytes) {
    switch (kind % 3) {
      case 0:
        return public_key(bytes);
      case 1:
        return private_key(bytes);
      default:
        return ciphertext(bytes);
    }
  }
};

}  // namespace
}  // namespace lydite::hybrid

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lydite::hybrid;
  if (size == 0) return 0;
  const lydite::Message rest(data + 1, size - 1);
  if (data[0] % 8 == 7) {
    static_cast<void>(from_hpqc(rest));
  } else if (data[0] % 2 == 0) {
    Fuzz<MlKem768X25519>::run(data[0] / 2, rest);
  } else {
    Fuzz<XWing>::run(data[0] / 2, rest);
  }
  return 0;
}
