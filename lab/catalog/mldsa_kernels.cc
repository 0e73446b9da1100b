#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lab/catalog/kernels.h"
#include "lab/catalog/operation.h"
#include "lab/kat/mldsa_kat.h"
#include "lydite/mldsa.h"
#include "src/keccak/lanes.h"
#include "src/mldsa/encoding.h"
#include "src/mldsa/key_generation.h"
#include "src/mldsa/ntt.h"
#include "src/mldsa/rounding.h"
#include "src/mldsa/sample.h"

namespace lydite::lab {
namespace {

using mldsa::Polynomial;
using Set = mldsa::MlDsa65;

template <std::size_t Count>
using Polynomials = std::array<Polynomial, Count>;

// Coefficients below q in absolute value, as the kernels demand, or in [0, q).
template <std::size_t Count>
void fill(Polynomials<Count>& all, const Operation& described, std::uint64_t seed, bool is_signed) {
  std::vector<std::uint8_t> bytes(4 * mldsa::n);
  for (std::uint32_t j = 0; j < Count; ++j) {
    derive_input(described.name, seed, j, bytes);
    for (std::size_t i = 0; i < mldsa::n; ++i) {
      std::uint32_t x;
      std::memcpy(&x, &bytes[4 * i], sizeof x);
      all[j][i] = is_signed ? static_cast<std::int32_t>(x % (2 * mldsa::q - 1)) - (mldsa::q - 1)
                            : static_cast<std::int32_t>(x % mldsa::q);
    }
  }
}

// A kernel F makes `output_count` polynomials of `input_count` others: F::run in the library's way, F::run_portable in
// the portable one. What a kernel changes in place is copied first.
template <class F>
struct Applied {
  alignas(64) Polynomials<F::input_count> in;
  alignas(64) Polynomials<F::output_count> out{};

  Applied(const Operation& described, std::uint64_t seed) { fill(in, described, seed, F::is_signed); }
  void run() { F::run(in, out); }
  [[nodiscard]] bool check() const {
    auto expected = std::make_unique<Polynomials<F::output_count>>();
    F::run_portable(in, *expected);
    return *expected == out;
  }
  [[nodiscard]] Octets result() const {
    Octets bytes(sizeof out);
    std::memcpy(bytes.data(), &out, bytes.size());
    return bytes;
  }
  [[nodiscard]] Secrets secrets() { return {{reinterpret_cast<std::uint8_t*>(&in), sizeof in}}; }
};

template <auto kernel, auto portable>
struct InPlace {
  static constexpr std::size_t input_count = 1, output_count = 1;
  static constexpr bool is_signed = true;
  static void run(const Polynomials<1>& in, Polynomials<1>& out) {
    out[0] = in[0];
    kernel(out[0]);
  }
  static void run_portable(const Polynomials<1>& in, Polynomials<1>& out) {
    out[0] = in[0];
    portable(out[0]);
  }
};
using Ntt = InPlace<mldsa::ntt, mldsa::ntt_portable>;
using InverseNtt = InPlace<mldsa::inverse_ntt, mldsa::inverse_ntt_portable>;

struct Row {
  static constexpr std::size_t count = Set::l, input_count = 2 * count, output_count = 1;
  static constexpr bool is_signed = true;
  static void run(const Polynomials<input_count>& in, Polynomials<1>& out) {
    mldsa::multiply_row(in.data(), in.data() + count, count, out[0]);
  }
  static void run_portable(const Polynomials<input_count>& in, Polynomials<1>& out) {
    mldsa::multiply_row_portable(in.data(), in.data() + count, count, out[0]);
  }
};

struct Decompose {
  static constexpr std::size_t input_count = 1, output_count = 2;
  static constexpr bool is_signed = true;
  static void run(const Polynomials<1>& in, Polynomials<2>& out) {
    out[0] = in[0];
    mldsa::decompose<Set::gamma2>(out[0], out[1]);
  }
  static void run_portable(const Polynomials<1>& in, Polynomials<2>& out) {
    out[0] = in[0];
    mldsa::decompose_portable<Set::gamma2>(out[0], out[1]);
  }
};

// --- Sampling ---------------------------------------------------------------------------------------------------

// Sixteen inputs by turns: how many candidates are refused depends on them.
template <std::size_t Size, auto kernel, auto portable>
struct Sample {
  std::array<Bytes<Size>, 16> xofs;
  std::size_t position = xofs.size() - 1;
  alignas(64) Polynomial out{};
  std::size_t count = 0;

  Sample(const Operation& described, std::uint64_t seed) {
    for (std::uint32_t j = 0; j < xofs.size(); ++j) derive_input(described.name, seed, j, xofs[j]);
  }
  void run() {
    position = (position + 1) % xofs.size();
    count = kernel(xofs[position], out);
  }
  [[nodiscard]] bool check() const {
    Polynomial expected{};
    const std::size_t expected_count = portable(xofs[position], expected, 0);
    return count == expected_count && std::equal(out.begin(), out.begin() + count, expected.begin());
  }
  [[nodiscard]] Octets result() const {
    Octets bytes(4 * count);
    std::memcpy(bytes.data(), out.data(), bytes.size());
    return bytes;
  }
  [[nodiscard]] Secrets secrets() { return {}; }
};
using SampleUniform = Sample<mldsa::uniform_size, mldsa::sample_uniform, mldsa::sample_uniform_portable>;
using SampleBounded =
    Sample<mldsa::bounded_size, mldsa::sample_bounded<Set::eta>, mldsa::sample_bounded_portable<Set::eta>>;

// Polynomials from the output of sponges that run side by side.
template <std::size_t Count, std::size_t SeedSize>
struct Expansion : keccak::SpongeOwner {
  Bytes<SeedSize> seed;
  alignas(64) Polynomials<Count> out{};

  Expansion(const Operation& described, std::uint64_t number) { derive_input(described.name, number, 0, seed); }
  [[nodiscard]] Octets result() const {
    Octets bytes(sizeof out);
    std::memcpy(bytes.data(), &out, bytes.size());
    return bytes;
  }
  [[nodiscard]] Secrets secrets() { return {seed}; }

 protected:
  // Runs these jobs to their end.
  void run_all(std::span<mldsa::SpongeJob> jobs) {
    keccak::Lanes lanes;
    for (mldsa::SpongeJob& job : jobs) {
      job.owner = this;
      lanes.submit(job);
    }
    lanes.run();
  }
};

struct ExpandA final : Expansion<Set::k * Set::l, 32> {
  std::array<std::uint16_t, Set::k * Set::l> counts{};

  using Expansion::Expansion;
  void run() {
    std::array<mldsa::SpongeJob, Set::k * Set::l> jobs;
    counts.fill(0);
    for (unsigned i = 0; i < jobs.size(); ++i) jobs[i] = mldsa::matrix_job(seed, i / Set::l, i % Set::l, i);
    run_all(jobs);
  }
  std::size_t finished(const mldsa::SpongeJob& job, std::span<const std::uint8_t> xof) noexcept override {
    return mldsa::take_uniform(xof, out[job.index], counts[job.index]);
  }
  [[nodiscard]] bool check() const {
    for (unsigned i = 0; i < out.size(); ++i) {
      Shake128::Incremental G;
      G.absorb(seed);
      G.absorb(Bytes<2>{static_cast<std::uint8_t>(i % Set::l), static_cast<std::uint8_t>(i / Set::l)});
      Polynomial expected;
      Bytes<mldsa::uniform_block_size> block;
      for (std::size_t count = 0; count < mldsa::n;) {
        G.squeeze(block);
        count = mldsa::sample_uniform_portable(block, expected, count);
      }
      if (expected != out[i]) return false;
    }
    return true;
  }
  [[nodiscard]] Secrets secrets() { return {}; }
};

struct ExpandMask final : Expansion<Set::l, 64> {
  static constexpr unsigned bits = mldsa::z_bits<Set>;

  using Expansion::Expansion;
  void run() {
    std::array<mldsa::SpongeJob, Set::l> jobs;
    for (unsigned i = 0; i < jobs.size(); ++i) jobs[i] = mldsa::mask_job<Set>(seed, i, i);
    run_all(jobs);
  }
  std::size_t finished(const mldsa::SpongeJob& job, std::span<const std::uint8_t> xof) noexcept override {
    mldsa::unpack_signed<bits>(xof.first<32 * bits>(), Set::gamma1, out[job.index]);
    return 0;
  }
  [[nodiscard]] bool check() const {
    for (unsigned i = 0; i < out.size(); ++i) {
      Shake256::Incremental H;
      H.absorb(seed);
      H.absorb(Bytes<2>{static_cast<std::uint8_t>(i), 0});
      Bytes<32 * bits> bytes;
      H.squeeze(bytes);
      Polynomial expected;
      mldsa::unpack_signed_portable<bits>(bytes, Set::gamma1, expected);
      if (expected != out[i]) return false;
    }
    return true;
  }
};

}  // namespace

Algorithm mldsa_kernels() {
  return {"mldsa-ring",
          "ML-DSA ring",
          "FIPS 204",
          "lydite",
          Kind::kKernel,
          {{"polynomial", sizeof(Polynomial)}},
          {operation<Applied<Ntt>>({"ntt", "a copy of one polynomial, and algorithm 41 on it", 0, 1, nullptr}),
           operation<Applied<InverseNtt>>(
               {"inverse_ntt", "a copy of one polynomial, and algorithm 42 on it", 0, 1, nullptr}),
           operation<Applied<Row>>({"multiply_row5", "five products of algorithm 45 and their sum", 0, 1, nullptr}),
           operation<Applied<Decompose>>(
               {"decompose", "a copy of one polynomial, and algorithm 36 on it, with gamma2 = (q - 1) / 32", 0, 1,
                nullptr}),
           operation<SampleUniform>({"sample_uniform", "algorithm 30 from five blocks of XOF output", 0, 1, nullptr}),
           operation<SampleBounded>(
               {"sample_bounded", "algorithm 31 with eta = 4 from two blocks of XOF output", 0, 1, nullptr}),
           operation<ExpandA>({"expand_a", "algorithm 32 for ML-DSA-65: thirty polynomials", 0, 1, nullptr}),
           operation<ExpandMask>({"expand_mask", "algorithm 34 for ML-DSA-65: five polynomials", 0, 1, nullptr})},
          // The known answers of the scheme go through all of the ring.
          mldsa_field_answer(kat::mldsa_answer<Set>())};
}

}  // namespace lydite::lab
