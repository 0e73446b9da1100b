// Batches: several verifications are under way at once, and their hashes share the lanes. A slot runs one after the
// other; when its last hash is there it takes the next input.
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "lydite/mldsa.h"
#include "src/mldsa/verification.h"

namespace lydite::mldsa {
namespace {

struct Batch {
  std::span<const SignedMessage> inputs;
  std::span<bool> valid;
  std::size_t next = 0;
};

template <ParameterSet P>
class Slot final : public Verification<P> {
 public:
  Slot(Lanes& lanes, Batch& batch) noexcept : Verification<P>(lanes, false), batch_(batch) {}

  void start() noexcept {
    while (batch_.next < batch_.valid.size()) {
      index_ = batch_.next++;
      const SignedMessage& input = batch_.inputs[index_];
      batch_.valid[index_] = false;
      const auto pk = exactly<public_key_size<P>>(input.pk);
      const auto signature = exactly<signature_size<P>>(input.signature);
      if (!pk || !signature || input.context.size() > max_context_size || !this->decode(*signature)) continue;
      this->begin(*pk, rows_.data());
      this->take_message(FormattedMessage(input.context, input.message));
      return;
    }
  }

 private:
  void completed() noexcept override {
    batch_.valid[index_] = this->is_valid();
    start();
  }

  Batch& batch_;
  std::size_t index_ = 0;
  alignas(64) std::array<Polynomial, row_window*(P::l + 1)> rows_;
};

// Two fill the lanes: a verification alone leaves some idle while its serial hashes end.
constexpr std::size_t slot_count = 2;
// A slot has at most its rows, two serial hashes and the challenge in the queue.
static_assert(slot_count * (row_window * 7 + 3) <= SpongeQueue::capacity);

}  // namespace

template <class P>
void verify_many(std::span<const SignedMessage> inputs, std::span<bool> valid) noexcept {
  const std::size_t count = std::min(inputs.size(), valid.size());
  std::ranges::fill(valid.subspan(count), false);
  Batch batch{inputs, valid.first(count)};
  Lanes lanes;
  std::array<Slot<P>, slot_count> slots{{Slot<P>(lanes, batch), Slot<P>(lanes, batch)}};
  for (Slot<P>& slot : slots) slot.start();
  lanes.run();
}

template void verify_many<MlDsa44>(std::span<const SignedMessage>, std::span<bool>) noexcept;
template void verify_many<MlDsa65>(std::span<const SignedMessage>, std::span<bool>) noexcept;
template void verify_many<MlDsa87>(std::span<const SignedMessage>, std::span<bool>) noexcept;

}  // namespace lydite::mldsa
