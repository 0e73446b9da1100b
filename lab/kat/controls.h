// Negative controls of the gate: altered copies of records that passed, and what must become of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/algorithm.h"

namespace lydite::lab::kat {

struct Control {
  std::string name;
  Record record;
  bool must_pass = false;  // else the row must find the record wrong
};

// What shows that the row looks at what it claims to check: a wrong byte in each expected value must be found; another
// message must give another digest; a modified ciphertext must give the rejection secret and not the honest one; keys,
// ciphertexts and signatures of wrong length, keys out of range and modified signatures must be refused.
[[nodiscard]] std::vector<Control> controls_of(Kind kind, const Record& record);

// What a record of a KEM exercises. Of a hybrid, which has no secret of rejection, `rejection` is an input refused.
struct KemCoverage {
  bool keygen = false, encapsulation = false, acceptance = false, rejection = false;
};
[[nodiscard]] KemCoverage coverage_of(const Record& record);

}  // namespace lydite::lab::kat
