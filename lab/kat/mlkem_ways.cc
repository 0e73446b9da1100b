// This library's ML-KEM, by every way it offers.
#include <algorithm>
#include <array>

#include "lab/kat/mlkem_kat.h"

namespace lydite::lab::kat {
namespace {

using namespace mlkem;

Octets octets(Message bytes) { return {bytes.begin(), bytes.end()}; }

std::optional<Octets> secret(Result<SharedKey> key) {
  if (!key) return std::nullopt;
  return octets(key->reveal());
}

template <ParameterSet P>
std::optional<KemEncapsulation> encapsulation(const Result<Encapsulation<P>>& sent) {
  if (!sent) return std::nullopt;
  return KemEncapsulation{octets(sent->c), octets(sent->K.reveal())};
}

// --- On encoded keys -----------------------------------------------------------------------------------------------

template <ParameterSet P>
std::optional<KemKeys> keygen_encoded(Message seed) {
  const auto dz = exactly<seed_size>(seed);
  if (!dz) return std::nullopt;
  const KeyPair<P> keys = keygen<P>(Seed(*dz));
  return KemKeys{octets(keys.ek), octets(keys.dk.reveal())};
}

template <ParameterSet P>
std::optional<KemEncapsulation> encapsulate_encoded(Message ek, Message m) {
  const auto key = exactly<encapsulation_key_size<P>>(ek);
  const auto randomness = exactly<32>(m);
  if (!key || !randomness) return std::nullopt;
  return encapsulation<P>(encapsulate<P>(*key, Secret<32>(*randomness)));
}

template <ParameterSet P>
std::optional<Octets> decapsulate_encoded(Message dk, Message c) {
  const auto key = exactly<decapsulation_key_size<P>>(dk);
  const auto ciphertext = exactly<ciphertext_size<P>>(c);
  if (!key || !ciphertext) return std::nullopt;
  return secret(decapsulate<P>(DecapsulationKey<P>(*key), *ciphertext));
}

// --- On prepared keys ----------------------------------------------------------------------------------------------

template <ParameterSet P>
std::optional<KemEncapsulation> encapsulate_prepared(Message ek, Message m) {
  const auto key = PreparedEncapsulationKey<P>::import(ek);
  const auto randomness = exactly<32>(m);
  if (!key || !randomness) return std::nullopt;
  return encapsulation<P>(encapsulate<P>(*key, Secret<32>(*randomness)));
}

template <ParameterSet P>
std::optional<Octets> decapsulate_prepared(Message dk, Message c) {
  const auto key = PreparedDecapsulationKey<P>::import(dk);
  const auto ciphertext = exactly<ciphertext_size<P>>(c);
  if (!key || !ciphertext) return std::nullopt;
  return octets(decapsulate<P>(*key, *ciphertext).reveal());
}

// --- In batches: the case in question in one place, other cases beside it ------------------------------------------

constexpr std::size_t batch_size = 5;

template <ParameterSet P>
std::optional<KemEncapsulation> encapsulate_batch(Message ek, Message m) {
  const auto key = exactly<encapsulation_key_size<P>>(ek);
  const auto randomness = exactly<32>(m);
  if (!key || !randomness) return std::nullopt;
  const std::size_t place = randomness->front() % batch_size;
  std::vector<EncapsulationKey<P>> keys(batch_size);
  std::vector<Secret<32>> ms(batch_size);
  for (std::size_t i = 0; i < batch_size; ++i) {
    std::ranges::copy(*key, keys[i].begin());
    std::ranges::copy(*randomness, ms[i].fill().begin());
    if (i != place) ms[i].fill()[i] ^= 0xFF;
  }
  std::vector<Result<Encapsulation<P>>> sent;
  for (std::size_t i = 0; i < batch_size; ++i) sent.emplace_back(Error::kEntropy);
  encapsulate_many<P>(keys, ms, sent);
  return encapsulation<P>(sent[place]);
}

template <ParameterSet P>
std::optional<Octets> decapsulate_batch(Message dk, Message c) {
  const auto key = PreparedDecapsulationKey<P>::import(dk);
  const auto ciphertext = exactly<ciphertext_size<P>>(c);
  if (!key || !ciphertext) return std::nullopt;
  const std::size_t place = ciphertext->front() % batch_size;
  std::vector<Ciphertext<P>> cs(batch_size);
  for (std::size_t i = 0; i < batch_size; ++i) {
    std::ranges::copy(*ciphertext, cs[i].begin());
    if (i != place) cs[i][i] ^= 0xFF;
  }
  std::vector<SharedKey> keys(batch_size);
  decapsulate_many<P>(*key, cs, keys);
  return octets(keys[place].reveal());
}

// --- In two halves -------------------------------------------------------------------------------------------------

template <ParameterSet P>
std::optional<KemEncapsulation> encapsulate_halves(Message ek, Message m) {
  const auto key = exactly<encapsulation_key_size<P>>(ek);
  const auto randomness = exactly<32>(m);
  if (!key || !randomness) return std::nullopt;
  const EncapsulationKeyHeader public_half = header<P>(*key);
  const FirstHalf<P> first = encapsulate_first<P>(public_half, Secret<32>(*randomness));
  const auto second = encapsulate_second<P>(public_half, first.state, vector<P>(*key));
  if (!second) return std::nullopt;
  KemEncapsulation sent{octets(first.c1), octets(first.K.reveal())};
  sent.c.insert(sent.c.end(), second->begin(), second->end());
  return sent;
}

// From the seed to a prepared key, without an encoded one between: compared with the encoded key.
template <ParameterSet P>
std::optional<KemKeys> keygen_prepared(Message seed) {
  const auto dz = exactly<seed_size>(seed);
  if (!dz) return std::nullopt;
  const auto key = PreparedDecapsulationKey<P>::expand(Seed(*dz));
  auto keys = keygen_encoded<P>(seed);
  keys->ek = octets(key.encapsulation_key().encoded());
  return keys;
}

}  // namespace

template <ParameterSet P>
std::vector<KemWay> mlkem_ways() {
  const auto accepts_ek = [](Message ek) { return check_encapsulation_key<P>(ek).has_value(); };
  const auto accepts_dk = [](Message dk) { return check_decapsulation_key<P>(dk).has_value(); };
  const auto imports_ek = [](Message ek) { return PreparedEncapsulationKey<P>::import(ek).has_value(); };
  const auto imports_dk = [](Message dk) { return PreparedDecapsulationKey<P>::import(dk).has_value(); };
  return {{"encoded", keygen_encoded<P>, encapsulate_encoded<P>, decapsulate_encoded<P>, accepts_ek, accepts_dk},
          {"prepared", keygen_prepared<P>, encapsulate_prepared<P>, decapsulate_prepared<P>, imports_ek, imports_dk},
          {"batch", {}, encapsulate_batch<P>, decapsulate_batch<P>, {}, {}},
          {"halves", {}, encapsulate_halves<P>, {}, {}, {}}};
}

template <ParameterSet P>
Answer mlkem_answer() {
  return kem_answer(P::name, mlkem_ways<P>());
}

template std::vector<KemWay> mlkem_ways<MlKem512>();
template std::vector<KemWay> mlkem_ways<MlKem768>();
template std::vector<KemWay> mlkem_ways<MlKem1024>();
template Answer mlkem_answer<MlKem512>();
template Answer mlkem_answer<MlKem768>();
template Answer mlkem_answer<MlKem1024>();

}  // namespace lydite::lab::kat
