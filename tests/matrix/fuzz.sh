#!/bin/bash
# Runs one fuzzer for some seconds from freshly made seeds: fuzz.sh FOLDER NAME SECONDS. A crash, a leak, a hang or an
# input that breaks what the fuzzer requires ends it with an error, and the input is kept in FOLDER/found.
set -euo pipefail
folder=$1
name=$2
seconds=$3
rm -rf "$folder/corpus/$name"
mkdir -p "$folder/found" "$folder/corpus/$name"
"$folder/fuzz/fuzz_seeds" "$folder/corpus/$name.seeds"
log=$folder/found/$name.log
"$folder/fuzz/fuzz_$name" "$folder/corpus/$name" "$folder/corpus/$name.seeds/$name" -max_total_time="$seconds" \
  -max_len=8192 -timeout=20 -rss_limit_mb=2048 -artifact_prefix="$folder/found/$name-" -print_final_stats=1 \
  >"$log" 2>&1 || { tail -n 60 "$log"; exit 1; }
runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
echo "fuzz_$name: $runs inputs in $seconds s, $(ls "$folder/corpus/$name" | wc -l) of them kept for what they reach"
# Fewer would mean that the fuzzer did not work.
[ "$runs" -ge 100 ]
