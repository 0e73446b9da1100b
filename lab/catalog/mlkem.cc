#include <optional>
#include <span>
#include <utility>

#include "lab/catalog/kem_row.h"
#include "lab/catalog/kems.h"
#include "lab/kat/mlkem_kat.h"
#include "lydite/mlkem.h"
#include "lydite/sha3.h"

namespace lydite::lab {
namespace {

// ML-KEM (FIPS 203) as lab/catalog/kem.h wants a scheme.
template <mlkem::ParameterSet P>
struct MlKem {
  using Seed = mlkem::Seed;
  using Coins = Secret<32>;
  using KeyPair = mlkem::KeyPair<P>;
  using Encapsulation = mlkem::Encapsulation<P>;
  using Ciphertext = mlkem::Ciphertext<P>;
  using PreparedEncapsulationKey = mlkem::PreparedEncapsulationKey<P>;
  using PreparedDecapsulationKey = mlkem::PreparedDecapsulationKey<P>;
  using BatchSecret = mlkem::SharedKey;

  static constexpr char about_keygen[] = "key pair from the seed d || z, both keys encoded";
  static constexpr char about_encaps[] = "from an encoded key and m, with the modulus check";
  static constexpr char about_decaps[] = "of an honest ciphertext from an encoded key, with the hash check";
  static constexpr char about_import_ek[] = "checks of FIPS 203, section 7.2, and expansion of the key";
  static constexpr char about_import_dk[] = "checks of FIPS 203, section 7.3, and expansion of the key";

  static auto& ek(auto& keys) { return keys.ek; }
  static auto& dk(auto& keys) { return keys.dk; }
  static KeyPair keygen(const Seed& dz) { return mlkem::keygen<P>(dz); }
  static auto encapsulate(View<mlkem::encapsulation_key_size<P>> ek, const Coins& m) {
    return mlkem::encapsulate<P>(ek, m);
  }
  static auto encapsulate(const PreparedEncapsulationKey& ek, const Coins& m) { return mlkem::encapsulate<P>(ek, m); }
  static auto decapsulate(const mlkem::DecapsulationKey<P>& dk, const Ciphertext& c) {
    return mlkem::decapsulate<P>(dk, c);
  }
  static auto decapsulate(const PreparedDecapsulationKey& dk, const Ciphertext& c) {
    return mlkem::decapsulate<P>(dk, c);
  }
  static auto import_ek(Message ek) { return PreparedEncapsulationKey::import(ek); }
  static auto import_dk(const mlkem::DecapsulationKey<P>& dk) { return PreparedDecapsulationKey::import(dk.reveal()); }
  static const PreparedEncapsulationKey& encapsulation_key(const PreparedDecapsulationKey& dk) {
    return dk.encapsulation_key();
  }
  static PreparedDecapsulationKey expand(const Seed& dz) { return PreparedDecapsulationKey::expand(dz); }
  static void encapsulate_many(std::span<const mlkem::EncapsulationKey<P>> eks, std::span<const Coins> ms,
                               std::span<Result<Encapsulation>> out) {
    mlkem::encapsulate_many<P>(eks, ms, out);
  }
  static void decapsulate_many(const PreparedDecapsulationKey& dk, std::span<const Ciphertext> cs,
                               std::span<BatchSecret> out) {
    mlkem::decapsulate_many<P>(dk, cs, out);
  }
  static BatchSecret no_secret() { return {}; }

  // J(z || c): algorithm 18, step 7.
  static std::optional<Bytes<32>> refusal(const Seed& dz, const Ciphertext& c) {
    Shake256::Incremental J;
    J.absorb(dz.reveal().template last<32>());
    J.absorb(c);
    Bytes<32> K;
    J.squeeze(K);
    return K;
  }
  static std::vector<Randomised> randomised() {
    const auto encapsulate_randomly = [](const Entropy& source) {
      static const KeyPair keys = keygen(Seed());
      return mlkem::encapsulate<P>(View<mlkem::encapsulation_key_size<P>>(keys.ek), source);
    };
    return {lab::randomised(
                "keygen", [](const Entropy& source) { return mlkem::keygen<P>(source); }, kem::key_octets<MlKem>),
            lab::randomised("encaps", encapsulate_randomly, kem::encapsulation_octets<Encapsulation>)};
  }
  // s_hat and z, not the encapsulation key and its hash between them.
  static Secrets secrets(mlkem::DecapsulationKey<P>& dk) {
    return {dk.fill().template first<mlkem::vector_size<P>>(), dk.fill().template last<32>()};
  }
};

// One wrong bit, at sixteen places from the first byte to the last.
template <mlkem::ParameterSet P>
void flip_one_bit(mlkem::Ciphertext<P>& c, std::size_t j) {
  c[j * (c.size() - 1) / 15] ^= static_cast<std::uint8_t>(1U << j % 8);
}

template <mlkem::ParameterSet P>
Algorithm mlkem_algorithm(std::string id) {
  using S = MlKem<P>;
  std::vector<Operation> operations;
  kem::add_encoded<S>(operations);
  const kem::Malformed<S> one_bit{"", "of a ciphertext with one wrong bit: implicit rejection", flip_one_bit<P>, true};
  kem::add_refusal<S>(operations, one_bit);
  kem::add_import<S>(operations);
  kem::add_prepared<S>(operations);
  kem::add_prepared_refusal<S>(operations, one_bit);
  kem::add_batch_encapsulation<S>(operations);
  kem::add_batch_decapsulation<S>(operations);
  kem::add_handshake<S>(operations);
  return {std::move(id),
          P::name,
          "FIPS 203",
          "lydite",
          Kind::kKem,
          {{"encapsulation key", mlkem::encapsulation_key_size<P>},
           {"decapsulation key", mlkem::decapsulation_key_size<P>},
           {"ciphertext", mlkem::ciphertext_size<P>},
           {"shared key", mlkem::shared_key_size}},
          std::move(operations),
          kat::mlkem_answer<P>(),
          true,
          S::randomised()};
}

}  // namespace

std::vector<Algorithm> mlkem_algorithms() {
  return {mlkem_algorithm<mlkem::MlKem512>("ml-kem-512"), mlkem_algorithm<mlkem::MlKem768>("ml-kem-768"),
          mlkem_algorithm<mlkem::MlKem1024>("ml-kem-1024")};
}

}  // namespace lydite::lab
