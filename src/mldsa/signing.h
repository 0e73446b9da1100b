// Signing with every hash in the lanes of src/keccak/lanes.h: FIPS 204, algorithm 7 from line 7 on. While c_tilde,
// which is a serial hash, takes one lane, the masks of the next attempt are expanded in the others.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "src/mldsa/key_generation.h"
#include "src/mldsa/short_product.h"

namespace lydite::mldsa {

// What signing needs of a private key.
struct SigningKey {
  const Polynomial* A_hat;
  const ShortPolynomial* s_hat;  // s1, then s2
  // Null: decoded from the encoded form when it is needed, which is about once in a signature.
  const Polynomial* t0_hat;
  const std::uint8_t* t0;
  View<32> K;
};

template <ParameterSet P>
class Signing final : public SpongeOwner {
 public:
  // `A_hat` may be empty still: expand_matrix fills it.
  Signing(const SigningKey& key, const Randomizer& rnd, Out<signature_size<P>> signature) noexcept
      : key_(key), signature_(signature), matrix_(nullptr, 1, 0) {
    copy_secret(key.K, Out<128>(secrets_.K_rnd_mu).template first<32>());
    copy_secret(rnd.reveal(), Out<128>(secrets_.K_rnd_mu).template subspan<32, 32>());
  }
  Signing(const Signing&) = delete;
  Signing& operator=(const Signing&) = delete;
  ~Signing() = default;

  // ExpandA into `A_hat`, beside the first hashes.
  void expand_matrix(View<32> rho, Polynomial* A_hat) noexcept {
    matrix_ = MatrixRows<P>(A_hat, P::k, P::l);
    matrix_.submit(rho, 0, [this](const SpongeJob& job) { submit(job); });
  }
  // The message, as mu or as what becomes mu.
  void take_representative(View<64> mu) noexcept {
    copy<64>(mu, Out<128>(secrets_.K_rnd_mu).template last<64>());
    lanes_.submit_first(owned(mask_seed_job(secrets_.K_rnd_mu)));
  }
  void take_message(const FormattedMessage& message, View<64> tr) noexcept {
    if (message.is_short()) {
      lanes_.submit_first(owned(message.job(tr)));
    } else {
      take_representative(message.hash(tr));
    }
  }

  // Attempts until one succeeds, lines 10 to 32. Returns whether one did; without, the signature is zero.
  [[nodiscard]] bool run() noexcept {
    lanes_.run();
    for (unsigned i = 0; i < max_attempts; ++i) {
      if (!attempt()) continue;
      declassify(signature_);
      return true;
    }
    wipe(signature_);  // parts of z of rejected attempts
    return false;
  }

 private:
  SpongeJob owned(SpongeJob job) noexcept {
    job.owner = this;
    return job;
  }
  void submit(const SpongeJob& job) noexcept { lanes_.submit(owned(job)); }
  [[nodiscard]] View<64> mu() const noexcept { return View<128>(secrets_.K_rnd_mu).template last<64>(); }

  // The masks of the next attempt lie where y_hat does, which is not in use at that time.
  [[nodiscard]] std::uint8_t* next_masks() noexcept { return reinterpret_cast<std::uint8_t*>(secrets_.y_hat.data()); }
  // They leave room for one polynomial.
  static_assert(z_size<P> * P::l <= sizeof(Polynomial) * (P::l - 1));
  [[nodiscard]] Polynomial& spare() noexcept { return secrets_.y_hat.back(); }

  // Those of one attempt more than there are may be expanded.
  static_assert((max_attempts + 1) * P::l < 1 << 16, "kappa has two bytes");
  void submit_masks() noexcept {
    for (unsigned r = 0; r < P::l; ++r) submit(mask_job<P>(secrets_.rho_prime, kappa_ + r, r));
    kappa_ += P::l;
  }

  std::size_t finished(const SpongeJob& job, std::span<const std::uint8_t> output) noexcept override {
    switch (job.role) {
      case kMatrix:
        return matrix_.take(job.index, output);
      case kRepresentative:
        take_representative(output.first<64>());
        return 0;
      case kDerive:
        copy<64>(output.first<64>(), secrets_.rho_prime);
        submit_masks();
        return 0;
      case kMask:
        std::memcpy(next_masks() + z_size<P> * job.index, output.data(), z_size<P>);
        return 0;
      case kCommitment:
        take_commitment(output.first<challenge_size<P>>());
        return 0;
      default:
        take_challenge(output.first<bounded_block_size>(), c_tilde(), P::tau, secrets_.c);
        return 0;
    }
  }
  [[nodiscard]] Out<challenge_size<P>> c_tilde() const noexcept {
    return signature_.template first<challenge_size<P>>();
  }
  void take_commitment(View<challenge_size<P>> hash) noexcept {
    // The hash of a commitment with fresh y says nothing about y, also when the attempt is rejected.
    declassify(hash);
    copy<challenge_size<P>>(hash, c_tilde());
    lanes_.submit_first(owned(challenge_job<P>(c_tilde())));
  }

  [[nodiscard]] bool attempt() noexcept {
    commit();
    submit(commitment_job<P>(mu(), secrets_.w1));
    submit_masks();
    lanes_.run();
    std::copy(secrets_.c.begin(), secrets_.c.end(), secrets_.c_hat.begin());
    transform_challenge(secrets_.c, secrets_.c_factor);
    return subtract_s2() && add_s1() && make_hints();
  }

  // w = A y, lines 11 to 13.
  void commit() noexcept {
    std::memcpy(secrets_.masks.data(), next_masks(), secrets_.masks.size());
    for (std::size_t j = 0; j < P::l; ++j) {
      unpack_mask(j, secrets_.y_hat[j]);
      ntt(secrets_.y_hat[j]);
    }
    for (std::size_t i = 0; i < P::k; ++i) {
      Polynomial& w = secrets_.w0[i];
      multiply_row(key_.A_hat + P::l * i, secrets_.y_hat.data(), P::l, w);
      inverse_ntt(w);
      decompose<P::gamma2>(w, secrets_.f);
      pack<w1_bits<P>>(secrets_.f, part<w1_size<P>>(secrets_.w1.data() + w1_size<P> * i));
    }
  }
  void unpack_mask(std::size_t j, Poly y) noexcept {
    unpack_signed<z_bits<P>>(part<z_size<P>>(secrets_.masks.data() + z_size<P> * j), P::gamma1, y);
  }

  // c s1[i], or c s2[i - l].
  [[nodiscard]] ConstShortPoly multiply_secret(std::size_t i) noexcept {
    multiply_short<P>(key_.s_hat[i], secrets_.c_factor, secrets_.product);
    return secrets_.product;
  }

  // A rejected attempt is not published, and whether it is rejected, and in which row, is independent of the key.
  static bool make_public(bool verdict) noexcept {
    declassify({reinterpret_cast<const std::uint8_t*>(&verdict), sizeof verdict});
    return verdict;
  }

  // r0 = LowBits(w - c s2), and its norm: the condition that fails most often comes first.
  [[nodiscard]] bool subtract_s2() noexcept {
    for (std::size_t i = 0; i < P::k; ++i)
      if (!make_public(subtract(secrets_.w0[i], multiply_secret(P::l + i), P::gamma2 - P::beta))) return false;
    return true;
  }

  // z = y + c s1, and its norm.
  [[nodiscard]] bool add_s1() noexcept {
    std::uint8_t* out = signature_.data() + challenge_size<P>;
    for (std::size_t j = 0; j < P::l; ++j, out += z_size<P>) {
      unpack_mask(j, secrets_.f);
      if (!make_public(add(secrets_.f, multiply_secret(j), P::gamma1 - P::beta))) return false;
      pack_signed<z_bits<P>>(secrets_.f, P::gamma1, part<z_size<P>>(out));
    }
    return true;
  }

  // Lines 25 to 29. The hints replace w0.
  [[nodiscard]] bool make_hints() noexcept {
    Polynomial& w1 = spare();
    unsigned count = 0;
    ntt(secrets_.c_hat);
    for (std::size_t i = 0; i < P::k; ++i) {
      if (!multiply_t0(i)) return false;
      unpack<w1_bits<P>>(part<w1_size<P>>(secrets_.w1.data() + w1_size<P> * i), w1);
      count += make_hint<P::gamma2>(secrets_.w0[i], secrets_.f, w1);
    }
    if (!make_public(count <= P::omega)) return false;
    // The hints are a part of the signature.
    declassify({reinterpret_cast<const std::uint8_t*>(secrets_.w0.data()), sizeof secrets_.w0});
    encode_hint<P>(secrets_.w0.data(), signature_.template last<P::omega + P::k>());
    return true;
  }
  // f = c t0; whether its norm is small enough.
  [[nodiscard]] bool multiply_t0(std::size_t i) noexcept {
    const Polynomial* t0_hat = key_.t0_hat == nullptr ? &spare() : key_.t0_hat + i;
    if (key_.t0_hat == nullptr) {
      unpack_signed<d>(part<t0_size>(key_.t0 + t0_size * i), 1 << (d - 1), spare());
      ntt(spare());
    }
    multiply_row(&secrets_.c_hat, t0_hat, 1, secrets_.f);
    inverse_ntt(secrets_.f);
    return make_public(is_below(secrets_.f, P::gamma2));
  }

  struct alignas(64) Secrets {
    std::array<Polynomial, P::l> y_hat;
    std::array<Polynomial, P::k> w0;
    Polynomial c_hat, f;
    ShortPolynomial c, product;
    mlkem::Multiplicand c_factor;
    Bytes<z_size<P> * P::l> masks;
    Bytes<w1_size<P> * P::k> w1;
    Bytes<128> K_rnd_mu;
    Bytes<64> rho_prime;
  };

  Lanes lanes_;
  Wiped<Secrets> secrets_;
  SigningKey key_;
  Out<signature_size<P>> signature_;
  MatrixRows<P> matrix_;
  unsigned kappa_ = 0;
};

}  // namespace lydite::mldsa
