// A data set without a measurement: the same numbers every time, for tests of records, checks and pages.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "lab/evidence/campaign.h"
#include "lab/evidence/data_set.h"
#include "lab/evidence/digest.h"
#include "lab/evidence/file.h"
#include "lab/evidence/record.h"
#include "lab/measure/trial.h"

namespace lydite::lab::evidence::synthetic {

inline constexpr std::uint64_t trial_count = 8, sample_count = 40;

inline HostState host_state() {
  HostState state;
  for (const char* code : {"H01", "H02", "H04", "H05", "H06", "H07", "H08", "H09", "H10", "H12", "H13", "H14"}) {
    state.host.checks.push_back({code, "", "", "", "", true});
  }
  state.host.checks.push_back(
      {"H03", "hardware cycle counter", "none", "one that opens", "cycles are estimates", false});
  state.host.checks.push_back({"H11", "hypervisor", "a guest", "none", "other guests share the core", false});
  state.host.facts = {
      {"architecture", "x86_64"}, {"cpu_model", "Synthetic CPU"}, {"cpu_number", "1"}, {"os", "Debian"}};
  state.host.grade = host::grade(state.host.checks);
  state.host.noise_floor = 0.004;
  state.is_unfixed_allowed = true;
  return state;
}

inline Build build() { return {"0.1.0", "clang 19.1.4", "-O3", std::string(40, 'a'), false, std::string(64, 'b')}; }

inline std::vector<Row> rows() {
  return {{"sha3-256", "hash_32", "AVX2", "small"},    {"sha3-256:libcrypto", "hash_32", "", "small"},
          {"sha3-256", "hash_4096", "AVX2", "large"},  {"sha3-256:libcrypto", "hash_4096", "", "large"},
          {"sha3-256", "hash4_4096", "AVX2", "large"}, {"ml-kem-768", "keygen", "AVX2", "kem"},
          {"ml-kem-768", "encaps", "AVX2", "kem"},     {"x25519:libcrypto", "derive", "", "kem"},
          {"ml-dsa-65", "sign_32", "AVX2", "sig"}};
}

inline CampaignPlan plan() {
  CampaignPlan plan;
  plan.system = "synthetic";
  plan.title = "Synthetic <data>";
  plan.seed = 7;
  plan.constants = {trial_count, 0.001, sample_count, 1, 0};
  plan.rows = rows();
  plan.baseline = {{"x25519:libcrypto", "derive", "", ""}};
  plan.comparisons = {
      {"four together, against one", {"sha3-256", "hash4_4096", "AVX2", ""}, {"sha3-256", "hash_4096", "AVX2", ""}}};
  plan.uniformity = {{{"ml-kem-768", "encaps", "AVX2", ""}, {"ml-kem-768", "keygen", "AVX2", ""}},
                     {{"ml-kem-768", "decaps", "AVX2", ""}, {"ml-kem-768", "encaps", "AVX2", ""}}};
  plan.scaling = {{"ml-kem-768", "keygen", "AVX2", ""}};
  plan.tables = Json::parse(R"([{"title": "Chosen", "caption": "What was chosen.", "columns": ["32 B", "4 KiB"],
    "rows": [{"title": "SHA3-256", "cells": ["sha3-256 hash_32", "sha3-256 hash_4096"]},
             {"title": "ML-KEM-768", "cells": ["ml-kem-768 keygen", ""]},
             {"title": "ML-DSA-65 sign", "cells": ["ml-dsa-65 sign_32", "ml-dsa-65 sign_4096"]}]}])");
  plan.reference = Json::parse(R"({"schema": "lydite-reference", "version": 1, "title": "Somebody", "host": "a machine",
    "source": "a page", "rows": [{"algorithm": "sha3-256", "operation": "hash_4096", "implementation": "theirs",
    "value": 19.2, "unit": "us"}, {"algorithm": "ml-dsa-65", "operation": "sign_32", "implementation": "theirs",
    "value": 0.21, "unit": "ms"}, {"algorithm": "ml-dsa-65", "operation": "sign_4096", "implementation": "theirs",
    "value": 0.25, "unit": "ms"}, {"algorithm": "ml-kem-768", "operation": "keygen", "implementation": "theirs",
    "value": 80, "unit": "B/op"}]})");
  return plan;
}

inline Header header() { return {plan(), host_state(), build(), "2025-01-31T12:00:00Z"}; }

// A sequence of numbers below `bound`, by a linear congruence.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_(seed) {}
  std::uint64_t below(std::uint64_t bound) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return (state_ >> 33) % bound;
  }

 private:
  std::uint64_t state_;
};

inline Trial trial(std::uint64_t ticks, std::uint64_t samples, std::uint64_t seed) {
  Numbers numbers(seed);
  std::vector<std::uint64_t> raw;
  for (std::uint64_t i = 0; i < samples; ++i) raw.push_back(ticks + numbers.below(1 + ticks / 50) + 40);
  Trial trial;
  trial.status = "ok";
  trial.calls = samples;
  trial.wall_ns = samples * ticks / 2;
  trial.task_ns = trial.wall_ns;
  trial.ref_ticks = samples * ticks;
  trial.first_call_ticks = 3 * ticks;
  trial.warmup_calls = 48;
  trial.overhead_ticks = 40;
  trial.tick_quantum = 2;
  trial.samples = as_multiset(std::move(raw));
  trial.clock_before = trial.clock_after = {1.25, 0.001};
  trial.disturbance.task_share = 1;
  return trial;
}

inline std::uint64_t ticks_of(const Row& row) {
  const std::uint64_t bytes = row.operation.ends_with("4096") ? 4096 : 32;
  const std::uint64_t own = row.operation.starts_with("hash") ? 600 + 4 * bytes : 12000;
  return row.target.empty() ? own * 3 / 2 : own;
}

inline Record record(const Row& row) {
  Record record;
  record.group = row.group;
  record.subject = {row.algorithm.starts_with("ml-kem")   ? "ML-KEM-768"
                    : row.algorithm.starts_with("ml-dsa") ? "ML-DSA-65"
                    : row.algorithm.starts_with("x")      ? "X25519"
                                                          : "SHA3-256",
                    "a standard",
                    std::string(row.algorithm.starts_with("ml-kem")   ? lab::name(Kind::kKem)
                                : row.algorithm.starts_with("ml-dsa") ? lab::name(Kind::kSignature)
                                                                      : lab::name(Kind::kHash)),
                    "what it does",
                    {{"digest", 32}}};
  Measurement& m = record.measurement;
  m.algorithm = row.algorithm;
  m.operation = row.operation;
  m.implementation = row.target.empty() ? "libcrypto 3.0" : "lydite";
  m.target = row.target;
  m.input_bytes = row.operation.ends_with("4096") ? 4096 : row.operation.ends_with("32") ? 32 : 0;
  m.units = row.operation.starts_with("hash4") ? 4 : 1;
  m.seed = "7";
  m.plan = {"robust", trial_count, sample_count, 1, 0, 0.001, 0.1};
  m.ref_hz = 2e9;
  for (std::uint64_t i = 0; i < trial_count; ++i) m.trials.push_back(trial(ticks_of(row), sample_count, i));
  m.allocations = Allocations{16, row.algorithm.starts_with("x25519") ? 48U : 0U, row.target.empty() ? 4096U : 0U};
  if (!row.target.empty()) m.stack_bytes = 4096;
  record.gate = {row.algorithm, "PASS", 10, 0, 0, 4, {{"a.tv", std::string(64, 'c')}}, {}};
  record.host = host_state();
  record.build = build();
  record.clock_source = "rdtsc";
  record.started_utc = "2025-01-31T12:00:00Z";
  record.ended_utc = "2025-01-31T12:01:00Z";
  return record;
}

// A folder that is gone at the end of the test.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "lydite-evidence-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::filesystem::filesystem_error("no scratch folder", name, {});
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::vector<Scaling> scaling() {
  return {{"ml-kem-768",
           "keygen",
           "AVX2",
           1,
           {{1, {1000, 1010}, {10000000, 10000000}}, {2, {1900, 1930}, {10000000, 10000000}}},
           {4}}};
}

inline std::vector<PairSeries> uniformity() {
  PairSeries series{"ml-kem-768", "encaps", "keygen", "AVX2", 1, 4, {}, {}}, failed = series;
  Numbers numbers(3);
  for (int process = 0; process < 20; ++process) {
    PairTrial trial{"ok", {}, {}};
    for (std::uint64_t round = 0; round < series.rounds; ++round) {
      trial.of.push_back(24000 + numbers.below(50));
      trial.from.push_back(24000 + numbers.below(50));
    }
    series.processes.push_back(trial);
  }
  failed.of = "decaps";
  failed.from = "encaps";
  failed.failure = "timeout";
  return {series, failed};
}

inline void write_index_and_pages(const std::filesystem::path& folder, const Render& render) {
  const LoadedDataSet loaded = load_data_set(folder);
  ASSERT_TRUE(loaded.is_complete && loaded.findings.empty()) << to_text(loaded.findings.at(0));
  write_file(folder / manifest_file, manifest(loaded.digests));
  for (const auto& [path, text] : render(*loaded.data_set)) write_file(folder / path, text);
}

inline void write_data_set(const std::filesystem::path& folder, const Render& render) {
  write_file(folder / header_file, canonical(to_json(header())));
  for (const Row& row : rows()) {
    write_file(folder / record_path(row.algorithm, row.operation, row.target), canonical(to_json(record(row))));
  }
  write_file(folder / scaling_file, canonical(to_json(scaling())));
  write_file(folder / uniformity_file, canonical(to_json(uniformity())));
  write_index_and_pages(folder, render);
}

}  // namespace lydite::lab::evidence::synthetic
