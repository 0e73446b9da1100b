// Encodings of keys: hexadecimal, PEM and DER of any length and content, and keys that are written and read again. The
// first byte chooses.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "lydite/encode.h"

namespace lydite::encode {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

bool same(Message a, Message b) { return std::ranges::equal(a, b); }
bool lies_in(Message part, Message whole) {
  return part.empty() || (part.data() >= whole.data() && part.size() <= whole.size() &&
                          part.data() + part.size() <= whole.data() + whole.size());
}

// What is read, written and read again is the same.
void hex(Message text) {
  std::vector<std::uint8_t> bytes((text.size() + 1) / 2), again(bytes.size());
  const Decoded decoded = from_hex(text, bytes);
  require(decoded.flaw == Flaw::kNone || (decoded.size == 0 && std::ranges::count(bytes, 0) == std::ssize(bytes)));
  require(is_hex(text) == (decoded.size != 0 || (decoded.flaw == Flaw::kOddDigits)));
  std::vector<std::uint8_t> canonical(2 * decoded.size);
  to_hex(std::span(bytes).first(decoded.size), canonical);
  require(from_hex(canonical, again).size == decoded.size && same(bytes, again));
}

// PEM has one form only, apart from the ends of its lines.
void pem(Message text) {
  std::vector<std::uint8_t> bytes(text.size() / 4 * 3);
  const Pem block = from_pem(text, bytes);
  if (block.flaw != Flaw::kNone) {
    require(block.size == 0 && std::ranges::count(bytes, 0) == std::ssize(bytes));
    return;
  }
  require(is_pem(text) && block.size <= bytes.size());
  std::vector<std::uint8_t> canonical(pem_size(block.label.size(), block.size)), read;
  to_pem(block.label, std::span(bytes).first(block.size), canonical);
  std::ranges::copy_if(text, std::back_inserter(read), [](std::uint8_t c) { return c != '\r'; });
  if (read.back() != '\n') read.push_back('\n');
  require(same(read, canonical));
}

// DER has one form only: a structure without optional parts is written again as it was.
void public_key_info(Message der) {
  const PublicKeyInfo info = parse_public_key_info(der);
  require(lies_in(info.algorithm, der) && lies_in(info.key, der));
  if (info.flaw != Flaw::kNone || der.size() >= 1U << 15) return;
  std::vector<std::uint8_t> again(info.algorithm.size() + info.key.size() + max_overhead);
  again.resize(write_public_key_info(info.algorithm, info.key, again));
  require(same(again, der));
}

void private_key_info(Message der) {
  const PrivateKeyInfo info = parse_private_key_info(der);
  require(lies_in(info.algorithm, der) && lies_in(info.key, der) && lies_in(info.public_key, der));
  if (info.flaw != Flaw::kNone || der.size() >= 1U << 15) return;
  std::vector<std::uint8_t> again(info.algorithm.size() + info.key.size() + max_overhead);
  again.resize(write_private_key_info(info.algorithm, Wrapping::kNone, info.key, again));
  const PrivateKeyInfo read = parse_private_key_info(again);
  require(same(read.key, info.key) && same(read.algorithm, info.algorithm) && read.public_key.empty());
  require(again.size() <= der.size());
}

void choice(Message der) {
  const PrivateKeyChoice parts = parse_private_key_choice(der);
  require(lies_in(parts.seed, der) && lies_in(parts.expanded, der));
  require(parts.flaw != Flaw::kNone || parts.seed.size() + parts.expanded.size() + 2 <= der.size());
  require(parse_octet_string(der).flaw != Flaw::kNone || same(parse_octet_string(der).bytes, parts.expanded));
}

// Any bytes as a key.
void written(Message key) {
  const Message oid = key.first(std::min<std::size_t>(key.size(), 20));
  key = key.first(std::min<std::size_t>(key.size(), 10000));
  std::vector<std::uint8_t> der(oid.size() + key.size() + max_overhead);
  der.resize(write_private_key_info(oid, Wrapping::kSeed, key, der));
  std::vector<std::uint8_t> text(pem_size(5, der.size())), back(text.size() / 4 * 3);
  to_pem("A KEY", der, text);
  const Pem block = from_pem(text, back);
  require(block.flaw == Flaw::kNone && block.label == "A KEY" && same(std::span(back).first(block.size), der));
  const PrivateKeyInfo info = parse_private_key_info(der);
  require(oid.empty() ? info.flaw == Flaw::kDer : same(parse_private_key_choice(info.key).seed, key));
}

}  // namespace
}  // namespace lydite::encode

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lydite::encode;
  if (size == 0) return 0;
  constexpr void (*parsers[])(lydite::Message) = {hex, pem, public_key_info, private_key_info, choice, written};
  parsers[data[0] % 6]({data + 1, size - 1});
  return 0;
}
