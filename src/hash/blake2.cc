#include "lydite/blake2.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace lydite {
namespace {

// RFC 7693, section 2.6: those of SHA-512.
constexpr std::array<std::uint64_t, 8> iv = {0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B,
                                             0xA54FF53A5F1D36F1, 0x510E527FADE682D1, 0x9B05688C2B3E6C1F,
                                             0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179};

// Section 2.7; rounds 10 and 11 repeat the first two.
constexpr std::uint8_t sigma[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

struct Words {
  std::uint64_t v[16], m[16];
  ~Words() { wipe({reinterpret_cast<std::uint8_t*>(this), sizeof *this}); }
};

// Section 3.1: columns for i below 4, diagonals above.
template <std::size_t Round, std::size_t I>
[[gnu::always_inline]] inline void mix(Words& w) noexcept {
  constexpr std::size_t d = I / 4;
  std::uint64_t &a = w.v[I % 4], &b = w.v[4 + (I + d) % 4], &c = w.v[8 + (I + 2 * d) % 4],
                &e = w.v[12 + (I + 3 * d) % 4];
  a += b + w.m[sigma[Round % 10][2 * I]];
  e = std::rotr(e ^ a, 32);
  c += e;
  b = std::rotr(b ^ c, 24);
  a += b + w.m[sigma[Round % 10][2 * I + 1]];
  e = std::rotr(e ^ a, 16);
  c += e;
  b = std::rotr(b ^ c, 63);
}
template <std::size_t Round, std::size_t... I>
[[gnu::always_inline]] inline void mix_all(Words& w, std::index_sequence<I...>) noexcept {
  (mix<Round, I>(w), ...);
}
template <std::size_t... Round>
[[gnu::always_inline]] inline void rounds(Words& w, std::index_sequence<Round...>) noexcept {
  (mix_all<Round>(w, std::make_index_sequence<8>()), ...);
}

std::uint64_t load(const std::uint8_t* bytes) noexcept {
  std::uint64_t word = 0;
  for (unsigned i = 0; i < 8; ++i) word |= std::uint64_t{bytes[i]} << (8 * i);
  return word;
}

// The parameter block as the words that change the initial value: section 2.5, extended by the tree.
std::array<std::uint64_t, 8> parameters(std::size_t digest_size, std::size_t key_size,
                                        const Blake2bTree& tree) noexcept {
  return {digest_size | key_size << 8 | std::uint64_t{tree.fanout} << 16 | std::uint64_t{tree.depth} << 24 |
              std::uint64_t{tree.leaf_length} << 32,
          tree.node_offset | std::uint64_t{tree.xof_length} << 32,
          tree.node_depth | std::uint64_t{tree.inner_length} << 8,
          0,
          load(tree.salt.data()),
          load(tree.salt.data() + 8),
          load(tree.personalization.data()),
          load(tree.personalization.data() + 8)};
}

}  // namespace

Blake2b::Blake2b(std::size_t digest_size, Message key, const Blake2bTree& tree) noexcept
    : h_(parameters(digest_size, key.size(), tree)), digest_size_(digest_size) {
  for (std::size_t i = 0; i < 8; ++i) h_[i] ^= iv[i];
  if (key.empty()) return;
  std::ranges::copy(key, block_.begin());
  used_ = block_.size();
}

Blake2b::~Blake2b() { wipe({reinterpret_cast<std::uint8_t*>(this), sizeof *this}); }

Result<Blake2b> Blake2b::begin(std::size_t digest_size, Message key, const Blake2bTree& tree) noexcept {
  if (digest_size == 0 || digest_size > max_digest_size || key.size() > max_key_size) return Error::kInvalidLength;
  return Blake2b(digest_size, key, tree);
}

// F: section 3.2.
void Blake2b::compress(const std::uint8_t* block, std::size_t size, bool is_last) noexcept {
  t_ += size;
  Words w;
  for (std::size_t i = 0; i < 16; ++i) w.m[i] = load(block + 8 * i);
  for (std::size_t i = 0; i < 8; ++i) {
    w.v[i] = h_[i];
    w.v[8 + i] = iv[i];
  }
  w.v[12] ^= t_;
  if (is_last) w.v[14] = ~w.v[14];
  rounds(w, std::make_index_sequence<12>());
  for (std::size_t i = 0; i < 8; ++i) h_[i] ^= w.v[i] ^ w.v[8 + i];
}

void Blake2b::absorb(Message piece) noexcept {
  while (!piece.empty()) {
    if (used_ == block_.size()) {
      compress(block_.data(), used_, false);
      used_ = 0;
    }
    if (used_ == 0) {
      for (; piece.size() > block_.size(); piece = piece.subspan(block_.size()))
        compress(piece.data(), block_.size(), false);
    }
    const std::size_t size = std::min(piece.size(), block_.size() - used_);
    std::copy_n(piece.begin(), size, block_.begin() + static_cast<std::ptrdiff_t>(used_));
    used_ += size;
    piece = piece.subspan(size);
  }
}

void Blake2b::finish(std::span<std::uint8_t> out) noexcept {
  std::fill(block_.begin() + static_cast<std::ptrdiff_t>(used_), block_.end(), std::uint8_t{0});
  compress(block_.data(), used_, true);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::uint8_t>(h_[i / 8] >> (8 * (i % 8)));
}

Result<void> Blake2b::hash(Message message, std::span<std::uint8_t> out, Message key) noexcept {
  auto state = begin(out.size(), key);
  if (!state) return state.error();
  state->absorb(message);
  state->finish(out);
  return {};
}

// --- BLAKE2Xb: sections 2.1 and 2.2 of its paper
// ------------------------------------------------------------------------

Result<Blake2Xb> Blake2Xb::begin(std::uint32_t length, Message key) noexcept {
  if (length == 0) return Error::kInvalidLength;
  const auto root = Blake2b::begin(64, key, {.xof_length = length});
  if (!root) return root.error();
  return Blake2Xb(*root, length);
}

Blake2Xb::~Blake2Xb() {
  wipe(seed_);
  wipe(block_);
}

void Blake2Xb::next_block() noexcept {
  const std::uint64_t left = length_ == unknown_length ? 64 : length_ - given_;
  const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(left, 64));
  auto node = Blake2b::begin(size, {},
                             {.fanout = 0,
                              .depth = 0,
                              .leaf_length = 64,
                              .node_offset = static_cast<std::uint32_t>(given_ / 64),
                              .xof_length = length_,
                              .inner_length = 64});
  node->absorb(seed_);
  node->finish(std::span(block_).first(size));
}

Result<void> Blake2Xb::squeeze(std::span<std::uint8_t> out) noexcept {
  const std::uint64_t limit = length_ == unknown_length ? std::uint64_t{1} << 38 : length_;
  if (out.size() > limit - given_) {
    std::ranges::fill(out, std::uint8_t{0});
    return Error::kInvalidLength;
  }
  if (!squeezing_) root_.finish(seed_);
  squeezing_ = true;
  while (!out.empty()) {
    const auto at = static_cast<std::size_t>(given_ % 64);
    if (at == 0) next_block();
    const std::size_t size = std::min(out.size(), 64 - at);
    std::copy_n(block_.begin() + static_cast<std::ptrdiff_t>(at), size, out.begin());
    given_ += size;
    out = out.subspan(size);
  }
  return {};
}

}  // namespace lydite
