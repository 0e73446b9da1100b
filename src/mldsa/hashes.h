// The hashes of ML-DSA, as sponges that run side by side in the lanes of src/keccak/lanes.h, and what is read from
// them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lydite/bytes.h"
#include "lydite/mldsa.h"
#include "src/base/ct.h"
#include "src/keccak/lanes.h"
#include "src/mldsa/field.h"
#include "src/mldsa/ntt.h"
#include "src/mldsa/pack.h"
#include "src/mldsa/rounding.h"
#include "src/mldsa/sample.h"

namespace lydite::mldsa {

using keccak::Lanes;
using keccak::SpongeJob;
using keccak::SpongeOwner;
using keccak::SpongeQueue;

enum Role : std::uint8_t {
  kMatrix,          // the polynomial number `index` of A_hat
  kSecret,          // the polynomial number `index` of s1 and s2
  kMask,            // the polynomial number `index` of y
  kDerive,          // the seeds of a key, or rho'' of a signature
  kKeyHash,         // tr
  kRepresentative,  // mu
  kCommitment,      // c_tilde
  kChallenge,       // the bytes that SampleInBall reads
};

// G(rho || s || r) for A_hat[r, s]: algorithm 32.
inline SpongeJob matrix_job(View<32> rho, unsigned r, unsigned s, unsigned index) noexcept {
  return keccak::sponge_job(keccak::shake128, uniform_size, rho, {}, s | r << 8, 2, kMatrix, index);
}
// H(rho' || number): algorithms 33 and 34.
inline SpongeJob secret_job(View<64> rho_prime, unsigned number) noexcept {
  return keccak::sponge_job(keccak::shake256, bounded_size, rho_prime, {}, number, 2, kSecret, number);
}
template <ParameterSet P>
SpongeJob mask_job(View<64> rho_prime, unsigned number, unsigned index) noexcept {
  return keccak::sponge_job(keccak::shake256, 32 * z_bits<P>, rho_prime, {}, number, 2, kMask, index);
}
// H(xi || k || l, 128): algorithm 6, line 1.
template <ParameterSet P>
SpongeJob seeds_job(View<32> xi) noexcept {
  return keccak::sponge_job(keccak::shake256, 128, xi, {}, P::k | P::l << 8, 2, kDerive, 0);
}
inline SpongeJob key_hash_job(Message pk) noexcept {
  return keccak::sponge_job(keccak::shake256, 64, {}, pk, 0, 0, kKeyHash, 0);
}
// H(K || rnd || mu, 64), from these 128 bytes: algorithm 7, line 7.
inline SpongeJob mask_seed_job(View<128> K_rnd_mu) noexcept {
  return keccak::sponge_job(keccak::shake256, 64, {}, K_rnd_mu, 0, 0, kDerive, 0);
}
// H(mu || w1, lambda / 4): algorithm 7, line 15.
template <ParameterSet P>
SpongeJob commitment_job(View<64> mu, Message w1) noexcept {
  return keccak::sponge_job(keccak::shake256, challenge_size<P>, mu, w1, 0, 0, kCommitment, 0);
}
// The first block of H(c_tilde): algorithm 29.
template <ParameterSet P>
SpongeJob challenge_job(View<challenge_size<P>> c_tilde) noexcept {
  return keccak::sponge_job(keccak::shake256, bounded_block_size, {}, c_tilde, 0, 0, kChallenge, 0);
}

// c from the first block of H(c_tilde). When that does not suffice, once in a very long time, the further bytes are
// computed one by one.
template <class Coefficient>
void take_challenge(View<bounded_block_size> block, Message c_tilde, unsigned tau,
                    std::array<Coefficient, n>& c) noexcept {
  std::uint64_t signs = 0;
  for (unsigned i = 0; i < 8; ++i) signs |= std::uint64_t{block[i]} << (8 * i);
  std::size_t at = 8;
  const auto next = [&]() -> std::size_t {
    if (at < block.size()) return block[at++];
    Shake256::Incremental sponge;
    sponge.absorb(c_tilde);
    std::uint8_t byte = 0;
    for (std::size_t i = 0; i <= at; ++i) sponge.squeeze({&byte, 1});
    ++at;
    return byte;
  };
  sample_in_ball(signs, next, tau, c);
}

// A polynomial of the matrix: five blocks of output, then one at a time. Returns the words that are wanted still.
inline std::size_t take_uniform(std::span<const std::uint8_t> xof, Poly f, std::uint16_t& count) noexcept {
  count = static_cast<std::uint16_t>(xof.size() == uniform_size ? sample_uniform(xof.first<uniform_size>(), f)
                                                                : sample_uniform_portable(xof, f, count));
  return count < n ? uniform_block_size / 8 : 0;
}
// A secret polynomial: two blocks, then one at a time.
template <unsigned eta>
std::size_t take_bounded(std::span<const std::uint8_t> xof, Poly f, std::uint16_t& count) noexcept {
  count = static_cast<std::uint16_t>(xof.size() == bounded_size ? sample_bounded<eta>(xof.first<bounded_size>(), f)
                                                                : sample_bounded_portable<eta>(xof, f, count));
  return count < n ? bounded_block_size / 8 : 0;
}

template <std::size_t N>
void copy(View<N> from, Out<N> to) noexcept {
  std::copy_n(from.data(), N, to.data());
}

// Not inlined: g++ keeps what it copies in registers over calls, and spills these into frames that nobody wipes.
[[gnu::noinline]] inline void copy_secret(View<32> from, Out<32> to) noexcept { copy<32>(from, to); }

// Members are secrets: wiped.
template <class T>
struct Wiped : T {
  Wiped() noexcept = default;
  Wiped(const Wiped&) = delete;
  Wiped& operator=(const Wiped&) = delete;
  ~Wiped() { wipe({reinterpret_cast<std::uint8_t*>(this), sizeof *this}); }
};

}  // namespace lydite::mldsa
