// Runs each operation with secrets on a stack of its own, then looks through the whole writable memory of the process
// (that stack, the heap, static data) for 16-byte pieces of what was secret. None may be left.
#include <string_view>

#include "tests/programs/wiping_classical.h"
#include "tests/programs/wiping_composite.h"
#include "tests/programs/wiping_hybrid.h"
#include "tests/programs/wiping_mldsa.h"
#include "tests/programs/wiping_mlkem.h"

namespace lydite::programs {
namespace {

template <class... Schemes>
bool all_clean(bool plant) {
  return (static_cast<int>(clean<Schemes>(plant)) & ...) != 0;
}

}  // namespace
}  // namespace lydite::programs

// `wiping plant` requires that secrets left behind on purpose are found.
int main(int argc, char** argv) {
  using namespace lydite;
  using namespace lydite::programs;
  const bool plant = argc > 1 && std::string_view(argv[1]) == "plant";
  const bool kems =
      all_clean<MlKemWiping<mlkem::MlKem512>, MlKemWiping<mlkem::MlKem768>, MlKemWiping<mlkem::MlKem1024>>(plant);
  const bool signatures =
      all_clean<MlDsaWiping<mldsa::MlDsa44>, MlDsaWiping<mldsa::MlDsa65>, MlDsaWiping<mldsa::MlDsa87>>(plant);
  const bool classical = all_clean<X25519Wiping, Ed25519Wiping>(plant);
  const bool composites =
      all_clean<CompositeWiping<composite::FogMlDsa65Ed25519>, CompositeWiping<composite::MlDsa65Ed25519Sha512>>(plant);
  const bool hybrids = all_clean<DhWiping, HybridWiping<hybrid::MlKem768X25519>, HybridWiping<hybrid::XWing>>(plant);
  return kems && hybrids && signatures && classical && composites ? 0 : 1;
}
