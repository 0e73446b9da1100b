#include "src/keccak/lanes.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include "src/base/wipe.h"

namespace lydite::keccak {
namespace {

// The words of the message that must be there before the next block can be absorbed.
std::size_t next_block_end(const SpongeJob& job, std::size_t absorbed) noexcept {
  return std::min(absorbed + job.rate_words, job.message_words());
}

bool is_ready(const SpongeJob& job, std::size_t absorbed) noexcept {
  return job.ready_words == nullptr || next_block_end(job, absorbed) <= std::size_t{job.head_words} + *job.ready_words;
}

constexpr std::uint64_t final_bit = std::uint64_t{1} << 63;

}  // namespace

Lanes::Lanes(std::size_t slack) noexcept : slack_(slack), wide_pays_(eight_lanes_pay()) {
  for (std::size_t lane = 0; lane < max_lanes; ++lane) {
    lanes_[lane].buffer = static_cast<std::uint8_t>(lane);
    steps_[lane].output = secrets_.outputs[lane].data();
  }
}

Lanes::~Lanes() {
  wipe({reinterpret_cast<std::uint8_t*>(&secrets_), offsetof(Secrets, outputs)});
  for (std::size_t lane = 0; lane < max_lanes - (used_wide_ ? 0 : 4); ++lane)
    wipe({reinterpret_cast<std::uint8_t*>(secrets_.outputs[lane].data()), 8 * used_words_});
  wipe_stack();  // kernels spill what they hold
}

// The longest chain takes `chain` steps, four lanes or eight; if four do not suffice for the rest meanwhile, an eight
// saves a step of four later.
inline std::size_t Lanes::choose_width() const noexcept {
  if (!wide_pays_ || work_ <= slack_) return 4;
  std::size_t chain = std::max<std::size_t>(empty() ? 0 : front().permutations, parked_.remaining);
  for (const Lane& lane : lanes_) chain = std::max<std::size_t>(chain, lane.remaining);
  return work_ > 4 * chain + slack_ ? 8 : 4;
}

// Prepares a lane for the next step. A free lane's step is idle already.
inline void Lanes::feed(std::size_t lane) noexcept {
  Lane& l = lanes_[lane];
  LaneStep& step = steps_[lane];
  step.begins = false;
  step.input = LaneStep::Input::kNone;
  if (l.phase == Phase::kAbsorbing && !is_ready(l.job, l.absorbed)) park(lane);
  if (l.phase == Phase::kFree && !assign(lane)) return;
  if (l.phase == Phase::kAbsorbing) absorb(lane);
  step.output = secrets_.outputs[l.buffer].data() + l.squeezed;
  --l.remaining;
  --work_;
}

// Gives a free lane the parked sponge, if its next block is there by now, or that of a paused lane, or the first one
// that waits. Returns whether there was one.
inline bool Lanes::assign(std::size_t lane) noexcept {
  Lane& l = lanes_[lane];
  LaneStep& step = steps_[lane];
  if (parked_.phase == Phase::kAbsorbing && is_ready(parked_.job, parked_.absorbed)) {
    unpark(lane);
  } else if (paused_ != 0) {
    resume(lane);
  } else if (!empty()) {
    l.job = front();
    l.absorbed = l.squeezed = 0;
    l.remaining = l.job.permutations;
    l.phase = Phase::kAbsorbing;
    used_words_ = std::max<std::size_t>(used_words_, l.job.output_words + LaneStep::output_words);
    pop();
    step.begins = true;
  } else {
    return false;
  }
  step.is_busy = true;
  step.wants_output = l.phase == Phase::kSqueezing;
  return true;
}

// The next block of the message, padded if it is the last: FIPS 202, section 5.1.
inline void Lanes::absorb(std::size_t lane) noexcept {
  Lane& l = lanes_[lane];
  LaneStep& step = steps_[lane];
  const SpongeJob& job = l.job;
  const std::size_t count = next_block_end(job, l.absorbed) - l.absorbed;
  if (job.is_seed()) {
    step.input = LaneStep::Input::kSeed;
    step.words = job.head;
    step.tail = job.last;
    step.padding16 = job.rate_words == sha3_256.rate_words ? final_bit : 0;
    step.padding20 = job.rate_words == shake128.rate_words ? final_bit : 0;
  } else if (l.absorbed >= job.head_words && count == LaneStep::block_words) {
    step.input = LaneStep::Input::kBlock;
    step.words = job.body + 8 * (l.absorbed - job.head_words);
  } else {
    build_block(lane, count);
  }
  l.absorbed = static_cast<std::uint16_t>(l.absorbed + count);
  if (count == job.rate_words) return;
  l.phase = Phase::kSqueezing;
  step.wants_output = true;
}

// A block that does not lie in memory as it is: with two pieces of the message, or with padding.
void Lanes::build_block(std::size_t lane, std::size_t count) noexcept {
  const Lane& l = lanes_[lane];
  const SpongeJob& job = l.job;
  auto& block = secrets_.blocks[lane];
  block.fill(0);
  const std::size_t from_head =
      l.absorbed < job.head_words ? std::min<std::size_t>(count, job.head_words - l.absorbed) : 0;
  if (from_head != 0) std::memcpy(block.data(), job.head + 8 * l.absorbed, 8 * from_head);
  if (count > from_head)
    std::memcpy(block.data() + from_head, job.body + 8 * (l.absorbed + from_head - job.head_words),
                8 * (count - from_head));
  if (count < job.rate_words) {
    block[count] ^= job.last;
    block[job.rate_words - 1U] ^= final_bit;
  }
  steps_[lane].input = LaneStep::Input::kBlock;
  steps_[lane].words = reinterpret_cast<const std::uint8_t*>(block.data());
}

inline void Lanes::collect(std::size_t lane) noexcept {
  Lane& l = lanes_[lane];
  l.squeezed = static_cast<std::uint16_t>(std::min<std::size_t>(l.squeezed + l.job.rate_words, l.job.output_words));
  if (l.squeezed < l.job.output_words) return;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(secrets_.outputs[l.buffer].data());
  const std::size_t more = l.job.owner->finished(l.job, {bytes, std::size_t{8} * l.squeezed});
  l.squeezed = 0;
  l.job.output_words = static_cast<std::uint8_t>(more);
  if (more == 0) {
    release(lane);
  } else {
    l.remaining = 1;
    ++work_;
  }
}

// Whatever a step writes for a free lane must not reach the output of another.
void Lanes::release(std::size_t lane) noexcept {
  lanes_[lane].phase = Phase::kFree;
  lanes_[lane].remaining = 0;
  steps_[lane] = {};
  steps_[lane].output = secrets_.outputs[lanes_[lane].buffer].data();
}

void Lanes::resume(std::size_t lane) noexcept {
  std::size_t from = 4;
  while (lanes_[from].phase == Phase::kFree) ++from;
  std::swap(lanes_[from], lanes_[lane]);
  for (std::size_t i = 0; i < lane_count; ++i)
    secrets_.states[max_lanes * i + lane] = secrets_.states[max_lanes * i + from];
  release(from);
  --paused_;
}

void Lanes::park(std::size_t lane) noexcept {
  parked_ = lanes_[lane];
  for (std::size_t i = 0; i < lane_count; ++i) secrets_.parked[i] = secrets_.states[max_lanes * i + lane];
  release(lane);
}

void Lanes::unpark(std::size_t lane) noexcept {
  const std::uint8_t buffer = lanes_[lane].buffer;
  lanes_[lane] = parked_;
  lanes_[lane].buffer = buffer;
  for (std::size_t i = 0; i < lane_count; ++i) secrets_.states[max_lanes * i + lane] = secrets_.parked[i];
  parked_.phase = Phase::kFree;
  parked_.remaining = 0;
}

void Lanes::run() noexcept {
  while (work_ != 0) {
    const std::size_t width = choose_width();
    used_wide_ |= width == max_lanes;
    paused_ = 0;
    if (used_wide_)
      for (std::size_t lane = width; lane < max_lanes; ++lane) paused_ += lanes_[lane].phase != Phase::kFree;
    for (std::size_t lane = 0; lane < width; ++lane) feed(lane);
    step_lanes(secrets_.states, steps_, width);
    for (std::size_t lane = 0; lane < width; ++lane)
      if (steps_[lane].wants_output) collect(lane);
  }
}

}  // namespace lydite::keccak
