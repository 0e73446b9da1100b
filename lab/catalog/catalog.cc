#include <span>
#include <utility>

#include "lab/algorithm.h"
#include "lab/catalog/hash.h"
#include "lab/catalog/hashes.h"
#include "lab/catalog/kems.h"
#include "lab/catalog/kernels.h"
#include "lab/catalog/rulers.h"
#include "lab/catalog/signatures.h"
#include "lab/kat/sha2_kat.h"

namespace lydite::lab {
namespace {

template <class Function>
std::vector<Operation> few_hash_operations() {
  return hash_operations<Function>(few_hash_sizes, {}, {});
}

// With HMAC on top.
Algorithm sha3_256() {
  auto operations = hash_operations<DigestOf<Sha3_256>>(hash_sizes, four_hash_sizes, eight_hash_sizes);
  return hash_algorithm({"sha3-256", "SHA3-256", "FIPS 202"}, Kind::kHash, 32, std::move(operations),
                        either(kat::sha3_answer("SHA3-256"), kat::hmac_sha3_answer()));
}

std::vector<Algorithm> make_catalog() {
  std::vector<Algorithm> rows = {
      hash_algorithm("sha3-224", "SHA3-224", Kind::kHash, 28, few_hash_operations<DigestOf<Sha3_224>>()),
      sha3_256(),
      hash_algorithm("sha3-384", "SHA3-384", Kind::kHash, 48, few_hash_operations<DigestOf<Sha3_384>>()),
      hash_algorithm("sha3-512", "SHA3-512", Kind::kHash, 64, few_hash_operations<DigestOf<Sha3_512>>()),
      hash_algorithm("shake128", "SHAKE128", Kind::kXof, 32, few_hash_operations<OutputOf<Shake128, 32>>()),
      hash_algorithm("shake256", "SHAKE256", Kind::kXof, 64, few_hash_operations<OutputOf<Shake256, 64>>()),
  };
  for (auto more : {more_hash_algorithms(), mlkem_algorithms(), hybrid_algorithms(), mldsa_algorithms(),
                    std::vector{ed25519_algorithm()}, composite_algorithms(), std::vector{x25519_algorithm()},
                    std::vector{mlkem_kernels(), mldsa_kernels()}, keccak_kernels(), ruler_algorithms()}) {
    for (Algorithm& row : more) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

const std::vector<Algorithm>& catalog() {
  static const std::vector<Algorithm> rows = make_catalog();
  return rows;
}

}  // namespace lydite::lab
