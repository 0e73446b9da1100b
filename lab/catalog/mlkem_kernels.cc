#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "lab/catalog/kernels.h"
#include "lab/catalog/operation.h"
#include "lab/catalog/repeated.h"
#include "lab/kat/mlkem_kat.h"
#include "lydite/mlkem.h"
#include "src/mlkem/ntt.h"
#include "src/mlkem/sample.h"

namespace lydite::lab {
namespace {

using mlkem::Polynomial;

// Coefficients below q in absolute value, as the kernels demand.
void fill(Polynomial& f, const Operation& described, std::uint64_t seed, std::uint32_t j) {
  Bytes<2 * mlkem::n> bytes;
  derive_input(described.name, seed, j, bytes);
  for (std::size_t i = 0; i < f.size(); ++i) {
    f[i] = static_cast<std::int16_t>((bytes[2 * i] | bytes[2 * i + 1] << 8) % (2 * mlkem::q - 1) - (mlkem::q - 1));
  }
}

struct alignas(64) Aligned {
  Polynomial coefficients;
  bool operator==(const Aligned&) const = default;
};

[[nodiscard]] Octets octets(std::span<const std::int16_t> f) {
  Octets bytes(f.size_bytes());
  std::memcpy(bytes.data(), f.data(), bytes.size());
  return bytes;
}

template <auto kernel, auto oracle>
struct Transform {
  Repeated<Aligned> f;

  Transform(const Operation& described, std::uint64_t seed) { fill(f.value.coefficients, described, seed, 0); }
  void run() {
    f.run([](Aligned& value) { kernel(value.coefficients); });
  }
  [[nodiscard]] bool check() const {
    return f.agrees([](Aligned& value) { oracle(value.coefficients); });
  }
  [[nodiscard]] Octets result() const { return octets(f.value.coefficients); }
  [[nodiscard]] Secrets secrets() {
    return {{reinterpret_cast<std::uint8_t*>(f.value.coefficients.data()), sizeof(Polynomial)}};
  }
};

// A row of a matrix times a vector, three products.
struct Row {
  static constexpr std::size_t count = 3;
  alignas(64) std::array<Polynomial, count> a;
  std::array<mlkem::Multiplicand, count> b;
  alignas(64) Polynomial out{};

  Row(const Operation& described, std::uint64_t seed) {
    for (std::uint32_t j = 0; j < count; ++j) {
      Polynomial f;
      fill(a[j], described, seed, 2 * j);
      fill(f, described, seed, 2 * j + 1);
      mlkem::make_multiplicand_portable(f, b[j]);
    }
  }
  void run() { mlkem::multiply_row(a[0].data(), 1, b.data(), count, out); }
  [[nodiscard]] bool check() const {
    Polynomial expected{};
    mlkem::multiply_row_portable(a[0].data(), 1, b.data(), count, expected);
    return expected == out;
  }
  [[nodiscard]] Octets result() const { return octets(out); }
  [[nodiscard]] Secrets secrets() { return {}; }
};

// Sixteen inputs by turns: how many candidates are refused depends on them.
struct Sample {
  std::array<Bytes<mlkem::xof_size>, 16> xofs;
  std::size_t position = xofs.size() - 1;
  alignas(64) Polynomial out{};
  std::size_t count = 0;

  Sample(const Operation& described, std::uint64_t seed) {
    for (std::uint32_t j = 0; j < xofs.size(); ++j) derive_input(described.name, seed, j, xofs[j]);
  }
  void run() {
    position = (position + 1) % xofs.size();
    count = mlkem::sample_ntt(xofs[position], out);
  }
  [[nodiscard]] bool check() const {
    Polynomial expected{};
    const std::size_t expected_count = mlkem::sample_ntt_portable(xofs[position], expected, 0);
    return count == expected_count && std::equal(out.begin(), out.begin() + count, expected.begin());
  }
  [[nodiscard]] Octets result() const { return octets(std::span(out).first(count)); }
  [[nodiscard]] Secrets secrets() { return {}; }
};

}  // namespace

Algorithm mlkem_kernels() {
  using Ntt = Transform<mlkem::ntt, mlkem::ntt_portable>;
  using InverseNtt = Transform<mlkem::inverse_ntt, mlkem::inverse_ntt_portable>;
  return {"mlkem-ring",
          "ML-KEM ring",
          "FIPS 203",
          "lydite",
          Kind::kKernel,
          {{"polynomial", sizeof(Polynomial)}},
          {operation<Ntt>({"ntt", "algorithm 9 on one polynomial, in place", 0, 1, nullptr}),
           operation<InverseNtt>({"inverse_ntt", "algorithm 10 on one polynomial, in place", 0, 1, nullptr}),
           operation<Row>({"multiply_row3", "three products of algorithm 11 and their sum", 0, 1, nullptr}),
           operation<Sample>({"sample_ntt", "algorithm 7 from three blocks of XOF output", 0, 1, nullptr})},
          // There are no known answers for the ring alone; those of the scheme go through all of it.
          kat::mlkem_answer<mlkem::MlKem768>()};
}

}  // namespace lydite::lab
