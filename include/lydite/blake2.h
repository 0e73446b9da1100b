// BLAKE2b (RFC 7693) with the parameters of the BLAKE2 paper, and BLAKE2Xb over it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lydite/bytes.h"
#include "lydite/result.h"

namespace lydite {

// Section 2.5 of RFC 7693 and section 2.8 of the BLAKE2 paper; the lengths of digest and key are given elsewhere.
struct Blake2bTree {
  std::uint8_t fanout = 1, depth = 1;
  std::uint32_t leaf_length = 0, node_offset = 0;
  std::uint32_t xof_length = 0;  // of BLAKE2Xb
  std::uint8_t node_depth = 0, inner_length = 0;
  Bytes<16> salt{}, personalization{};
};

// Copyable; wiped on destruction.
class Blake2b {
 public:
  static constexpr std::size_t max_digest_size = 64, max_key_size = 64;

  // For digests of `digest_size` bytes. Error: kInvalidLength (a digest without a byte or above 64 bytes, a key above
  // 64 bytes).
  [[nodiscard]] static Result<Blake2b> begin(std::size_t digest_size, Message key = {},
                                             const Blake2bTree& tree = {}) noexcept;
  Blake2b(const Blake2b&) = default;
  Blake2b& operator=(const Blake2b&) = default;
  ~Blake2b();

  [[nodiscard]] std::size_t digest_size() const noexcept { return digest_size_; }
  // A piece of the message, of any length.
  void absorb(Message piece) noexcept;
  // The digest of all pieces. Not to be used afterwards. Precondition: out.size() == digest_size().
  void finish(std::span<std::uint8_t> out) noexcept;

  // A digest of out.size() bytes in one call. Error: kInvalidLength, with `out` untouched.
  [[nodiscard]] static Result<void> hash(Message message, std::span<std::uint8_t> out, Message key = {}) noexcept;

 private:
  Blake2b(std::size_t digest_size, Message key, const Blake2bTree& tree) noexcept;
  void compress(const std::uint8_t* block, std::size_t size, bool is_last) noexcept;

  std::array<std::uint64_t, 8> h_;
  std::uint64_t t_ = 0;  // bytes compressed; a message has less than 2^64
  Bytes<128> block_{};
  std::size_t used_ = 0;  // bytes of block_; a full one waits until more comes
  std::size_t digest_size_;
};

// The extendable-output function over BLAKE2b. Copyable; wiped on destruction.
class Blake2Xb {
 public:
  static constexpr std::uint32_t unknown_length = 0xFFFFFFFF;

  // `length`: bytes of output, which are a part of the input, or unknown_length. Error: kInvalidLength (no byte, or a
  // key above 64 bytes).
  [[nodiscard]] static Result<Blake2Xb> begin(std::uint32_t length, Message key = {}) noexcept;
  Blake2Xb(const Blake2Xb&) = default;
  Blake2Xb& operator=(const Blake2Xb&) = default;
  ~Blake2Xb();

  // Not to be called after squeeze().
  void absorb(Message piece) noexcept { root_.absorb(piece); }
  // The next out.size() bytes; the first call ends the message. Error: kInvalidLength if that passes the length, with
  // `out` zeroed.
  [[nodiscard]] Result<void> squeeze(std::span<std::uint8_t> out) noexcept;

 private:
  Blake2Xb(const Blake2b& root, std::uint32_t length) noexcept : root_(root), length_(length) {}
  void next_block() noexcept;

  Blake2b root_;
  Bytes<64> seed_{}, block_{};
  std::uint64_t given_ = 0;  // bytes of output
  std::uint32_t length_;
  bool squeezing_ = false;
};

}  // namespace lydite
