// Keys in PEM: standard structures where a scheme has an OID, else its bytes below a label of its own.
#pragma once

#include <string>

#include "cli/buffer.h"
#include "cli/key_type.h"

namespace lydite::cli {

enum class Role { kPublic, kPrivate };

struct PemKey {
  const KeyType* type;
  Buffer bytes;             // of the length that its type demands
  bool is_foreign = false;  // a private key in a foreign form
};
// Throws std::runtime_error, which begins with `object`, unless the text is one block with one such key of one of both
// families. What a private key carries beside itself must belong to it.
[[nodiscard]] PemKey parse_pem_key(const Family& family, Role role, Message text, const std::string& object);

// Precondition: the length of a public key, or of a form of a private key.
[[nodiscard]] Buffer write_pem_key(const KeyType& type, Role role, Message bytes);

// The form that has this length; null if there is none.
[[nodiscard]] const PrivateForm* form_of(const KeyType& type, std::size_t size);

}  // namespace lydite::cli
