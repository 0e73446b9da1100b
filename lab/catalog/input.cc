#include <array>

#include "lab/catalog/operation.h"
#include "lydite/sha3.h"

namespace lydite::lab {
namespace {

Bytes<8> little_endian(std::uint64_t value) {
  Bytes<8> bytes;
  for (unsigned i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(value >> 8 * i);
  return bytes;
}

Message as_message(std::string_view text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

}  // namespace

void derive_input(std::string_view operation, std::uint64_t seed, std::uint32_t j, std::span<std::uint8_t> out) {
  Shake256::Incremental xof;
  xof.absorb(as_message("lab-input"));
  xof.absorb(as_message(operation));
  xof.absorb(Bytes<1>{0});
  xof.absorb(Message(little_endian(j)).first<4>());
  xof.absorb(little_endian(seed));
  xof.squeeze(out);
}

Octets guide_message(std::uint64_t seed, std::size_t size) {
  Octets message(size);
  for (std::size_t i = 0; i < size; ++i) message[i] = static_cast<std::uint8_t>(131 * i + size);
  const Bytes<8> mask = little_endian(seed);
  for (std::size_t i = 0; i < mask.size() && i < size; ++i) message[i] ^= mask[i];
  return message;
}

}  // namespace lydite::lab
