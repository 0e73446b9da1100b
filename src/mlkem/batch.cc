// Batches: several operations are under way at once, and their hashes share the lanes. A slot runs one operation after
// the other; when its last hash is there it finishes the operation and takes the next input.
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include "lydite/mlkem.h"
#include "src/mlkem/internal.h"

namespace lydite::mlkem {
namespace {

template <ParameterSet P>
struct EncapsulationBatch {
  std::span<const EncapsulationKey<P>> eks;
  std::span<const Secret<32>> ms;
  std::span<Result<Encapsulation<P>>> out;
  std::size_t next = 0;
};

template <ParameterSet P>
class EncapsulationSlot final : public Encryption<P> {
 public:
  EncapsulationSlot(Lanes& lanes, EncapsulationBatch<P>& batch) noexcept : Encryption<P>(lanes), batch_(batch) {}

  void start() noexcept {
    while (batch_.next < batch_.out.size()) {
      index_ = batch_.next++;
      const View<encapsulation_key_size<P>> ek(batch_.eks[index_]);
      if (!decode_vector<P>(vector<P>(ek), key_.t_hat.data())) {
        batch_.out[index_] = Error::kNonCanonical;
        continue;
      }
      this->hash_key(ek, batch_.ms[index_].reveal());
      this->expand_matrix(rho<P>(ek), key_.A_hat.data());
      return;
    }
  }

 private:
  void completed() noexcept override {
    batch_.out[index_] = encapsulation(*this, batch_.ms[index_], key_.A_hat.data(), key_.t_hat.data());
    start();
  }

  EncapsulationBatch<P>& batch_;
  std::size_t index_ = 0;
  KeyPolynomials<P> key_;
};

template <ParameterSet P>
struct DecapsulationBatch {
  const PreparedDecapsulationKey<P>& dk;
  std::span<const Ciphertext<P>> cs;
  std::span<SharedKey> out;
  std::size_t next = 0;
};

template <ParameterSet P>
class DecapsulationSlot final : public Encryption<P> {
 public:
  DecapsulationSlot(Lanes& lanes, DecapsulationBatch<P>& batch) noexcept : Encryption<P>(lanes), batch_(batch) {}

  void start() noexcept {
    if (batch_.next == batch_.out.size()) return;
    index_ = batch_.next++;
    Decryption<P>().run(Internal<P>::s_hat(batch_.dk), batch_.cs[index_], m_prime_.fill());
    this->reject(Internal<P>::z(batch_.dk), batch_.cs[index_]);
    this->derive(m_prime_.reveal(), batch_.dk.encapsulation_key().hash());
  }

 private:
  void completed() noexcept override {
    const PreparedEncapsulationKey<P>& ek = batch_.dk.encapsulation_key();
    Secret<ciphertext_size<P>> c_prime;
    this->compute(m_prime_.reveal(), Internal<P>::A_hat(ek), Internal<P>::t_hat(ek), c_prime.fill());
    batch_.out[index_] = choose_key<P>(*this, batch_.cs[index_], c_prime.reveal());
    start();
  }

  DecapsulationBatch<P>& batch_;
  std::size_t index_ = 0;
  Secret<32> m_prime_;
};

template <std::size_t slot_count, class Slot, class Batch>
void run_batch(Batch& batch) noexcept {
  Lanes lanes;
  auto slots = [&]<std::size_t... i>(std::index_sequence<i...>) {
    return std::array<Slot, slot_count>{{(static_cast<void>(i), Slot(lanes, batch))...}};
  }(std::make_index_sequence<slot_count>());
  for (Slot& slot : slots) slot.start();
  lanes.run();
}

// Enough to fill eight lanes, in less than 64 KiB.
template <ParameterSet P>
constexpr std::size_t encapsulation_slots = P::k == 4 ? 2 : 3;
template <ParameterSet P>
constexpr std::size_t decapsulation_slots = P::k == 4 ? 5 : 6;
// A slot has at most a matrix, its noise, G and a serial hash in the queue.
static_assert(3 * (16 + 9 + 2) <= SpongeQueue::capacity && 6 * (9 + 2) <= SpongeQueue::capacity);

}  // namespace

template <class P>
void encapsulate_many(std::span<const EncapsulationKey<P>> eks, std::span<const Secret<32>> ms,
                      std::span<Result<Encapsulation<P>>> out) noexcept {
  const std::size_t count = std::min({eks.size(), ms.size(), out.size()});
  std::ranges::fill(out.subspan(count), Error::kInvalidLength);
  EncapsulationBatch<P> batch{eks, ms, out.first(count)};
  run_batch<encapsulation_slots<P>, EncapsulationSlot<P>>(batch);
}

template <class P>
void decapsulate_many(const PreparedDecapsulationKey<P>& dk, std::span<const Ciphertext<P>> cs,
                      std::span<SharedKey> out) noexcept {
  DecapsulationBatch<P> batch{dk, cs, out.first(std::min(cs.size(), out.size()))};
  run_batch<decapsulation_slots<P>, DecapsulationSlot<P>>(batch);
}

#define LYDITE_MLKEM_INSTANTIATE(P)                                                                     \
  template void encapsulate_many<P>(std::span<const EncapsulationKey<P>>, std::span<const Secret<32>>,  \
                                    std::span<Result<Encapsulation<P>>>) noexcept;                      \
  template void decapsulate_many<P>(const PreparedDecapsulationKey<P>&, std::span<const Ciphertext<P>>, \
                                    std::span<SharedKey>) noexcept;

LYDITE_MLKEM_INSTANTIATE(MlKem512)
LYDITE_MLKEM_INSTANTIATE(MlKem768)
LYDITE_MLKEM_INSTANTIATE(MlKem1024)

}  // namespace lydite::mlkem
