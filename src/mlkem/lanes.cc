#include "src/mlkem/lanes.h"

#include <algorithm>
#include <cstring>

#include "src/keccak/permute.h"

namespace lydite::mlkem {
namespace {

std::uint64_t load_word(const std::uint8_t* bytes) noexcept {
  std::uint64_t word;
  std::memcpy(&word, bytes, 8);
  return word;
}

// The words that must be there before the next block can be absorbed.
std::size_t next_block_end(const SpongeJob& job, std::size_t absorbed) noexcept {
  return std::min(absorbed + job.rate_words, job.message_words());
}

bool is_ready(const SpongeJob& job, std::size_t absorbed) noexcept {
  return job.ready_words == nullptr || next_block_end(job, absorbed) <= std::size_t{job.head_words} + *job.ready_words;
}

}  // namespace

std::uint64_t SpongeJob::word(std::size_t i) const noexcept {
  return load_word(i < head_words ? head + 8 * i : body + 8 * (i - head_words));
}

void SpongeQueue::submit(const SpongeJob& job) noexcept { jobs_[(first_ + count_++) % capacity] = job; }

void SpongeQueue::submit_first(const SpongeJob& job) noexcept {
  first_ = (first_ + capacity - 1) % capacity;
  jobs_[first_] = job;
  ++count_;
}

SpongeJob SpongeQueue::take() noexcept {
  const SpongeJob& job = jobs_[first_];
  first_ = (first_ + 1) % capacity;
  --count_;
  return job;
}

template <std::size_t width>
void Lanes<width>::run() noexcept {
  for (;;) {
    bool busy = false;
    for (std::size_t lane = 0; lane < width; ++lane) busy |= feed(lane);
    if (!busy) return;
    if constexpr (width == 4) {
      keccak::permute_x4(secrets_.states.data());
    } else {
      keccak::permute_x8(secrets_.states.data());
    }
    for (std::size_t lane = 0; lane < width; ++lane)
      if (lanes_[lane].phase == Phase::kSqueezing) collect(lane);
  }
}

// Prepares a lane for the next permutation. Returns whether it has work.
template <std::size_t width>
bool Lanes<width>::feed(std::size_t lane) noexcept {
  Lane& l = lanes_[lane];
  if (l.phase == Phase::kAbsorbing && !is_ready(l.job, l.absorbed)) park(lane);
  if (l.phase == Phase::kFree && !assign(lane)) return false;
  if (l.phase == Phase::kAbsorbing) absorb(lane);
  return true;
}

// Gives a free lane the parked sponge, if its next block is there by now, or the first one that waits.
template <std::size_t width>
bool Lanes<width>::assign(std::size_t lane) noexcept {
  Lane& l = lanes_[lane];
  if (parked_.phase == Phase::kAbsorbing && is_ready(parked_.job, parked_.absorbed)) {
    unpark(lane);
    return true;
  }
  if (empty()) return false;
  l = {take(), 0, 0, Phase::kAbsorbing};
  for (std::size_t i = 0; i < 25; ++i) state_word(i, lane) = 0;
  return true;
}

// Adds the next block of the message, padded if it is the last: FIPS 202, section 5.1.
template <std::size_t width>
void Lanes<width>::absorb(std::size_t lane) noexcept {
  Lane& l = lanes_[lane];
  const std::size_t count = next_block_end(l.job, l.absorbed) - l.absorbed;
  for (std::size_t i = 0; i < count; ++i) state_word(i, lane) ^= l.job.word(l.absorbed + i);
  l.absorbed += count;
  if (count == l.job.rate_words) return;
  state_word(count, lane) ^= l.job.last;
  state_word(l.job.rate_words - 1U, lane) ^= std::uint64_t{1} << 63;
  l.phase = Phase::kSqueezing;
}

template <std::size_t width>
void Lanes<width>::collect(std::size_t lane) noexcept {
  Lane& l = lanes_[lane];
  const std::size_t count = std::min<std::size_t>(l.job.rate_words, l.job.output_words - l.squeezed);
  for (std::size_t i = 0; i < count; ++i) secrets_.outputs[lane][l.squeezed + i] = state_word(i, lane);
  l.squeezed += count;
  if (l.squeezed < l.job.output_words) return;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(secrets_.outputs[lane].data());
  const std::size_t more = l.job.owner->finished(l.job, {bytes, 8 * l.squeezed});
  l.squeezed = 0;
  l.job.output_words = static_cast<std::uint8_t>(more);
  if (more == 0) l.phase = Phase::kFree;
}

template <std::size_t width>
void Lanes<width>::park(std::size_t lane) noexcept {
  parked_ = lanes_[lane];
  for (std::size_t i = 0; i < 25; ++i) secrets_.parked_state[i] = state_word(i, lane);
  lanes_[lane].phase = Phase::kFree;
}

template <std::size_t width>
void Lanes<width>::unpark(std::size_t lane) noexcept {
  lanes_[lane] = parked_;
  for (std::size_t i = 0; i < 25; ++i) state_word(i, lane) = secrets_.parked_state[i];
  parked_.phase = Phase::kFree;
}

template class Lanes<4>;
template class Lanes<8>;

}  // namespace lydite::mlkem
