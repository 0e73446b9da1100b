// What both components sign: the message itself, or M' (draft-ietf-lamps-pq-composite-sigs, section 2.2).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "lydite/composite.h"
#include "lydite/sha2.h"
#include "src/mldsa/encoding.h"

namespace lydite::composite {

struct Subject {
  Message message;
  Message context;  // of ML-DSA
};

inline constexpr std::string_view prefix = "CompositeAlgorithmSignatures2025";
inline constexpr std::string_view label = "COMPSIG-MLDSA65-Ed25519-SHA512";

// M' = Prefix || Label || len(context) || context || SHA-512(message). Precondition: the context has at most 255 bytes.
class Represented {
 public:
  Represented(View<64> digest, Message context) noexcept {
    const auto size = static_cast<std::uint8_t>(context.size());
    append(prefix);
    append(label);
    append(Message(&size, 1));
    append(context);
    append(digest);
  }
  // M' lives no longer than this; ML-DSA keeps a copy of one so short.
  [[nodiscard]] Subject subject() const noexcept {
    return {Message(bytes_).first(size_), Message(bytes_).subspan(prefix.size(), label.size())};
  }

 private:
  void append(const auto& bytes) noexcept {
    std::copy(bytes.begin(), bytes.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(size_));
    size_ += bytes.size();
  }

  static constexpr std::size_t capacity = prefix.size() + label.size() + 1 + 255 + 64;
  static_assert(2 + label.size() + capacity <= mldsa::FormattedMessage::capacity);

  Bytes<capacity> bytes_;
  std::size_t size_ = 0;
};

// Calls use(subject) with what the framing F has signed for this message. Precondition: the context is allowed.
template <Framing F>
auto with_subject(Message message, Message context, const auto& use) noexcept {
  if constexpr (std::is_same_v<F, FogMlDsa65Ed25519>) {
    return use(Subject{message, {}});
  } else {
    return use(Represented(Sha512::hash(message), context).subject());
  }
}

}  // namespace lydite::composite
