#include "lydite/result.h"

namespace lydite {

std::string_view describe(Error error) noexcept {
  switch (error) {
    case Error::kInvalidLength:
      return "the input has a wrong length";
    case Error::kNonCanonical:
      return "the key contains an integer that is out of range";
    case Error::kKeyHashMismatch:
      return "the hash inside the decapsulation key does not match its encapsulation key";
    case Error::kEntropy:
      return "the source of randomness failed";
    case Error::kContextTooLong:
      return "the context string has more than 255 bytes";
    case Error::kKeyMismatch:
      return "the parts of the private key do not belong together";
    case Error::kUnsupported:
      return "the hash function is not part of this library";
    case Error::kLowOrderPoint:
      return "the X25519 point has low order: the shared secret would be zero";
    case Error::kTooManyAttempts:
      return "the private key gives no signature within the permitted number of attempts";
  }
  return "unknown error";
}

}  // namespace lydite
