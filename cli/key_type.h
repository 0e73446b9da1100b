// What a kind of key looks like, whatever its scheme does with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cli/buffer.h"
#include "lydite/result.h"

namespace lydite::cli {

// An encoding of a private key as bytes.
struct PrivateForm {
  std::string name;  // as --form has it
  std::size_t size;
  bool is_foreign = false;  // not the scheme's own: taken only if it is asked for, or named by the file
};

struct KeyBytes {
  Buffer public_key, private_key;
};

struct KeyType {
  // What the octets of PrivateKeyInfo hold: a choice of seed and expanded key, CurvePrivateKey, or the key itself.
  enum class Container { kChoice, kCurve, kBare };

  std::string name;               // for people: "ML-DSA-65"
  std::vector<std::uint8_t> oid;  // the contents of its OBJECT IDENTIFIER; empty if it has none
  std::string label;              // of PEM without an OID, before " PUBLIC KEY" and " PRIVATE KEY"
  Container container;
  std::size_t public_size;
  std::vector<PrivateForm> forms;  // the seed first, if it is one of them: that is what standard PEM holds
  std::size_t raw_form;            // which of them is written as raw bytes and hexadecimal unless asked otherwise

  std::size_t seed_size;  // of the randomness that a key is made from
  // Preconditions: a seed of that size, the name of a form.
  KeyBytes (*generate)(Message seed, const std::string& form);
  // Of a private key in any form. Precondition: the size of a form. Errors: those of an import.
  Result<Buffer> (*public_key)(Message private_key);
  // The second form from the first one; for the container of a choice.
  Buffer (*expand)(Message seed) = nullptr;
  // Precondition: the right size.
  Result<void> (*check_public)(Message public_key);
};

// Something that is done with keys of one type.
struct Scheme {
  std::string id;  // as --alg has it: "ml-dsa-65"
  const KeyType* key;
  bool by_name_only = false;  // never follows from the key alone
};

// What `lydite sig` or `lydite kem` says about its keys.
struct Family {
  std::string command;                        // "lydite sig"
  std::string algorithm_option;               // "--alg", and other names of it
  std::string public_option, private_option;  // "--pk", "--sk"
  std::string public_object, private_object;  // "public key", "private key"
  std::vector<const Scheme*> schemes;
};
[[nodiscard]] const Family& sig_family();
[[nodiscard]] const Family& kem_family();

}  // namespace lydite::cli
