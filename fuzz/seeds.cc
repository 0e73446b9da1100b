// Writes the first inputs of every fuzzer: `fuzz_seeds FOLDER` makes one folder for each below FOLDER.
#include <zlib.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "lab/evidence/record.h"
#include "lydite/hybrid.h"
#include "lydite/mldsa.h"
#include "lydite/mlkem.h"

namespace lydite::lab {
namespace {

namespace fs = std::filesystem;

// Seeds of one fuzzer, numbered.
class Corpus {
 public:
  explicit Corpus(const fs::path& folder) : folder_(folder) { fs::create_directories(folder); }

  void add(const std::string& bytes) {
    std::ofstream file(folder_ / std::to_string(count_++), std::ios::binary);
    file << bytes;
    if (!file.flush()) throw std::runtime_error("cannot write to " + folder_.string());
  }

 private:
  fs::path folder_;
  int count_ = 0;
};

std::string text(Message bytes) { return {bytes.begin(), bytes.end()}; }

std::string hex(Message bytes) {
  std::string digits;
  for (const std::uint8_t byte : bytes) {
    digits += "0123456789abcdef"[byte >> 4];
    digits += "0123456789abcdef"[byte & 15];
  }
  return digits;
}

std::string gzip(const std::string& plain) {
  z_stream stream{};
  if (deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) throw std::runtime_error("zlib");
  std::string packed(deflateBound(&stream, plain.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(plain.data()));
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) throw std::runtime_error("zlib");
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

template <mlkem::ParameterSet P>
void add_mlkem(Corpus& corpus, char set) {
  const auto keys = mlkem::keygen<P>(mlkem::Seed());
  const auto sent = mlkem::encapsulate<P>(keys.ek, Secret<32>());
  const std::string inputs[] = {text(keys.ek), text(keys.dk.reveal()), text(keys.dk.reveal()), text(sent->c)};
  for (char kind = 0; kind < 4; ++kind)
    for (const std::size_t cut : {0U, 1U}) {
      const std::string& input = inputs[static_cast<int>(kind)];
      corpus.add(static_cast<char>(4 * set + kind) + input.substr(0, input.size() - cut));
    }
}

template <mldsa::ParameterSet P>
void add_mldsa(Corpus& corpus, char set) {
  const auto keys = mldsa::keygen<P>(mldsa::Seed());
  const auto signature = mldsa::sign_deterministic<P>(keys.sk, {}, {});
  const auto first = static_cast<char>(4 * set);
  corpus.add(first + text(keys.pk));
  corpus.add(static_cast<char>(first + 1) + text(keys.sk.reveal()));
  corpus.add(static_cast<char>(first + 3) + text(*signature));
  for (char what = 0; what < 8; ++what)
    corpus.add(static_cast<char>(first + 2) + std::string{what, 3, 1, 2} + std::string{5, 1, 0, 1});
}

template <hybrid::Scheme S>
void add_hybrid(Corpus& corpus, char scheme) {
  const auto keys = hybrid::keygen<S>(hybrid::Seed<S>());
  corpus.add(scheme + text(keys.pk));
  corpus.add(static_cast<char>(scheme + 2) + text(keys.sk.reveal()));
  corpus.add(static_cast<char>(scheme + 4) + std::string(40, '\1'));
}

std::string tv_file() {
  const auto keys = mlkem::keygen<mlkem::MlKem512>(mlkem::Seed());
  return "# a header\n\nset = ML-KEM-512\nd = " + std::string(64, '0') + "\nz = " + std::string(64, '0') +
         "\nek = " + hex(keys.ek) +
         "\nresult = valid\ncount = 3\nmsg =\n\nset = ML-KEM-512\nresult = invalid\nek = 00\n";
}

constexpr const char* json_files[] = {
    R"({"algorithm":"ML-KEM","mode":"keyGen","revision":"FIPS203","testGroups":[{"tgId":1,"testType":"AFT",)"
    R"("parameterSet":"ML-KEM-512","tests":[{"tcId":1,"z":"00","d":"00","ek":"00","dk":"00","deferred":false}]}]})",
    R"({"algorithm":"ML-KEM","mode":"encapDecap","revision":"FIPS203","testGroups":[{"tgId":1,"testType":"VAL",)"
    R"("parameterSet":"ML-KEM-768","function":"decapsulation","dk":"00","tests":[{"tcId":1,"c":"00","k":"00",)"
    R"("reason":"modify ciphertext"}]}]})",
    R"({"algorithm":"SHA3-256","revision":"2.0","testGroups":[{"tgId":1,"testType":"AFT","tests":[{"tcId":1,)"
    R"("msg":"","len":0,"md":"a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a"}]}]})",
    R"({"algorithm":"ML-KEM","schema":"mlkem_test_schema.json","numberOfTests":1,"notes":{},"testGroups":[{)"
    R"("type":"MLKEMTest","parameterSet":"ML-KEM-512","tests":[{"tcId":1,"comment":"","flags":[],"seed":"00",)"
    R"("ek":"00","c":"00","K":"00","result":"valid"}]}]})",
};

void add_vectors(Corpus& corpus) {
  corpus.add('\0' + tv_file());
  corpus.add('\1' + gzip(tv_file()));
  for (const char* file : json_files) {
    corpus.add('\2' + std::string(file));
    corpus.add('\3' + gzip(file));
  }
}

evidence::Record record() {
  Trial trial;
  trial.status = "ok";
  trial.calls = trial.samples.counts.emplace_back(3);
  trial.samples.values = {1000};
  trial.samples.first = {1000, 1000, 1000};
  evidence::Record record;
  record.group = "a";
  record.subject = {"ML-KEM-512", "FIPS 203", "kem", "one call", {{"ciphertext", 768}}};
  record.measurement.algorithm = "ml-kem-512";
  record.measurement.operation = "decaps";
  record.measurement.implementation = "lydite";
  record.measurement.target = "SCALAR";
  record.measurement.ref_hz = 2e9;
  record.measurement.plan.protocol = "robust";
  record.measurement.plan.trials = record.measurement.plan.samples_per_trial = 1;
  record.measurement.trials = {trial, trial};
  record.measurement.allocations = Allocations{};
  record.gate.outcome = "PASS";
  record.clock_source = "rdtsc";
  record.started_utc = record.ended_utc = "2025-01-31T12:00:00Z";
  return record;
}

void add_records(Corpus& corpus) {
  corpus.add(evidence::canonical(evidence::to_json(record())));
  corpus.add("{\n \"a\": [1, 2],\n \"b\": null\n}\n");
}

void add_encodings(Corpus& corpus) {
  const std::string key = "\x04\x02\x01\x02", ed25519 = "\x06\x03\x2b\x65\x70";
  corpus.add(std::string(1, '\0') + "00 ff\nAb");
  corpus.add("\x01-----BEGIN A KEY-----\nAAECAwQFBg==\n-----END A KEY-----\n");
  corpus.add("\x02\x30\x0c\x30\x05" + ed25519 + std::string("\x03\x03\0\x01\x02", 5));
  corpus.add(std::string("\x03\x30\x0e\x02\x01\0\x30\x05", 8) + ed25519 + key);
  corpus.add(std::string("\x03\x30\x14\x02\x01\x01\x30\x05", 8) + ed25519 + key +
             std::string("\xa0\0\x81\x02\0\x07", 6));
  for (const std::string& form : {std::string("\x80\x02\x01\x02"), key, "\x30\x08" + key + key})
    corpus.add("\x04" + form);
  corpus.add("\x05" + std::string(300, 'k'));
}

// Each kind of change alone, and two together, in both framings.
void add_composites(Corpus& corpus) {
  for (char framing = 0; framing < 2; ++framing)
    for (char what = 0; what < 12; ++what) {
      const std::string change{what, 3, 1, 2};
      corpus.add(framing + change);
      corpus.add(framing + change + std::string{8, 63, 0, 1});
    }
}

}  // namespace
}  // namespace lydite::lab

int main(int argc, char** argv) {
  using namespace lydite;
  if (argc != 2) return 2;
  const std::filesystem::path folder = argv[1];
  lab::Corpus mlkem(folder / "mlkem"), vectors(folder / "vectors"), record(folder / "record");
  lab::add_mlkem<mlkem::MlKem512>(mlkem, 0);
  lab::add_mlkem<mlkem::MlKem768>(mlkem, 1);
  lab::add_mlkem<mlkem::MlKem1024>(mlkem, 2);
  lab::add_vectors(vectors);
  lab::add_records(record);
  lab::Corpus mldsa(folder / "mldsa"), hybrid(folder / "hybrid");
  lab::add_mldsa<mldsa::MlDsa44>(mldsa, 0);
  lab::add_mldsa<mldsa::MlDsa65>(mldsa, 1);
  lab::add_mldsa<mldsa::MlDsa87>(mldsa, 2);
  lab::add_hybrid<hybrid::MlKem768X25519>(hybrid, 0);
  lab::add_hybrid<hybrid::XWing>(hybrid, 1);
  lab::Corpus encode(folder / "encode");
  lab::add_encodings(encode);
  lab::Corpus composite(folder / "composite");
  lab::add_composites(composite);
}
