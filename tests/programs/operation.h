// An operation of the public surface as a function without arguments, for tests of how it uses memory.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

namespace lydite::programs {

struct Operation {
  std::string name;
  std::function<void()> run;
};

inline void require(bool done) {
  if (done) return;
  std::fputs("an operation failed\n", stderr);
  std::abort();
}

}  // namespace lydite::programs
