// The schemes of `lydite kem`.
#pragma once

#include <string>

#include "cli/key_type.h"

namespace lydite::cli {

struct SentBytes {
  Buffer ciphertext, shared_key;
};

struct KemScheme : Scheme {
  std::size_t ciphertext_size;
  // Precondition: a public key that was checked.
  Result<SentBytes> (*encapsulate)(Message public_key);
  // Preconditions: the size of a form, and ciphertext_size.
  Result<Buffer> (*decapsulate)(Message private_key, Message ciphertext);
};

// The scheme of kem_family() that it is.
[[nodiscard]] inline const KemScheme& as_kem(const Scheme& scheme) { return static_cast<const KemScheme&>(scheme); }

}  // namespace lydite::cli
