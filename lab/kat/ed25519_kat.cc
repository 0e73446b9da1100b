#include "lab/kat/ed25519_kat.h"

#include "lab/kat/answer.h"
#include "lydite/ed25519.h"

namespace lydite::lab::kat {
namespace {

using namespace ed25519;

bool is_mine(const Record& record) {
  if (const auto set = record.text("set")) return set == "Ed25519";
  return record.source.starts_with("ed25519/") || file_name(record).find("ed25519") != std::string_view::npos;
}

// Twelve cases that verifiers answer differently ("Taming the many EdDSAs", table 5): those that pass where the
// cofactor is left out and only R must be canonical, as in Go and OpenSSL.
bool is_case_of_study_valid(std::uint64_t number) { return number <= 3 || number == 11; }

bool expected_verdict(const Record& record) {
  if (const auto verdict = record.text("verdict_cofactorless")) return verdict == "accept";
  if (record.has("case")) return is_case_of_study_valid(required_integer(record, "case"));
  return !is_marked_invalid(record);
}

Kat answer_verification(bool expected, const Octets& pk, const Octets& message, const Octets& signature) {
  const auto prepared = PreparedPublicKey::import(pk);
  return all_of({verdict("encoded", expected, verify(pk, message, signature)),
                 verdict("prepared", expected, prepared && verify(*prepared, message, signature)),
                 verdict("check_public_key", prepared.has_value(), check_public_key(pk).has_value())});
}

Kat answer_signing(const Record& record, const Octets& seed, const Octets& message) {
  const auto bytes = exactly<seed_size>(seed);
  if (!bytes) return verdict("seed", !is_marked_invalid(record), false);
  const PrivateKey sk = PrivateKey::expand(Seed(*bytes));
  const Kat kat = all_of({compare("expand", "pk", required_bytes(record, "pk"), sk.public_key()),
                          compare("sign", "sig", required_bytes(record, "sig"), sign(sk, message))});
  if (is_failure(kat)) return kat;
  const auto imported = PrivateKey::import(seed, sk.public_key());
  return verdict("import", true, imported && sign(*imported, message) == sign(sk, message));
}

Kat answer(const Record& record) {
  if (!is_mine(record) || !has_all(record, {"pk", "msg", "sig"})) return not_mine();
  const Octets pk = required_bytes(record, "pk"), message = required_bytes(record, "msg");
  const Octets signature = required_bytes(record, "sig");
  if (record.has("seed")) {
    const Kat kat = answer_signing(record, required_bytes(record, "seed"), message);
    if (is_failure(kat) || is_marked_invalid(record)) return kat;
  }
  return answer_verification(expected_verdict(record), pk, message, signature);
}

}  // namespace

Answer ed25519_answer() { return answer; }

}  // namespace lydite::lab::kat
