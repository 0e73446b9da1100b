// The work of `lydite kem`, apart from its options.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/files.h"

namespace lydite::cli {

struct KemOptions {
  std::string set;                  // as in kem_set_names(); empty: it follows from the lengths of the inputs
  std::string ek, dk, ct, ss;       // paths; "-" is a standard stream
  std::string format = "raw";       // or "hex"
  std::optional<std::string> seed;  // hexadecimal, instead of randomness
  bool seed_form = false;
  OutputRules rules;
};

// "ML-KEM-512", "ML-KEM-768", "ML-KEM-1024".
[[nodiscard]] const std::vector<std::string>& kem_set_names();

// Each reads all inputs and computes before it writes. They throw CLI::ValidationError if one path stands for two
// things, and std::runtime_error for inputs that the standard refuses and for files that cannot be read or written.
void kem_keygen(const KemOptions& options);
void kem_encaps(const KemOptions& options);
void kem_decaps(const KemOptions& options);

}  // namespace lydite::cli
