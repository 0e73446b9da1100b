// The message of a signature: a file, or standard input.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/descriptor.h"

namespace lydite::cli {

class MessageFile {
 public:
  // Throws std::system_error that names the file.
  explicit MessageFile(const std::string& path);

  // The next piece, or nothing at the end: memory does not grow with the message. Throws std::system_error.
  [[nodiscard]] Message next();
  // Calls absorb(piece) for all of it.
  template <class Hash>
  void feed(Hash& hash) {
    for (Message piece = next(); !piece.empty(); piece = next()) hash.absorb(piece);
  }

  // All of it in memory of its own, at most `whole_limit` bytes; throws std::runtime_error if there is more. A signer
  // that reads its message twice must not read a file twice or map it: two signatures of Ed25519 with one nonce and
  // two messages give the key away, and that is what a change between both passes makes.
  [[nodiscard]] std::vector<std::uint8_t> whole();
  static constexpr std::size_t whole_limit = std::size_t{1} << 30;

 private:
  std::string name_;
  Descriptor file_;
  std::vector<std::uint8_t> piece_;
};

}  // namespace lydite::cli
