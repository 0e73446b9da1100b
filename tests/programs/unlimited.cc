// Hashes without ever asking for targets: the limit on dispatch must take part all the same.
#include <cstdio>

#include "lydite/sha3.h"

int main() {
  for (const auto byte : lydite::Sha3_256::hash({})) std::printf("%02x", byte);
  std::printf("\n");
}
