// Ed25519 for messages that come piece by piece, so that several hashes can share one pass over a long message.
#pragma once

#include <array>

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

// The message passes twice: absorb() all of it, commit(), absorb() all of it again, finish().
class Signing {
 public:
  explicit Signing(const PrivateKey& sk) noexcept : sk_(&sk) { hash_.absorb(Internal::prefix(sk)); }
  void absorb(Message piece) noexcept { hash_.absorb(piece); }
  void commit() noexcept;
  [[nodiscard]] Signature finish() noexcept;

 private:
  const PrivateKey* sk_;
  Sha512::Incremental hash_;
  Secret<32> r_;
  Bytes<32> R_;
};

}  // namespace lydite::ed25519
