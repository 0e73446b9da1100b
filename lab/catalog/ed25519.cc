#include "lab/catalog/ed25519.h"

#include <utility>
#include <vector>

#include "lab/catalog/signatures.h"
#include "lab/kat/ed25519_kat.h"

namespace lydite::lab {
namespace {

using sig::Ed25519;

// Signatures are R || S; they are public, and so is what is wrong with them.
std::vector<sig::Malformed> malformed() {
  return {{"verify_bad_r", "one bit wrong in R", [](auto& right, const auto&) { right.signature.front() ^= 1; }, true},
          {"verify_bad_s", "S not below L", [](auto& right, const auto&) { right.signature.back() = 0xFF; }, false},
          {"verify_bad_key", "the public key of another signer",
           [](auto& right, const auto& other) { right.pk = other.pk; }, true},
          {"verify_bad_length", "a signature without its last byte",
           [](auto& right, const auto&) { right.signature.pop_back(); }, false}};
}

constexpr std::uint64_t lengths[] = {32, 4096, 131072, 1048576};
constexpr std::uint64_t shortest[] = {32};

}  // namespace

Algorithm ed25519_algorithm() {
  std::vector<Operation> operations;
  sig::add_keygen<Ed25519>(operations);
  sig::add_public_import<Ed25519>(operations);
  sig::add_private_import<Ed25519>(operations);
  sig::add_signing<Ed25519>(operations, lengths, lengths);
  sig::add_verification<Ed25519>(operations, lengths);
  sig::add_prepared_verification<Ed25519>(operations, lengths);
  sig::add_refusals<Ed25519>(operations, malformed(), shortest);
  return {"ed25519",
          "Ed25519",
          "RFC 8032",
          "lydite",
          Kind::kSignature,
          {{"public key", ed25519::public_key_size},
           {"private key", ed25519::seed_size},
           {"signature", ed25519::signature_size}},
          std::move(operations),
          kat::ed25519_answer(),
          true,
          Ed25519::randomised()};
}

}  // namespace lydite::lab
