#!/bin/sh
# The campaigns of `make run`, in their short form: each goes on with an interrupted measurement, else begins a new one
# beside the earlier ones, which are never changed. Then it prints the medians and says where everything lies.
set -eu
cd "$(dirname "$0")/.."
lydite=${LYDITE:-build/release/lydite}
out=${OUT:-out}

paths=$(mktemp)
trap 'rm -f "$paths"' EXIT

# A folder that does not hold a finished measurement, which has a manifest.
next() {
  number=$((number + 1))
  folder=$out/$campaign-$number
}
measure() {
  status=0
  "$lydite" campaign "campaigns/$campaign.json" --quick --allow-unfixed-host --out "$folder" >"$paths" || status=$?
}
# The medians of the report, for a terminal.
table() {
  awk -F , '
    function time(ns) { return ns < 1e4 ? sprintf("%.1f ns", ns) : ns < 1e7 ? sprintf("%.2f us", ns / 1e3) : sprintf("%.2f ms", ns / 1e6) }
    NR == 1 {
      for (i = 1; i <= NF; i++) at[$i] = i
      printf "%-22s %-24s %-8s %12s  %27s %12s  %s\n", "algorithm", "operation", "target", "median", "95 % interval", "ticks", "grade"
      next
    }
    {
      target = $at["target"] == "" ? "-" : $at["target"]
      interval = time($at["interval_low_ns"]) " to " time($at["interval_high_ns"])
      printf "%-22s %-24s %-8s %12s  %27s %12.0f  %s\n", $at["algorithm"], $at["operation"], target,
             time($at["median_ns"]), interval, $at["median_ticks"], $at["grade"]
    }' "$1"
}

run() {
  number=1
  folder=$out/$campaign
  while [ -e "$folder/manifest.sha256" ]; do next; done
  if [ -e "$folder/campaign.json" ]; then
    echo "The measurement in $folder was interrupted; it goes on." >&2
    measure
    # Another program or another machine cannot go on with it.
    if [ "$status" = 4 ]; then
      next
      while [ -e "$folder" ]; do next; done
      echo "It cannot be continued and stays as it is; a new one begins in $folder." >&2
      measure
    fi
  else
    [ "$number" = 1 ] || echo "Earlier measurements stay; this is number $number, in $folder." >&2
    measure
  fi
  [ "$status" -le 1 ] || exit "$status"
  table "$folder/report.csv"
  echo
  cat "$paths"
  echo "Re-check it any time:  $lydite evidence check $folder"
  echo
}

# A page with a link to every finished measurement, the oldest first.
index() {
  cat <<'HEAD'
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Lydite: measurements</title>
<style>
body{max-width:48rem;margin:3rem auto;padding:0 1.5rem;font:16px/1.55 system-ui,"DejaVu Sans",sans-serif}
table{border-collapse:collapse}
th,td{padding:.3rem 1.4rem .3rem 0;text-align:left}
th{border-bottom:1px solid}
</style>
</head>
<body>
<h1>Measurements</h1>
<table>
<thead><tr><th scope="col">report</th><th scope="col">begun</th><th scope="col">figures</th></tr></thead>
<tbody>
HEAD
  for folder in $(cd "$out" && ls -tr -- */manifest.sha256); do
    folder=${folder%/manifest.sha256}
    title=$(sed -n 's|.*<h1>\(.*\)</h1>.*|\1|p' "$out/$folder/report.html")
    begun=$(sed -n 's|^ "started_utc": "\(.*\)",*$|\1|p' "$out/$folder/campaign.json")
    echo "<tr><td><a href=\"$folder/report.html\">$title</a></td><td>$begun</td>" \
         "<td><a href=\"$folder/report.csv\">CSV</a>, <a href=\"$folder/report.md\">Markdown</a></td></tr>"
  done
  printf '</tbody>\n</table>\n</body>\n</html>\n'
}

worst=0
for campaign in ${CAMPAIGNS:-first-light fog-pki fog-kem}; do
  echo "campaigns/$campaign.json" >&2
  run
  [ "$status" -le "$worst" ] || worst=$status
done
index >"$out/index.html"
echo "All reports: $out/index.html"
exit "$worst"
