#include "lab/evidence/build.h"

#include "identity.h"
#include "lab/evidence/digest.h"
#include "lydite/version.h"

namespace lydite::lab::evidence {
namespace {

#if defined(__clang__)
constexpr char compiler[] = "clang " __clang_version__;
#else
constexpr char compiler[] = "g++ " __VERSION__;
#endif

}  // namespace

Build this_build() {
  std::string name = compiler;
  name.erase(name.find_last_not_of(' ') + 1);
  return {LYDITE_VERSION,     name,
          LYDITE_BUILD_FLAGS, LYDITE_BUILD_COMMIT,
          LYDITE_BUILD_DIRTY, sha256_of_file("/proc/self/exe")};
}

std::vector<Field> build_fields() {
  return {
      {"/build", Type::kObject, "the measured program"},
      {"/build/version", Type::kText, "of Lydite"},
      {"/build/compiler", Type::kText, "name and version"},
      {"/build/flags", Type::kText, "of the library"},
      {"/build/commit", Type::kText, "of the sources; `unknown` outside of a repository"},
      {"/build/dirty", Type::kBoolean, "whether program files differed from that commit"},
      {"/build/binary_sha256", Type::kDigest, "of the file that was both checked and timed"},
  };
}

Json to_json(const Build& build) {
  return {{"version", build.version}, {"compiler", build.compiler}, {"flags", build.flags},
          {"commit", build.commit},   {"dirty", build.is_dirty},    {"binary_sha256", build.binary_sha256}};
}

Build build_from(const Json& object) {
  return {object["version"], object["compiler"], object["flags"],
          object["commit"],  object["dirty"],    object["binary_sha256"]};
}

}  // namespace lydite::lab::evidence
