// One description of an algorithm: from it follow the gate, the measurements, the leakage tests and the reports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/kat/record.h"
#include "lydite/entropy.h"

namespace lydite::lab {

enum class Kind { kHash, kXof, kKem, kKeyAgreement, kKernel, kSignature };
[[nodiscard]] std::string_view name(Kind kind);

// An operation whose inputs are built and which can be run any number of times.
struct Prepared {
  std::shared_ptr<void> state;
  void (*run)(void* state) = nullptr;            // the only code in the timed region
  bool (*check)(const void* state) = nullptr;    // after run(): did it do its work, and right?
  std::vector<std::span<std::uint8_t>> secrets;  // what the taint and timing tests mark or vary
  // The bytes of the last result: equal for equal seeds on every target, other ones for another seed.
  std::vector<std::uint8_t> (*result)(const void* state) = nullptr;
};

struct Operation {
  std::string name;               // as in measurement.md section 2.1: "keygen", "decaps_bad", "hash_4096"
  std::string description;        // what exactly is inside the timed region, one sentence
  std::uint64_t input_bytes = 0;  // length of one message, for rates per byte; 0 where that means nothing
  std::uint64_t units = 1;        // how many independent results one run gives (batch operations, lanes)
  std::function<Prepared(std::uint64_t seed)> prepare;  // the same seed gives the same inputs
  // The operation of the same row from whose time this one's must not be distinguishable; empty: no such claim.
  std::string baseline = {};
  // How many different inputs run() takes by turns: a measurement whose mean counts covers at least so many runs.
  std::uint64_t inputs = 1;
};

struct Size {
  std::string name;  // "encapsulation key"
  std::uint64_t bytes = 0;
};

// How an algorithm answers one record of a vector file.
struct Kat {
  enum class Verdict { kPassed, kFailed, kNotMine, kSkipped };
  Verdict verdict = Verdict::kNotMine;
  std::string detail;  // for kFailed: which field, expected and got; for kSkipped: why
};

// A function of the row that draws random bytes: the bytes that it makes of those of a source; nothing if it fails.
struct Randomised {
  std::string name;  // "keygen"
  std::function<std::optional<std::vector<std::uint8_t>>(const Entropy& source)> run;
};

struct Algorithm {
  std::string id;              // "ml-kem-768", "sha3-256"; other people's: "sha3-256:libgcrypt"
  std::string title;           // "ML-KEM-768"
  std::string specification;   // "FIPS 203"
  std::string implementation;  // "lydite", "libgcrypt 1.10.1"
  Kind kind = Kind::kHash;
  std::vector<Size> sizes;  // in order of transmission
  std::vector<Operation> operations;
  std::function<Kat(const kat::Record&)> kat;  // every row has one: without a passed gate nothing is timed
  bool dispatches = true;                      // honours use_target(); false for rows of other libraries
  std::vector<Randomised> randomised = {};     // the gate examines how they use their source
};

// The only list of algorithms.
[[nodiscard]] const std::vector<Algorithm>& catalog();

// Rows whose id contains the filter, case ignored; `*` and `?` make it a glob over the whole id. Empty: all rows.
[[nodiscard]] std::vector<const Algorithm*> select(std::string_view filter);
// Ids closest to a name that selected nothing, best first, at most three.
[[nodiscard]] std::vector<std::string> near_matches(std::string_view name);
// The same for any list of names.
[[nodiscard]] std::vector<std::string> nearest(std::string_view name, std::span<const std::string> candidates);

}  // namespace lydite::lab
