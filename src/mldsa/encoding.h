// Keys, signatures and messages as bytes: FIPS 204, section 7.2, and sections 5.2 and 5.4 for messages.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/mldsa/hashes.h"

namespace lydite::mldsa {

template <ParameterSet P>
inline constexpr std::size_t s_size = 32 * s_bits<P>;
template <ParameterSet P>
inline constexpr std::size_t z_size = 32 * z_bits<P>;
template <ParameterSet P>
inline constexpr std::size_t w1_size = 32 * w1_bits<P>;
inline constexpr std::size_t t1_size = 320, t0_size = 416;

template <std::size_t N>
View<N> part(const std::uint8_t* bytes) noexcept {
  return View<N>(bytes, N);
}
template <std::size_t N>
Out<N> part(std::uint8_t* bytes) noexcept {
  return Out<N>(bytes, N);
}

// Where the parts of an encoded private key begin: algorithm 24.
template <ParameterSet P>
struct PrivateKeyLayout {
  static constexpr std::size_t rho = 0, K = 32, tr = 64, s = 128, t0 = s + s_size<P> * (P::k + P::l);
  static_assert(t0 + t0_size * P::k == private_key_size<P>);
};

// Polynomial i of s1, then s2 of an encoded private key.
template <ParameterSet P>
void decode_secret(const std::uint8_t* s, std::size_t i, Poly f) noexcept {
  unpack_signed<s_bits<P>>(part<s_size<P>>(s + s_size<P> * i), P::eta, f);
}
// All of them. Returns whether all their coefficients are in range.
template <ParameterSet P>
bool decode_secrets(const std::uint8_t* s, Polynomial* s1, Polynomial* s2) noexcept {
  bool in_range = true;
  for (std::size_t i = 0; i < P::k + P::l; ++i) {
    Polynomial& f = i < P::l ? s1[i] : s2[i - P::l];
    decode_secret<P>(s, i, f);
    in_range &= is_below(f, P::eta + 1);
  }
  // Whether a key is malformed is no secret.
  declassify({reinterpret_cast<const std::uint8_t*>(&in_range), sizeof in_range});
  return in_range;
}

// HintBitPack: algorithm 20. At most omega ones.
template <ParameterSet P>
void encode_hint(const Polynomial* h, Out<P::omega + P::k> y) noexcept {
  std::fill(y.begin(), y.end(), std::uint8_t{0});
  std::size_t index = 0;
  for (std::size_t i = 0; i < P::k; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      if (h[i][j] != 0) y[index++] = static_cast<std::uint8_t>(j);
    y[P::omega + i] = static_cast<std::uint8_t>(index);
  }
}

// The checks of HintBitUnpack, algorithm 21: counts grow up to omega, places of one polynomial strictly increase, and
// the rest is zero.
template <ParameterSet P>
bool is_hint(View<P::omega + P::k> y) noexcept {
  std::size_t index = 0;
  for (std::size_t i = 0; i < P::k; ++i) {
    const std::size_t end = y[P::omega + i];
    if (end < index || end > P::omega) return false;
    for (std::size_t j = index + 1; j < end; ++j)
      if (y[j - 1] >= y[j]) return false;
    index = end;
  }
  for (; index < P::omega; ++index)
    if (y[index] != 0) return false;
  return true;
}
// The hint of polynomial i. Precondition: is_hint(y).
template <ParameterSet P>
void decode_hint(View<P::omega + P::k> y, std::size_t i, Poly h) noexcept {
  std::fill(h.begin(), h.end(), 0);
  for (std::size_t j = i == 0 ? 0 : y[P::omega + i - 1]; j < y[P::omega + i]; ++j) h[y[j]] = 1;
}

// M', without the message itself where that is long: a prefix of up to 268 bytes (domain, context, identifier of a
// function), then the message. mu = H(tr || M').
class FormattedMessage {
 public:
  // What is signed is kept here if it has at most so many bytes; a longer message is only referred to.
  static constexpr std::size_t capacity = 512;

  // Algorithms 2 and 3: domain 0. Precondition: the context has at most 255 bytes.
  FormattedMessage(Message context, Message message) noexcept : FormattedMessage(0, context, {}, message) {}
  // Algorithms 4 and 5: domain 1.
  FormattedMessage(Message context, View<11> identifier, Message digest) noexcept
      : FormattedMessage(1, context, identifier, digest) {}

  // Whether a sponge of the lanes can take all of it.
  [[nodiscard]] bool is_short() const noexcept { return message_.empty(); }
  [[nodiscard]] SpongeJob job(View<64> tr) const noexcept {
    const std::size_t whole = size_ / 8 * 8;
    std::uint64_t tail = 0;
    for (std::size_t i = whole; i < size_; ++i) tail |= std::uint64_t{bytes_[i]} << (8 * (i - whole));
    return keccak::sponge_job(keccak::shake256, 64, tr, Message(bytes_).first(whole), tail,
                              static_cast<unsigned>(size_ - whole), kRepresentative, 0);
  }
  [[nodiscard]] MessageRepresentative hash(View<64> tr) const noexcept {
    Shake256::Incremental sponge;
    sponge.absorb(tr);
    sponge.absorb(Message(bytes_).first(size_));
    sponge.absorb(message_);
    MessageRepresentative mu;
    sponge.squeeze(mu);
    return mu;
  }

 private:
  FormattedMessage(std::uint8_t domain, Message context, Message identifier, Message message) noexcept {
    append({&domain, 1});
    const auto context_size = static_cast<std::uint8_t>(context.size());
    append({&context_size, 1});
    append(context);
    append(identifier);
    if (message.size() <= bytes_.size() - size_) {
      append(message);
    } else {
      message_ = message;
    }
  }
  void append(Message bytes) noexcept {
    if (!bytes.empty()) std::memcpy(bytes_.data() + size_, bytes.data(), bytes.size());
    size_ += bytes.size();
  }

  Bytes<capacity> bytes_;
  std::size_t size_ = 0;
  Message message_;
};

}  // namespace lydite::mldsa
