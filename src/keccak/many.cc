#include "src/keccak/many.h"

#include <algorithm>
#include <array>

#include "src/keccak/absorb.h"
#include "src/keccak/permute.h"

namespace lydite::keccak {
namespace {

// What one lane still has to do. It absorbs the whole blocks of its message and then `block`: first the padded end of
// the message, then zeros, once for each further block of output.
struct Lane {
  Message message;
  std::span<std::uint8_t> out;
  std::array<std::uint8_t, maximum_rate> block;
  bool is_active = false;

  void start(const Batch& batch, std::size_t i) {
    message = batch.messages[i];
    out = batch.out(batch.context, i);
    is_active = true;
    if (message.size() < batch.rate) pad(batch);
  }
  void pad(const Batch& batch) {
    block.fill(0);
    std::copy(message.begin(), message.end(), block.begin());
    block[message.size()] = batch.suffix;
    block[batch.rate - 1] ^= 0x80;
    message = {};
  }
  [[nodiscard]] bool is_in_message() const { return !message.empty(); }
  [[nodiscard]] std::size_t ready(std::size_t rate) const { return is_in_message() ? message.size() / rate : 1; }
  [[nodiscard]] const std::uint8_t* data() const { return is_in_message() ? message.data() : block.data(); }
};

template <std::size_t width>
void absorb_all(std::uint64_t* states, const std::uint8_t* const* data, std::size_t block_count, std::size_t rate) {
  if constexpr (width == 8) absorb_x8(states, data, block_count, rate);
  if constexpr (width == 4) absorb_x4(states, data, block_count, rate);
  if constexpr (width == 1) absorb(states, data[0], block_count, rate);
}

// The width that serves what is left when a group of this width runs dry.
constexpr std::size_t narrower(std::size_t width) { return width == 8 ? 4 : width == 4 ? 1 : 0; }

// `width` lanes and their states, interleaved. Working memory, wiped at the end.
template <std::size_t width>
class Group {
 public:
  explicit Group(const Batch& batch) : batch_(batch) {}
  // Continues the active lanes of a wider group; at most `width` are.
  template <std::size_t wider>
  explicit Group(const Group<wider>& other) : batch_(other.batch_) {
    for (std::size_t from = 0, to = 0; from < wider; ++from) {
      if (!other.lanes_[from].is_active) continue;
      for (std::size_t i = 0; i < lane_count; ++i) states_[width * i + to] = other.states_[wider * i + from];
      lanes_[to++] = other.lanes_[from];
    }
  }
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;
  ~Group() {
    wipe({reinterpret_cast<std::uint8_t*>(states_.data()), sizeof states_});
    for (Lane& lane : lanes_) wipe(lane.block);
  }

  // Works on the messages from `next` on until a narrower group can do the rest.
  void run(std::size_t next) {
    for (std::size_t s = 0; s < width; ++s)
      if (!lanes_[s].is_active) refill(s, next);
    while (active_count() > narrower(width)) step(next);
    if constexpr (width > 1) {
      if (active_count() != 0) Group<narrower(width)>(*this).run(next);
    }
  }

 private:
  template <std::size_t>
  friend class Group;

  [[nodiscard]] std::size_t active_count() const {
    std::size_t count = 0;
    for (const Lane& lane : lanes_) count += lane.is_active ? 1 : 0;
    return count;
  }
  void refill(std::size_t s, std::size_t& next) {
    lanes_[s].is_active = next < batch_.messages.size();
    if (!lanes_[s].is_active) return;
    for (std::size_t i = 0; i < lane_count; ++i) states_[width * i + s] = 0;
    lanes_[s].start(batch_, next++);
  }
  // As many blocks as every active lane has ready; an idle lane repeats another one's.
  void step(std::size_t& next) {
    std::size_t count = ~std::size_t{0};
    const std::uint8_t* any = nullptr;
    for (const Lane& lane : lanes_) {
      if (!lane.is_active) continue;
      count = std::min(count, lane.ready(batch_.rate));
      any = lane.data();
    }
    std::array<const std::uint8_t*, width> data;
    for (std::size_t s = 0; s < width; ++s) data[s] = lanes_[s].is_active ? lanes_[s].data() : any;
    absorb_all<width>(states_.data(), data.data(), count, batch_.rate);
    for (std::size_t s = 0; s < width; ++s)
      if (lanes_[s].is_active) advance(s, count, next);
  }
  void advance(std::size_t s, std::size_t count, std::size_t& next) {
    Lane& lane = lanes_[s];
    if (lane.is_in_message()) {
      lane.message = lane.message.subspan(count * batch_.rate);
      if (lane.message.size() < batch_.rate) lane.pad(batch_);
      return;
    }
    const std::size_t written = std::min(batch_.rate, lane.out.size());
    for (std::size_t i = 0; i < written; ++i)
      lane.out[i] = static_cast<std::uint8_t>(states_[width * (i / 8) + s] >> 8 * (i % 8));
    lane.out = lane.out.subspan(written);
    lane.block.fill(0);
    if (lane.out.empty()) refill(s, next);
  }

  const Batch& batch_;
  alignas(64) std::array<std::uint64_t, lane_count * width> states_{};
  std::array<Lane, width> lanes_;
};

}  // namespace

void hash_many(const Batch& batch) noexcept {
  if (batch.messages.size() > 4) return Group<8>(batch).run(0);
  if (batch.messages.size() > 1) return Group<4>(batch).run(0);
  Group<1>(batch).run(0);
}

}  // namespace lydite::keccak
