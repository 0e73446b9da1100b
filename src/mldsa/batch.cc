// Batches: several verifications are under way at once, and their hashes share the lanes. A slot runs one after the
// other; when its last hash is there it takes the next input.
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "lydite/mldsa.h"
#include "src/mldsa/internal.h"

namespace lydite::mldsa {
namespace {

template <class Input>
struct Batch {
  std::span<const Input> inputs;
  std::span<bool> valid;
  std::size_t next = 0;
};

// A verification with the room that it needs for a key.
template <ParameterSet P>
class EncodedKeySlot : public Verification<P> {
 public:
  using Input = SignedMessage;
  explicit EncodedKeySlot(SpongeQueue& queue) noexcept : Verification<P>(queue, false) {}

 protected:
  [[nodiscard]] static bool has_key(const Input& input) noexcept { return input.pk.size() == public_key_size<P>; }
  void take(const Input& input) noexcept {
    this->begin(part<public_key_size<P>>(input.pk.data()), rows_.data());
    this->take_message(FormattedMessage(input.context, input.message));
  }

 private:
  alignas(64) std::array<Polynomial, row_window*(P::l + 1)> rows_;
};

template <ParameterSet P>
class PreparedKeySlot : public Verification<P> {
 public:
  using Input = MessageSignature;
  explicit PreparedKeySlot(SpongeQueue& queue) noexcept : Verification<P>(queue, false) {}
  void use(const PreparedPublicKey<P>& pk) noexcept { pk_ = &pk; }

 protected:
  [[nodiscard]] static bool has_key(const Input&) noexcept { return true; }
  void take(const Input& input) noexcept {
    this->begin(Internal<P>::rows(*pk_));
    this->take_message(FormattedMessage(input.context, input.message), pk_->hash());
  }

 private:
  const PreparedPublicKey<P>* pk_ = nullptr;
};

template <ParameterSet P, template <class> class Base>
class Slot final : public Base<P> {
 public:
  using Input = typename Base<P>::Input;
  Slot(SpongeQueue& queue, Batch<Input>& batch) noexcept : Base<P>(queue), batch_(batch) {}

  void start() noexcept {
    while (batch_.next < batch_.valid.size()) {
      index_ = batch_.next++;
      const Input& input = batch_.inputs[index_];
      batch_.valid[index_] = false;
      const auto signature = exactly<signature_size<P>>(input.signature);
      if (!signature || !this->has_key(input) || input.context.size() > max_context_size) continue;
      if (!this->decode(*signature)) continue;
      this->take(input);
      return;
    }
  }

 private:
  void completed() noexcept override {
    batch_.valid[index_] = this->is_valid();
    start();
  }

  Batch<Input>& batch_;
  std::size_t index_ = 0;
};

template <class Input>
Batch<Input> make_batch(std::span<const Input> inputs, std::span<bool> valid) noexcept {
  const std::size_t count = std::min(inputs.size(), valid.size());
  std::ranges::fill(valid.subspan(count), false);
  return {inputs, valid.first(count)};
}

// With encoded keys two fill the lanes: a verification alone leaves some idle while its serial hashes end. A slot has
// at most its rows, two serial hashes and the challenge in the queue.
static_assert(2 * (row_window * 7 + 3) <= SpongeQueue::capacity);

}  // namespace

template <class P>
void verify_many(std::span<const SignedMessage> inputs, std::span<bool> valid) noexcept {
  auto batch = make_batch(inputs, valid);
  Lanes lanes;
  using S = Slot<P, EncodedKeySlot>;
  std::array<S, 2> slots{{S(lanes, batch), S(lanes, batch)}};
  for (S& slot : slots) slot.start();
  lanes.run();
}

// With a prepared key all hashes of a verification are one chain: one for each lane.
template <class P>
void verify_many(const PreparedPublicKey<P>& pk, std::span<const MessageSignature> inputs,
                 std::span<bool> valid) noexcept {
  auto batch = make_batch(inputs, valid);
  Lanes lanes;
  using S = Slot<P, PreparedKeySlot>;
  std::array<S, 4> slots{{S(lanes, batch), S(lanes, batch), S(lanes, batch), S(lanes, batch)}};
  for (S& slot : slots) {
    slot.use(pk);
    slot.start();
  }
  lanes.run();
}

#define LYDITE_MLDSA_INSTANTIATE(P)                                                            \
  template void verify_many<P>(std::span<const SignedMessage>, std::span<bool>) noexcept;      \
  template void verify_many<P>(const PreparedPublicKey<P>&, std::span<const MessageSignature>, \
                               std::span<bool>) noexcept;

LYDITE_MLDSA_INSTANTIATE(MlDsa44)
LYDITE_MLDSA_INSTANTIATE(MlDsa65)
LYDITE_MLDSA_INSTANTIATE(MlDsa87)

}  // namespace lydite::mldsa
