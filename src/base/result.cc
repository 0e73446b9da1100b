#include "lydite/result.h"

namespace lydite {

std::string_view describe(Error error) noexcept {
  switch (error) {
    case Error::kInvalidLength:
      return "the input has a wrong length";
    case Error::kNonCanonical:
      return "the key contains an integer that is not reduced modulo q";
    case Error::kKeyHashMismatch:
      return "the hash inside the decapsulation key does not match its encapsulation key";
    case Error::kEntropy:
      return "the source of randomness failed";
  }
  return "unknown error";
}

}  // namespace lydite
