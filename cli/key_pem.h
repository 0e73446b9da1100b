// Keys in PEM: standard structures where a scheme has an OID, else its bytes below a label of its own.
#pragma once

#include <string>
#include <vector>

#include "cli/buffer.h"
#include "cli/key_type.h"

namespace lydite::cli {

enum class Role { kPublic, kPrivate };

struct PemKey {
  const KeyType* type;
  Buffer bytes;             // of the length that its type demands
  bool is_foreign = false;  // a private key in a foreign form
};
// Throws std::runtime_error, which begins with `object`, unless the text is one block with one such key of the family;
// another key is named, with the option that takes it. What a private key carries beside itself must belong to it.
[[nodiscard]] PemKey parse_pem_key(const Family& family, Role role, Message text, const std::string& object);
// The same for the DER that a standard block of PEM contains.
[[nodiscard]] PemKey parse_der_key(const Family& family, Role role, Message der, const std::string& object);
// Whether the bytes are such a structure, of any algorithm. No raw key is: its length would have to be right by chance.
[[nodiscard]] bool is_der_key(Message bytes);

// Precondition: the length of a public key, or of a form of a private key.
[[nodiscard]] Buffer write_pem_key(const KeyType& type, Role role, Message bytes);

// "a public key of ML-DSA-65, which is for --pk of `lydite sig`".
[[nodiscard]] std::string describe_place(const KeyType& type, Role role);
[[nodiscard]] std::vector<const KeyType*> all_key_types();

// The form of this name; throws std::runtime_error that says which there are.
[[nodiscard]] const PrivateForm& form_of(const KeyType& type, const std::string& name);
// The form that has this length; null if there is none.
[[nodiscard]] const PrivateForm* form_of(const KeyType& type, std::size_t size);

}  // namespace lydite::cli
