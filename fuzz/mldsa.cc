// ML-DSA: keys of any length and content, and valid signatures changed where their encoding has structure.
// The first byte chooses the parameter set and what the rest is taken for.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "lydite/mldsa.h"

namespace lydite::mldsa {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

template <ParameterSet P>
struct Fuzz {
  static constexpr std::size_t size = signature_size<P>, z_at = challenge_size<P>, hint_at = size - P::omega - P::k,
                               counts_at = size - P::k;
  struct Honest {
    KeyPair<P> keys = keygen<P>(Seed());
    Bytes<11> message{1, 2, 3};
    Signature<P> signature = *sign_deterministic<P>(keys.sk, message, {});
  };
  static const Honest& honest() {
    static const Honest instance;
    return instance;
  }

  // Every string of the right length is a public key, and every way to use it gives the same verdict.
  static void public_key(Message bytes) {
    const auto imported = PreparedPublicKey<P>::import(bytes);
    require(imported.has_value() == (bytes.size() == public_key_size<P>));
    require(imported.has_value() == check_public_key<P>(bytes).has_value());
    const Honest& made = honest();
    const bool valid = verify<P>(bytes, made.message, made.signature, {});
    require(valid == std::ranges::equal(bytes, made.keys.pk));
    if (imported) require(valid == verify<P>(*imported, made.message, made.signature, {}));
  }

  // A key that its checks accept signs, and its signature is valid under its public key.
  static void private_key(Message bytes) {
    const auto checked = check_private_key<P>(bytes);
    const auto prepared = PreparedPrivateKey<P>::import(bytes);
    const auto pk = mldsa::public_key<P>(bytes);
    require(checked.has_value() == prepared.has_value() && checked.has_value() == pk.has_value());
    require(checked || checked.error() == prepared.error());
    if (!prepared) return;
    const auto signature = sign_deterministic<P>(*prepared, honest().message, {});
    require(signature && verify<P>(*pk, honest().message, *signature, {}));
    const PrivateKey<P> sk(View<private_key_size<P>>(bytes.data(), private_key_size<P>));
    require(*sign_deterministic<P>(sk, honest().message, {}) == *signature);
  }

  static void set_coefficient(Signature<P>& signature, std::size_t where, std::uint32_t value) {
    for (unsigned bit = 0; bit < z_bits<P>; ++bit) {
      const std::size_t at = z_bits<P> * (where % (n * P::l)) + bit;
      std::uint8_t& byte = signature[z_at + at / 8];
      byte = static_cast<std::uint8_t>((byte & ~(1U << at % 8)) | (value >> bit & 1) << at % 8);
    }
  }

  // The norm of z must be below gamma1 - beta; the encoding is gamma1 - z.
  static void change(Signature<P>& signature, unsigned what, std::size_t where, std::uint8_t value) {
    constexpr std::uint32_t least = P::beta + 1, most = 2 * P::gamma1 - P::beta - 1;
    const std::size_t hint = hint_at + where % (P::omega - 1);
    switch (what % 8) {
      case 0:
        signature[where % size] ^= value;
        return;
      case 1:
        signature[where % z_at] = value;
        return;
      case 2:
        return set_coefficient(signature, where, least - 2 + value % 5);
      case 3:
        return set_coefficient(signature, where, most - 2 + value % 5);
      case 4:
        signature[hint] = value;
        return;
      case 5:
        signature[counts_at + where % P::k] = value;
        return;
      case 6:  // a hint twice
        signature[hint + 1] = signature[hint];
        return;
      default:  // one hint more in every polynomial from some on
        for (std::size_t i = where % P::k; i < P::k; ++i) ++signature[counts_at + i];
        return;
    }
  }

  // A change that leaves a valid signature would be a second one for the message. `changes` is a list of four bytes:
  // what, where (two bytes), and with which value.
  static void changed_signature(Message changes) {
    const Honest& made = honest();
    Signature<P> signature = made.signature;
    for (; changes.size() >= 4; changes = changes.subspan(4))
      change(signature, changes[0], changes[1] | std::size_t{changes[2]} << 8, changes[3]);
    const bool valid = verify<P>(made.keys.pk, made.message, signature, {});
    require(valid == (signature == made.signature));
    static const auto prepared = *PreparedPublicKey<P>::import(made.keys.pk);
    require(valid == verify<P>(prepared, made.message, signature, {}));
    const std::array<SignedMessage, 2> inputs{SignedMessage{made.keys.pk, made.message, made.signature, {}},
                                              SignedMessage{made.keys.pk, made.message, signature, {}}};
    std::array<bool, 2> results{};
    verify_many<P>(inputs, results);
    require(results[0] && results[1] == valid);
    const std::array<MessageSignature, 2> of_one{MessageSignature{made.message, signature, {}},
                                                 MessageSignature{made.message, made.signature, {}}};
    verify_many<P>(prepared, of_one, results);
    require(results[0] == valid && results[1]);
  }

  // Bytes of any length as a signature, and as a context.
  static void anything(Message bytes) {
    const Honest& made = honest();
    require(verify<P>(made.keys.pk, made.message, bytes, {}) == std::ranges::equal(bytes, made.signature));
    require(verify<P>(made.keys.pk, made.message, made.signature, bytes) == bytes.empty());
    require(sign_deterministic<P>(made.keys.sk, made.message, bytes).has_value() == (bytes.size() <= max_context_size));
  }

  static void run(unsigned kind, Message bytes) {
    switch (kind % 4) {
      case 0:
        return public_key(bytes);
      case 1:
        return private_key(bytes);
      case 2:
        return changed_signature(bytes);
      default:
        return anything(bytes);
    }
  }
};

}  // namespace
}  // namespace lydite::mldsa

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lydite::mldsa;
  if (size == 0) return 0;
  const lydite::Message rest(data + 1, size - 1);
  switch (data[0] / 4 % 3) {
    case 0:
      Fuzz<MlDsa44>::run(data[0], rest);
      return 0;
    case 1:
      Fuzz<MlDsa65>::run(data[0], rest);
      return 0;
    default:
      Fuzz<MlDsa87>::run(data[0], rest);
      return 0;
  }
}
