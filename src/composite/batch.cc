// Batches: two verifications of ML-DSA share the lanes, which one alone leaves idle in part.
#include <algorithm>
#include <optional>

#include "src/composite/verification.h"

namespace lydite::composite {
namespace {

// What one verification needs besides its input.
class Slot {
 public:
  // Nothing is computed for an input that is not one.
  template <Framing F>
  void start(mldsa::Lanes& lanes, const SignedMessage& input) noexcept {
    verification_.reset();
    const auto pk = exactly<public_key_size>(input.pk);
    const auto signature = exactly<signature_size>(input.signature);
    if (!pk || !signature || input.context.size() > F::max_context_size) return;
    with_subject<F>(input.message, input.context, [&](const Subject& subject) {
      verification_.emplace(lanes, false, *pk, *signature, rows_.data());
      verification_->take(subject);
    });
  }
  [[nodiscard]] bool is_valid() noexcept { return verification_ && verification_->is_valid(); }

 private:
  alignas(64) Rows rows_;
  std::optional<Verification> verification_;
};

constexpr std::size_t slot_count = 2;

}  // namespace

template <class F>
void verify_many(std::span<const SignedMessage> inputs, std::span<bool> valid) noexcept {
  std::array<Slot, slot_count> slots;
  const std::size_t all = std::min(inputs.size(), valid.size());
  std::ranges::fill(valid.subspan(all), false);
  for (std::size_t begin = 0; begin < all; begin += slot_count) {
    const std::size_t count = std::min(slot_count, all - begin);
    mldsa::Lanes lanes;
    for (std::size_t i = 0; i < count; ++i) slots[i].start<F>(lanes, inputs[begin + i]);
    lanes.run();
    for (std::size_t i = 0; i < count; ++i) valid[begin + i] = slots[i].is_valid();
  }
}

template void verify_many<FogMlDsa65Ed25519>(std::span<const SignedMessage>, std::span<bool>) noexcept;
template void verify_many<MlDsa65Ed25519Sha512>(std::span<const SignedMessage>, std::span<bool>) noexcept;

}  // namespace lydite::composite
