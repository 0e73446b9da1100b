// Import of keys with the checks of FIPS 203, section 7, and operations on prepared keys.
#include <utility>

#include "lydite/mlkem.h"
#include "src/mlkem/internal.h"
#include "src/mlkem/key_generation.h"

namespace lydite::mlkem {

template <class P>
Result<void> check_encapsulation_key(Message ek) noexcept {
  const auto bytes = exactly<encapsulation_key_size<P>>(ek);
  if (!bytes) return bytes.error();
  alignas(64) std::array<Polynomial, P::k> t_hat;
  if (!decode_vector<P>(vector<P>(*bytes), t_hat.data())) return Error::kNonCanonical;
  return {};
}

template <class P>
Result<void> check_decapsulation_key(Message dk) noexcept {
  const auto bytes = exactly<decapsulation_key_size<P>>(dk);
  if (!bytes) return bytes.error();
  const KeyParts<P> parts(*bytes);
  declassify(parts.ek);  // the public key,
  declassify(parts.h);   // and its hash
  if (!std::ranges::equal(header<P>(parts.ek).h, parts.h)) return Error::kKeyHashMismatch;
  return {};
}

template <ParameterSet P>
Result<void> Internal<P>::import(View<encapsulation_key_size<P>> ek, EncapsulationKeyParts& key) noexcept {
  if (!decode_vector<P>(vector<P>(ek), key.t_hat_.data())) return Error::kNonCanonical;
  copy<encapsulation_key_size<P>>(ek, key.ek_);
  Lanes lanes;
  Encryption<P> hashes(lanes);
  hashes.hash_key(ek);
  hashes.expand_matrix(rho<P>(ek), key.A_hat_.data());
  lanes.run();
  key.h_ = hashes.hash();
  return {};
}

template <ParameterSet P>
Result<PreparedEncapsulationKey<P>> Internal<P>::import_encapsulation_key(Message ek) noexcept {
  const auto bytes = exactly<encapsulation_key_size<P>>(ek);
  if (!bytes) return bytes.error();
  EncapsulationKeyParts key;
  if (const auto imported = import(*bytes, key); !imported) return imported.error();
  return Result<EncapsulationKeyParts>(std::move(key));
}

template <ParameterSet P>
Result<PreparedDecapsulationKey<P>> Internal<P>::import_decapsulation_key(Message dk) noexcept {
  const auto bytes = exactly<decapsulation_key_size<P>>(dk);
  if (!bytes) return bytes.error();
  const KeyParts<P> parts(*bytes);
  declassify(parts.ek);  // the public key,
  declassify(parts.h);   // and its hash
  DecapsulationKeyParts key;
  if (const auto imported = import(parts.ek, key.ek_); !imported) return imported.error();
  if (!std::ranges::equal(key.ek_.h_, parts.h)) return Error::kKeyHashMismatch;
  decode_vector<P>(parts.s_hat, key.s_hat_.data());
  copy<32>(parts.z, key.z_);
  return Result<DecapsulationKeyParts>(std::move(key));
}

template <ParameterSet P>
PreparedDecapsulationKey<P> Internal<P>::expand(const Seed& dz) noexcept {
  DecapsulationKeyParts key;
  EncapsulationKeyParts& ek = key.ek_;
  KeyGeneration<P> generation(ek.A_hat_.data(), key.s_hat_.data(), ek.ek_);
  generation.run(dz.reveal().first<32>());
  ek.h_ = generation.hash();
  decode_vector<P>(vector<P>(ek.ek_), ek.t_hat_.data());
  copy<32>(dz.reveal().last<32>(), key.z_);
  return key;
}

template <ParameterSet P>
void Internal<P>::wipe(DecapsulationKeyParts& key) noexcept {
  lydite::wipe({reinterpret_cast<std::uint8_t*>(key.s_hat_.data()), sizeof key.s_hat_});
  lydite::wipe(key.z_);
}

template <ParameterSet P>
void Internal<P>::move(DecapsulationKeyParts& from, DecapsulationKeyParts& to) noexcept {
  if (&from == &to) return;
  to.ek_ = from.ek_;
  to.s_hat_ = from.s_hat_;
  to.z_ = from.z_;
  wipe(from);
}

template <ParameterSet P>
Result<PreparedEncapsulationKey<P>> PreparedEncapsulationKey<P>::import(Message ek) noexcept {
  return Internal<P>::import_encapsulation_key(ek);
}
template <ParameterSet P>
Result<PreparedDecapsulationKey<P>> PreparedDecapsulationKey<P>::import(Message dk) noexcept {
  return Internal<P>::import_decapsulation_key(dk);
}
template <ParameterSet P>
PreparedDecapsulationKey<P> PreparedDecapsulationKey<P>::expand(const Seed& dz) noexcept {
  return Internal<P>::expand(dz);
}
template <ParameterSet P>
PreparedDecapsulationKey<P>::PreparedDecapsulationKey(PreparedDecapsulationKey&& other) noexcept {
  Internal<P>::move(other, *this);
}
template <ParameterSet P>
PreparedDecapsulationKey<P>& PreparedDecapsulationKey<P>::operator=(PreparedDecapsulationKey&& other) noexcept {
  Internal<P>::move(other, *this);
  return *this;
}
template <ParameterSet P>
PreparedDecapsulationKey<P>::~PreparedDecapsulationKey() {
  Internal<P>::wipe(*this);
}

template <class P>
Encapsulation<P> encapsulate(const PreparedEncapsulationKey<P>& ek, const Secret<32>& m) noexcept {
  Lanes lanes;
  Encryption<P> encryption(lanes);
  encryption.derive(m.reveal(), ek.hash());
  lanes.run();
  return encapsulation(encryption, m, Internal<P>::A_hat(ek), Internal<P>::t_hat(ek));
}

template <class P>
Result<Encapsulation<P>> encapsulate(const PreparedEncapsulationKey<P>& ek, const Entropy& entropy) noexcept {
  Secret<32> m;
  if (const auto filled = entropy.fill(m.fill()); !filled) return filled.error();
  return encapsulate<P>(ek, m);
}

template <class P>
SharedKey decapsulate(const PreparedDecapsulationKey<P>& dk, View<ciphertext_size<P>> c) noexcept {
  const PreparedEncapsulationKey<P>& ek = dk.encapsulation_key();
  Secret<32> m_prime;
  Decryption<P>().run(Internal<P>::s_hat(dk), c, m_prime.fill());
  Lanes lanes;
  Encryption<P> encryption(lanes);
  encryption.reject(Internal<P>::z(dk), c);
  encryption.derive(m_prime.reveal(), ek.hash());
  lanes.run();
  Secret<ciphertext_size<P>> c_prime;
  encryption.compute(m_prime.reveal(), Internal<P>::A_hat(ek), Internal<P>::t_hat(ek), c_prime.fill());
  return choose_key<P>(encryption, c, c_prime.reveal());
}

#define LYDITE_MLKEM_INSTANTIATE(P)                                                                              \
  template Result<void> check_encapsulation_key<P>(Message) noexcept;                                            \
  template Result<void> check_decapsulation_key<P>(Message) noexcept;                                            \
  template class PreparedEncapsulationKey<P>;                                                                    \
  template class PreparedDecapsulationKey<P>;                                                                    \
  template Encapsulation<P> encapsulate<P>(const PreparedEncapsulationKey<P>&, const Secret<32>&) noexcept;      \
  template Result<Encapsulation<P>> encapsulate<P>(const PreparedEncapsulationKey<P>&, const Entropy&) noexcept; \
  template SharedKey decapsulate<P>(const PreparedDecapsulationKey<P>&, View<ciphertext_size<P>>) noexcept;

LYDITE_MLKEM_INSTANTIATE(MlKem512)
LYDITE_MLKEM_INSTANTIATE(MlKem768)
LYDITE_MLKEM_INSTANTIATE(MlKem1024)

}  // namespace lydite::mlkem
