// X25519: the ladder of libsodium for other people's points, and its multiples of the base point in Edwards form, which
// take half the time of a ladder.
#include "lydite/x25519.h"

#include <sodium/core.h>
#include <sodium/crypto_scalarmult_curve25519.h>

#include <cstdint>

#include "src/base/ct.h"
#include "src/classical/base_point.h"
#include "src/classical/edwards.h"

namespace lydite::x25519 {
namespace {

// libsodium chooses the ladder for this processor once. A failure does not matter: what it has before that is right on
// every processor.
void choose_ladder() noexcept {
  static const int chosen = sodium_init();
  static_cast<void>(chosen);
}

}  // namespace

PublicKey public_key(const PrivateKey& sk) noexcept {
  PrivateKey scalar(sk.reveal());
  scalar.fill()[0] &= 0xF8;
  scalar.fill()[31] = static_cast<std::uint8_t>((scalar.fill()[31] & 0x7F) | 0x40);
  return curve25519::montgomery_u(curve25519::multiply_base(scalar));
}

Result<KeyPair> keygen(const Entropy& entropy) noexcept {
  KeyPair keys;
  if (const auto filled = entropy.fill(keys.sk.fill()); !filled) return filled.error();
  keys.pk = public_key(keys.sk);
  return keys;
}

SharedSecret multiply(const PrivateKey& sk, View<public_key_size> u) noexcept {
  choose_ladder();
  SharedSecret result;
  // It refuses points of low order and leaves the result zero, as it is for them.
  [[maybe_unused]] const int refused = crypto_scalarmult_curve25519(result.fill().data(), sk.reveal().data(), u.data());
  return result;
}

Result<SharedSecret> agree(const PrivateKey& sk, View<public_key_size> u) noexcept {
  SharedSecret secret = multiply(sk, u);
  std::uint8_t is_zero = equal(secret.reveal(), Bytes<shared_secret_size>{}).bits();
  declassify({&is_zero, 1});  // whether u has a low order is public, as u is
  if (is_zero != 0) return Error::kLowOrderPoint;
  return secret;
}

}  // namespace lydite::x25519
