// SHA-2 from libcrypto: the interface that works in memory of the caller, which OpenSSL 3 keeps but calls deprecated.
#define OPENSSL_SUPPRESS_DEPRECATED
#include "lydite/sha2.h"

#include <openssl/sha.h>

#include <algorithm>
#include <type_traits>

#include "src/base/ct.h"

namespace lydite {
namespace {

static_assert(sizeof(SHA256_CTX) == 112 && sizeof(SHA512_CTX) == 216);

template <std::size_t Size>
auto* context_of(Bytes<Size>& bytes) noexcept {
  using Context = std::conditional_t<Size == sizeof(SHA256_CTX), SHA256_CTX, SHA512_CTX>;
  return reinterpret_cast<Context*>(bytes.data());
}

// FIPS 180-4, section 5.3.6.2.
constexpr std::uint64_t sha512_256_iv[8] = {0x22312194FC2BF72C, 0x9F555FA3C84C64C2, 0x2393B86B6F53B151,
                                            0x963877195940EABD, 0x96283EE2A88EFFE3, 0xBE5E1E2553863992,
                                            0x2B0199FC2C85B8AA, 0x0EB72DDC81C52CA2};

}  // namespace

template <std::size_t DigestSize, std::size_t BlockSize>
Sha2<DigestSize, BlockSize>::Incremental::Incremental() noexcept {
  if constexpr (BlockSize == 64) {
    SHA256_Init(context_of(context_));
  } else if constexpr (DigestSize == 48) {
    SHA384_Init(context_of(context_));
  } else {
    SHA512_Init(context_of(context_));
    if constexpr (DigestSize == 32) {
      std::copy(std::begin(sha512_256_iv), std::end(sha512_256_iv), context_of(context_)->h);
      context_of(context_)->md_len = DigestSize;
    }
  }
}

template <std::size_t DigestSize, std::size_t BlockSize>
void Sha2<DigestSize, BlockSize>::Incremental::absorb(Message piece) noexcept {
  if constexpr (BlockSize == 64) {
    SHA256_Update(context_of(context_), piece.data(), piece.size());
  } else {
    SHA512_Update(context_of(context_), piece.data(), piece.size());
  }
}

template <std::size_t DigestSize, std::size_t BlockSize>
auto Sha2<DigestSize, BlockSize>::Incremental::finish() noexcept -> Digest {
  Digest digest;
  if constexpr (BlockSize == 64) {
    SHA256_Final(digest.data(), context_of(context_));
  } else {
    SHA512_Final(digest.data(), context_of(context_));
  }
  return digest;
}

template <std::size_t DigestSize, std::size_t BlockSize>
auto Sha2<DigestSize, BlockSize>::hash(Message message) noexcept -> Digest {
  Incremental state;
  state.absorb(message);
  return state.finish();
}

bool is_right_tag(Message expected, Message tag) noexcept {
  if (expected.size() != tag.size()) return false;
  auto same = equal(expected, tag).bits();
  declassify({&same, 1});
  return same != 0;
}

template struct Sha2<32, 64>;
template struct Sha2<48, 128>;
template struct Sha2<64, 128>;
template struct Sha2<32, 128>;

}  // namespace lydite
