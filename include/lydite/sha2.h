// SHA-2 (FIPS 180-4), HMAC (FIPS 198-1) and HKDF (RFC 5869).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lydite/bytes.h"
#include "lydite/result.h"

namespace lydite {

template <std::size_t DigestSize, std::size_t BlockSize>
struct Sha2 {
  static constexpr std::size_t digest_size = DigestSize, block_size = BlockSize;
  using Digest = Bytes<DigestSize>;

  // Copyable; wiped on destruction.
  class Incremental {
   public:
    Incremental() noexcept;
    Incremental(const Incremental&) = default;
    Incremental& operator=(const Incremental&) = default;
    ~Incremental() { wipe(context_); }

    // A piece of the message, of any length.
    void absorb(Message piece) noexcept;
    // The digest of all pieces. Not to be used afterwards.
    [[nodiscard]] Digest finish() noexcept;

   private:
    alignas(8) Bytes<BlockSize == 64 ? 112 : 216> context_;
  };

  [[nodiscard]] static Digest hash(Message message) noexcept;
};

using Sha256 = Sha2<32, 64>;
using Sha384 = Sha2<48, 128>;
using Sha512 = Sha2<64, 128>;
using Sha512_256 = Sha2<32, 128>;

// Whether a tag is the expected one, in a time that depends on lengths only; the verdict is public.
[[nodiscard]] bool is_right_tag(Message expected, Message tag) noexcept;

// HMAC with a hash H of Incremental, digest_size and block_size. Copyable, so that a key can be kept ready; wiped on
// destruction.
template <class H>
class Hmac {
 public:
  static constexpr std::size_t tag_size = H::digest_size;
  using Tag = Secret<tag_size>;

  // A key of any length.
  explicit Hmac(Message key) noexcept {
    Secret<H::block_size> padded;
    typename H::Digest digest;
    if (key.size() > H::block_size) {
      digest = H::hash(key);
      key = digest;
    }
    std::copy(key.begin(), key.end(), padded.fill().begin());
    wipe(digest);
    for (std::uint8_t& byte : padded.fill()) byte ^= 0x36;
    inner_.absorb(padded.reveal());
    for (std::uint8_t& byte : padded.fill()) byte ^= 0x36 ^ 0x5C;
    outer_.absorb(padded.reveal());
  }
  void absorb(Message piece) noexcept { inner_.absorb(piece); }
  // Not to be used afterwards.
  [[nodiscard]] Tag finish() noexcept {
    auto digest = inner_.finish();
    outer_.absorb(digest);
    digest = outer_.finish();
    Tag tag{View<tag_size>(digest)};
    wipe(digest);
    return tag;
  }

  [[nodiscard]] static Tag compute(Message key, Message message) noexcept {
    Hmac mac(key);
    mac.absorb(message);
    return mac.finish();
  }
  // A tag of `size` bytes and no other length: the whole one, or what those who agreed on that have cut it to, at least
  // 10 bytes.
  [[nodiscard]] static bool verify(Message key, Message message, Message tag, std::size_t size = tag_size) noexcept {
    if (tag.size() != size || size < 10 || size > tag_size) return false;
    return is_right_tag(Message(compute(key, message).reveal()).first(size), tag);
  }

 private:
  typename H::Incremental inner_, outer_;
};

// HKDF with such a hash.
template <class H>
struct Hkdf {
  using Prk = Secret<H::digest_size>;

  // Section 2.2. An empty salt is the one of zeros.
  [[nodiscard]] static Prk extract(Message salt, Message ikm) noexcept { return Hmac<H>::compute(salt, ikm); }
  // Section 2.3: fills `out` from a key of any length. Error: kInvalidLength if `out` has more than 255 digests' bytes.
  [[nodiscard]] static Result<void> expand(Message prk, Message info, std::span<std::uint8_t> out) noexcept {
    if (out.size() > 255 * H::digest_size) return Error::kInvalidLength;
    const Hmac<H> keyed(prk);
    Prk block;
    for (std::uint8_t counter = 1; !out.empty(); ++counter) {
      Hmac<H> mac = keyed;
      if (counter > 1) mac.absorb(block.reveal());
      mac.absorb(info);
      mac.absorb({&counter, 1});
      block = mac.finish();
      const std::size_t size = std::min<std::size_t>(out.size(), H::digest_size);
      std::copy_n(block.reveal().begin(), size, out.begin());
      out = out.subspan(size);
    }
    return {};
  }
  // Both. Error: as expand.
  [[nodiscard]] static Result<void> derive(Message salt, Message ikm, Message info,
                                           std::span<std::uint8_t> out) noexcept {
    return expand(extract(salt, ikm).reveal(), info, out);
  }
};

}  // namespace lydite
