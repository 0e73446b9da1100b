// The part of DER (X.690) that key files need: tags of one byte, definite and minimal lengths below 2^16.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "lydite/bytes.h"

namespace lydite::encode {

enum Tag : std::uint8_t {
  kInteger = 0x02,
  kBitString = 0x03,
  kOctetString = 0x04,
  kObjectIdentifier = 0x06,
  kSequence = 0x30,
  kChoiceSeed = 0x80,        // [0] IMPLICIT OCTET STRING
  kChoicePublicKey = 0x81,   // [1] IMPLICIT BIT STRING
  kChoiceAttributes = 0xa0,  // [0] IMPLICIT SET OF
};

class DerReader {
 public:
  explicit DerReader(Message der) noexcept : rest_(der) {}
  [[nodiscard]] bool empty() const noexcept { return rest_.empty(); }
  [[nodiscard]] bool next_is(Tag tag) const noexcept { return !rest_.empty() && rest_.front() == tag; }

  // The contents of the next element, which must have this tag; none and unchanged if it is not so.
  [[nodiscard]] std::optional<Message> take(Tag tag) noexcept {
    if (rest_.size() < 2 || rest_.front() != tag) return std::nullopt;
    const auto header = header_size(rest_[1]);
    if (header == 0 || rest_.size() < header) return std::nullopt;
    std::size_t length = header == 2 ? rest_[1] : 0;
    for (std::size_t i = 2; i < header; ++i) length = length << 8 | rest_[i];
    if (length < least_length(header) || length > rest_.size() - header) return std::nullopt;
    const Message contents = rest_.subspan(header, length);
    rest_ = rest_.subspan(header + length);
    return contents;
  }

 private:
  // Of tag and length, from the first byte of the length; 0 if that is not supported.
  static constexpr std::size_t header_size(std::uint8_t first) noexcept {
    return first < 0x80 ? 2 : first == 0x81 ? 3 : first == 0x82 ? 4 : 0;
  }
  // That needs a header of this size.
  static constexpr std::size_t least_length(std::size_t header) noexcept {
    return header == 2 ? 0 : header == 3 ? 0x80 : 0x100;
  }

  Message rest_;
};

// Precondition: length < 2^16.
[[nodiscard]] constexpr std::size_t der_size(std::size_t length) noexcept {
  return length + (length < 0x80 ? 2 : length < 0x100 ? 3 : 4);
}

// Precondition: what is put fits.
class DerWriter {
 public:
  explicit DerWriter(std::span<std::uint8_t> out) noexcept : out_(out) {}
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  void put_byte(std::size_t byte) noexcept { out_[size_++] = static_cast<std::uint8_t>(byte); }
  void put_bytes(Message bytes) noexcept {
    std::ranges::copy(bytes, out_.begin() + static_cast<std::ptrdiff_t>(size_));
    size_ += bytes.size();
  }
  void put_header(Tag tag, std::size_t length) noexcept {
    put_byte(tag);
    if (length >= 0x80) put_byte(length < 0x100 ? 0x81 : 0x82);
    if (length >= 0x100) put_byte(length >> 8);
    put_byte(length & 0xff);
  }
  void put(Tag tag, Message contents) noexcept {
    put_header(tag, contents.size());
    put_bytes(contents);
  }

 private:
  std::span<std::uint8_t> out_;
  std::size_t size_ = 0;
};

}  // namespace lydite::encode
