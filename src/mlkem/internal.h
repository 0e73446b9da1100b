// What the files of the public functions share.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "lydite/mlkem.h"
#include "src/mlkem/encryption.h"
#include "src/mlkem/k_pke.h"

namespace lydite::mlkem {

// The polynomials of an encapsulation key. Public.
template <ParameterSet P>
struct alignas(64) KeyPolynomials {
  std::array<Polynomial, P::k * P::k> A_hat;
  alignas(64) std::array<Polynomial, P::k> t_hat;
};

template <ParameterSet P>
View<32> rho(View<encapsulation_key_size<P>> ek) noexcept {
  return ek.template last<32>();
}

// The bytes are in place on return: a compiler that kept them in a register meanwhile would spill them to the stack.
template <std::size_t N>
void copy(View<N> from, Out<N> to) noexcept {
  std::copy_n(from.data(), N, to.data());
  asm volatile("" : : "r"(to.data()) : "memory");
}

// The end of algorithm 17, once the hashes are there.
template <ParameterSet P>
Encapsulation<P> encapsulation(Encryption<P>& encryption, const Secret<32>& m, const Polynomial* A_hat,
                               const Polynomial* t_hat) noexcept {
  Encapsulation<P> result;
  encryption.compute(m.reveal(), A_hat, t_hat, result.c);
  declassify(result.c);  // the ciphertext is sent
  copy<32>(encryption.K(), result.K.fill());
  return result;
}

// The shared key of algorithm 18: K if c_prime, the ciphertext of the decrypted message, is c; else K_bar.
template <ParameterSet P>
SharedKey choose_key(const Encryption<P>& encryption, View<ciphertext_size<P>> c,
                     View<ciphertext_size<P>> c_prime) noexcept {
  SharedKey key;
  select(equal(c, c_prime), encryption.K(), encryption.K_bar(), key.fill());
  return key;
}

// The door to the parts of prepared keys.
template <ParameterSet P>
struct Internal {
  using EncapsulationKeyParts = PreparedEncapsulationKey<P>;
  using DecapsulationKeyParts = PreparedDecapsulationKey<P>;

  static const Polynomial* A_hat(const EncapsulationKeyParts& key) noexcept { return key.A_hat_.data(); }
  static const Polynomial* t_hat(const EncapsulationKeyParts& key) noexcept { return key.t_hat_.data(); }
  static const Polynomial* s_hat(const DecapsulationKeyParts& key) noexcept { return key.s_hat_.data(); }
  static View<32> z(const DecapsulationKeyParts& key) noexcept { return key.z_; }

  static Result<void> import(View<encapsulation_key_size<P>> ek, EncapsulationKeyParts& key) noexcept;
  static Result<EncapsulationKeyParts> import_encapsulation_key(Message ek) noexcept;
  static Result<DecapsulationKeyParts> import_decapsulation_key(Message dk) noexcept;
  static DecapsulationKeyParts expand(const Seed& dz) noexcept;
  static void move(DecapsulationKeyParts& from, DecapsulationKeyParts& to) noexcept;
  static void wipe(DecapsulationKeyParts& key) noexcept;
};

}  // namespace lydite::mlkem
