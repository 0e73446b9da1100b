#!/bin/bash
# Links a program of g++ with the library that clang built: their names of constrained function templates differ, so
# public ones have none.
#   other_compiler_test.sh LIBRARY
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
program=$(mktemp)
trap 'rm -f "$program"' EXIT
g++ -std=c++20 -O1 -Wno-psabi -DLYDITE_WHOLE_LIBRARY -I"$root/include" -I"$root" "$here/small_stack.cc" "$1" \
  -lhwy -lsodium -lcrypto -o "$program"
"$program"
