// K-PKE, FIPS 203, section 5, and the hashes around it, as sponges that run side by side in lanes.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lydite/bytes.h"
#include "lydite/mlkem.h"
#include "src/base/ct.h"
#include "src/keccak/lanes.h"
#include "src/mlkem/compress.h"
#include "src/mlkem/encode.h"
#include "src/mlkem/field.h"
#include "src/mlkem/ntt.h"
#include "src/mlkem/sample.h"

namespace lydite::mlkem {

using keccak::Lanes;
using keccak::SpongeJob;
using keccak::SpongeOwner;
using keccak::SpongeQueue;

enum Role : std::uint8_t {
  kMatrix,   // XOF, for the polynomial number `index` of A_hat
  kNoise,    // PRF with counter `index`
  kDerive,   // G
  kHashKey,  // H(ek)
  kReject,   // J(z || c)
};

// XOF(rho || j || i), equation 4.6, for A_hat[i, j]: algorithm 13, line 5, and algorithm 14, line 6.
inline SpongeJob xof_job(View<32> rho, unsigned i, unsigned j, unsigned k) noexcept {
  return keccak::sponge_job(keccak::shake128, xof_size, rho, {}, j | i << 8, 2, kMatrix, k * i + j);
}

// PRF_eta(s, b), equation 4.3.
template <unsigned eta>
SpongeJob prf_job(View<32> s, unsigned b) noexcept {
  return keccak::sponge_job(keccak::shake256, 64 * eta, s, {}, b, 1, kNoise, b);
}

// H and J of equation 4.4, G of equation 4.5.
inline SpongeJob hash_key_job(Message ek) noexcept {
  return keccak::sponge_job(keccak::sha3_256, 32, {}, ek, 0, 0, kHashKey, 0);
}
inline SpongeJob reject_job(View<32> z, Message c) noexcept {
  return keccak::sponge_job(keccak::shake256, 32, z, c, 0, 0, kReject, 0);
}
inline SpongeJob derive_job(View<32> m, View<32> h) noexcept {
  return keccak::sponge_job(keccak::sha3_512, 64, m, h, 0, 0, kDerive, 0);
}
inline SpongeJob derive_seeds_job(View<32> d, unsigned k) noexcept {
  return keccak::sponge_job(keccak::sha3_512, 64, d, {}, k, 1, kDerive, 0);
}

// f += g.
inline void add(Poly f, ConstPoly g) noexcept {
  for (std::size_t i = 0; i < n; ++i) f[i] = static_cast<std::int16_t>(f[i] + g[i]);
}
inline void subtract(Poly f, ConstPoly g) noexcept {
  for (std::size_t i = 0; i < n; ++i) f[i] = static_cast<std::int16_t>(f[i] - g[i]);
}

// A_hat while it is sampled. Public.
template <ParameterSet P>
class MatrixSampling {
 public:
  explicit MatrixSampling(Polynomial* A_hat) noexcept : A_hat_(A_hat) {}

  // Output for polynomial number `index`: three blocks, then one at a time. Returns the words that are wanted still.
  std::size_t take(std::size_t index, std::span<const std::uint8_t> xof) noexcept {
    std::uint16_t& count = counts_[index];
    if (xof.size() == xof_size) {
      count = static_cast<std::uint16_t>(sample_ntt(xof.first<xof_size>(), A_hat_[index]));
    } else {
      count = static_cast<std::uint16_t>(sample_ntt_portable(xof, A_hat_[index], count));
    }
    return count < n ? xof_block_size / 8 : 0;
  }

 private:
  Polynomial* A_hat_;
  std::array<std::uint16_t, P::k * P::k> counts_;
};

// Views of an encoded decapsulation key: algorithm 16, line 3.
template <ParameterSet P>
struct KeyParts {
  View<384 * P::k> s_hat;
  View<encapsulation_key_size<P>> ek;
  View<32> h;
  View<32> z;

  explicit KeyParts(View<decapsulation_key_size<P>> dk) noexcept
      : s_hat(dk.template first<384 * P::k>()),
        ek(dk.template subspan<384 * P::k, encapsulation_key_size<P>>()),
        h(dk.template subspan<decapsulation_key_size<P> - 64, 32>()),
        z(dk.template last<32>()) {}
};

// k secret polynomials, wiped.
template <ParameterSet P>
struct alignas(64) SecretVector {
  std::array<Polynomial, P::k> polys;

  SecretVector() = default;
  SecretVector(const SecretVector&) = delete;
  SecretVector& operator=(const SecretVector&) = delete;
  ~SecretVector() { wipe({reinterpret_cast<std::uint8_t*>(polys.data()), sizeof polys}); }
};

// ByteDecode_12 of k polynomials. Returns whether all integers are below q.
template <ParameterSet P>
bool decode_vector(View<384 * P::k> bytes, Polynomial* polys) noexcept {
  bool all_below = true;
  for (std::size_t i = 0; i < P::k; ++i) all_below &= decode(View<384>(bytes.data() + 384 * i, 384), polys[i]);
  return all_below;
}

// K-PKE.Decrypt: algorithm 15.
template <ParameterSet P>
class Decryption {
 public:
  Decryption() = default;
  Decryption(const Decryption&) = delete;
  Decryption& operator=(const Decryption&) = delete;
  ~Decryption() { wipe({reinterpret_cast<std::uint8_t*>(&w_), sizeof w_}); }

  void run(const Polynomial* s_hat, View<ciphertext_size<P>> c, Out<32> m) noexcept {
    alignas(64) Polynomial u;
    for (std::size_t i = 0; i < P::k; ++i) {
      decompress<P::du>(View<32 * P::du>(c.data() + 32 * P::du * i, 32 * P::du), u);
      ntt(u);
      make_multiplicand(u, u_hat_[i]);
    }
    multiply_row(s_hat[0].data(), 1, u_hat_.data(), P::k, w_);
    inverse_ntt(w_);
    decompress<P::dv>(c2<P>(c), u);
    for (std::size_t i = 0; i < n; ++i) w_[i] = static_cast<std::int16_t>(u[i] - w_[i]);
    poly_to_message(w_, m);
  }

 private:
  std::array<Multiplicand, P::k> u_hat_;
  alignas(64) Polynomial w_;
};

}  // namespace lydite::mlkem
