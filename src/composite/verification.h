// The verification of both components. Both are always evaluated to the end, whatever is wrong with either: a malformed
// part is replaced, remembered, and the work is done; the results meet in one bit.
#pragma once

#include <array>

#include "src/classical/ed25519.h"
#include "src/composite/subject.h"
#include "src/mldsa/internal.h"

namespace lydite::composite {

inline constexpr std::size_t first_key_size = mldsa::public_key_size<MlDsa>;
inline constexpr std::size_t first_signature_size = mldsa::signature_size<MlDsa>;

// The lanes are shared by those that are under way together; they run between take() and
// is_valid().
class Verification {
 public:
  // With `is_alone` no other verification is in the lanes. Rows: room for mldsa::row_window rows of l + 1 polynomials.
  Verification(mldsa::Lanes& lanes, bool is_alone, View<public_key_size> pk, View<signature_size> signature,
               mldsa::Polynomial* rows) noexcept
      : first_(lanes, is_alone),
        second_(pk.last<ed25519::public_key_size>(), signature.last<ed25519::signature_size>()),
        is_well_formed_(first_.decode_whatever(signature.first<first_signature_size>())) {
    first_.begin(pk.first<first_key_size>(), rows);
  }
  Verification(mldsa::Lanes& lanes, const mldsa::PreparedPublicKey<MlDsa>& first,
               const ed25519::PreparedPublicKey& second, View<signature_size> signature) noexcept
      : first_(lanes, false),
        second_(second, signature.last<ed25519::signature_size>()),
        is_well_formed_(first_.decode_whatever(signature.first<first_signature_size>())),
        tr_(&first.hash()) {
    first_.begin(mldsa::Internal<MlDsa>::rows(first));
  }

  void take(const Subject& subject) noexcept {
    const mldsa::FormattedMessage message(subject.context, subject.message);
    if (tr_ != nullptr) {
      first_.take_message(message, *tr_);
    } else {
      first_.take_message(message);
    }
    second_.absorb(subject.message);
  }

  // Once; after the lanes have run.
  [[nodiscard]] bool is_valid() noexcept {
    const auto first = static_cast<unsigned>(first_.is_valid()) & static_cast<unsigned>(is_well_formed_);
    const auto second = static_cast<unsigned>(second_.finish());
    return (first & second) != 0;
  }

 private:
  mldsa::Verification<MlDsa> first_;
  ed25519::Verification second_;
  bool is_well_formed_;
  const Bytes<64>* tr_ = nullptr;  // of a prepared key
};

using Rows = std::array<mldsa::Polynomial, mldsa::row_window*(MlDsa::l + 1)>;

}  // namespace lydite::composite
