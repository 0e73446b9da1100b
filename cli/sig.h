// The schemes of `lydite sig`.
#pragma once

#include <optional>
#include <string>

#include "cli/hash_function.h"
#include "cli/key_type.h"
#include "cli/message.h"

namespace lydite::cli {

struct SigJob {
  Message key, context;
  MessageFile& message;
  bool is_deterministic = false;
  std::optional<HashFunction> pre_hash;  // of schemes that have one
};

struct SigScheme : Scheme {
  std::size_t signature_size, max_context_size;
  std::size_t pre_hash_size;  // the least of a digest that it signs instead of the message; 0 if it does not
  // Precondition for both: a context of that size. Errors of sign: those of the key, kEntropy. They throw what reading
  // the message throws.
  Result<Buffer> (*sign)(const SigJob& job);
  // Precondition: the size of a signature.
  bool (*verify)(const SigJob& job, Message signature);
};

// The scheme of sig_family() that it is.
[[nodiscard]] inline const SigScheme& as_sig(const Scheme& scheme) { return static_cast<const SigScheme&>(scheme); }

}  // namespace lydite::cli
