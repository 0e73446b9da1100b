// The gate must be able to fail: each defect planted here has to be caught, and the same row without it has to pass.
#include "lab/kat/gate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>

#include "lab/kat/mlkem_kat.h"
#include "lab/kat/sha3_kat.h"
#include "lydite/cpu.h"
#include "lydite/sha3.h"
#include "src/keccak/permute.h"

namespace lydite::lab::kat {
namespace {

using mlkem::MlKem512;
constexpr std::size_t ek_size = mlkem::encapsulation_key_size<MlKem512>;
constexpr std::size_t dk_size = mlkem::decapsulation_key_size<MlKem512>;

Algorithm row(std::string id, Kind kind, Answer answer) {
  Algorithm algorithm;
  algorithm.id = std::move(id);
  algorithm.kind = kind;
  algorithm.kat = std::move(answer);
  return algorithm;
}

GateReport run(const std::vector<VectorFile>& files, const Algorithm& algorithm) {
  const Algorithm* rows[] = {&algorithm};
  return run_gate(files, rows);
}

std::string outcome(const std::vector<VectorFile>& files, const Algorithm& algorithm) {
  return run(files, algorithm).algorithms.front().outcome;
}

std::vector<VectorFile> files_named(std::initializer_list<std::string_view> names) {
  std::vector<VectorFile> files;
  for (const VectorFile& file : embedded_vectors()) {
    if (std::ranges::find(names, file.source) != names.end()) files.push_back(file);
  }
  return files;
}

// --- The project's own rows ----------------------------------------------------------------------------------------

TEST(Gate, EveryRowOfTheCataloguePasses) {
  for (const Algorithm& algorithm : catalog()) {
    const GateResult result = gate_verdict(algorithm);
    EXPECT_EQ(result.algorithm, algorithm.id);
    EXPECT_EQ(result.outcome, "PASS") << algorithm.id << testing::PrintToString(result.failures);
    EXPECT_GT(result.passed, 8U) << algorithm.id;
    EXPECT_GE(result.controls, 2U) << algorithm.id;
    EXPECT_EQ(result.skipped, 0U) << algorithm.id;
    ASSERT_FALSE(result.files.empty());
    EXPECT_EQ(result.files.front().second.size(), 64U);
  }
}

// What is refused and what is rejected must not depend on the instruction set.
TEST(Gate, EveryRowPassesOnEveryTarget) {
  const std::string before(current_target());
  for (const std::string_view target : supported_targets()) {
    ASSERT_TRUE(use_target(target));
    for (const Algorithm& algorithm : catalog()) {
      if (!algorithm.dispatches) continue;
      const GateResult result = gate_verdict(algorithm);
      EXPECT_EQ(result.outcome, "PASS") << algorithm.id << " " << target << testing::PrintToString(result.failures);
    }
  }
  use_target(before);
}

TEST(Gate, EveryEmbeddedRecordIsReadByARow) {
  std::vector<const Algorithm*> rows;
  for (const Algorithm& algorithm : catalog()) rows.push_back(&algorithm);
  const GateReport report = run_gate(embedded_vectors(), rows);
  EXPECT_GE(report.files.size(), 17U);
  for (const FileReport& file : report.files) {
    EXPECT_EQ(file.unread, 0U) << file.source;
    EXPECT_EQ(file.passed, file.records) << file.source;
  }
}

TEST(Gate, ARowWithoutRecordsHasNoKnownAnswers) {
  EXPECT_EQ(outcome(embedded_vectors(), row("none", Kind::kHash, hash_answer("SHA3-111", {}))), "NOKAT");
  EXPECT_EQ(outcome(embedded_vectors(), row("none", Kind::kHash, {})), "NOKAT");
  EXPECT_EQ(outcome({}, row("sha3-256", Kind::kHash, sha3_answer("SHA3-256"))), "NOKAT");
}

TEST(Gate, ARowThatThrowsFails) {
  const HashWay way{"hash", [](Message, std::size_t) -> Octets { throw std::runtime_error("no memory"); }, {}};
  EXPECT_EQ(outcome(embedded_vectors(), row("x", Kind::kHash, hash_answer("SHA3-256", {way}))), "MISMATCH");
}

TEST(Gate, AMalformedFieldIsAnErrorOfTheFile) {
  std::vector<VectorFile> files = files_named({"sha3/keccak-f1600.tv"});
  files[0].records[0].fields["in"] = "xyz";
  std::vector<const Algorithm*> rows = select("keccak-f1600");
  const GateReport report = run_gate(files, rows);
  ASSERT_EQ(report.errors.size(), 1U);
  EXPECT_NE(report.errors[0].find("sha3/keccak-f1600.tv:7: record 0: field in"), std::string::npos) << report.errors[0];
}

// --- Wrong vectors -------------------------------------------------------------------------------------------------

// Fields whose every bit the answer depends on.
std::vector<std::string> decisive_fields(const Record& record) {
  if (record.text("result") == "invalid" || record.has("verdict_cofactorless")) return {};
  std::vector<std::string> names;
  const bool is_keygen = record.has("d");
  const bool is_verification = record.has("sig") && !record.has("seed") && !record.has("xi") && !record.has("sk");
  static const std::set<std::string, std::less<>> outputs = {"md",     "out", "k",   "c",   "msg", "in", "A", "B",
                                                             "shared", "sig", "tag", "okm", "ct",  "ss", "pk"};
  for (const auto& [name, value] : record.fields) {
    const bool is_output = outputs.contains(name) || name.starts_with("md.") || (is_keygen && name != "set");
    // With a key of low order, which a record of a verification may have, any message does.
    if (is_verification && name != "sig") continue;
    if (is_output && !value.empty()) names.push_back(name);
  }
  return names;
}

// One digit of one decisive field is replaced; in a file of refusals, one of them is called valid.
std::string damage(VectorFile& file, std::mt19937& random) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    Record& record = file.records[random() % file.records.size()];
    const auto names = decisive_fields(record);
    if (names.empty()) continue;
    const std::string& name = names[random() % names.size()];
    std::string& value = record.fields[name];
    const std::size_t place = random() % value.size();
    const char digit = value[place];
    value[place] = digit == '0' ? '1' : '0';
    return file.source + " record " + std::to_string(record.index) + " field " + name + " digit " +
           std::to_string(place);
  }
  Record& record = file.records[random() % file.records.size()];
  record.fields["result"] = "valid";
  return file.source + " record " + std::to_string(record.index) + " called valid";
}

TEST(Gate, OneWrongByteInAnyFileIsFound) {
  const unsigned seed = std::random_device()();
  std::mt19937 random(seed);
  std::vector<const Algorithm*> rows;
  for (const Algorithm& algorithm : catalog()) rows.push_back(&algorithm);
  for (const VectorFile& original : embedded_vectors()) {
    for (int i = 0; i < 3; ++i) {
      std::vector<VectorFile> files = {original};
      const std::string what = damage(files[0], random);
      const GateReport report = run_gate(files, rows);
      EXPECT_EQ(report.files[0].failed, 1U) << what << ", seed " << seed;
      EXPECT_TRUE(
          std::ranges::any_of(report.algorithms, [](const auto& result) { return result.outcome == "MISMATCH"; }));
    }
  }
}

TEST(Gate, TheFailureSaysWhere) {
  std::vector<VectorFile> files = files_named({"sha3/sha3-256.tv"});
  files[0].records[2].fields["md"][10] ^= 1;
  const GateReport report = run(files, row("sha3-256", Kind::kHash, sha3_answer("SHA3-256")));
  ASSERT_EQ(report.files[0].failures.size(), 1U);
  const std::string place = "sha3/sha3-256.tv:" + std::to_string(files[0].records[2].line);
  EXPECT_NE(report.files[0].failures[0].find(place + ": hash: md differs from byte 5"), std::string::npos)
      << report.files[0].failures[0];
}

// --- A wrong permutation -------------------------------------------------------------------------------------------

// Keccak-f[1600] with another constant in one round; 24 means none.
void permute_but(std::size_t wrong_round, std::uint64_t* state) {
  for (std::size_t i = 0; i < keccak::round_count; ++i)
    keccak::round_portable(state, keccak::round_constants[i] ^ (i == wrong_round ? 1 : 0));
}

// SHA3-256 over that permutation (FIPS 202, section 6.1).
Octets sha3_256_but(std::size_t wrong_round, Message message) {
  constexpr std::size_t rate = 136;
  Octets padded(message.begin(), message.end());
  padded.push_back(0x06);
  padded.resize((padded.size() + rate - 1) / rate * rate);
  padded.back() |= 0x80;
  keccak::State state{};
  for (std::size_t i = 0; i < padded.size(); ++i) {
    state[i % rate / 8] ^= std::uint64_t{padded[i]} << (8 * (i % 8));
    if (i % rate == rate - 1) permute_but(wrong_round, state.data());
  }
  Octets digest(32);
  for (std::size_t i = 0; i < digest.size(); ++i) digest[i] = static_cast<std::uint8_t>(state[i / 8] >> (8 * (i % 8)));
  return digest;
}

TEST(Gate, AWrongRoundIsFoundInTheHash) {
  for (std::size_t wrong = 0; wrong <= keccak::round_count; ++wrong) {
    const HashWay way{"hash", [=](Message message, std::size_t) { return sha3_256_but(wrong, message); }, {}};
    const auto algorithm = row("sha3-256", Kind::kHash, hash_answer("SHA3-256", {way}));
    EXPECT_EQ(outcome(embedded_vectors(), algorithm), wrong == keccak::round_count ? "PASS" : "MISMATCH") << wrong;
  }
}

TEST(Gate, AWrongRoundIsFoundInTheKernel) {
  for (std::size_t wrong = 0; wrong <= keccak::round_count; ++wrong) {
    const Permutation permute = [=](std::span<KeccakState> states) {
      for (KeccakState& state : states) permute_but(&state == &states[3] ? wrong : keccak::round_count, state.data());
    };
    const auto algorithm = row("x4", Kind::kKernel, keccak_answer(4, permute));
    EXPECT_EQ(outcome(embedded_vectors(), algorithm), wrong == keccak::round_count ? "PASS" : "MISMATCH") << wrong;
  }
}

TEST(Gate, OneWrongWayAmongRightOnesIsFound) {
  const HashWay right{"hash", [](Message message, std::size_t) { return sha3_256_but(24, message); }, {}};
  const HashWay wrong{
      "other", [](Message message, std::size_t) { return sha3_256_but(message.size() == 272 ? 0 : 24, message); }, {}};
  EXPECT_EQ(outcome(embedded_vectors(), row("x", Kind::kHash, hash_answer("SHA3-256", {right, wrong}))), "MISMATCH");
}

// --- Wrong KEMs ----------------------------------------------------------------------------------------------------

KemWay encoded_way() { return mlkem_ways<MlKem512>().front(); }

std::string kem_outcome(const KemWay& way, const std::vector<VectorFile>& files = embedded_vectors()) {
  return outcome(files, row("ml-kem-512", Kind::kKem, kem_answer("ML-KEM-512", {way})));
}

Octets rejection_key(Message dk, Message c) {
  Octets input(dk.end() - 32, dk.end()), key(32);
  input.insert(input.end(), c.begin(), c.end());
  Shake256::hash(input, key);
  return key;
}

// Decapsulation as it is without the comparison of ciphertexts: a modified one still gives the honest secret, which
// this remembers instead of computing it.
class SkippedRejection {
 public:
  std::optional<Octets> operator()(Message dk, Message c) {
    const auto key = encoded_way().decapsulate(dk, c);
    if (!key) return key;
    const Octets name(dk.begin(), dk.end());
    if (*key != rejection_key(dk, c)) return honest_[name] = *key;
    const auto found = honest_.find(name);
    return found == honest_.end() ? key : std::optional(found->second);
  }

 private:
  std::map<Octets, Octets> honest_;
};

TEST(KemGate, TheRightWayPasses) { EXPECT_EQ(kem_outcome(encoded_way()), "PASS"); }

TEST(KemGate, SkippedRejectionIsFound) {
  KemWay way = encoded_way();
  way.decapsulate = SkippedRejection();
  EXPECT_EQ(kem_outcome(way), "MISMATCH");
}

// Even where no vector has a modified ciphertext: the gate's own controls have.
TEST(KemGate, SkippedRejectionIsFoundByTheControls) {
  std::vector<VectorFile> files = files_named({"mlkem/decaps.tv", "mlkem/encaps.tv", "mlkem/keygen.tv"});
  for (VectorFile& file : files) {
    std::erase_if(file.records, [](const Record& r) { return r.has("comment") && r.text("comment") != "honest"; });
  }
  KemWay way = encoded_way();
  EXPECT_EQ(kem_outcome(way, files), "PARTIAL");
  way.decapsulate = SkippedRejection();
  EXPECT_EQ(kem_outcome(way, files), "MISMATCH");
}

// Each needs a record of its own kind: without it the verdict is incomplete, and says what is missing.
TEST(KemGate, VectorsWithoutRejectionAreIncomplete) {
  std::vector<VectorFile> files = files_named({"mlkem/keygen.tv", "mlkem/encaps.tv"});
  const auto algorithm = row("ml-kem-512", Kind::kKem, kem_answer("ML-KEM-512", {encoded_way()}));
  const GateResult result = run(files, algorithm).algorithms.front();
  EXPECT_EQ(result.outcome, "PARTIAL");
  EXPECT_EQ(result.failed, 0U);
  EXPECT_EQ(result.failures.back(), "no record takes implicit rejection");
  EXPECT_EQ(kem_outcome(encoded_way(), files_named({"mlkem/decaps.tv"})), "PARTIAL");
}

TEST(KemGate, AMissingModulusCheckIsFound) {
  KemWay way = encoded_way();
  way.encapsulate = [](Message ek, Message m) -> std::optional<KemEncapsulation> {
    Octets reduced(ek.begin(), ek.end());
    if (ek.size() != ek_size) return std::nullopt;
    for (std::size_t i = 0; i + 2 < ek_size - 32; i += 3) {
      const unsigned a = (ek[i] | (ek[i + 1] & 15U) << 8) % 3329, b = (ek[i + 1] >> 4 | ek[i + 2] * 16U) % 3329;
      reduced[i] = static_cast<std::uint8_t>(a);
      reduced[i + 1] = static_cast<std::uint8_t>(a >> 8 | (b & 15) << 4);
      reduced[i + 2] = static_cast<std::uint8_t>(b >> 4);
    }
    return encoded_way().encapsulate(reduced, m);
  };
  EXPECT_EQ(kem_outcome(way), "MISMATCH");
}

TEST(KemGate, AMissingHashCheckIsFound) {
  KemWay way = encoded_way();
  way.decapsulate = [](Message dk, Message c) -> std::optional<Octets> {
    Octets repaired(dk.begin(), dk.end());
    if (dk.size() != dk_size) return std::nullopt;
    const auto hash = Sha3_256::hash(dk.subspan(dk_size - 64 - ek_size, ek_size));
    std::ranges::copy(hash, repaired.end() - 64);
    return encoded_way().decapsulate(repaired, c);
  };
  EXPECT_EQ(kem_outcome(way), "MISMATCH");
}

// Inputs that are too long are cut, or those too short filled up, instead of refused.
TEST(KemGate, LaxLengthsAreFound) {
  const auto fitted = [](Message bytes, std::size_t size, bool cuts) {
    Octets copy(bytes.begin(), bytes.end());
    if (cuts ? copy.size() > size : copy.size() < size) copy.resize(size);
    return copy;
  };
  for (const bool cuts : {true, false}) {
    KemWay keys = encoded_way(), ciphertexts = encoded_way(), public_keys = encoded_way();
    keys.decapsulate = [=](Message dk, Message c) { return encoded_way().decapsulate(fitted(dk, dk_size, cuts), c); };
    ciphertexts.decapsulate = [=](Message dk, Message c) {
      return encoded_way().decapsulate(dk, fitted(c, 768, cuts));
    };
    public_keys.encapsulate = [=](Message ek, Message m) {
      return encoded_way().encapsulate(fitted(ek, ek_size, cuts), m);
    };
    EXPECT_EQ(kem_outcome(keys), "MISMATCH");
    EXPECT_EQ(kem_outcome(ciphertexts), "MISMATCH");
    EXPECT_EQ(kem_outcome(public_keys), "MISMATCH");
  }
}

TEST(KemGate, ConstantAnswersAreFound) {
  KemWay way = encoded_way();
  way.keygen = [](Message) { return encoded_way().keygen(Octets(64)); };
  EXPECT_EQ(kem_outcome(way), "MISMATCH");
  way = encoded_way();
  way.decapsulate = [](Message, Message) { return Octets(32); };
  EXPECT_EQ(kem_outcome(way), "MISMATCH");
}

// --- A row that approves of everything -----------------------------------------------------------------------------

TEST(Gate, ARowThatAlwaysPassesIsFoundByTheControls) {
  for (const Kind kind : {Kind::kHash, Kind::kKem, Kind::kKernel, Kind::kKeyAgreement, Kind::kSignature}) {
    const auto always = row("x", kind, [](const Record&) { return Kat{Kat::Verdict::kPassed, {}}; });
    EXPECT_EQ(outcome(embedded_vectors(), always), "MISMATCH");
  }
}

}  // namespace
}  // namespace lydite::lab::kat
