#!/bin/sh
# tools/run.sh with a stand-in for the command: new measurements, interrupted ones, and such as cannot be continued.
set -eu
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export LYDITE="$folder/lydite" OUT="$folder/out" CAMPAIGNS=first-light
failures=0

# lydite campaign FILE --quick --allow-unfixed-host --out DIR; answers with the number in the file `answer`.
cat >"$LYDITE" <<'STAND_IN'
#!/bin/sh
answer=$(cat "$(dirname "$0")/answer")
for out; do :; done
[ ! -e "$out/refuse" ] || exit 4
mkdir -p "$out"
printf '{\n "started_utc": "2025-01-31T12:00:00Z",\n "system": "x"\n}\n' >"$out/campaign.json"
[ "$answer" -le 1 ] || exit "$answer"
echo "grade,algorithm,operation,target,median_ns,interval_low_ns,interval_high_ns,median_ticks" >"$out/report.csv"
echo "C,sha3-256,hash_32,AVX2,250.04,249,20000,575" >>"$out/report.csv"
echo "<h1>Title of $(basename "$out")</h1>" >"$out/report.html"
touch "$out/manifest.sha256"
echo "$out/report.html"
exit "$answer"
STAND_IN
chmod +x "$LYDITE"

# expect NAME ANSWER STATUS TEXT-IN-OUTPUT
expect() {
  status=0
  echo "$2" >"$folder/answer"
  output=$(tools/run.sh 2>&1) || status=$?
  case "$output" in
    *"$4"*) ;;
    *) status="$status, without \"$4\"" ;;
  esac
  [ "$status" = "$3" ] && return
  printf '%s: wanted %s, got %s\n%s\n' "$1" "$3" "$status" "$output"
  failures=$((failures + 1))
}

expect "a first measurement" 0 0 "out/first-light/report.html"
expect "its table" 0 0 "sha3-256               hash_32                  AVX2         250.0 ns         249.0 ns to 20.00 us          575  C"
expect "a later one has its own folder" 0 0 "out/first-light-3/report.html"
expect "an unfit host" 3 3 ""
expect "an interruption" 5 5 "goes on"
expect "a continued measurement" 0 0 "out/first-light-4/report.html"
expect "one with failures" 1 1 "out/first-light-5/report.html"
expect "another interruption" 5 5 ""
touch "$OUT/first-light-6/refuse"
expect "one that cannot be continued" 0 0 "out/first-light-7/report.html"

unset CAMPAIGNS
expect "all campaigns" 0 0 "out/fog-kem/report.html"
[ -e "$OUT/fog-pki/manifest.sha256" ] || failures=$((failures + 1))

# listed TEXT: a line of the index that has it
listed() {
  grep -qF "$1" "$OUT/index.html" && return
  printf 'the index lacks %s\n' "$1"
  failures=$((failures + 1))
}
expect "a page for all" 0 0 "out/index.html"
listed '<a href="fog-kem/report.html">Title of fog-kem</a></td><td>2025-01-31T12:00:00Z</td>'
listed '<a href="first-light-7/report.html">Title of first-light-7</a>'
if grep -qF 'href="first-light-6/' "$OUT/index.html"; then
  echo "the index lists what is not finished"
  failures=$((failures + 1))
fi

[ "$failures" = 0 ] && echo "the run does what it says"
exit "$failures"
