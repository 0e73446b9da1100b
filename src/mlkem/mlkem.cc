// ML-KEM on encoded keys: FIPS 203, algorithms 16 to 21.
#include "lydite/mlkem.h"

#include "src/mlkem/internal.h"
#include "src/mlkem/key_generation.h"

namespace lydite::mlkem {

template <class P>
KeyPair<P> keygen(const Seed& dz) noexcept {
  KeyPair<P> keys;
  alignas(64) std::array<Polynomial, P::k * P::k> A_hat;
  SecretVector<P> s_hat;
  KeyGeneration<P> generation(A_hat.data(), s_hat.polys.data(), keys.ek);
  generation.run(dz.reveal().template first<32>());
  std::uint8_t* dk = keys.dk.fill().data();
  for (const Polynomial& s : s_hat.polys) {
    encode(s, Out<384>(dk, 384));
    dk += 384;
  }
  dk = std::copy(keys.ek.begin(), keys.ek.end(), dk);
  dk = std::copy_n(generation.hash().data(), 32, dk);
  std::copy_n(dz.reveal().data() + 32, 32, dk);
  return keys;
}

template <class P>
Result<KeyPair<P>> keygen(const Entropy& entropy) noexcept {
  Seed dz;
  if (const auto filled = entropy.fill(dz.fill()); !filled) return filled.error();
  return keygen<P>(dz);
}

template <class P>
Result<Encapsulation<P>> encapsulate(View<encapsulation_key_size<P>> ek, const Secret<32>& m) noexcept {
  KeyPolynomials<P> key;
  if (!decode_vector<P>(vector<P>(ek), key.t_hat.data())) return Error::kNonCanonical;
  Lanes lanes;
  Encryption<P> encryption(lanes);
  encryption.hash_key(ek, m.reveal());
  encryption.expand_matrix(rho<P>(ek), key.A_hat.data());
  lanes.run();
  return encapsulation(encryption, m, key.A_hat.data(), key.t_hat.data());
}

template <class P>
Result<Encapsulation<P>> encapsulate(View<encapsulation_key_size<P>> ek, const Entropy& entropy) noexcept {
  Secret<32> m;
  if (const auto filled = entropy.fill(m.fill()); !filled) return filled.error();
  return encapsulate<P>(ek, m);
}

template <class P>
Result<SharedKey> decapsulate(const DecapsulationKey<P>& dk, View<ciphertext_size<P>> c) noexcept {
  const KeyParts<P> parts(dk.reveal());
  declassify(parts.ek);  // the public key,
  declassify(parts.h);   // and its hash
  SecretVector<P> s_hat;
  decode_vector<P>(parts.s_hat, s_hat.polys.data());
  Secret<32> m_prime;
  Decryption<P>().run(s_hat.polys.data(), c, m_prime.fill());

  KeyPolynomials<P> key;
  decode_vector<P>(vector<P>(parts.ek), key.t_hat.data());
  Lanes lanes;
  Encryption<P> encryption(lanes);
  encryption.reject(parts.z, c);
  encryption.hash_key(parts.ek);
  encryption.derive(m_prime.reveal(), parts.h);
  encryption.expand_matrix(rho<P>(parts.ek), key.A_hat.data());
  lanes.run();
  if (!std::ranges::equal(encryption.hash(), parts.h)) return Error::kKeyHashMismatch;
  Secret<ciphertext_size<P>> c_prime;
  encryption.compute(m_prime.reveal(), key.A_hat.data(), key.t_hat.data(), c_prime.fill());
  return choose_key<P>(encryption, c, c_prime.reveal());
}

#define LYDITE_MLKEM_INSTANTIATE(P)                                                                              \
  template KeyPair<P> keygen<P>(const Seed&) noexcept;                                                           \
  template Result<KeyPair<P>> keygen<P>(const Entropy&) noexcept;                                                \
  template Result<Encapsulation<P>> encapsulate<P>(View<encapsulation_key_size<P>>, const Secret<32>&) noexcept; \
  template Result<Encapsulation<P>> encapsulate<P>(View<encapsulation_key_size<P>>, const Entropy&) noexcept;    \
  template Result<SharedKey> decapsulate<P>(const DecapsulationKey<P>&, View<ciphertext_size<P>>) noexcept;

LYDITE_MLKEM_INSTANTIATE(MlKem512)
LYDITE_MLKEM_INSTANTIATE(MlKem768)
LYDITE_MLKEM_INSTANTIATE(MlKem1024)

}  // namespace lydite::mlkem
