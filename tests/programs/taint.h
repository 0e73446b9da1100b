// Secrets that are marked for the memory checker.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lydite/bytes.h"
#include "lydite/sha3.h"
#include "src/base/ct.h"

namespace lydite {

// Test inputs are fixed: what matters is what is marked, not what is random.
template <std::size_t N>
Secret<N> classified(std::uint8_t seed) {
  Secret<N> secret;
  Shake128::hash(Message(&seed, 1), secret.fill());
  classify(secret.reveal());
  return secret;
}

}  // namespace lydite
