// Key generation with every hash in the lanes of lanes.h: FIPS 203, algorithms 13 and 16.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "src/mlkem/k_pke.h"

namespace lydite::mlkem {

// Rows of t_hat = A_hat s_hat + e_hat are finished as soon as their parts are sampled, and H(ek) follows them.
template <ParameterSet P>
class KeyGeneration final : public SpongeOwner {
 public:
  // A_hat (k * k polynomials) and s_hat (k) are written, s_hat as representatives of any sign.
  KeyGeneration(Polynomial* A_hat, Polynomial* s_hat, Out<encapsulation_key_size<P>> ek) noexcept
      : A_hat_(A_hat), s_hat_(s_hat), ek_(ek), matrix_(A_hat) {
    missing_in_row_.fill(k + 1);
  }
  KeyGeneration(const KeyGeneration&) = delete;
  KeyGeneration& operator=(const KeyGeneration&) = delete;
  ~KeyGeneration() { wipe({reinterpret_cast<std::uint8_t*>(&secrets_), sizeof secrets_}); }

  // From d: all of ek, and its hash.
  void run(View<32> d) noexcept {
    submit(derive_seeds_job(d, k));
    lanes_.run();
  }
  [[nodiscard]] const Bytes<32>& hash() const noexcept { return hash_; }  // H(ek)

 private:
  static constexpr unsigned k = P::k;
  // Room in the steps in which H(ek) is the only chain; among all values these need the least time.
  static constexpr std::size_t slack = k == 2 ? 6 : 16;

  void submit(SpongeJob job) noexcept {
    job.owner = this;
    lanes_.submit(job);
  }

  std::size_t finished(const SpongeJob& job, std::span<const std::uint8_t> output) noexcept override {
    switch (job.role) {
      case kDerive:
        expand_seeds(output.first<64>());
        return 0;
      case kMatrix:
        if (const std::size_t more = matrix_.take(job.index, output); more != 0) return more;
        --missing_in_row_[job.index / k];
        break;
      case kNoise:
        take_noise(job.index, output.first<64 * P::eta1>());
        break;
      default:
        std::copy_n(output.data(), 32, hash_.data());
        return 0;
    }
    while (row_ < k && missing_secrets_ == 0 && missing_in_row_[row_] == 0) finish_row();
    return 0;
  }

  // Algorithm 13, lines 1 to 15, in the order in which the rows are needed.
  void expand_seeds(View<64> rho_sigma) noexcept {
    declassify(rho_sigma.first<32>());  // rho is a part of ek
    std::copy_n(rho_sigma.data(), 32, ek_.data() + 384 * k);
    std::copy_n(rho_sigma.data() + 32, 32, secrets_.sigma.data());
    for (unsigned i = 0; i < k; ++i) submit(prf_job<P::eta1>(secrets_.sigma, i));
    for (unsigned i = 0; i < k; ++i) {
      for (unsigned j = 0; j < k; ++j) submit(xof_job(ek_.template last<32>(), i, j, k));
      submit(prf_job<P::eta1>(secrets_.sigma, k + i));
    }
  }

  // s and e: lines 8 to 17.
  void take_noise(std::size_t index, View<64 * P::eta1> prf) noexcept {
    Polynomial& f = index < k ? s_hat_[index] : secrets_.e_hat[index - k];
    sample_cbd<P::eta1>(prf, f);
    ntt(f);
    if (index < k) {
      make_multiplicand(f, secrets_.s_multiplicands[index]);
      --missing_secrets_;
    } else {
      --missing_in_row_[index - k];
    }
  }

  // Lines 18 and 19 for the next row. With the first, H(ek) begins.
  void finish_row() noexcept {
    Polynomial& t_hat = secrets_.t_hat;
    multiply_row(A_hat_[k * row_].data(), 1, secrets_.s_multiplicands.data(), k, t_hat);
    add(t_hat, secrets_.e_hat[row_]);
    const Out<384> encoded(ek_.data() + 384 * row_, 384);
    encode(t_hat, encoded);
    declassify(encoded);  // ek is the public key
    ready_words_ = static_cast<std::uint16_t>(ready_words_ + 384 / 8);
    if (row_++ == 0) {
      SpongeJob job = hash_key_job(ek_);
      job.owner = this;
      job.ready_words = &ready_words_;
      lanes_.submit_first(job);
    }
    if (row_ == k) ready_words_ = encapsulation_key_size<P> / 8;
  }

  struct alignas(64) Secrets {
    std::array<Multiplicand, k> s_multiplicands;
    alignas(64) std::array<Polynomial, k> e_hat;
    Polynomial t_hat;
    Bytes<32> sigma;
  };

  Lanes lanes_{slack};
  Secrets secrets_;
  Polynomial* A_hat_;
  Polynomial* s_hat_;
  Out<encapsulation_key_size<P>> ek_;
  MatrixSampling<P> matrix_;
  Bytes<32> hash_;
  std::array<std::uint8_t, k> missing_in_row_;
  unsigned missing_secrets_ = k;
  unsigned row_ = 0;
  std::uint16_t ready_words_ = 0;
};

}  // namespace lydite::mlkem
