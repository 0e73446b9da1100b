#include "lab/catalog/mldsa.h"

#include <utility>

#include "lab/catalog/signatures.h"
#include "lab/kat/mldsa_kat.h"

namespace lydite::lab {
namespace {

constexpr std::uint64_t all_lengths[] = {32, 4096, 131072, 1048576, 8388608};
constexpr std::uint64_t few_lengths[] = {32, 4096, 131072};
constexpr std::uint64_t shortest[] = {32};

// Signatures are public, and so is what is wrong with them: a decoder may stop at the first fault. One that decodes
// must take the time of a valid one.
template <mldsa::ParameterSet P>
std::vector<sig::Malformed> malformed() {
  using S = sig::MlDsa<P>;
  return {{"verify_bad_byte_first", "one bit wrong in c_tilde", S::flip_first, true},
          {"verify_bad_byte_middle", "one bit wrong in z", S::flip_middle, true},
          {"verify_bad_byte_last", "one bit wrong in the number of hints", S::flip_last, false},
          {"verify_bad_hint", "more hints than omega", S::too_many_hints, false},
          {"verify_bad_z", "the norm of z too large", S::large_z, false},
          {"verify_bad_key", "the public key of another signer", S::other_key, true},
          {"verify_bad_length", "a signature without its last byte", S::shorten, false}};
}

template <mldsa::ParameterSet P>
Algorithm mldsa_algorithm(std::string id, sig::Lengths lengths) {
  using S = sig::MlDsa<P>;
  std::vector<Operation> operations;
  sig::add_keygen<S>(operations);
  sig::add_public_import<S>(operations);
  sig::add_private_import<S>(operations);
  sig::add_signing<S>(operations, lengths, shortest);
  sig::add_verification<S>(operations, lengths);
  sig::add_prepared_verification<S>(operations, shortest);
  sig::add_batch_verification<S>(operations, shortest);
  sig::add_refusals<S>(operations, malformed<P>(), shortest);
  return {std::move(id),
          P::name,
          "FIPS 204",
          "lydite",
          Kind::kSignature,
          {{"public key", mldsa::public_key_size<P>},
           {"private key", mldsa::private_key_size<P>},
           {"seed", mldsa::seed_size},
           {"signature", mldsa::signature_size<P>}},
          std::move(operations),
          kat::mldsa_answer<P>(),
          true,
          S::randomised()};
}

}  // namespace

std::vector<Algorithm> mldsa_algorithms() {
  return {mldsa_algorithm<mldsa::MlDsa44>("ml-dsa-44", few_lengths),
          mldsa_algorithm<mldsa::MlDsa65>("ml-dsa-65", all_lengths),
          mldsa_algorithm<mldsa::MlDsa87>("ml-dsa-87", few_lengths)};
}

}  // namespace lydite::lab
