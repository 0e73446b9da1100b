#include "lab/evidence/digest.h"

#include <openssl/evp.h>

#include <array>
#include <memory>
#include <stdexcept>

#include "lab/evidence/file.h"

namespace lydite::lab::evidence {

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1 || size != 32) {
    throw std::runtime_error("SHA-256 of libcrypto failed");
  }
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (unsigned i = 0; i < size; ++i) {
    text += digits[digest[i] >> 4];
    text += digits[digest[i] & 15];
  }
  return text;
}

std::string sha256_of_file(const std::filesystem::path& file) { return sha256(read_file(file)); }

}  // namespace lydite::lab::evidence
