#include "lab/catalog/hybrid.h"

#include <string>
#include <utility>
#include <vector>

#include "lab/catalog/kems.h"
#include "lab/kat/hybrid_kat.h"

namespace lydite::lab {
namespace {

void flip_one_bit(std::span<std::uint8_t> part, std::size_t j) {
  part[j * (part.size() - 1) / 15] ^= static_cast<std::uint8_t>(1U << j % 8);
}

template <hybrid::Scheme S>
std::span<std::uint8_t> mlkem_part(hybrid::Ciphertext& c) {
  return std::span(c).subspan(kem::mlkem_offset<S>, mlkem::ciphertext_size<hybrid::MlKem>);
}
template <hybrid::Scheme S>
std::span<std::uint8_t> x25519_part(hybrid::Ciphertext& c) {
  return std::span(c).subspan(kem::x25519_offset<S>, 32);
}

// Every string is a point, but for a few of low order, which are an error: here zero.
template <hybrid::Scheme S>
std::vector<kem::Malformed<kem::Hybrid<S>>> malformed() {
  return {{"_mlkem", "one bit wrong in the part of ML-KEM: implicit rejection",
           [](hybrid::Ciphertext& c, std::size_t j) { flip_one_bit(mlkem_part<S>(c), j); }, true},
          {"_x25519", "one bit wrong in the part of X25519: another point",
           [](hybrid::Ciphertext& c, std::size_t j) { flip_one_bit(x25519_part<S>(c), j); }, true},
          {"_both", "one bit wrong in both parts",
           [](hybrid::Ciphertext& c, std::size_t j) {
             flip_one_bit(mlkem_part<S>(c), j);
             flip_one_bit(x25519_part<S>(c), j);
           },
           true},
          {"_low_order", "the part of X25519 of low order: an error, after all the work",
           [](hybrid::Ciphertext& c, std::size_t) { std::ranges::fill(x25519_part<S>(c), std::uint8_t{0}); }, true}};
}

template <hybrid::Scheme S>
Algorithm hybrid_algorithm(std::string id, std::string specification) {
  using Adapter = kem::Hybrid<S>;
  std::vector<Operation> operations;
  kem::add_encoded<Adapter>(operations);
  kem::add_import<Adapter>(operations);
  kem::add_prepared<Adapter>(operations);
  kem::add_batch_decapsulation<Adapter>(operations);
  for (const auto& one : malformed<S>()) {
    kem::add_refusal(operations, one);
    kem::add_prepared_refusal(operations, one);
  }
  kem::add_handshake<Adapter>(operations);
  return {std::move(id),
          S::name,
          std::move(specification),
          "lydite",
          Kind::kKem,
          {{"encapsulation key", hybrid::public_key_size},
           {"decapsulation key", S::private_key_size},
           {"ciphertext", hybrid::ciphertext_size},
           {"shared key", 32}},
          std::move(operations),
          kat::hybrid_answer<S>(),
          true,
          Adapter::randomised()};
}

Algorithm dh_algorithm() {
  using Adapter = kem::Dh;
  std::vector<Operation> operations;
  kem::add_encoded<Adapter>(operations);
  kem::add_prepared<Adapter>(operations);
  const kem::Malformed<Adapter> wrong{"", "of another point", [](Bytes<32>& c, std::size_t j) { flip_one_bit(c, j); },
                                      true};
  kem::add_refusal(operations, wrong);
  kem::add_prepared_refusal(operations, wrong);
  kem::add_refusal(operations, kem::Malformed<Adapter>{"_low_order", "of a point of low order: an error",
                                                       [](Bytes<32>& c, std::size_t) { c.fill(0); }, false});
  return {"x25519-kem",
          "X25519 as a KEM",
          "hashed ElGamal with BLAKE2Xb (hpqc)",
          "lydite",
          Kind::kKem,
          {{"encapsulation key", 32}, {"decapsulation key", 32}, {"ciphertext", 32}, {"shared key", 32}},
          std::move(operations),
          kat::dh_answer(),
          true,
          Adapter::randomised()};
}

}  // namespace

std::vector<Algorithm> hybrid_algorithms() {
  return {dh_algorithm(),
          hybrid_algorithm<hybrid::MlKem768X25519>("mlkem768-x25519", "hpqc, split-PRF combiner splitprf-v1"),
          hybrid_algorithm<hybrid::XWing>("x-wing", "draft-connolly-cfrg-xwing-kem-10")};
}

}  // namespace lydite::lab
