// Prints the targets that the library allows on this processor, best first, on one line.
#include <cstdio>
#include <string_view>

#include "lydite/cpu.h"

int main() {
  for (const std::string_view name : lydite::supported_targets())
    std::printf("%.*s ", static_cast<int>(name.size()), name.data());
  std::printf("\n");
}
