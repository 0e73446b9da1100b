#include "src/classical/base_point.h"

#include <sodium/crypto_scalarmult_ed25519.h>

#include "src/base/ct.h"

namespace lydite::curve25519 {

Bytes<32> multiply_base(const Secret<32>& s) noexcept {
  const Secret<32> scalar(s.reveal());
  // The last thing that libsodium does is a branch on whether the number is zero, which no secret is; the memory
  // checker would report it.
  declassify(scalar.reveal());
  Bytes<32> product;
  // Its result only says that the product is the point at infinity; that is computed as well.
  static_cast<void>(crypto_scalarmult_ed25519_base_noclamp(product.data(), scalar.reveal().data()));
  return product;
}

}  // namespace lydite::curve25519
