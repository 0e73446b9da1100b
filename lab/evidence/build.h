// The identity of the measured program.
#pragma once

#include <string>
#include <vector>

#include "lab/evidence/json.h"
#include "lab/evidence/schema.h"

namespace lydite::lab::evidence {

struct Build {
  std::string version;
  std::string compiler;  // with its version
  std::string flags;
  std::string commit;         // of the sources; "unknown" outside of a repository
  bool is_dirty = false;      // files under version control differed from that commit
  std::string binary_sha256;  // of the very file that ran
  bool operator==(const Build&) const = default;
};

// Of the running program.
[[nodiscard]] Build this_build();

[[nodiscard]] std::vector<Field> build_fields();
[[nodiscard]] Json to_json(const Build& build);
// Precondition: the object has the form of build_fields().
[[nodiscard]] Build build_from(const Json& object);

}  // namespace lydite::lab::evidence
