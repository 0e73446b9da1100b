#include "lydite/sha3.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/keccak/absorb.h"
#include "src/keccak/many.h"
#include "src/keccak/permute.h"

namespace lydite {
namespace {

// The bytes of a state are those of its words in memory.
static_assert(std::endian::native == std::endian::little);

std::uint8_t* bytes_of(std::uint64_t* state) { return reinterpret_cast<std::uint8_t*>(state); }

// Adds a piece to the bytes of the state from `position` on, by words: the permutation reads words soon after.
void add_bytes(std::uint64_t* state, std::size_t position, Message piece) {
  const auto add = [&](std::size_t size) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < size; ++i) word |= std::uint64_t{piece[i]} << 8 * i;
    state[position / 8] ^= word << 8 * (position % 8);
    position += size;
    piece = piece.subspan(size);
  };
  add(std::min((8 - position % 8) % 8, piece.size()));
  while (piece.size() >= 8) add(8);
  if (!piece.empty()) add(piece.size());
}

}  // namespace

template <std::size_t Rate, std::uint8_t Suffix>
void Sponge<Rate, Suffix>::absorb(Message piece) noexcept {
  if (position_ != 0) {
    const Message start = piece.first(std::min(Rate - position_, piece.size()));
    add_bytes(state_.data(), position_, start);
    position_ += start.size();
    if (position_ < Rate) return;
    keccak::permute(state_.data());
    piece = piece.subspan(start.size());
  }
  const std::size_t block_count = piece.size() / Rate;
  if (block_count != 0) keccak::absorb(state_.data(), piece.data(), block_count, Rate);
  const Message rest = piece.subspan(block_count * Rate);
  add_bytes(state_.data(), 0, rest);
  position_ = rest.size();
}

// The suffix, then pad10*1 (section 5.1). The output starts with the next permutation.
template <std::size_t Rate, std::uint8_t Suffix>
void Sponge<Rate, Suffix>::pad() noexcept {
  state_[position_ / 8] ^= std::uint64_t{Suffix} << 8 * (position_ % 8);
  state_[Rate / 8 - 1] ^= std::uint64_t{0x80} << 56;
  position_ = Rate;
  squeezing_ = true;
}

template <std::size_t Rate, std::uint8_t Suffix>
void Sponge<Rate, Suffix>::squeeze(std::span<std::uint8_t> out) noexcept {
  if (!squeezing_) pad();
  const auto take = [&](std::size_t count) {
    std::copy_n(bytes_of(state_.data()) + position_, count, out.begin());
    position_ += count;
    out = out.subspan(count);
  };
  take(std::min(Rate - position_, out.size()));
  const std::size_t block_count = out.size() / Rate;
  if (block_count != 0) keccak::squeeze(state_.data(), out.data(), block_count, Rate);
  out = out.subspan(block_count * Rate);
  if (out.empty()) return;
  keccak::permute(state_.data());
  position_ = 0;
  take(out.size());
}

template <std::size_t DigestSize>
auto Sha3<DigestSize>::hash(Message message) noexcept -> Digest {
  Digest digest;
  Incremental sponge;
  sponge.absorb(message);
  sponge.squeeze(digest);
  return digest;
}

template <std::size_t DigestSize>
void Sha3<DigestSize>::hash_many(std::span<const Message> messages, std::span<Digest> digests) noexcept {
  const auto out = [](const void* context, std::size_t i) {
    return std::span<std::uint8_t>((*static_cast<const std::span<Digest>*>(context))[i]);
  };
  keccak::hash_many({messages.first(std::min(messages.size(), digests.size())), &digests, out, Incremental::rate,
                     Incremental::suffix});
}

template <std::size_t Security>
void Shake<Security>::hash(Message message, std::span<std::uint8_t> out) noexcept {
  Incremental sponge;
  sponge.absorb(message);
  sponge.squeeze(out);
}

template <std::size_t Security>
void Shake<Security>::hash_many(std::span<const Message> messages,
                                std::span<const std::span<std::uint8_t>> outs) noexcept {
  const auto out = [](const void* context, std::size_t i) {
    return (*static_cast<const std::span<const std::span<std::uint8_t>>*>(context))[i];
  };
  keccak::hash_many(
      {messages.first(std::min(messages.size(), outs.size())), &outs, out, Incremental::rate, Incremental::suffix});
}

template class Sponge<144, 0x06>;
template class Sponge<136, 0x06>;
template class Sponge<104, 0x06>;
template class Sponge<72, 0x06>;
template class Sponge<168, 0x1F>;
template class Sponge<136, 0x1F>;
template struct Sha3<28>;
template struct Sha3<32>;
template struct Sha3<48>;
template struct Sha3<64>;
template struct Shake<128>;
template struct Shake<256>;

}  // namespace lydite
