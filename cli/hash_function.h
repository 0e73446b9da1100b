// Hash functions by name, for messages that come piece by piece.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cli/message.h"
#include "lydite/mldsa.h"

namespace lydite::cli {

struct HashFunction {
  std::string name;
  std::size_t size;  // of the digest, or the usual one of an output: twice the bytes of its strength against collisions
  bool is_extendable;
  mldsa::PreHash pre_hash;  // as HashML-DSA has it, with the usual size
  // Fills `out`, which has that size unless it is extendable. Throws what reading the message throws.
  void (*digest)(MessageFile& message, std::span<std::uint8_t> out);
};
[[nodiscard]] const std::vector<HashFunction>& hash_functions();
[[nodiscard]] std::vector<std::string> names_of(const std::vector<HashFunction>& functions);

}  // namespace lydite::cli
