// Encapsulation and the second half of decapsulation, with every hash in the lanes of lanes.h: FIPS 203, algorithms 14,
// 17 and 18.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "src/mlkem/k_pke.h"

namespace lydite::mlkem {

// One encryption. First the hashes that it needs are submitted; when the queue has run, u and v are computed.
template <ParameterSet P>
class Encryption : public SpongeOwner {
 public:
  explicit Encryption(SpongeQueue& queue) noexcept : queue_(&queue), matrix_(nullptr) {}
  Encryption(const Encryption&) = delete;
  Encryption& operator=(const Encryption&) = delete;
  ~Encryption() { wipe({reinterpret_cast<std::uint8_t*>(&secrets_), sizeof secrets_}); }

  // H(ek). With a message, (K, r) = G(m || H(ek)) and the noise follow.
  void hash_key(View<encapsulation_key_size<P>> ek, Message m = {}) noexcept {
    m_ = m;
    submit(hash_key_job(ek));
  }
  // (K, r) = G(m || h), then the noise.
  void derive(View<32> m, View<32> h) noexcept { submit(derive_job(m, h)); }
  // K_bar = J(z || c).
  void reject(View<32> z, View<ciphertext_size<P>> c) noexcept { submit(reject_job(z, c)); }
  // A_hat (k * k polynomials) from rho: algorithm 14, lines 4 to 8.
  void expand_matrix(View<32> rho, Polynomial* A_hat) noexcept {
    matrix_ = MatrixSampling<P>(A_hat);
    for (unsigned i = 0; i < k; ++i)
      for (unsigned j = 0; j < k; ++j) submit(xof_job(rho, i, j, k));
  }

  // The message is added to e2: lines 20 and 21.
  void add_message(View<32> m) noexcept {
    message_to_poly(m, secrets_.f);
    add(secrets_.e2, secrets_.f);
  }
  // c1 = u: lines 19 and 22.
  void compute_u(const Polynomial* A_hat, Out<c1_size<P>> c) noexcept {
    for (std::size_t i = 0; i < k; ++i) {
      multiply_row(A_hat[i].data(), k, secrets_.y_hat.data(), k, secrets_.f);
      inverse_ntt(secrets_.f);
      add(secrets_.f, secrets_.e1[i]);
      compress<P::du>(secrets_.f, Out<32 * P::du>(c.data() + 32 * P::du * i, 32 * P::du));
    }
  }
  // c2 = v: lines 21 and 23.
  void compute_v(const Polynomial* t_hat, Out<c2_size<P>> c) noexcept {
    multiply_row(t_hat[0].data(), 1, secrets_.y_hat.data(), k, secrets_.f);
    inverse_ntt(secrets_.f);
    add(secrets_.f, secrets_.e2);
    compress<P::dv>(secrets_.f, c);
  }
  void compute(View<32> m, const Polynomial* A_hat, const Polynomial* t_hat, Out<ciphertext_size<P>> c) noexcept {
    add_message(m);
    compute_u(A_hat, c.template first<c1_size<P>>());
    compute_v(t_hat, c.template last<c2_size<P>>());
  }

  // What compute_v needs, as bytes, and back: y_hat, then e2 with the message.
  void save(Out<EncapsulationState<P>::size> state) const noexcept {
    std::uint8_t* out = state.data();
    for (const Multiplicand& y : secrets_.y_hat) out = std::copy_n(bytes_of(y.crossed), poly_size, out);
    std::copy_n(bytes_of(secrets_.e2), poly_size, out);
  }
  void restore(View<EncapsulationState<P>::size> state) noexcept {
    const std::uint8_t* in = state.data();
    for (Multiplicand& y : secrets_.y_hat) {
      std::memcpy(secrets_.e2.data(), in, poly_size);
      in += poly_size;
      for (std::size_t i = 0; i < n; ++i) secrets_.f[i] = secrets_.e2[i ^ 1];
      make_multiplicand(secrets_.f, y);
    }
    std::memcpy(secrets_.e2.data(), in, poly_size);
  }

  [[nodiscard]] const Bytes<32>& hash() const noexcept { return hash_; }
  [[nodiscard]] View<32> K() const noexcept { return View<64>(secrets_.K_r).template first<32>(); }
  [[nodiscard]] View<32> K_bar() const noexcept { return secrets_.K_bar; }

 protected:
  // Called when the last hash is there.
  virtual void completed() noexcept {}

 private:
  static constexpr unsigned k = P::k;
  static constexpr std::size_t poly_size = sizeof(Polynomial);
  static const std::uint8_t* bytes_of(const Polynomial& f) noexcept {
    return reinterpret_cast<const std::uint8_t*>(f.data());
  }

  SpongeJob owned(SpongeJob job) noexcept {
    job.owner = this;
    return job;
  }
  void submit(const SpongeJob& job) noexcept {
    ++pending_;
    queue_->submit(owned(job));
  }

  std::size_t finished(const SpongeJob& job, std::span<const std::uint8_t> output) noexcept override {
    switch (job.role) {
      case kMatrix:
        if (const std::size_t more = matrix_.take(job.index, output); more != 0) return more;
        break;
      case kNoise:
        take_noise(job.index, output);
        break;
      case kDerive:
        std::copy_n(output.data(), 64, secrets_.K_r.data());
        submit_noise();
        break;
      case kHashKey:
        std::copy_n(output.data(), 32, hash_.data());
        if (!m_.empty()) {
          ++pending_;
          queue_->submit_first(owned(derive_job(m_.first<32>(), hash_)));  // the noise waits for it
        }
        break;
      default:
        std::copy_n(output.data(), 32, secrets_.K_bar.data());
    }
    if (--pending_ == 0) completed();
    return 0;
  }

  // Algorithm 14, lines 9 to 17.
  void submit_noise() noexcept {
    const View<32> r = View<64>(secrets_.K_r).template last<32>();
    for (unsigned b = 0; b < k; ++b) submit(prf_job<P::eta1>(r, b));
    for (unsigned b = k; b <= 2 * k; ++b) submit(prf_job<P::eta2>(r, b));
  }
  // y, with line 18, then e1 and e2.
  void take_noise(std::size_t index, std::span<const std::uint8_t> prf) noexcept {
    if (index < k) {
      sample_cbd<P::eta1>(prf.first<64 * P::eta1>(), secrets_.f);
      ntt(secrets_.f);
      make_multiplicand(secrets_.f, secrets_.y_hat[index]);
    } else {
      sample_cbd<P::eta2>(prf.first<64 * P::eta2>(), index < 2 * k ? secrets_.e1[index - k] : secrets_.e2);
    }
  }

  struct alignas(64) Secrets {
    std::array<Multiplicand, k> y_hat;
    alignas(64) std::array<Polynomial, k> e1;
    Polynomial e2;
    Polynomial f;
    Bytes<64> K_r;
    Bytes<32> K_bar;
  };

  SpongeQueue* queue_;
  MatrixSampling<P> matrix_;
  Message m_;
  Bytes<32> hash_;
  unsigned pending_ = 0;
  Secrets secrets_;
};

}  // namespace lydite::mlkem
