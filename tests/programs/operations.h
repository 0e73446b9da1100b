// Every operation of the public surface.
#pragma once

#include <vector>

#include "tests/programs/operations_lattice.h"
// Cross builds leave out what needs libsodium and libcrypto.
#ifdef LYDITE_WHOLE_LIBRARY
#include "tests/programs/operations_classical.h"
#include "tests/programs/operations_composite.h"
#include "tests/programs/operations_hybrid.h"
#endif

namespace lydite::programs {

inline std::vector<Operation> all_operations() {
  std::vector<Operation> operations;
  add_hash<Sha3_224>(operations, "SHA3-224");
  add_hash<Sha3_256>(operations, "SHA3-256");
  add_hash<Sha3_384>(operations, "SHA3-384");
  add_hash<Sha3_512>(operations, "SHA3-512");
  add_kem<mlkem::MlKem512>(operations);
  add_kem<mlkem::MlKem768>(operations);
  add_kem<mlkem::MlKem1024>(operations);
  add_signature<mldsa::MlDsa44>(operations);
  add_signature<mldsa::MlDsa65>(operations);
  add_signature<mldsa::MlDsa87>(operations);
#ifdef LYDITE_WHOLE_LIBRARY
  add_x25519(operations);
  add_ed25519(operations);
  add_composite<composite::FogMlDsa65Ed25519>(operations);
  add_composite<composite::MlDsa65Ed25519Sha512>(operations);
  add_hybrid<hybrid::MlKem768X25519>(operations);
  add_hybrid<hybrid::XWing>(operations);
  add_dh(operations);
  add_blake2(operations);
#endif
  return operations;
}

}  // namespace lydite::programs
