#include "lab/kat/composite_kat.h"

#include <array>
#include <optional>
#include <type_traits>

#include "lab/kat/answer.h"
#include "lydite/ed25519.h"
#include "lydite/mldsa.h"
#include "lydite/sha2.h"

namespace lydite::lab::kat {
namespace {

using namespace composite;

// What is signed and by whom, as a record has it.
struct Case {
  Octets pk, message, context, signature;
};

Octets joined(std::initializer_list<Message> parts) {
  Octets bytes;
  for (const Message part : parts) bytes.insert(bytes.end(), part.begin(), part.end());
  return bytes;
}
Message ascii(std::string_view text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

// M' and the context of ML-DSA, written down a second time.
struct Represented {
  Octets message, context;
};
Represented represented(std::string_view label, const Case& input) {
  const auto size = static_cast<std::uint8_t>(input.context.size());
  return {joined({ascii("CompositeAlgorithmSignatures2025"),
                  ascii(label),
                  {&size, 1},
                  input.context,
                  Sha512::hash(input.message)}),
          joined({ascii(label)})};
}

// Both halves by the public interfaces of the two schemes.
template <class P>
bool verify_components(const Case& input, const Represented& signed_message) {
  constexpr std::size_t key_size = mldsa::public_key_size<P>, size = mldsa::signature_size<P>;
  if (input.pk.size() != key_size + 32 || input.signature.size() != size + 64 || input.context.size() > 255)
    return false;
  const Message pk = input.pk, signature = input.signature;
  return mldsa::verify<P>(pk.first(key_size), signed_message.message, signature.first(size), signed_message.context) &&
         ed25519::verify(pk.subspan(key_size), signed_message.message, signature.subspan(size));
}

template <Framing F>
constexpr bool is_fog = std::is_same_v<F, FogMlDsa65Ed25519>;

template <Framing F>
bool verify_by_components(const Case& input) {
  if (is_fog<F> && !input.context.empty()) return false;
  const Represented of_message{input.message, {}};
  return verify_components<MlDsa>(input, is_fog<F> ? of_message : represented("COMPSIG-MLDSA65-Ed25519-SHA512", input));
}

template <Framing F>
bool verify_in_batch(const Case& input) {
  const SignedMessage one{input.pk, input.message, input.signature, input.context};
  const std::array<SignedMessage, 3> inputs{one, one, one};
  std::array<bool, 3> valid{};
  composite::verify_many<F>(inputs, valid);
  if (valid[0] != valid[1] || valid[0] != valid[2]) throw std::runtime_error("a batch contradicts itself");
  return valid[0];
}

template <Framing F>
Kat answer_verification(const Case& input, bool expected) {
  const auto [pk, message, context, signature] = input;
  const auto prepared = PreparedPublicKey<F>::import(pk);
  const Kat kat = all_of({verdict("encoded", expected, verify<F>(pk, message, signature, context)),
                          verdict("prepared", expected, prepared && verify(*prepared, message, signature, context)),
                          verdict("verify_many", expected, verify_in_batch<F>(input)),
                          verdict("components", expected, verify_by_components<F>(input))});
  if constexpr (is_fog<F>) {
    return kat;
  } else {
    if (is_failure(kat)) return kat;
    const auto digest = Sha512::hash(message);
    return all_of(
        {verdict("digest", expected, verify_digest(pk, digest, signature, context)),
         verdict("digest, prepared", expected, prepared && verify_digest(*prepared, digest, signature, context))});
  }
}

// A field that has the SHA-256 of something.
Kat compare_hash(const Record& record, std::string_view field, Message bytes) {
  return record.has(field) ? compare("SHA-256", field, required_bytes(record, field), Sha256::hash(bytes)) : passed();
}
Kat compare_if_there(const Record& record, std::string_view way, std::string_view field, Message bytes) {
  return record.has(field) ? compare(way, field, required_bytes(record, field), bytes) : passed();
}

// The deterministic signature in all ways, which must be the same.
template <Framing F>
Kat answer_signing(const Record& record, const composite::PrivateKey& sk, const Case& input) {
  const auto signature = sign_deterministic<F>(sk, input.message, input.context);
  const auto prepared = PreparedPrivateKey<F>::import(sk.reveal(), composite::public_key(sk));
  const auto again = sign_deterministic(*prepared, input.message, input.context);
  const bool expected = !is_marked_invalid(record);
  const Kat verdicts = all_of({verdict("sign", expected, signature.has_value()),
                               verdict("sign with a prepared key", expected, again.has_value())});
  if (is_failure(verdicts) || !expected) return verdicts;
  const Message first = Message(*signature).first(mldsa::signature_size<MlDsa>);
  const Message second = Message(*signature).subspan(first.size());
  const Kat kat =
      all_of({compare("prepared", "signature", *signature, *again),
              compare_if_there(record, "sign_deterministic", "sig", *signature),
              compare_if_there(record, "sign_deterministic", "ed25519_sig", second),
              compare_hash(record, "mldsa_sig_sha256", first), compare_hash(record, "sig_sha256", *signature)});
  if (is_failure(kat)) return kat;
  return answer_verification<F>({input.pk, input.message, input.context, {signature->begin(), signature->end()}}, true);
}

Kat answer_key(const Record& record, const composite::PublicKey& pk) {
  return all_of({compare_if_there(record, "public_key", "pk", pk), compare_hash(record, "pk_sha256", pk),
                 compare_if_there(record, "public_key", "ed25519_pk", Message(pk).last(32))});
}

// `seed`: a private key whose deterministic signatures are given; `sk`: one whose signatures are only to be verified.
template <Framing F>
Kat answer_private(const Record& record, Case input) {
  const bool signs = record.has("seed");
  const Octets bytes = required_bytes(record, signs ? "seed" : "sk");
  const auto key = exactly<private_key_size>(bytes);
  if (!key) return verdict("private key", !is_marked_invalid(record), check_private_key(bytes).has_value());
  const composite::PrivateKey sk(*key);
  const auto pk = composite::public_key(sk);
  const Kat kat =
      all_of({answer_key(record, pk), verdict("check_key_pair", true, check_key_pair(bytes, pk).has_value())});
  if (is_failure(kat)) return kat;
  input.pk.assign(pk.begin(), pk.end());
  return signs ? answer_signing<F>(record, sk, input) : answer_verification<F>(input, !is_marked_invalid(record));
}

Case case_of(const Record& record) {
  return {record.bytes("pk").value_or(Octets()), required_bytes(record, "msg"), record.bytes("ctx").value_or(Octets()),
          record.bytes("sig").value_or(Octets())};
}

// Neighbours in the file of the draft: the same over ML-DSA-44, and ML-DSA-65 alone.
Kat answer_neighbour(const Record& record) {
  const auto name = record.text("name");
  if (name != "id-MLDSA44-Ed25519-SHA512" && name != "id-ML-DSA-65") return not_mine();
  const Case input = case_of(record);
  const bool expected = !is_marked_invalid(record);
  if (name == "id-MLDSA44-Ed25519-SHA512") {
    const Represented signed_message = represented("COMPSIG-MLDSA44-Ed25519-SHA512", input);
    return verdict("components", expected, verify_components<mldsa::MlDsa44>(input, signed_message));
  }
  const Octets sk = required_bytes(record, "sk");
  const auto seed = exactly<mldsa::seed_size>(sk);
  if (!seed) return verdict("private key", expected, false);
  const Kat kat = compare("keygen", "pk", input.pk, mldsa::keygen<MlDsa>(mldsa::Seed(*seed)).pk);
  if (is_failure(kat)) return kat;
  return verdict("ML-DSA-65", expected, mldsa::verify<MlDsa>(input.pk, input.message, input.signature, input.context));
}

template <Framing F>
Kat answer(const Record& record) {
  const auto name = record.has("set") ? record.text("set") : record.text("name");
  if (name != F::name) return !is_fog<F> && record.has("name") ? answer_neighbour(record) : not_mine();
  const Case input = case_of(record);
  if (record.has("m_prime_sha256")) {
    const Kat kat =
        compare_hash(record, "m_prime_sha256", represented("COMPSIG-MLDSA65-Ed25519-SHA512", input).message);
    if (is_failure(kat)) return kat;
  }
  if (record.has("seed") || record.has("sk")) return answer_private<F>(record, input);
  return answer_verification<F>(input, !is_marked_invalid(record));
}

}  // namespace

template <composite::Framing F>
Answer composite_answer() {
  return [](const Record& record) { return answer<F>(record); };
}

template Answer composite_answer<FogMlDsa65Ed25519>();
template Answer composite_answer<MlDsa65Ed25519Sha512>();

}  // namespace lydite::lab::kat
