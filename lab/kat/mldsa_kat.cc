#include "lab/kat/mldsa_kat.h"

#include <openssl/evp.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "lab/kat/answer.h"
#include "lydite/sha3.h"

namespace lydite::lab::kat {
namespace {

using namespace mldsa;

struct NamedFunction {
  std::string_view name;
  PreHash function;
  const char* other;  // its name in libcrypto, for those that this library does not compute
};
constexpr NamedFunction functions[] = {
    {"SHA2-224", PreHash::kSha2_224, "SHA224"},
    {"SHA2-256", PreHash::kSha2_256, "SHA256"},
    {"SHA2-384", PreHash::kSha2_384, "SHA384"},
    {"SHA2-512", PreHash::kSha2_512, "SHA512"},
    {"SHA2-512/224", PreHash::kSha2_512_224, "SHA512-224"},
    {"SHA2-512/256", PreHash::kSha2_512_256, "SHA512-256"},
    {"SHA3-224", PreHash::kSha3_224, nullptr},
    {"SHA3-256", PreHash::kSha3_256, nullptr},
    {"SHA3-384", PreHash::kSha3_384, nullptr},
    {"SHA3-512", PreHash::kSha3_512, nullptr},
    {"SHAKE-128", PreHash::kShake128, nullptr},
    {"SHAKE-256", PreHash::kShake256, nullptr},
};

Octets digest_of(const NamedFunction& named, const Octets& message) {
  if (named.other == nullptr) {
    const Digest result = *digest(named.function, message);
    return {result.view().begin(), result.view().end()};
  }
  Octets result(64);
  unsigned size = 0;
  if (EVP_Digest(message.data(), message.size(), result.data(), &size, EVP_get_digestbyname(named.other), nullptr) != 1)
    throw std::runtime_error("libcrypto does not compute a digest");
  result.resize(size);
  return result;
}

// What a record signs or verifies: a message with a context, the digest of one, or a representative mu.
struct Subject {
  enum class Form { kMessage, kDigest, kInternal, kRepresentative } form = Form::kMessage;
  Octets bytes, context;
  PreHash function{};
};

Subject subject_of(const Record& record) {
  Subject subject;
  const auto optional = [&](std::string_view first, std::string_view second) {
    return record.has(first) ? required_bytes(record, first) : record.bytes(second).value_or(Octets());
  };
  subject.context = optional("context", "ctx");
  const bool has_message = record.has("message") || record.has("msg");
  if (record.has("mu") && !has_message) {
    subject.form = Subject::Form::kRepresentative;
    subject.bytes = required_bytes(record, "mu");
    return subject;
  }
  subject.bytes = optional("message", "msg");
  const bool is_raw = file_name(record).find("-raw") != std::string_view::npos;
  if (record.text("interface") == "internal" || is_raw) subject.form = Subject::Form::kInternal;
  const bool is_hashed = file_name(record).find("-hashed") != std::string_view::npos;
  if (record.text("prehash") != "preHash" && !is_hashed) return subject;
  const std::string_view name = is_hashed ? "SHA2-384" : record.text("hash").value_or("");
  const auto* named = std::ranges::find(functions, name, &NamedFunction::name);
  if (named == std::end(functions)) malformed(record, "hash");
  subject.form = Subject::Form::kDigest;
  subject.function = named->function;
  subject.bytes = digest_of(*named, subject.bytes);
  return subject;
}

// H(tr || message): what Sign_internal and Verify_internal make of a message.
MessageRepresentative internal_representative(View<64> tr, const Octets& message) {
  Shake256::Incremental sponge;
  sponge.absorb(tr);
  sponge.absorb(message);
  MessageRepresentative mu;
  sponge.squeeze(mu);
  return mu;
}

// mu of a message that comes in pieces of 1, 2, 4 ... bytes; nothing where the context is too long.
std::optional<MessageRepresentative> streamed_representative(View<64> tr, const Subject& subject) {
  auto hash = MessageHash::begin(tr, subject.context);
  if (!hash) return std::nullopt;
  Message rest = subject.bytes;
  for (std::size_t size = 1; !rest.empty(); size *= 2) {
    const Message piece = rest.first(std::min(size, rest.size()));
    hash->absorb(piece);
    rest = rest.subspan(piece.size());
  }
  return hash->finish();
}

template <ParameterSet P>
struct Scheme {
  using Signed = std::optional<Octets>;

  static Signed optional(const Result<Signature<P>>& signature) {
    return signature ? Signed(Octets(signature->begin(), signature->end())) : std::nullopt;
  }
  static std::optional<PrivateKey<P>> private_key(const Octets& sk) {
    const auto bytes = exactly<private_key_size<P>>(sk);
    return bytes ? std::optional<PrivateKey<P>>(*bytes) : std::nullopt;
  }
  static std::optional<PrivateKey<P>> expanded(const Octets& xi) {
    const auto bytes = exactly<seed_size>(xi);
    return bytes ? std::optional<PrivateKey<P>>(keygen<P>(Seed(*bytes)).sk) : std::nullopt;
  }

  static Signed sign_encoded(const PrivateKey<P>& sk, const Subject& subject, const Randomizer& rnd) {
    switch (subject.form) {
      case Subject::Form::kMessage:
        return optional(sign<P>(sk, subject.bytes, subject.context, rnd));
      case Subject::Form::kDigest:
        return optional(hash_sign<P>(sk, subject.function, subject.bytes, subject.context, rnd));
      case Subject::Form::kInternal:
        return optional(sign_mu<P>(sk, internal_representative(public_key_hash<P>(sk), subject.bytes), rnd));
      default:
        return optional(sign_mu<P>(sk, subject.bytes, rnd));
    }
  }
  static Signed sign_streamed(const PrivateKey<P>& sk, const Subject& subject, const Randomizer& rnd) {
    if (subject.form != Subject::Form::kMessage) return sign_encoded(sk, subject, rnd);
    const auto mu = streamed_representative(public_key_hash<P>(sk), subject);
    return mu ? optional(sign_mu<P>(sk, *mu, rnd)) : std::nullopt;
  }
  static Signed sign_prepared(const PrivateKey<P>& sk, const Subject& subject, const Randomizer& rnd) {
    const auto key = PreparedPrivateKey<P>::import(sk.reveal());
    if (!key) return std::nullopt;
    if (subject.form == Subject::Form::kMessage) return optional(sign<P>(*key, subject.bytes, subject.context, rnd));
    if (subject.form == Subject::Form::kDigest) return sign_encoded(sk, subject, rnd);
    if (subject.form == Subject::Form::kRepresentative) return optional(sign_mu<P>(*key, subject.bytes, rnd));
    return optional(sign_mu<P>(*key, internal_representative(key->hash(), subject.bytes), rnd));
  }

  static bool verify_encoded(const Octets& pk, const Subject& subject, const Octets& signature) {
    switch (subject.form) {
      case Subject::Form::kMessage:
        return verify<P>(pk, subject.bytes, signature, subject.context);
      case Subject::Form::kDigest:
        return hash_verify<P>(pk, subject.function, subject.bytes, signature, subject.context);
      case Subject::Form::kInternal: {
        const auto key = exactly<public_key_size<P>>(pk);
        return key && verify_mu<P>(pk, internal_representative(public_key_hash<P>(*key), subject.bytes), signature);
      }
      default:
        return verify_mu<P>(pk, subject.bytes, signature);
    }
  }
  static bool verify_streamed(const Octets& pk, const Subject& subject, const Octets& signature) {
    const auto key = exactly<public_key_size<P>>(pk);
    if (subject.form != Subject::Form::kMessage || !key) return verify_encoded(pk, subject, signature);
    const auto mu = streamed_representative(public_key_hash<P>(*key), subject);
    return mu && verify_mu<P>(pk, *mu, signature);
  }
  static bool verify_prepared(const Octets& pk, const Subject& subject, const Octets& signature) {
    const auto key = PreparedPublicKey<P>::import(pk);
    if (!key) return false;
    if (subject.form == Subject::Form::kMessage) return verify<P>(*key, subject.bytes, signature, subject.context);
    if (subject.form == Subject::Form::kDigest) return verify_encoded(pk, subject, signature);
    if (subject.form == Subject::Form::kRepresentative) return verify_mu<P>(*key, subject.bytes, signature);
    return verify_mu<P>(*key, internal_representative(key->hash(), subject.bytes), signature);
  }
  // Among others, in every place of the batch.
  static bool verify_in_batch(const Octets& pk, const Subject& subject, const Octets& signature) {
    if (subject.form != Subject::Form::kMessage) return verify_encoded(pk, subject, signature);
    const SignedMessage input{pk, subject.bytes, signature, subject.context};
    const std::array<SignedMessage, 3> inputs{input, input, input};
    std::array<bool, 3> valid{};
    verify_many<P>(inputs, valid);
    return agreed(valid);
  }
  static bool verify_in_prepared_batch(const Octets& pk, const Subject& subject, const Octets& signature) {
    const auto key = PreparedPublicKey<P>::import(pk);
    if (!key || subject.form != Subject::Form::kMessage) return verify_prepared(pk, subject, signature);
    const MessageSignature input{subject.bytes, signature, subject.context};
    const std::array<MessageSignature, 3> inputs{input, input, input};
    std::array<bool, 3> valid{};
    verify_many<P>(*key, inputs, valid);
    return agreed(valid);
  }
  static bool agreed(const std::array<bool, 3>& valid) {
    if (valid[0] != valid[1] || valid[0] != valid[2]) throw std::runtime_error("a batch contradicts itself");
    return valid[0];
  }
};

template <ParameterSet P>
Kat answer_verification(const Record& record, const Octets& pk, bool expected) {
  const Subject subject = subject_of(record);
  const Octets signature = required_bytes(record, "sig");
  for (const Kat& kat : {verdict("encoded", expected, Scheme<P>::verify_encoded(pk, subject, signature)),
                         verdict("streamed", expected, Scheme<P>::verify_streamed(pk, subject, signature)),
                         verdict("prepared", expected, Scheme<P>::verify_prepared(pk, subject, signature)),
                         verdict("verify_many", expected, Scheme<P>::verify_in_batch(pk, subject, signature)),
                         verdict("verify_many with a prepared key", expected,
                                 Scheme<P>::verify_in_prepared_batch(pk, subject, signature))}) {
    if (is_failure(kat)) return kat;
  }
  return passed();
}

Kat compare_signature(const Record& record, std::string_view way, const std::optional<Octets>& signature) {
  const Kat kat = verdict(way, !is_marked_invalid(record), signature.has_value());
  return is_failure(kat) || !signature ? kat : compare(way, "sig", required_bytes(record, "sig"), *signature);
}

template <ParameterSet P>
Kat answer_signing(const Record& record, std::optional<PrivateKey<P>> sk) {
  if (!sk) return verdict("length", !is_marked_invalid(record), false);
  const Subject subject = subject_of(record);
  const auto pk = public_key<P>(sk->reveal());
  const bool is_randomized = record.text("flags").value_or("").find("Randomized") != std::string_view::npos;
  if (is_randomized && !record.has("rnd")) return answer_verification<P>(record, {pk->begin(), pk->end()}, true);
  Randomizer rnd;
  if (const auto given = record.bytes("rnd"); given && given->size() == 32)
    rnd = Randomizer(Message(*given).first<32>());
  for (const Kat& kat : {compare_signature(record, "encoded", Scheme<P>::sign_encoded(*sk, subject, rnd)),
                         compare_signature(record, "streamed", Scheme<P>::sign_streamed(*sk, subject, rnd)),
                         compare_signature(record, "prepared", Scheme<P>::sign_prepared(*sk, subject, rnd))}) {
    if (is_failure(kat)) return kat;
  }
  return is_marked_invalid(record) ? passed() : answer_verification<P>(record, {pk->begin(), pk->end()}, true);
}

template <ParameterSet P>
Kat answer_keygen(const Record& record, const Octets& xi) {
  const auto seed = exactly<seed_size>(xi);
  if (!seed) return verdict("keygen", !is_marked_invalid(record), false);
  const KeyPair<P> keys = keygen<P>(Seed(*seed));
  if (record.has("pk")) {
    const Kat kat = compare("keygen", "pk", required_bytes(record, "pk"), keys.pk);
    if (is_failure(kat)) return kat;
  }
  if (record.has("sk")) {
    const Kat kat = compare("keygen", "sk", required_bytes(record, "sk"), keys.sk.reveal());
    if (is_failure(kat)) return kat;
  }
  const bool is_consistent = check_private_key<P>(*seed, keys.sk.reveal()) && check_private_key<P>(keys.sk.reveal());
  return verdict("check", true, is_consistent);
}

// Keys from successive seeds of the SHAKE128 output of the empty string, each with the deterministic signature of the
// empty message, into a second SHAKE128.
template <ParameterSet P>
Kat answer_accumulated(const Record& record) {
  const std::uint64_t count = required_integer(record, "count");
  if (count > 10'000 && !record.large) return skipped(fmt::format("{} cases", count));
  Shake128::Incremental source, sum;
  for (std::uint64_t i = 0; i < count; ++i) {
    Seed xi;
    source.squeeze(xi.fill());
    const KeyPair<P> keys = keygen<P>(xi);
    const auto signature = sign_deterministic<P>(keys.sk, {}, {});
    if (!signature || !verify<P>(keys.pk, {}, *signature, {})) return failed(fmt::format("case {} refused", i));
    sum.absorb(keys.pk);
    sum.absorb(*signature);
  }
  Octets out(32);
  sum.squeeze(out);
  return compare("accumulated", "out", required_bytes(record, "out"), out);
}

// A message alone: it is signed under the key of the zero seed and verified.
template <ParameterSet P>
Kat answer_message(const Record& record) {
  const std::string_view text = *record.text("msg_ascii");
  const Message message(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  const KeyPair<P> keys = keygen<P>(Seed());
  const auto signature = sign_deterministic<P>(keys.sk, message, {});
  return verdict("round trip", true, signature && verify<P>(keys.pk, message, *signature, {}));
}

template <ParameterSet P>
Kat answer(const Record& record) {
  const bool named_by_file = !record.has("set") && file_name(record).find("pqckat-65") != std::string_view::npos;
  if (named_by_file ? std::string_view(P::name) != "ML-DSA-65" : record.text("set") != P::name) return not_mine();
  if (record.has("msg_ascii")) return answer_message<P>(record);
  if (has_all(record, {"kind", "count", "out"})) return answer_accumulated<P>(record);
  const std::string_view seed = record.has("xi") ? "xi" : "seed";
  if (!record.has("sig") && !is_marked_invalid(record)) return answer_keygen<P>(record, required_bytes(record, seed));
  if (record.has("sk") && !record.has(seed))
    return answer_signing<P>(record, Scheme<P>::private_key(required_bytes(record, "sk")));
  if (!record.has(seed))
    return answer_verification<P>(record, required_bytes(record, "pk"), !is_marked_invalid(record));
  const Octets xi = required_bytes(record, seed);
  const Kat kat = is_marked_invalid(record) ? passed() : answer_keygen<P>(record, xi);
  return is_failure(kat) ? kat : answer_signing<P>(record, Scheme<P>::expanded(xi));
}

}  // namespace

template <ParameterSet P>
Answer mldsa_answer() {
  return [](const Record& record) { return answer<P>(record); };
}

template Answer mldsa_answer<MlDsa44>();
template Answer mldsa_answer<MlDsa65>();
template Answer mldsa_answer<MlDsa87>();

}  // namespace lydite::lab::kat
