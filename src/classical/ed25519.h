// The verification of Ed25519 as an object: for messages in pieces, and for those who must not tell what is wrong.
#pragma once

#include "lydite/ed25519.h"
#include "lydite/sha2.h"
#include "src/classical/edwards.h"

namespace lydite::ed25519 {

struct Internal {
  static View<32> scalar(const PrivateKey& key) noexcept { return key.expanded_.reveal().first<32>(); }
  static View<32> prefix(const PrivateKey& key) noexcept { return key.expanded_.reveal().last<32>(); }
  static const curve25519::Multiples& multiples(const PreparedPublicKey& key) noexcept { return key.multiples_; }
  static const PublicKey& encoded(const PreparedPublicKey& key) noexcept { return key.encoded_; }

  static void expand(const Seed& seed, PrivateKey& key) noexcept;
  static bool expand(View<public_key_size> pk, PreparedPublicKey& key) noexcept;
};

// Whatever is malformed is remembered, and the work is done all the same, on something well-formed: the time does not
// tell what is wrong with a signature.
class Verification {
 public:
  Verification(View<public_key_size> pk, View<signature_size> signature) noexcept;
  Verification(const PreparedPublicKey& pk, View<signature_size> signature) noexcept;
  void absorb(Message piece) noexcept { hash_.absorb(piece); }
  // Not to be used afterwards.
  [[nodiscard]] bool finish() noexcept;

 private:
  void begin(View<public_key_size> pk) noexcept;

  Sha512::Incremental hash_;
  curve25519::Multiples multiples_;
  Bytes<signature_size> signature_;
  bool is_well_formed_;
};

}  // namespace lydite::ed25519
