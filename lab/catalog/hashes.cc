// The hash functions beside FIPS 202.
#include <utility>
#include <vector>

#include "lab/catalog/hash.h"
#include "lab/catalog/hashes.h"
#include "lab/kat/blake2_kat.h"
#include "lab/kat/sha2_kat.h"
#include "lydite/blake2.h"
#include "lydite/sha2.h"

namespace lydite::lab {
namespace {

// SHA-2 as lab/catalog/hash.h wants a function.
template <class Sha2>
struct Sha2Of {
  using Output = typename Sha2::Digest;
  struct Incremental : Sha2::Incremental {
    void squeeze(Output& out) { out = this->finish(); }
  };
  static void hash(Message message, Output& out) { out = Sha2::hash(message); }
};

template <std::size_t DigestSize>
struct Blake2bOf {
  using Output = Bytes<DigestSize>;
  struct Incremental {
    Blake2b state = expect(Blake2b::begin(DigestSize));
    void absorb(Message piece) { state.absorb(piece); }
    void squeeze(Output& out) { state.finish(out); }
  };
  static void hash(Message message, Output& out) { (void)Blake2b::hash(message, out); }
};

template <std::size_t OutputSize>
struct Blake2XbOf {
  using Output = Bytes<OutputSize>;
  // The output in two pieces.
  struct Incremental {
    Blake2Xb state = expect(Blake2Xb::begin(OutputSize));
    void absorb(Message piece) { state.absorb(piece); }
    void squeeze(Output& out) {
      (void)state.squeeze(std::span(out).template first<OutputSize / 3>());
      (void)state.squeeze(std::span(out).template subspan<OutputSize / 3>());
    }
  };
  static void hash(Message message, Output& out) {
    auto state = Blake2Xb::begin(OutputSize);
    state->absorb(message);
    (void)state->squeeze(out);
  }
};

template <class Function>
std::vector<Operation> operations() {
  std::vector<Operation> all;
  for (const std::uint64_t size : few_hash_sizes) all.push_back(hash_operation<Function, 1>(size));
  return all;
}

}  // namespace

std::vector<Algorithm> more_hash_algorithms() {
  return {hash_algorithm({"sha256", "SHA-256", "FIPS 180-4"}, Kind::kHash, 32, operations<Sha2Of<Sha256>>(),
                         kat::sha2_answer("SHA256")),
          hash_algorithm({"sha512", "SHA-512", "FIPS 180-4"}, Kind::kHash, 64, operations<Sha2Of<Sha512>>(),
                         kat::sha2_answer("SHA512")),
          hash_algorithm({"sha512-256", "SHA-512/256", "FIPS 180-4"}, Kind::kHash, 32, operations<Sha2Of<Sha512_256>>(),
                         kat::sha2_answer("SHA512-256")),
          hash_algorithm({"blake2b-256", "BLAKE2b-256", "RFC 7693"}, Kind::kHash, 32, operations<Blake2bOf<32>>(),
                         kat::blake2b_answer()),
          hash_algorithm({"blake2xb", "BLAKE2Xb", "BLAKE2X"}, Kind::kXof, 96, operations<Blake2XbOf<96>>(),
                         kat::blake2xb_answer())};
}

}  // namespace lydite::lab
