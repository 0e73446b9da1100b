#include "lab/kat/controls.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "lab/kat/sha3_kat.h"
#include "lydite/sha3.h"

namespace lydite::lab::kat {
namespace {

constexpr std::uint64_t cheap_count = 100;  // controls repeat the work of their record
// On encodings that no signer makes: "accept" or "reject".
constexpr const char* odd_verdict = "verdict_cofactorless";

using Change = std::function<void(Octets&)>;

Change flip(std::size_t place) {
  return [place](Octets& bytes) { bytes[std::min(place, bytes.size() - 1)] ^= 1; };
}
void shorten(Octets& bytes) { bytes.pop_back(); }
void lengthen(Octets& bytes) { bytes.push_back(0); }

Control altered(std::string name, const Record& record, std::string_view field, const Change& change) {
  Control control{std::move(name), record, false};
  Octets bytes = record.bytes(field).value_or(Octets());
  change(bytes);
  control.record.fields.find(field)->second = to_hex(bytes);
  return control;
}

bool has_bytes(const Record& record, std::string_view field) {
  const auto bytes = record.bytes(field);
  return bytes && !bytes->empty();
}

// Adds a control in which the row must see a difference.
void add_difference(std::vector<Control>& controls, const Record& record, std::string_view field, std::size_t place) {
  if (has_bytes(record, field)) controls.push_back(altered(fmt::format("other {}", field), record, field, flip(place)));
}

// Adds a control that is right only if the row refuses its input.
void add_refusal(std::vector<Control>& controls, std::string name, const Record& record, std::string_view field,
                 const Change& change) {
  if (!has_bytes(record, field)) return;
  Control control = altered(std::move(name), record, field, change);
  if (record.has(odd_verdict)) {
    control.record.fields[odd_verdict] = "reject";
  } else {
    control.record.fields["result"] = "invalid";
  }
  control.must_pass = true;
  controls.push_back(std::move(control));
}

// --- KEMs ----------------------------------------------------------------------------------------------------------

// The seed z of implicit rejection: the last 32 bytes of either form of the key.
std::optional<Octets> rejection_secret(const Record& record) {
  const auto key = record.bytes(record.has("dk") ? "dk" : "seed"), c = record.bytes("c");
  if (!key || key->size() < 32 || !c) return std::nullopt;
  Octets input(key->end() - 32, key->end());
  input.insert(input.end(), c->begin(), c->end());
  Octets secret(32);
  Shake256::hash(input, secret);  // J(z || c)
  return secret;
}

bool is_decapsulation(const Record& record) {
  return (record.has("dk") || record.has("seed")) && has_bytes(record, "c") && has_bytes(record, "k");
}

void add_modified_ciphertext(std::vector<Control>& controls, const Record& record, std::size_t place) {
  Control honest = altered(fmt::format("ciphertext modified in byte {}", place), record, "c", flip(place));
  Control rejected = honest;
  rejected.name += ", rejection secret expected";
  rejected.record.fields["k"] = to_hex(*rejection_secret(rejected.record));
  rejected.must_pass = true;
  controls.push_back(std::move(honest));
  controls.push_back(std::move(rejected));
}

void add_decapsulation(std::vector<Control>& controls, const Record& record) {
  if (!is_decapsulation(record) || record.has("m")) return;
  const std::size_t size = record.bytes("c")->size();
  if (coverage_of(record).acceptance) {
    for (const std::size_t place : {std::size_t{0}, size / 2, size - 1})
      add_modified_ciphertext(controls, record, place);
  }
  add_refusal(controls, "ciphertext one byte short", record, "c", shorten);
  add_refusal(controls, "ciphertext one byte long", record, "c", lengthen);
  if (!record.has("dk")) return;
  const std::size_t key_size = record.bytes("dk")->size();
  add_refusal(controls, "decapsulation key one byte short", record, "dk", shorten);
  add_refusal(controls, "decapsulation key one byte long", record, "dk", lengthen);
  if (key_size > 64) add_refusal(controls, "wrong H(ek) in the decapsulation key", record, "dk", flip(key_size - 64));
}

// Coefficients are 12 bits each, little-endian; the last is followed by rho. 3329 is out of range.
void set_first_to_q(Octets& ek) {
  ek[0] = 0x01;
  ek[1] = static_cast<std::uint8_t>((ek[1] & 0xF0) | 0x0D);
}
void set_last_to_q(Octets& ek) {
  const std::size_t end = ek.size() - 32;
  ek[end - 2] = static_cast<std::uint8_t>((ek[end - 2] & 0x0F) | 0x10);
  ek[end - 1] = 0xD0;
}

void add_encapsulation(std::vector<Control>& controls, Record record) {
  if (!record.has("m") || !record.has("ek") || !has_bytes(record, "k")) return;
  record.fields.erase("dk");
  add_refusal(controls, "encapsulation key one byte short", record, "ek", shorten);
  add_refusal(controls, "encapsulation key one byte long", record, "ek", lengthen);
  add_difference(controls, record, "m", 0);
  if (record.bytes("ek").value_or(Octets()).size() <= 34) return;
  add_refusal(controls, "first coefficient out of range", record, "ek", set_first_to_q);
  add_refusal(controls, "last coefficient out of range", record, "ek", set_last_to_q);
}

// A whole exchange of a hybrid.
bool is_exchange(const Record& record) {
  return has_bytes(record, "seed") && has_bytes(record, "eseed") && has_bytes(record, "ct") && has_bytes(record, "ss");
}
void add_exchange(std::vector<Control>& controls, const Record& record) {
  if (!is_exchange(record)) return;
  for (const char* field : {"seed", "eseed"}) add_difference(controls, record, field, 1);
  const std::size_t size = record.bytes("ct")->size();
  for (const std::size_t place : {std::size_t{0}, size / 2, size - 1}) add_difference(controls, record, "ct", place);
  for (const char* field : {"pk", "sk", "ss"}) add_difference(controls, record, field, 0);
}

void add_kem(std::vector<Control>& controls, const Record& record) {
  add_exchange(controls, record);
  add_decapsulation(controls, record);
  add_encapsulation(controls, record);
  if (record.has("ek") && record.has("dk")) add_difference(controls, record, record.has("d") ? "d" : "seed", 0);
}

// --- Signatures -----------------------------------------------------------------------------------------------------

bool is_signing(const Record& record) { return record.has("sk") || record.has("seed") || record.has("xi"); }

// Signatures are bytes from outside: what is not exactly a valid one is refused.
void add_verification(std::vector<Control>& controls, const Record& record) {
  const std::size_t size = record.bytes("sig")->size();
  for (const std::size_t place : {std::size_t{0}, size / 2, size - 1})
    add_refusal(controls, fmt::format("signature modified in byte {}", place), record, "sig", flip(place));
  add_refusal(controls, "signature one byte short", record, "sig", shorten);
  add_refusal(controls, "signature one byte long", record, "sig", lengthen);
  add_refusal(controls, "public key one byte short", record, "pk", shorten);
  add_refusal(controls, "public key one byte long", record, "pk", lengthen);
  add_difference(controls, record, "pk", 0);
}

void add_signature(std::vector<Control>& controls, const Record& record) {
  if (!has_bytes(record, "sig")) return;
  for (const char* field : {"msg", "message", "ctx", "context"}) add_difference(controls, record, field, 0);
  if (!record.has("msg") && !record.has("message")) add_difference(controls, record, "mu", 0);
  if (!is_signing(record)) return add_verification(controls, record);
  const char* key = record.has("xi") ? "xi" : record.has("seed") ? "seed" : "sk";
  add_refusal(controls, fmt::format("{} one byte short", key), record, key, shorten);
  add_refusal(controls, fmt::format("{} one byte long", key), record, key, lengthen);
}

// --- Hashes, permutations, key agreement ---------------------------------------------------------------------------

void add_hash(std::vector<Control>& controls, const Record& record) {
  add_difference(controls, record, "in", 0);
  if (!record.has("msg")) return;
  if (has_bytes(record, "msg")) return add_difference(controls, record, "msg", 0);
  Control control = altered("a message instead of none", record, "msg", lengthen);
  if (control.record.has("len")) control.record.fields["len"] = "1";
  controls.push_back(std::move(control));
}

// The lowest three bits of a scalar and the top bit of u mean nothing, so byte 1 is changed. Points of low order give
// zero whatever the scalar.
void add_key_agreement(std::vector<Control>& controls, const Record& record) {
  if (record.bytes("shared") == Octets(32)) return;
  for (const char* field : {"scalar", "u", "private", "public"}) add_difference(controls, record, field, 1);
}

bool is_expensive(const Record& record) {
  return record.has("fulllen") || record.integer("count").value_or(0) > cheap_count;
}

// Records that tell what must not come out, or whose verdict stands outside of them: altered, they say nothing.
bool is_of_study(const Record& record) {
  return record.source.find("kitchensink") != std::string::npos || record.source.find("speccheck") != std::string::npos;
}

// A verdict turned round: a valid key called invalid, an invalid one valid.
void add_wrong_verdict(std::vector<Control>& controls, const Record& record) {
  Control control{"wrong verdict", record, false};
  if (const auto verdict = record.text("passed")) {
    control.record.fields["passed"] = verdict == "true" ? "false" : "true";
  } else if (record.has(odd_verdict)) {
    control.record.fields[odd_verdict] = "accept";
  } else {
    control.record.fields["result"] = record.text("result") == "valid" ? "invalid" : "valid";
  }
  controls.push_back(std::move(control));
}

// Every expected value that the record has.
void add_wrong_bytes(std::vector<Control>& controls, const Record& record) {
  std::vector<const char*> fields = {"md", "out", "k", "shared", "md.0", "out.0", "sig", "tag", "okm"};
  const bool is_of_combiner = record.has("x_sk");  // of one component it has more than some rows look at
  if ((record.has("seed") || record.has("d")) && !is_of_combiner) fields.insert(fields.end(), {"ek", "dk"});
  if ((record.has("seed") || record.has("xi")) && !record.has("eseed")) fields.insert(fields.end(), {"pk", "sk"});
  if (record.has("m")) fields.push_back("c");
  for (const char* field : fields) {
    if (has_bytes(record, field)) controls.push_back(altered(fmt::format("wrong {}", field), record, field, flip(0)));
  }
}

}  // namespace

std::vector<Control> controls_of(Kind kind, const Record& record) {
  std::vector<Control> controls;
  const auto result = record.text("result");
  const bool is_lone_key = record.has("ek") && record.fields.size() <= 2;
  if (is_expensive(record) || is_of_study(record) || result == "acceptable") return controls;
  const bool is_verdict = record.has("passed") || result == "invalid" || record.text(odd_verdict) == "reject";
  if (is_verdict || is_lone_key) add_wrong_verdict(controls, record);
  if (is_verdict) return controls;
  add_wrong_bytes(controls, record);
  if (kind == Kind::kKem) add_kem(controls, record);
  if (kind == Kind::kHash || kind == Kind::kXof) add_hash(controls, record);
  if (kind == Kind::kKernel) add_difference(controls, record, "in", 0);
  if (kind == Kind::kKeyAgreement) add_key_agreement(controls, record);
  if (kind == Kind::kSignature) add_signature(controls, record);
  return controls;
}

KemCoverage coverage_of(const Record& record) {
  KemCoverage coverage;
  if (record.has("format")) return {true, true, false, true};  // digests over many cases
  if (is_exchange(record)) return {true, true, true, false};
  if (record.text("result") == "invalid" && record.has("ct")) return {false, false, false, true};
  coverage.keygen = record.has("ek") && (record.has("seed") || record.has("d"));
  coverage.encapsulation = record.has("m") && has_bytes(record, "k");
  if (!is_decapsulation(record)) return coverage;
  const auto secret = rejection_secret(record);
  coverage.rejection = secret && record.bytes("k") == secret;
  coverage.acceptance = secret && record.bytes("k") != secret;
  return coverage;
}

}  // namespace lydite::lab::kat
