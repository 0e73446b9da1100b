#include "lab/catalog/rulers.h"

#include <gcrypt.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "lab/catalog/hash.h"
#include "lab/catalog/operation.h"
#include "lab/kat/sha3_kat.h"
#include "lab/kat/x25519_kat.h"
#include "lydite/result.h"

namespace lydite::lab {
namespace {

void require(bool done, const char* what) {
  if (!done) throw std::runtime_error(std::string("cannot prepare ") + what);
}

template <auto free>
struct Free {
  template <class T>
  void operator()(T* object) const {
    free(object);
  }
};
using Digest = std::unique_ptr<EVP_MD, Free<EVP_MD_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, Free<EVP_MD_CTX_free>>;
using Key = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, Free<EVP_PKEY_CTX_free>>;

// --- SHA3-256 ---------------------------------------------------------------------------------------------------

// The algorithm is fetched and the context made once.
class LibcryptoSha3 {
 public:
  LibcryptoSha3() : digest_(EVP_MD_fetch(nullptr, "SHA3-256", nullptr)), context_(EVP_MD_CTX_new()) {
    require(digest_ && context_ && EVP_DigestInit_ex2(context_.get(), digest_.get(), nullptr) == 1,
            "SHA3-256 of libcrypto");
  }
  bool hash(Message message, Bytes<32>& out) {
    return EVP_DigestInit_ex2(context_.get(), nullptr, nullptr) == 1 &&
           EVP_DigestUpdate(context_.get(), message.data(), message.size()) == 1 &&
           EVP_DigestFinal_ex(context_.get(), out.data(), nullptr) == 1;
  }

 private:
  Digest digest_;
  DigestContext context_;
};

std::string libgcrypt_version() {
  const char* version = gcry_check_version(nullptr);
  if (gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P) == 0) gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
  return std::string("libgcrypt ") + version;
}

// The handle is opened once and reset for each message.
class LibgcryptSha3 {
 public:
  LibgcryptSha3() {
    libgcrypt_version();
    require(gcry_md_open(&handle_, GCRY_MD_SHA3_256, 0) == 0, "SHA3-256 of libgcrypt");
  }
  ~LibgcryptSha3() { gcry_md_close(handle_); }
  LibgcryptSha3(const LibgcryptSha3&) = delete;
  LibgcryptSha3& operator=(const LibgcryptSha3&) = delete;
  bool hash(Message message, Bytes<32>& out) {
    gcry_md_reset(handle_);
    gcry_md_write(handle_, message.data(), message.size());
    const unsigned char* digest = gcry_md_read(handle_, GCRY_MD_SHA3_256);
    if (digest == nullptr) return false;
    std::copy_n(digest, out.size(), out.begin());
    return true;
  }

 private:
  gcry_md_hd_t handle_ = nullptr;
};

template <class Library>
struct ForeignHash {
  Octets message;
  Library library;
  Bytes<32> digest{};
  bool succeeded = false;

  ForeignHash(const Operation& described, std::uint64_t seed) : message(guide_message(seed, described.input_bytes)) {}
  void run() { succeeded = library.hash(message, digest); }
  [[nodiscard]] bool check() const {
    return succeeded && digest == hash_piecewise<DigestOf<Sha3_256>>(Message(message));
  }
  [[nodiscard]] Octets result() const { return {digest.begin(), digest.end()}; }
  [[nodiscard]] Secrets secrets() { return {message}; }
};

template <class Library>
kat::HashWay foreign_way() {
  return {"hash",
          [](Message message, std::size_t size) {
            Bytes<32> digest;
            if (size != digest.size() || !Library().hash(message, digest)) return Octets{};
            return Octets(digest.begin(), digest.end());
          },
          {}};
}

template <class Library>
Algorithm foreign_sha3(std::string id, std::string implementation) {
  std::vector<Operation> operations;
  for (const std::uint64_t size : hash_sizes) {
    const std::string bytes = std::to_string(size);
    operations.push_back(operation<ForeignHash<Library>>(
        {"hash_" + bytes, "hash of one message of " + bytes + " bytes with a context made before", size, 1, nullptr}));
  }
  return {std::move(id),
          "SHA3-256",
          "FIPS 202",
          std::move(implementation),
          Kind::kHash,
          {{"digest", 32}},
          std::move(operations),
          kat::hash_answer("SHA3-256", {foreign_way<Library>()}),
          false};
}

// --- X25519 -----------------------------------------------------------------------------------------------------

Key private_key(View<32> scalar) {
  return Key(EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nullptr, scalar.data(), scalar.size()));
}
Key public_key(View<32> u) { return Key(EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, nullptr, u.data(), u.size())); }

Bytes<32> raw_public_key(const Key& own) {
  Bytes<32> u{};
  std::size_t size = u.size();
  require(own && EVP_PKEY_get_raw_public_key(own.get(), u.data(), &size) == 1, "a public key of X25519");
  return u;
}

KeyContext derivation(const Key& own, const Key& peer) {
  KeyContext context(own ? EVP_PKEY_CTX_new(own.get(), nullptr) : nullptr);
  const bool done = context && peer && EVP_PKEY_derive_init(context.get()) == 1 &&
                    EVP_PKEY_derive_set_peer(context.get(), peer.get()) == 1;
  return done ? std::move(context) : nullptr;
}

bool derive(const KeyContext& context, Bytes<32>& out) {
  std::size_t size = out.size();
  return context && EVP_PKEY_derive(context.get(), out.data(), &size) == 1 && size == out.size();
}

bool derive_from_bytes(View<32> scalar, View<32> u, Bytes<32>& out) {
  return derive(derivation(private_key(scalar), public_key(u)), out);
}

struct X25519 {
  Bytes<32> own{}, peer{}, own_public{}, peer_public{};
  KeyContext context;
  Bytes<32> shared{};
  bool succeeded = false;

  X25519(const Operation& described, std::uint64_t seed) {
    derive_input(described.name, seed, 0, own);
    derive_input(described.name, seed, 1, peer);
    own_public = raw_public_key(private_key(own));
    peer_public = raw_public_key(private_key(peer));
    context = derivation(private_key(own), public_key(peer_public));
    require(context != nullptr, "X25519 of libcrypto");
  }
  // The other side obtains the same.
  [[nodiscard]] bool check() const {
    Bytes<32> other{};
    return succeeded && derive_from_bytes(peer, own_public, other) && other == shared;
  }
  [[nodiscard]] Octets result() const { return {shared.begin(), shared.end()}; }
  [[nodiscard]] Secrets secrets() { return {own}; }
};
struct Derive : X25519 {
  using X25519::X25519;
  void run() { succeeded = derive(context, shared); }
};
struct DeriveFromBytes : X25519 {
  using X25519::X25519;
  void run() { succeeded = derive_from_bytes(own, peer_public, shared); }
};

std::optional<Octets> multiply(Message scalar, Message u) {
  const auto s = exactly<32>(scalar), point = exactly<32>(u);
  Bytes<32> out;
  if (!s || !point || !derive_from_bytes(*s, *point, out)) return std::nullopt;
  return Octets(out.begin(), out.end());
}

Algorithm libcrypto_x25519(std::string implementation) {
  return {"x25519:libcrypto",
          "X25519",
          "RFC 7748",
          std::move(implementation),
          Kind::kKeyAgreement,
          {{"public key", 32}, {"private key", 32}, {"shared secret", 32}},
          {operation<Derive>({"derive", "with key objects and a context made before", 0, 1, nullptr}),
           operation<DeriveFromBytes>(
               {"derive_raw", "from two keys as bytes: makes and frees key objects", 0, 1, nullptr})},
          kat::x25519_answer(multiply),
          false};
}

}  // namespace

std::vector<Algorithm> ruler_algorithms() {
  const std::string libcrypto = std::string("libcrypto ") + OpenSSL_version(OPENSSL_VERSION_STRING);
  return {foreign_sha3<LibcryptoSha3>("sha3-256:libcrypto", libcrypto),
          foreign_sha3<LibgcryptSha3>("sha3-256:libgcrypt", libgcrypt_version()), libcrypto_x25519(libcrypto)};
}

}  // namespace lydite::lab
