// Verification with every hash in the lanes of src/keccak/lanes.h: FIPS 204, algorithm 8. Rows of w' are finished as
// soon as their part of the matrix is sampled, and the hash of the commitment follows them. All data are public.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "src/mldsa/key_generation.h"

namespace lydite::mldsa {

// The transform of 2^d t1.
inline void transform_t1(View<t1_size> bytes, Poly t1) noexcept {
  unpack<10>(bytes, t1);
  for (std::int32_t& x : t1) x <<= d;
  ntt(t1);
}

template <ParameterSet P>
class Verification : public SpongeOwner {
 public:
  // With `follows_rows` the hash of the commitment keeps up with the rows of an encoded key; only one verification at a
  // time may do that in a queue.
  Verification(SpongeQueue& queue, bool follows_rows) noexcept
      : queue_(&queue), matrix_(nullptr, 1, 0), follows_rows_(follows_rows) {}
  Verification(const Verification&) = delete;
  Verification& operator=(const Verification&) = delete;

  // The signature's own checks, lines 2 to 4, and the norm of z. Without them nothing else may be called.
  [[nodiscard]] bool decode(View<signature_size<P>> signature) noexcept {
    place(signature);
    if (!is_hint<P>(part<P::omega + P::k>(hint_))) return false;
    for (std::size_t j = 0; j < P::l; ++j)
      if (!decode_z(j)) return false;
    for (std::size_t j = 0; j < P::l; ++j) ntt(z_hat_[j]);
    return true;
  }
  // The same for those who must not tell by the time what is wrong: all the rest may be called and does its work, with
  // another hint if this one is malformed. It is the caller who refuses the signature.
  [[nodiscard]] bool decode_whatever(View<signature_size<P>> signature) noexcept {
    place(signature);
    bool is_well_formed = is_hint<P>(part<P::omega + P::k>(hint_));
    if (!is_well_formed) hint_ = some_hint.data();
    for (std::size_t j = 0; j < P::l; ++j) is_well_formed &= decode_z(j);
    for (std::size_t j = 0; j < P::l; ++j) ntt(z_hat_[j]);
    return is_well_formed;
  }

  // From an encoded key; `rows` has row_window rows of l + 1 polynomials.
  void begin(View<public_key_size<P>> pk, Polynomial* rows) noexcept {
    pk_ = pk.data();
    matrix_ = MatrixRows<P>(rows, row_window, row_stride);
    reset();
    submit_rows();
  }
  // From a prepared key: `rows` has k rows.
  void begin(const Polynomial* rows) noexcept {
    pk_ = nullptr;
    prepared_rows_ = rows;
    reset();
  }
  // One of the three; the second one after begin() with an encoded key.
  void take_representative(View<64> mu) noexcept {
    copy<64>(mu, mu_);
    has_mu_ = true;
    submit_commitment();
  }
  void take_message(const FormattedMessage& message) noexcept {
    message_ = message;
    submit_key_hash();
  }
  void take_message(const FormattedMessage& message, View<64> tr) noexcept {
    message_ = message;
    take_key_hash(tr);
  }

  [[nodiscard]] bool is_valid() const noexcept { return is_valid_; }
  // Whether every row of w' was computed.
  [[nodiscard]] bool is_complete() const noexcept { return row_ == P::k; }

 protected:
  // Called when the last hash is there.
  virtual void completed() noexcept {}

 private:
  static constexpr std::size_t row_stride = P::l + 1;

  // As many ones as a hint may have, in equal parts.
  static constexpr Bytes<P::omega + P::k> some_hint = [] {
    Bytes<P::omega + P::k> y{};
    constexpr unsigned each = P::omega / P::k;
    for (unsigned i = 0; i < each * P::k; ++i) y[i] = static_cast<std::uint8_t>(i % each);
    for (unsigned i = 0; i < P::k; ++i) y[P::omega + i] = static_cast<std::uint8_t>(each * (i + 1));
    return y;
  }();

  void place(View<signature_size<P>> signature) noexcept {
    c_tilde_ = signature.data();
    hint_ = signature.data() + signature_size<P> - P::omega - P::k;
  }
  // Polynomial j of z, and whether its norm is below the bound.
  [[nodiscard]] bool decode_z(std::size_t j) noexcept {
    unpack_signed<z_bits<P>>(part<z_size<P>>(c_tilde_ + challenge_size<P> + z_size<P> * j), P::gamma1, z_hat_[j]);
    return is_below(z_hat_[j], P::gamma1 - P::beta);
  }

  void reset() noexcept {
    row_ = 0;
    has_mu_ = has_challenge_ = is_valid_ = commitment_submitted_ = false;
    message_.reset();
    submit(challenge_job<P>(part<challenge_size<P>>(c_tilde_)));
  }
  SpongeJob owned(SpongeJob job) noexcept {
    job.owner = this;
    return job;
  }
  void submit(const SpongeJob& job) noexcept { queue_->submit(owned(job)); }
  void submit_rows() noexcept {
    matrix_.submit(part<32>(pk_), row_, [this](const SpongeJob& job) { submit(job); });
  }
  // The longest chain: it goes first.
  void submit_key_hash() noexcept { queue_->submit_first(owned(key_hash_job({pk_, public_key_size<P>}))); }
  void take_key_hash(View<64> tr) noexcept {
    copy<64>(tr, tr_);
    if (message_->is_short()) {
      queue_->submit_first(owned(message_->job(tr_)));
    } else {
      take_representative(message_->hash(tr_));
    }
  }
  // Once mu and the rows are there, or the first one.
  void submit_commitment() noexcept {
    if (!has_mu_ || row_ < (follows_rows_ ? 1 : P::k) || commitment_submitted_) return;
    commitment_submitted_ = true;
    SpongeJob job = owned(commitment_job<P>(mu_, w1_));
    if (follows_rows_) job.ready_words = &ready_words_;
    queue_->submit_first(job);
  }

  std::size_t finished(const SpongeJob& job, std::span<const std::uint8_t> output) noexcept override {
    std::size_t more = 0;
    switch (job.role) {
      case kMatrix:
        more = matrix_.take(job.index, output);
        break;
      case kKeyHash:
        take_key_hash(output.first<64>());
        return 0;
      case kRepresentative:
        take_representative(output.first<64>());
        return 0;
      case kChallenge:
        take_negative_challenge(output.first<bounded_block_size>());
        break;
      default:
        is_valid_ = std::equal(output.begin(), output.end(), c_tilde_);
        completed();
        return 0;
    }
    while (row_ < P::k && has_challenge_ && (pk_ == nullptr || matrix_.is_complete(row_))) finish_row();
    return more;
  }

  // -c, so that c t1 is one more product of a row.
  void take_negative_challenge(View<bounded_block_size> block) noexcept {
    Polynomial& c = z_hat_[P::l];
    take_challenge(block, {c_tilde_, challenge_size<P>}, P::tau, c);
    for (std::int32_t& x : c) x = -x;
    ntt(c);
    has_challenge_ = true;
  }

  // Lines 9 and 10 for the next row.
  void finish_row() noexcept {
    const Polynomial* row = prepared_row();
    alignas(64) Polynomial w, h;
    multiply_row(row, z_hat_.data(), row_stride, w);
    inverse_ntt(w);
    decode_hint<P>(part<P::omega + P::k>(hint_), row_, h);
    use_hint<P::gamma2>(h, w);
    pack<w1_bits<P>>(w, part<w1_size<P>>(w1_.data() + w1_size<P> * row_));
    ++row_;
    ready_words_ = static_cast<std::uint16_t>(w1_size<P> * row_ / 8);
    if (pk_ != nullptr) submit_rows();
    submit_commitment();
  }
  [[nodiscard]] const Polynomial* prepared_row() const noexcept {
    if (pk_ == nullptr) return prepared_rows_ + row_stride * row_;
    Polynomial* row = matrix_.row(row_);
    transform_t1(part<t1_size>(pk_ + 32 + t1_size * row_), row[P::l]);
    return row;
  }

  alignas(64) std::array<Polynomial, row_stride> z_hat_;  // the last one is -c
  SpongeQueue* queue_;
  MatrixRows<P> matrix_;
  const Polynomial* prepared_rows_ = nullptr;
  const std::uint8_t* pk_ = nullptr;
  const std::uint8_t* c_tilde_ = nullptr;
  const std::uint8_t* hint_ = nullptr;
  std::optional<FormattedMessage> message_;
  Bytes<64> tr_, mu_;
  Bytes<w1_size<P> * P::k> w1_;
  std::size_t row_ = 0;
  std::uint16_t ready_words_ = 0;
  bool follows_rows_;
  bool has_mu_ = false, has_challenge_ = false, commitment_submitted_ = false, is_valid_ = false;
};

}  // namespace lydite::mldsa
