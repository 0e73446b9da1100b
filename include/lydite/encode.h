// Forms of keys outside the schemes: hexadecimal text, PEM (RFC 7468), and the DER of public keys (RFC 5280, section
// 4.1.2.7) and of private keys (RFC 5958).
//
// Parsers and writers only: which keys are wanted is for the caller to say. Inputs are bytes from outside, of any
// length and content; nothing is read beyond them. What is encoded may be secret: no branch and no address depends on
// its value, apart from whether the encoding is well formed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "lydite/bytes.h"

namespace lydite::encode {

// Why an input is refused.
enum class Flaw {
  kNone,
  kDigit,       // not hexadecimal
  kOddDigits,   // half a byte
  kBegin,       // no BEGIN line, or a malformed label
  kLine,        // a line of PEM that is not full, before the last one; or one that is too long
  kBase64,      // a character outside the alphabet, padding at a wrong place, or bits after the last byte
  kEnd,         // no END line of the same label
  kAfterEnd,    // more after the END line
  kDer,         // another tag, a length that is not minimal or passes the end, or more after the structure
  kVersion,     // a version of PrivateKeyInfo that does not exist, or one that has no public key but is given with one
  kParameters,  // parameters beside an algorithm that has none
};
// A phrase for people, such as "not hexadecimal"; never contains data.
[[nodiscard]] std::string_view describe(Flaw flaw) noexcept;

// --- Hexadecimal ------------------------------------------------------------------------------------------------

// Lower case. Precondition: text.size() == 2 * bytes.size().
void to_hex(Message bytes, std::span<std::uint8_t> text) noexcept;

struct Decoded {
  std::size_t size = 0;  // bytes of `out` that are the result; 0 if there is a flaw, with `out` zeroed
  Flaw flaw = Flaw::kNone;
};
// Both cases, and white space between digits. Flaws: kDigit, kOddDigits.
// Precondition: out.size() >= (text.size() + 1) / 2.
[[nodiscard]] Decoded from_hex(Message text, std::span<std::uint8_t> out) noexcept;
// Whether there are digits and nothing but digits and white space.
[[nodiscard]] bool is_hex(Message text) noexcept;

// --- PEM: RFC 7468, in its strict form -----------------------------------------------------------------------------

inline constexpr std::size_t pem_line = 64;

[[nodiscard]] constexpr std::size_t pem_size(std::size_t label_size, std::size_t size) noexcept {
  const std::size_t digits = (size + 2) / 3 * 4;
  return 2 * label_size + sizeof "-----BEGIN -----\n-----END -----\n" - 1 + digits + (digits + pem_line - 1) / pem_line;
}
// Precondition: text.size() == pem_size(label.size(), bytes.size()).
void to_pem(std::string_view label, Message bytes, std::span<std::uint8_t> text) noexcept;

struct Pem {
  std::string_view label;  // in the text
  std::size_t size = 0;    // bytes of `out` that are the result; 0 if there is a flaw, with `out` zeroed
  Flaw flaw = Flaw::kNone;
};
// One block and nothing else; lines end with LF or CRLF. Flaws: kBegin, kLine, kBase64, kEnd, kAfterEnd.
// Precondition: out.size() >= text.size() / 4 * 3.
[[nodiscard]] Pem from_pem(Message text, std::span<std::uint8_t> out) noexcept;
// Whether the text begins as PEM does.
[[nodiscard]] bool is_pem(Message text) noexcept;

// --- DER of key files ------------------------------------------------------------------------------------------------

// An algorithm is the contents of its OBJECT IDENTIFIER, without tag and length; it has no parameters.
// Structures have less than 2^16 bytes. All views are into the input.

struct PublicKeyInfo {
  Message algorithm;  // also there if kParameters is what is wrong, to say whose key it is
  Message key;        // whole bytes: the BIT STRING has no unused bits
  Flaw flaw = Flaw::kNone;
};
// SubjectPublicKeyInfo. Flaws: kDer, kParameters.
[[nodiscard]] PublicKeyInfo parse_public_key_info(Message der) noexcept;

struct PrivateKeyInfo {
  Message algorithm;   // also there if kParameters is what is wrong
  Message key;         // the contents of the OCTET STRING privateKey
  Message public_key;  // empty if it is not there
  Flaw flaw = Flaw::kNone;
};
// PrivateKeyInfo, which is OneAsymmetricKey; attributes are skipped. Flaws: kDer, kVersion, kParameters.
[[nodiscard]] PrivateKeyInfo parse_private_key_info(Message der) noexcept;

struct PrivateKeyChoice {
  Message seed, expanded;  // one of them, or both
  Flaw flaw = Flaw::kNone;
};
// What a privateKey of ML-DSA (RFC 9881, section 6) or ML-KEM holds. Flaw: kDer.
[[nodiscard]] PrivateKeyChoice parse_private_key_choice(Message der) noexcept;

struct OctetString {
  Message bytes;
  Flaw flaw = Flaw::kNone;
};
// CurvePrivateKey (RFC 8410, section 7). Flaw: kDer.
[[nodiscard]] OctetString parse_octet_string(Message der) noexcept;

// What the octets of privateKey are.
enum class Wrapping {
  kNone,         // the key itself
  kOctetString,  // an OCTET STRING of it: CurvePrivateKey, or the expandedKey of a choice
  kSeed,         // [0] IMPLICIT OCTET STRING: the seed of a choice
};

// The structures that the parsers above read, without public key and attributes; they return the size.
// Preconditions: out.size() is at least the sum of the others + 32, and all sizes are below 2^15.
[[nodiscard]] std::size_t write_public_key_info(Message algorithm, Message key, std::span<std::uint8_t> out) noexcept;
[[nodiscard]] std::size_t write_private_key_info(Message algorithm, Wrapping wrapping, Message key,
                                                 std::span<std::uint8_t> out) noexcept;
inline constexpr std::size_t max_overhead = 32;  // of either structure, beside algorithm and key

}  // namespace lydite::encode
