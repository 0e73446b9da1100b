#include "lab/catalog/composite.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lab/catalog/signatures.h"
#include "lab/kat/composite_kat.h"

namespace lydite::lab {
namespace {

constexpr std::size_t first_size = mldsa::signature_size<composite::MlDsa>;

// --- Malformed signatures: c_tilde || z || hints of ML-DSA, then R || S of
// Ed25519 ----------------------------------

using sig::Presented;

void wrong_first(Presented& right, const Presented&) { right.signature.front() ^= 1; }
void wrong_second(Presented& right, const Presented&) { right.signature[first_size] ^= 1; }
void wrong_both(Presented& right, const Presented& other) {
  wrong_first(right, other);
  wrong_second(right, other);
}
// What cannot be decoded, where most verifiers stop early.
void too_many_hints(Presented& right, const Presented&) { right.signature[first_size - 1] = 255; }
void large_z(Presented& right, const Presented&) {
  std::fill_n(right.signature.begin() + mldsa::challenge_size<composite::MlDsa>, 3, 0);
}
void large_s(Presented& right, const Presented&) { right.signature.back() = 0xFF; }
void undecodable(Presented& right, const Presented& other) {
  too_many_hints(right, other);
  large_s(right, other);
}
void other_key(Presented& right, const Presented& other) { right.pk = other.pk; }

std::vector<sig::Malformed> components() {
  return {{"verify_bad_first", "the half of ML-DSA wrong in one bit", wrong_first, true},
          {"verify_bad_second", "the half of Ed25519 wrong in one bit", wrong_second, true},
          {"verify_bad_both", "both halves wrong in one bit", wrong_both, true}};
}
std::vector<sig::Malformed> encodings() {
  return {{"verify_bad_first_hint", "a half of ML-DSA with more hints than omega", too_many_hints, true},
          {"verify_bad_first_z", "a half of ML-DSA with the norm of z too large", large_z, true},
          {"verify_bad_second_s", "a half of Ed25519 with S not below L", large_s, true},
          {"verify_bad_both_encodings", "neither half decodable", undecodable, true},
          {"verify_bad_key", "the public key of another signer", other_key, true}};
}

constexpr std::uint64_t lengths[] = {4096, 131072, 1048576, 8388608};
constexpr std::uint64_t prepared_lengths[] = {4096, 131072};

template <composite::Framing F>
Algorithm composite_algorithm(std::string id, std::string title, std::string specification) {
  using S = sig::Composite<F>;
  std::vector<Operation> operations;
  sig::add_keygen<S>(operations);
  sig::add_public_import<S>(operations);
  sig::add_private_import<S>(operations);
  sig::add_signing<S>(operations, lengths, prepared_lengths);
  sig::add_verification<S>(operations, lengths);
  sig::add_prepared_verification<S>(operations, prepared_lengths);
  sig::add_batch_verification<S>(operations, prepared_lengths);
  sig::add_refusals<S>(operations, components(), lengths);
  sig::add_refusals<S>(operations, encodings(), prepared_lengths);
  return {std::move(id),
          std::move(title),
          std::move(specification),
          "lydite",
          Kind::kSignature,
          {{"public key", composite::public_key_size},
           {"private key", composite::private_key_size},
           {"signature", composite::signature_size}},
          std::move(operations),
          kat::composite_answer<F>(),
          true,
          S::randomised()};
}

}  // namespace

std::vector<Algorithm> composite_algorithms() {
  return {composite_algorithm<composite::FogMlDsa65Ed25519>("fog-mldsa65-ed25519", "ML-DSA-65 + Ed25519, FOG framing",
                                                            "FOG benchmark baseline, section 4.1"),
          composite_algorithm<composite::MlDsa65Ed25519Sha512>("mldsa65-ed25519-sha512", "ML-DSA-65 + Ed25519, LAMPS",
                                                               "draft-ietf-lamps-pq-composite-sigs-19")};
}

}  // namespace lydite::lab
