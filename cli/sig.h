// The schemes of `lydite sig`.
#pragma once

#include <string>

#include "cli/key_type.h"
#include "cli/message.h"

namespace lydite::cli {

// The hash function of a pre-hashed scheme.
enum class PreHashName { kSha512, kSha3_512, kShake256 };

struct SigJob {
  Message key, context;
  MessageFile& message;
  bool is_deterministic = false;
  PreHashName pre_hash = PreHashName::kSha512;
};

struct SigScheme : Scheme {
  std::size_t signature_size, max_context_size;
  bool has_pre_hash;
  // Precondition for both: a context of that size. Errors of sign: those of the key, kEntropy. They throw what reading
  // the message throws.
  Result<Buffer> (*sign)(const SigJob& job);
  // Precondition: the size of a signature.
  bool (*verify)(const SigJob& job, Message signature);
};

// The scheme of sig_family() that it is.
[[nodiscard]] inline const SigScheme& as_sig(const Scheme& scheme) { return static_cast<const SigScheme&>(scheme); }

}  // namespace lydite::cli
