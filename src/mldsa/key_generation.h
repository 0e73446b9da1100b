// Key generation with every hash in the lanes of src/keccak/lanes.h: FIPS 204, algorithm 6.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "src/mldsa/encoding.h"

namespace lydite::mldsa {

// A_hat row by row, as far as there is room for rows: further ones are sampled as rows are done with.
template <ParameterSet P>
class MatrixRows {
 public:
  // `rows` has `row_slots` rows of `stride` polynomials, the first l of them for A_hat.
  MatrixRows(Polynomial* rows, std::size_t row_slots, std::size_t stride) noexcept
      : rows_(rows), row_slots_(row_slots), stride_(stride) {
    missing_.fill(P::l);
  }
  [[nodiscard]] Polynomial* row(std::size_t i) const noexcept {
    while (i >= row_slots_) i -= row_slots_;
    return rows_ + i * stride_;
  }
  [[nodiscard]] bool is_complete(std::size_t i) const noexcept { return missing_[i] == 0; }

  // Submits the rows for which there is room when the first `done` ones are done with.
  template <class Submit>
  void submit(View<32> rho, std::size_t done, Submit submit_job) noexcept {
    for (; submitted_ < P::k && submitted_ < done + row_slots_; ++submitted_)
      for (unsigned s = 0; s < P::l; ++s) submit_job(matrix_job(rho, submitted_, s, P::l * submitted_ + s));
  }
  // Output for polynomial number `index`. Returns the words that are wanted still.
  std::size_t take(std::size_t index, std::span<const std::uint8_t> xof) noexcept {
    const std::size_t i = index / P::l;
    const std::size_t more = take_uniform(xof, row(i)[index % P::l], counts_[index]);
    if (more == 0) --missing_[i];
    return more;
  }

 private:
  Polynomial* rows_;
  std::size_t row_slots_, stride_;
  unsigned submitted_ = 0;
  std::array<std::uint8_t, P::k> missing_;
  std::array<std::uint16_t, P::k * P::l> counts_;
};

// Rows of t = A_hat s1 + s2 are finished as soon as their parts are sampled, and tr = H(pk) follows them.
template <ParameterSet P>
class KeyGeneration final : public SpongeOwner {
 public:
  // Where the parts of the key go.
  struct Parts {
    Polynomial* rows;       // of A_hat
    std::size_t row_slots;  // k, if the matrix is to be kept
    Polynomial* s1_hat;
    Polynomial* s2;
    Out<public_key_size<P>> pk;
    std::uint8_t* s;   // s1 and s2, encoded; null if they are known
    std::uint8_t* t0;  // encoded
  };

  explicit KeyGeneration(const Parts& parts) noexcept : parts_(parts), matrix_(parts.rows, parts.row_slots, P::l) {}
  KeyGeneration(const KeyGeneration&) = delete;
  KeyGeneration& operator=(const KeyGeneration&) = delete;
  ~KeyGeneration() = default;

  // From xi: everything.
  void run(View<32> xi) noexcept {
    submit(seeds_job<P>(xi));
    lanes_.run();
  }
  // From rho, s1 (in the place of s1_hat) and s2: pk, t0 and tr.
  void run_from_secrets(View<32> rho) noexcept {
    copy<32>(rho, parts_.pk.template first<32>());
    missing_secrets_ = 0;
    for (std::size_t i = 0; i < P::l; ++i) ntt(parts_.s1_hat[i]);
    submit_rows();
    lanes_.run();
  }
  [[nodiscard]] View<32> K() const noexcept { return View<128>(secrets_.seeds).template last<32>(); }
  [[nodiscard]] const Bytes<64>& tr() const noexcept { return tr_; }

 private:
  // Permutations that find room beside the rows: the hash of pk follows them. Measured: 0 to 6 are as good.
  static constexpr std::size_t slack = 3;
  static constexpr std::size_t secret_count = P::k + P::l;

  void submit(SpongeJob job) noexcept {
    job.owner = this;
    lanes_.submit(job);
  }
  void submit_rows() noexcept {
    matrix_.submit(parts_.pk.template first<32>(), row_, [this](const SpongeJob& job) { submit(job); });
  }

  std::size_t finished(const SpongeJob& job, std::span<const std::uint8_t> output) noexcept override {
    std::size_t more = 0;
    switch (job.role) {
      case kDerive:
        expand_seeds(output.first<128>());
        return 0;
      case kMatrix:
        more = matrix_.take(job.index, output);
        break;
      case kSecret:
        more = take_secret(job.index, output);
        break;
      default:
        copy<64>(output.first<64>(), tr_);
        return 0;
    }
    while (row_ < P::k && missing_secrets_ == 0 && matrix_.is_complete(row_)) finish_row();
    return more;
  }

  // Lines 1 to 4.
  void expand_seeds(View<128> seeds) noexcept {
    declassify(seeds.first<32>());  // rho is a part of pk
    copy<32>(seeds.first<32>(), parts_.pk.template first<32>());
    copy<128>(seeds, secrets_.seeds);
    const View<64> rho_prime = View<128>(secrets_.seeds).template subspan<32, 64>();
    for (unsigned i = 0; i < secret_count; ++i) submit(secret_job(rho_prime, i));
    submit_rows();
  }

  std::size_t take_secret(std::size_t index, std::span<const std::uint8_t> xof) noexcept {
    Polynomial& f = index < P::l ? parts_.s1_hat[index] : parts_.s2[index - P::l];
    if (const std::size_t more = take_bounded<P::eta>(xof, f, counts_[index]); more != 0) return more;
    pack_signed<s_bits<P>>(f, P::eta, part<s_size<P>>(parts_.s + s_size<P> * index));
    if (index < P::l) ntt(f);
    --missing_secrets_;
    return 0;
  }

  // Lines 5 to 8 for the next row. With the first, H(pk) begins.
  void finish_row() noexcept {
    multiply_row(matrix_.row(row_), parts_.s1_hat, P::l, secrets_.t0);
    inverse_ntt(secrets_.t0);
    power2round(secrets_.t0, parts_.s2[row_], secrets_.t1, secrets_.t0);
    pack_signed<d>(secrets_.t0, 1 << (d - 1), part<t0_size>(parts_.t0 + t0_size * row_));
    const auto encoded = part<t1_size>(parts_.pk.data() + 32 + t1_size * row_);
    pack<10>(secrets_.t1, encoded);
    declassify(encoded);  // pk is the public key
    ++row_;
    ready_words_ = static_cast<std::uint16_t>((32 + t1_size * row_) / 8);
    if (row_ == 1) {
      SpongeJob job = key_hash_job(parts_.pk);
      job.owner = this;
      job.ready_words = &ready_words_;
      lanes_.submit_first(job);
    }
    submit_rows();
  }

  struct alignas(64) Secrets {
    Polynomial t0, t1;
    Bytes<128> seeds;
  };

  Lanes lanes_{slack};
  Wiped<Secrets> secrets_;
  Parts parts_;
  MatrixRows<P> matrix_;
  Bytes<64> tr_;
  std::array<std::uint16_t, secret_count> counts_;
  std::size_t missing_secrets_ = secret_count;
  std::size_t row_ = 0;
  std::uint16_t ready_words_ = 0;
};

// Room for rows that are not kept, so that the lanes do not wait for them.
inline constexpr std::size_t row_window = 3;

// Secret polynomials that are needed while a key is generated: wiped.
template <ParameterSet P>
struct SecretPolynomials {
  alignas(64) std::array<Polynomial, P::l> s1_hat;
  alignas(64) std::array<Polynomial, P::k> s2;
};

}  // namespace lydite::mldsa
