#!/bin/bash
# One part of the build matrix: configures a build of its own, builds what it tests, tests it, tells how long that took.
#   part.sh FOLDER sanitizers | asan | aarch64 | riscv64
#   part.sh FOLDER level | ct | gcc COMPILER FLAGS...      ct: with the taint run; gcc: with the unit tests as well
#   part.sh FOLDER fuzz NAME      in the folder of the sanitizers
#   part.sh FOLDER processors LYDITE_TESTS TARGETS_PROGRAM
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=$1
part=$2
shift 2

# Processor time of this shell, then of all that it ran: what counts where several parts share the cores.
trap 'echo "$part: processor time"; times' EXIT

# Runs a step quietly, shows its output if it fails.
step() {
  local name=$1 start=$SECONDS log
  shift
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1; then
    cat "$log"
    rm -f "$log"
    echo "$part: $name failed: $*"
    exit 1
  fi
  output=$(cat "$log")
  rm -f "$log"
  echo "$part: $name, $((SECONDS - start)) s"
}

# Ninja on one core: CTest runs one part per core.
build() {
  step configure cmake -S "$root" -B "$folder" "${configure[@]}"
  step build cmake --build "$folder" -j 1 --target "$@"
}

# Runs a GoogleTest program without the tests that are too slow for sanitizers and emulators, and those in `$skip`.
skip=""
unit_tests() {
  step "$(basename "${!#}")" "$@" --gtest_brief=1 --gtest_filter="-*Slow*$skip"
  grep -E '^\[==========\] [1-9][0-9]* tests' <<<"$output" || { echo "$part: no test ran"; exit 1; }
}

scan() {
  step "instruction scan" python3 "$here/scan.py" "$folder/src"
  echo "$output" | tail -n 1
}

# Every target that the memory checker can execute, and then the planted leaks.
taint() {
  local check=(valgrind --quiet --error-exitcode=9 --num-callers=20) target leak status
  step targets "${check[@]}" "$folder/tests/programs/targets"
  for target in $output; do
    step "taint run on $target" "${check[@]}" "$folder/tests/programs/taint" "$target"
  done
  for leak in branch index; do
    status=0
    "${check[@]}" "$folder/tests/programs/taint" SCALAR "$leak" >/dev/null 2>&1 || status=$?
    [ "$status" = 9 ] || { echo "$part: the planted leak ($leak) was not caught"; exit 1; }
  done
}

case "$part" in
  sanitizers)
    configure=(--preset asan)
    build lydite_tests lab_tests fuzz_seeds fuzz_mlkem fuzz_mldsa fuzz_hybrid fuzz_vectors fuzz_record fuzz_encode fuzz_composite
    ;;
  asan)
    export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1
    unit_tests "$folder/tests/lydite_tests"
    # The gate and the rows run whole vector files and large messages through code that the library's tests cover.
    skip=":*Gate*:*SharedVectors*:*OperationTest*:*SeedTest*:*TargetTest*:*StopsAtTheLimit*:*Browser*"
    unit_tests "$folder/tests/lab_tests"
    ;;
  aarch64)
    configure=(--preset aarch64)
    build lydite_tests known_answers small_stack
    emulator=(qemu-aarch64 -L /usr/aarch64-linux-gnu)
    step "known answers" "${emulator[@]}" "$folder/tests/programs/known_answers"
    step "small stack" "${emulator[@]}" "$folder/tests/programs/small_stack"
    unit_tests "${emulator[@]}" "$folder/tests/lydite_tests"
    scan
    ;;
  riscv64)
    # Portable code only, which every other part tests as well: the known answers suffice.
    configure=(--preset riscv64)
    build known_answers
    step "known answers" qemu-riscv64 -L /usr/riscv64-linux-gnu "$folder/tests/programs/known_answers"
    ;;
  level | ct | gcc)
    compiler=$1
    shift
    preset=ct
    [ "$part" != level ] || preset=level
    # The memory checker reads no later form of debug data than this.
    configure=(--preset "$preset" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_FLAGS_RELEASE="$* -gdwarf-4 -g1 -DNDEBUG")
    programs=(known_answers small_stack wiping)
    [ "$part" = level ] || programs+=(targets taint)
    [ "$part" != gcc ] || programs+=(lydite_tests)
    build "${programs[@]}"
    step "known answers" "$folder/tests/programs/known_answers"
    step "small stack" "$folder/tests/programs/small_stack"
    # At -O0 every inlined function leaves copies of its arguments: nothing is claimed there.
    case "$*" in
      *-O0*) ;;
      *) step wiping "$folder/tests/programs/wiping" ;;
    esac
    case "$*" in
      *-O0* | *-flto*) ;;
      *) scan ;;
    esac
    [ "$part" = level ] || taint
    [ "$part" != gcc ] || unit_tests "$folder/tests/lydite_tests"
    ;;
  processors)
    "$here/processors.sh" "$@"
    ;;
  fuzz)
    "$here/fuzz.sh" "$folder" "$1" "${FUZZ_SECONDS:-$([ -n "${CI-}" ] && echo 60 || echo 10)}"
    ;;
  *)
    echo "unknown part: $part"
    exit 2
    ;;
esac
