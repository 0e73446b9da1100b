// Ed25519: what is secret goes through libsodium, the hashes are libcrypto's, which are the faster ones, and
// verification is src/classical/edwards.h.
#include "src/classical/ed25519.h"

#include <sodium/crypto_core_ed25519.h>

#include <algorithm>
#include <initializer_list>

#include "src/base/ct.h"
#include "src/classical/base_point.h"

namespace lydite::ed25519 {
namespace {

// L, the order of the base point.
constexpr Bytes<32> L{0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9, 0xDE, 0x14,
                      0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0x10};

bool is_below_L(View<32> number) noexcept {
  return std::lexicographical_compare(number.rbegin(), number.rend(), L.rbegin(), L.rend());
}

// The digest modulo L. The digest is wiped.
Secret<32> reduced(Sha512::Incremental& hash) noexcept {
  auto digest = hash.finish();
  Secret<32> scalar;
  crypto_core_ed25519_scalar_reduce(scalar.fill().data(), digest.data());
  wipe(digest);
  return scalar;
}

Secret<32> hash_to_scalar(std::initializer_list<Message> parts) noexcept {
  Sha512::Incremental hash;
  for (const Message part : parts) hash.absorb(part);
  return reduced(hash);
}

}  // namespace

// Section 5.1.5.
void Internal::expand(const Seed& seed, PrivateKey& key) noexcept {
  std::ranges::copy(seed.reveal(), key.seed_.fill().begin());
  auto hash = Sha512::hash(seed.reveal());
  hash[0] &= 0xF8;
  hash[31] = static_cast<std::uint8_t>((hash[31] & 0x7F) | 0x40);
  std::ranges::copy(hash, key.expanded_.fill().begin());
  wipe(hash);
  key.pk_ = curve25519::multiply_base(Secret<32>(scalar(key)));
}

bool Internal::expand(View<public_key_size> pk, PreparedPublicKey& key) noexcept {
  const auto point = curve25519::decode_point(pk);
  if (!point) return false;
  std::ranges::copy(pk, key.encoded_.begin());
  key.multiples_ = curve25519::multiples_of<std::tuple_size_v<curve25519::Multiples>>(*point);
  return true;
}

// --- Signing: section 5.1.6 ----------------------------------------------------------------------------------------

Signature sign(const PrivateKey& sk, Message message) noexcept {
  const Secret<32> r = hash_to_scalar({Internal::prefix(sk), message});
  const Bytes<32> R = curve25519::multiply_base(r);
  const Secret<32> k = hash_to_scalar({R, sk.public_key(), message});
  Signature signature;
  std::ranges::copy(R, signature.begin());
  std::uint8_t* const S = signature.data() + 32;
  crypto_core_ed25519_scalar_mul(S, k.reveal().data(), Internal::scalar(sk).data());
  crypto_core_ed25519_scalar_add(S, S, r.reveal().data());
  declassify(signature);  // published
  return signature;
}

// --- Verification: section 5.1.7 -----------------------------------------------------------------------------------

Verification::Verification(View<public_key_size> pk, View<signature_size> signature) noexcept {
  std::ranges::copy(signature, signature_.begin());
  const auto point = curve25519::decode_point(pk);
  multiples_ = curve25519::multiples_of<std::tuple_size_v<curve25519::Multiples>>(point.value_or(curve25519::base));
  is_well_formed_ = point.has_value();
  begin(pk);
}

Verification::Verification(const PreparedPublicKey& pk, View<signature_size> signature) noexcept
    : multiples_(Internal::multiples(pk)), is_well_formed_(true) {
  std::ranges::copy(signature, signature_.begin());
  begin(Internal::encoded(pk));
}

void Verification::begin(View<public_key_size> pk) noexcept {
  is_well_formed_ &= is_below_L(std::span(signature_).last<32>());
  hash_.absorb(Message(signature_).first(32));
  hash_.absorb(pk);
}

bool Verification::finish() noexcept {
  const Secret<32> k = reduced(hash_);
  signature_.back() &= 0x1F;  // changes nothing that is below L
  const auto R =
      curve25519::encode_point(curve25519::multiply_subtract(std::span(signature_).last<32>(), k.reveal(), multiples_));
  return std::equal(R.begin(), R.end(), signature_.begin()) && is_well_formed_;
}

// --- The public interface ------------------------------------------------------------------------------------------

PrivateKey PrivateKey::expand(const Seed& seed) noexcept {
  PrivateKey key;
  Internal::expand(seed, key);
  return key;
}

Result<PrivateKey> PrivateKey::import(Message seed, Message pk) noexcept {
  if (seed.size() != seed_size || pk.size() != public_key_size) return Error::kInvalidLength;
  PrivateKey key = expand(Seed(seed.first<seed_size>()));
  if (!std::ranges::equal(key.public_key(), pk)) return Error::kKeyMismatch;
  return key;
}

Result<PrivateKey> keygen(const Entropy& entropy) noexcept {
  Seed seed;
  if (const auto filled = entropy.fill(seed.fill()); !filled) return filled.error();
  return PrivateKey::expand(seed);
}

bool verify(Message pk, Message message, Message signature) noexcept {
  if (pk.size() != public_key_size || signature.size() != signature_size) return false;
  Verification verification(pk.first<public_key_size>(), signature.first<signature_size>());
  verification.absorb(message);
  return verification.finish();
}

Result<PreparedPublicKey> PreparedPublicKey::import(Message pk) noexcept {
  if (pk.size() != public_key_size) return Error::kInvalidLength;
  Result<PreparedPublicKey> key(std::in_place, Token());
  if (!Internal::expand(pk.first<public_key_size>(), *key)) key.fail(Error::kNonCanonical);
  return key;
}

bool verify(const PreparedPublicKey& pk, Message message, Message signature) noexcept {
  if (signature.size() != signature_size) return false;
  Verification verification(pk, signature.first<signature_size>());
  verification.absorb(message);
  return verification.finish();
}

Result<void> check_public_key(Message pk) noexcept {
  if (pk.size() != public_key_size) return Error::kInvalidLength;
  if (!curve25519::decode_point(pk.first<public_key_size>())) return Error::kNonCanonical;
  return {};
}

}  // namespace lydite::ed25519
