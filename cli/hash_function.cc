#include "cli/hash_function.h"

#include <algorithm>

#include "lydite/sha2.h"
#include "lydite/sha3.h"

namespace lydite::cli {
namespace {

template <class Hash>
void digest(MessageFile& message, std::span<std::uint8_t> out) {
  typename Hash::Incremental hash;
  message.feed(hash);
  if constexpr (requires { hash.squeeze(out); }) {
    hash.squeeze(out);
  } else {
    std::ranges::copy(hash.finish(), out.begin());
  }
}

}  // namespace

const std::vector<HashFunction>& hash_functions() {
  using enum mldsa::PreHash;
  static const std::vector<HashFunction> all = {
      {"sha256", 32, false, kSha2_256, digest<Sha256>},
      {"sha384", 48, false, kSha2_384, digest<Sha384>},
      {"sha512", 64, false, kSha2_512, digest<Sha512>},
      {"sha512-256", 32, false, kSha2_512_256, digest<Sha512_256>},
      {"sha3-224", 28, false, kSha3_224, digest<Sha3_224>},
      {"sha3-256", 32, false, kSha3_256, digest<Sha3_256>},
      {"sha3-384", 48, false, kSha3_384, digest<Sha3_384>},
      {"sha3-512", 64, false, kSha3_512, digest<Sha3_512>},
      {"shake128", 32, true, kShake128, digest<Shake128>},
      {"shake256", 64, true, kShake256, digest<Shake256>},
  };
  return all;
}

std::vector<std::string> names_of(const std::vector<HashFunction>& functions) {
  std::vector<std::string> names;
  for (const HashFunction& function : functions) names.push_back(function.name);
  return names;
}

}  // namespace lydite::cli
