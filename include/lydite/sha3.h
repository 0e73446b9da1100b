// SHA-3 and SHAKE (FIPS 202): one call, incremental, and several messages at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lydite/bytes.h"

namespace lydite {

// A sponge over Keccak-f[1600] with a rate of Rate bytes and a domain suffix (FIPS 202, sections 4 and 6).
// Lengths are 64-bit. Copyable; wiped on destruction.
template <std::size_t Rate, std::uint8_t Suffix>
class Sponge {
 public:
  static constexpr std::size_t rate = Rate;
  static constexpr std::uint8_t suffix = Suffix;

  Sponge() = default;
  Sponge(const Sponge&) = default;
  Sponge& operator=(const Sponge&) = default;
  ~Sponge() { wipe({reinterpret_cast<std::uint8_t*>(state_.data()), sizeof state_}); }

  // Absorbs a piece of the message, of any length. Not to be called after squeeze().
  void absorb(Message piece) noexcept;
  // Writes the next out.size() bytes of output; the first call ends the message.
  void squeeze(std::span<std::uint8_t> out) noexcept;

 private:
  void pad() noexcept;

  std::array<std::uint64_t, 25> state_{};
  std::size_t position_ = 0;  // bytes of the current block absorbed or squeezed, < Rate while absorbing
  bool squeezing_ = false;
};

template <std::size_t DigestSize>
struct Sha3 {
  static constexpr std::size_t digest_size = DigestSize;
  using Digest = Bytes<DigestSize>;
  using Incremental = Sponge<200 - 2 * DigestSize, 0x06>;

  // The digest of one message.
  [[nodiscard]] static Digest hash(Message message) noexcept;
  // digests[i] = hash(messages[i]), in vector lanes; messages may differ in length.
  // Of unequal counts the surplus is left alone.
  static void hash_many(std::span<const Message> messages, std::span<Digest> digests) noexcept;
};

template <std::size_t Security>
struct Shake {
  using Incremental = Sponge<200 - Security / 4, 0x1F>;

  // Fills `out` with SHAKE output of the message.
  static void hash(Message message, std::span<std::uint8_t> out) noexcept;
  // outs[i] = hash(messages[i]), in vector lanes; of unequal counts the surplus is left alone.
  static void hash_many(std::span<const Message> messages, std::span<const std::span<std::uint8_t>> outs) noexcept;
};

using Sha3_224 = Sha3<28>;
using Sha3_256 = Sha3<32>;
using Sha3_384 = Sha3<48>;
using Sha3_512 = Sha3<64>;
using Shake128 = Shake<128>;
using Shake256 = Shake<256>;

}  // namespace lydite
