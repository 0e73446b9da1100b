#!/bin/bash
# What the library allows itself on processors that this machine does not have, under qemu's user-mode emulation:
# neither more than the processor and its operating system can run, nor less. Then the kernels' tests run there.
#   processors.sh TARGETS_PROGRAM TEST_PROGRAM UNLIMITED_PROGRAM
set -euo pipefail

expect() {
  local model=$1 wanted=$2 found
  found=$(qemu-x86_64 -cpu "$model" "$targets" 2>/dev/null | sed 's/ *$//')
  printf '%-28s %s\n' "$model" "$found"
  [ "$found" = "$wanted" ] || { echo "wanted: $wanted"; exit 1; }
}

targets=$1
tests=$2
unlimited=$3
expect Nehalem "SCALAR"  # no AES instructions
expect Westmere "SSE4 SCALAR"
expect SandyBridge "SSE4 SCALAR"  # AVX without AVX2
expect Haswell "AVX2 SSE4 SCALAR"
expect Haswell,-xsave "SSE4 SCALAR"  # the system saves no wide registers
expect Haswell,-avx2 "SSE4 SCALAR"
expect Haswell,-bmi2 "SSE4 SCALAR"
for model in Nehalem Haswell; do
  qemu-x86_64 -cpu "$model" "$tests" --gtest_brief=1 --gtest_filter='Targets.*:*Permute*:*Ntt*-*Slow*' 2>/dev/null |
    grep -E '^\[ *(==========|PASSED|FAILED)'
done
# A program that never asks for targets would die of an illegal instruction if the limit were not linked into it.
digest=$(qemu-x86_64 -cpu Haswell,-xsave "$unlimited" 2>/dev/null)
[ "$digest" = a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a ] || { echo "found: $digest"; exit 1; }
