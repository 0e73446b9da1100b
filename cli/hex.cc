#include "cli/hex.h"

#include <stdexcept>
#include <string>

#include "lydite/encode.h"

namespace lydite::cli {

Buffer to_hex(Message bytes) {
  Buffer text(2 * bytes.size() + 1);
  encode::to_hex(bytes, text.fill().first(2 * bytes.size()));
  text.fill().back() = '\n';
  return text;
}

Buffer from_hex(Message text, std::string_view what) {
  Buffer bytes((text.size() + 1) / 2);
  const encode::Decoded decoded = encode::from_hex(text, bytes.fill());
  if (decoded.flaw != encode::Flaw::kNone) {
    throw std::runtime_error(std::string(what) + ": " + std::string(describe(decoded.flaw)));
  }
  bytes.shrink(decoded.size);
  return bytes;
}

}  // namespace lydite::cli
