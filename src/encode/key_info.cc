#include "lydite/encode.h"
#include "src/encode/der.h"

namespace lydite::encode {
namespace {

struct Algorithm {
  Message identifier;
  Flaw flaw = Flaw::kNone;
};

// AlgorithmIdentifier without parameters.
Algorithm take_algorithm(DerReader& reader) noexcept {
  const auto sequence = reader.take(kSequence);
  if (!sequence) return {{}, Flaw::kDer};
  DerReader fields(*sequence);
  const auto identifier = fields.take(kObjectIdentifier);
  if (!identifier || identifier->empty()) return {{}, Flaw::kDer};
  return {*identifier, fields.empty() ? Flaw::kNone : Flaw::kParameters};
}

// The contents of a BIT STRING whose bits are whole bytes.
std::optional<Message> take_bits(DerReader& reader, Tag tag) noexcept {
  const auto bits = reader.take(tag);
  if (!bits || bits->empty() || bits->front() != 0) return std::nullopt;
  return bits->subspan(1);
}

// The contents of the only element of the input.
std::optional<Message> only(Message der, Tag tag) noexcept {
  DerReader reader(der);
  const auto contents = reader.take(tag);
  return reader.empty() ? contents : std::nullopt;
}

// Attributes and public key, after privateKey. Version 0 has no public key.
Flaw take_options(DerReader& reader, unsigned version, Message& public_key) noexcept {
  if (reader.next_is(kChoiceAttributes) && !reader.take(kChoiceAttributes)) return Flaw::kDer;
  if (reader.next_is(kChoicePublicKey)) {
    const auto bits = take_bits(reader, kChoicePublicKey);
    if (!bits || bits->empty()) return Flaw::kDer;
    if (version == 0) return Flaw::kVersion;
    public_key = *bits;
  }
  return reader.empty() ? Flaw::kNone : Flaw::kDer;
}

}  // namespace

std::string_view describe(Flaw flaw) noexcept {
  switch (flaw) {
    case Flaw::kNone:
      return "well formed";
    case Flaw::kDigit:
      return "not hexadecimal";
    case Flaw::kOddDigits:
      return "an odd number of hexadecimal digits";
    case Flaw::kBegin:
      return "not PEM: the first line is no BEGIN line";
    case Flaw::kLine:
      return "not PEM: a line that is empty, too long, or too short before the last one";
    case Flaw::kBase64:
      return "not PEM: a line that is not base64";
    case Flaw::kEnd:
      return "not PEM: there is no END line with the label of the BEGIN line";
    case Flaw::kAfterEnd:
      return "there is more after the END line";
    case Flaw::kDer:
      return "not the DER of a key";
    case Flaw::kVersion:
      return "a private key structure of an unknown version";
    case Flaw::kParameters:
      return "the algorithm has parameters where there must be none";
  }
  return "malformed";
}

PublicKeyInfo parse_public_key_info(Message der) noexcept {
  const auto sequence = only(der, kSequence);
  if (!sequence) return {{}, {}, Flaw::kDer};
  DerReader fields(*sequence);
  const Algorithm algorithm = take_algorithm(fields);
  if (algorithm.flaw != Flaw::kNone) return {algorithm.identifier, {}, algorithm.flaw};
  const auto key = take_bits(fields, kBitString);
  if (!key || !fields.empty()) return {{}, {}, Flaw::kDer};
  return {algorithm.identifier, *key, Flaw::kNone};
}

PrivateKeyInfo parse_private_key_info(Message der) noexcept {
  const auto fail = [](Flaw flaw) { return PrivateKeyInfo{{}, {}, {}, flaw}; };
  const auto sequence = only(der, kSequence);
  if (!sequence) return fail(Flaw::kDer);
  DerReader fields(*sequence);
  const auto version = fields.take(kInteger);
  if (!version) return fail(Flaw::kDer);
  if (version->size() != 1 || version->front() > 1) return fail(Flaw::kVersion);
  const Algorithm algorithm = take_algorithm(fields);
  if (algorithm.flaw != Flaw::kNone) return {algorithm.identifier, {}, {}, algorithm.flaw};
  const auto key = fields.take(kOctetString);
  if (!key) return fail(Flaw::kDer);
  Message public_key;
  const Flaw flaw = take_options(fields, version->front(), public_key);
  if (flaw != Flaw::kNone) return fail(flaw);
  return {algorithm.identifier, *key, public_key, Flaw::kNone};
}

PrivateKeyChoice parse_private_key_choice(Message der) noexcept {
  if (const auto seed = only(der, kChoiceSeed)) return {*seed, {}, Flaw::kNone};
  if (const auto expanded = only(der, kOctetString)) return {{}, *expanded, Flaw::kNone};
  const auto sequence = only(der, kSequence);
  if (!sequence) return {{}, {}, Flaw::kDer};
  DerReader fields(*sequence);
  const auto seed = fields.take(kOctetString), expanded = fields.take(kOctetString);
  if (!seed || !expanded || !fields.empty()) return {{}, {}, Flaw::kDer};
  return {*seed, *expanded, Flaw::kNone};
}

OctetString parse_octet_string(Message der) noexcept {
  const auto bytes = only(der, kOctetString);
  return bytes ? OctetString{*bytes, Flaw::kNone} : OctetString{{}, Flaw::kDer};
}

std::size_t write_public_key_info(Message algorithm, Message key, std::span<std::uint8_t> out) noexcept {
  DerWriter writer(out);
  const std::size_t identifier_size = der_size(algorithm.size());
  writer.put_header(kSequence, der_size(identifier_size) + der_size(key.size() + 1));
  writer.put_header(kSequence, identifier_size);
  writer.put(kObjectIdentifier, algorithm);
  writer.put_header(kBitString, key.size() + 1);
  writer.put_byte(0);
  writer.put_bytes(key);
  return writer.size();
}

std::size_t write_private_key_info(Message algorithm, Wrapping wrapping, Message key,
                                   std::span<std::uint8_t> out) noexcept {
  DerWriter writer(out);
  const std::size_t identifier_size = der_size(algorithm.size());
  const std::size_t key_size = wrapping == Wrapping::kNone ? key.size() : der_size(key.size());
  writer.put_header(kSequence, 3 + der_size(identifier_size) + der_size(key_size));
  writer.put(kInteger, Bytes<1>{0});
  writer.put_header(kSequence, identifier_size);
  writer.put(kObjectIdentifier, algorithm);
  writer.put_header(kOctetString, key_size);
  if (wrapping != Wrapping::kNone) {
    writer.put_header(wrapping == Wrapping::kSeed ? kChoiceSeed : kOctetString, key.size());
  }
  writer.put_bytes(key);
  return writer.size();
}

}  // namespace lydite::encode
