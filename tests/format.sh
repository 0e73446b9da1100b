#!/bin/sh
# The layout of every C++ file is clang-format's: `tests/format.sh check` tells, `tests/format.sh fix` repairs.
set -eu
cd "$(dirname "$0")/.."
case "${1-}" in
  check) mode="--dry-run -Werror" ;;
  fix) mode="-i" ;;
  *) echo "usage: tests/format.sh check|fix" >&2; exit 2 ;;
esac
files=$(git ls-files '*.h' '*.cc' 2>/dev/null) || files=""
[ -n "$files" ] || files=$(find include src lab cli tests fuzz -name '*.h' -o -name '*.cc')
# shellcheck disable=SC2086
clang-format-19 $mode $files
