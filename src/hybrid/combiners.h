// How the two shared secrets become one.
#pragma once

#include "lydite/hybrid.h"

namespace lydite::hybrid {

// What enters a combiner, beside the secrets all public.
struct Parts {
  View<32> x_secret, ml_secret;
  View<32> x_ciphertext;
  View<mlkem::ciphertext_size<MlKem>> ml_ciphertext;
  View<32> x_public_key;  // of the recipient
};

// G: the secret of X25519 as a KEM, BLAKE2Xb keyed with the shared point over both public keys, the recipient's first.
[[nodiscard]] SharedKey hash_point(View<32> point, View<32> recipient, View<32> ephemeral) noexcept;

template <Scheme S>
[[nodiscard]] SharedKey combine(const Parts& parts) noexcept;

}  // namespace lydite::hybrid
