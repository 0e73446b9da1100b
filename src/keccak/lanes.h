// Sponges of every role in the lanes of one vector permutation. A permutation of four states takes the time of one, so
// the hash of a key, which is serial, costs nothing while it runs beside the expansion of the matrix: whoever needs a
// hash submits it, and each free lane takes the next one that waits. Four lanes are used, or eight where a permutation
// of eight is cheaper than two of four and more waits than the longest chain of permutations leaves room for.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lydite/bytes.h"
#include "src/keccak/step.h"

namespace lydite::keccak {

class SpongeOwner;

// The rates and domain suffixes of FIPS 202, in words of eight bytes.
struct SpongeKind {
  std::uint8_t rate_words;
  std::uint8_t suffix;
};
inline constexpr SpongeKind sha3_256{17, 0x06}, sha3_512{9, 0x06}, shake128{21, 0x1F}, shake256{17, 0x1F};

// A hash to compute: the message is head || body || tail, the first two in whole words; for SHAKE128 it is a head of
// four words and a tail. They must stay where they are until the output is there.
struct SpongeJob {
  SpongeOwner* owner;
  const std::uint8_t* head;
  const std::uint8_t* body;
  // Words of the body that are there by now; null if it is complete. A sponge that finds too few gives its lane away.
  const std::uint16_t* ready_words;
  std::uint64_t last;  // tail (up to seven bytes), then the suffix
  std::uint16_t head_words, body_words;
  std::uint8_t rate_words, output_words;
  std::uint8_t permutations;  // for the message and all of the output
  std::uint8_t role, index;   // for the owner

  [[nodiscard]] constexpr std::size_t message_words() const { return std::size_t{head_words} + body_words; }
  // Whether the message is a head of four words and a tail, with a rate that leaves room for the padding of a seed.
  [[nodiscard]] constexpr bool is_seed() const {
    return head_words == LaneStep::seed_words && body_words == 0 && rate_words >= LaneStep::block_words;
  }
};

// A job with a tail of `tail_size` bytes, the lowest of `tail`. All sizes are in bytes.
inline SpongeJob sponge_job(SpongeKind kind, std::size_t output_size, Message head, Message body, std::uint64_t tail,
                            unsigned tail_size, std::uint8_t role, unsigned index) noexcept {
  const std::size_t rate = std::size_t{8} * kind.rate_words;
  const std::size_t permutations = (head.size() + body.size()) / rate + (output_size + rate - 1) / rate;
  return {nullptr,
          head.data(),
          body.data(),
          nullptr,
          tail | std::uint64_t{kind.suffix} << (8 * tail_size),
          static_cast<std::uint16_t>(head.size() / 8),
          static_cast<std::uint16_t>(body.size() / 8),
          kind.rate_words,
          static_cast<std::uint8_t>(output_size / 8),
          static_cast<std::uint8_t>(permutations),
          role,
          static_cast<std::uint8_t>(index)};
}

class SpongeOwner {
 public:
  // Takes the output of a sponge that this owner submitted; may submit others. Returns how many more words of it are
  // wanted (one block at most), which come as a further output, or 0. An output has five blocks at most.
  virtual std::size_t finished(const SpongeJob& job, std::span<const std::uint8_t> output) noexcept = 0;

 protected:
  ~SpongeOwner() = default;
};

// Sponges that wait for a lane.
class SpongeQueue {
 public:
  // Puts a sponge behind, or before, those that wait. Precondition: fewer than `capacity` wait.
  void submit(const SpongeJob& job) noexcept {
    jobs_[(first_ + count_++) % capacity] = job;
    work_ += job.permutations;
  }
  void submit_first(const SpongeJob& job) noexcept {
    first_ = (first_ + capacity - 1) % capacity;
    jobs_[first_] = job;
    ++count_;
    work_ += job.permutations;
  }

  static constexpr std::size_t capacity = 128;

 protected:
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] const SpongeJob& front() const { return jobs_[first_]; }
  void pop() noexcept {
    first_ = (first_ + 1) % capacity;
    --count_;
  }
  // Permutations that are still to be done for all sponges, waiting or not.
  std::size_t work_ = 0;

 private:
  std::array<SpongeJob, capacity> jobs_;
  std::size_t first_ = 0, count_ = 0;
};

// Messages and outputs may be secret; everything else in a job is public. The longest job should be submitted first.
class Lanes : public SpongeQueue {
 public:
  // `slack`: how many of the permutations that wait will find room beside sponges that are not yet submitted.
  explicit Lanes(std::size_t slack = 0) noexcept;
  Lanes(const Lanes&) = delete;
  Lanes& operator=(const Lanes&) = delete;
  ~Lanes();

  // Runs until no sponge waits.
  void run() noexcept;

 private:
  enum class Phase : std::uint8_t { kFree, kAbsorbing, kSqueezing };
  struct Lane {
    SpongeJob job;
    std::uint16_t absorbed = 0, squeezed = 0;  // words
    std::uint16_t remaining = 0;               // permutations
    std::uint8_t buffer = 0;                   // number of its output
    Phase phase = Phase::kFree;
  };
  // A step may write more than is wanted of the last block.
  static constexpr std::size_t buffer_words = 4 * 21 + LaneStep::output_words + 6;
  struct alignas(64) Secrets {
    LaneStates states;
    std::array<std::array<std::uint64_t, LaneStep::block_words>, max_lanes> blocks;
    std::array<std::uint64_t, lane_count> parked;
    alignas(64) std::array<std::array<std::uint64_t, buffer_words>, max_lanes> outputs;
  };

  [[nodiscard]] std::size_t choose_width() const noexcept;
  void feed(std::size_t lane) noexcept;
  [[nodiscard]] bool assign(std::size_t lane) noexcept;
  void absorb(std::size_t lane) noexcept;
  void build_block(std::size_t lane, std::size_t count) noexcept;
  void collect(std::size_t lane) noexcept;
  void release(std::size_t lane) noexcept;
  void resume(std::size_t lane) noexcept;
  void park(std::size_t lane) noexcept;
  void unpark(std::size_t lane) noexcept;

  Secrets secrets_;
  LaneSteps steps_;
  std::array<Lane, max_lanes> lanes_;
  Lane parked_;             // at most one sponge at a time has `ready_words`
  std::size_t paused_ = 0;  // lanes that do not run although they have work
  std::size_t slack_;
  bool wide_pays_;
  bool used_wide_ = false;
  std::size_t used_words_ = 0;  // of each output
};

}  // namespace lydite::keccak
