// Sponges of every role in the lanes of one vector permutation. A permutation of four states takes the time of one, so
// the hash of a key, which is serial, costs nothing while it runs beside the expansion of the matrix: whoever needs a
// hash submits it, and each free lane takes the next one that waits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lydite/bytes.h"

namespace lydite::mlkem {

class SpongeOwner;

// The rates and domain suffixes of FIPS 202, in words of eight bytes.
struct SpongeKind {
  std::uint8_t rate_words;
  std::uint8_t suffix;
};
inline constexpr SpongeKind sha3_256{17, 0x06}, sha3_512{9, 0x06}, shake128{21, 0x1F}, shake256{17, 0x1F};

// A hash to compute: the message is head || body || tail, the first two in whole words. They must stay where they are
// until the output is there.
struct SpongeJob {
  SpongeOwner* owner;
  const std::uint8_t* head;
  const std::uint8_t* body;
  // Words of the body that are there by now; null if it is complete. A sponge that finds too few gives its lane away.
  const std::uint16_t* ready_words;
  std::uint64_t last;  // tail (up to seven bytes), then the suffix
  std::uint16_t head_words, body_words;
  std::uint8_t rate_words, output_words;
  std::uint8_t role, index;  // for the owner

  [[nodiscard]] constexpr std::size_t message_words() const { return std::size_t{head_words} + body_words; }
  // Word i of head || body.
  [[nodiscard]] std::uint64_t word(std::size_t i) const noexcept;
};

// A job with a tail of `tail_size` bytes, the lowest of `tail`. All sizes are in bytes.
inline SpongeJob sponge_job(SpongeKind kind, std::size_t output_size, Message head, Message body, std::uint64_t tail,
                            unsigned tail_size, std::uint8_t role, unsigned index) noexcept {
  return {nullptr,
          head.data(),
          body.data(),
          nullptr,
          tail | std::uint64_t{kind.suffix} << (8 * tail_size),
          static_cast<std::uint16_t>(head.size() / 8),
          static_cast<std::uint16_t>(body.size() / 8),
          kind.rate_words,
          static_cast<std::uint8_t>(output_size / 8),
          role,
          static_cast<std::uint8_t>(index)};
}

class SpongeOwner {
 public:
  // Takes the output of a sponge that this owner submitted; may submit others. Returns how many more words of it are
  // wanted, which come as a further output, or 0. At most three blocks are squeezed for one call.
  virtual std::size_t finished(const SpongeJob& job, std::span<const std::uint8_t> output) noexcept = 0;

 protected:
  ~SpongeOwner() = default;
};

// Sponges that wait for a lane.
class SpongeQueue {
 public:
  // Puts a sponge behind, or before, those that wait. Precondition: fewer than `capacity` wait.
  void submit(const SpongeJob& job) noexcept;
  void submit_first(const SpongeJob& job) noexcept;

  static constexpr std::size_t capacity = 64;

 protected:
  [[nodiscard]] bool empty() const { return count_ == 0; }
  SpongeJob take() noexcept;

 private:
  std::array<SpongeJob, capacity> jobs_;
  std::size_t first_ = 0, count_ = 0;
};

// `width` (4 or 8) sponges at once. Messages and outputs may be secret; everything else in a job is public.
template <std::size_t width>
class Lanes : public SpongeQueue {
 public:
  Lanes() = default;
  Lanes(const Lanes&) = delete;
  Lanes& operator=(const Lanes&) = delete;
  ~Lanes() { wipe({reinterpret_cast<std::uint8_t*>(&secrets_), sizeof secrets_}); }

  // Runs until no sponge waits.
  void run() noexcept;

 private:
  enum class Phase : std::uint8_t { kFree, kAbsorbing, kSqueezing };
  struct Lane {
    SpongeJob job;
    std::size_t absorbed = 0, squeezed = 0;  // words
    Phase phase = Phase::kFree;
  };
  struct alignas(64) Secrets {
    std::array<std::uint64_t, 25 * width> states;
    std::array<std::array<std::uint64_t, 64>, width> outputs;
    std::array<std::uint64_t, 25> parked_state;
  };

  [[nodiscard]] std::uint64_t& state_word(std::size_t i, std::size_t lane) { return secrets_.states[width * i + lane]; }
  [[nodiscard]] bool feed(std::size_t lane) noexcept;
  [[nodiscard]] bool assign(std::size_t lane) noexcept;
  void absorb(std::size_t lane) noexcept;
  void collect(std::size_t lane) noexcept;
  void park(std::size_t lane) noexcept;
  void unpark(std::size_t lane) noexcept;

  Secrets secrets_;
  std::array<Lane, width> lanes_;
  Lane parked_;  // at most one sponge at a time has `ready_words`
};

extern template class Lanes<4>;
extern template class Lanes<8>;

}  // namespace lydite::mlkem
