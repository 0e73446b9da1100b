// Files with keys and other bytes: raw, hexadecimal, PEM or DER, which are told apart by their contents.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "cli/files.h"
#include "cli/key_pem.h"
#include "cli/key_type.h"

namespace lydite::cli {

enum class Encoding { kRaw, kHex, kPem };

// The bytes that a file has, or that its text stands for if that is hexadecimal and nothing else.
// Throws std::system_error or std::runtime_error, which name the file.
[[nodiscard]] Buffer read_bytes(const std::string& path);
// Precondition: not PEM, which is for keys.
[[nodiscard]] Buffer encode_bytes(Message bytes, Encoding encoding);
[[nodiscard]] Buffer encode_key(const KeyType& type, Role role, Message bytes, Encoding encoding);

class KeyFile {
 public:
  // Throws as read_bytes and parse_pem_key do. A file with bare bytes may have any length: see scheme() and key().
  KeyFile(const Family& family, Role role, const std::string& path);

  // The scheme of this id; if there is none, those that the key fits, at least one. Throws std::runtime_error.
  [[nodiscard]] std::vector<const Scheme*> schemes(const std::string& id) const;
  // The only one of them; throws std::runtime_error that says what to choose from.
  [[nodiscard]] const Scheme& only(const std::vector<const Scheme*>& schemes) const;
  [[nodiscard]] const Scheme& scheme(const std::string& id) const { return only(schemes(id)); }
  // The key; a public one was checked. A foreign form is taken if it was asked for, or if the file names it.
  // Throws std::runtime_error.
  [[nodiscard]] Message key(const KeyType& type, const std::string& form = "") const;
  // "private key alice.sk".
  [[nodiscard]] const std::string& object() const { return object_; }

 private:
  void adopt(PemKey key);
  [[nodiscard]] bool fits(const KeyType& type) const;
  [[nodiscard]] std::vector<std::size_t> known_sizes() const;
  void require_size(const KeyType& type, const std::string& form) const;
  [[noreturn]] void refuse_size() const;
  [[noreturn]] void refuse(const std::string& why) const;
  [[nodiscard]] std::string size_text() const;
  [[nodiscard]] std::string length_hint(const KeyType* wanted) const;

  const Family& family_;
  Role role_;
  std::string object_;
  Buffer bytes_{0};
  const KeyType* type_ = nullptr;  // as the file names it
  bool names_form_ = false;
};

// The scheme of this id; throws std::runtime_error that names what comes near.
[[nodiscard]] const Scheme& scheme_of(const Family& family, const std::string& id);
[[nodiscard]] std::vector<std::string> scheme_ids(const Family& family);

// The value, or std::runtime_error that begins with what is wrong: `what`, unless randomness failed.
template <class T>
T expect(Result<T> result, const std::string& what) {
  if (!result) {
    const std::string why(describe(result.error()));
    throw std::runtime_error(result.error() == Error::kEntropy ? why : what + ": " + why);
  }
  return std::move(result).value();
}

}  // namespace lydite::cli
