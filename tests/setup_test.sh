#!/bin/sh
# tools/setup.sh on machines that this one is not: stand-ins for dpkg-query, apt-get, id and sudo, first in PATH.
set -eu
setup=$(cd "$(dirname "$0")/.." && pwd)/tools/setup.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
for tool in sh env mktemp grep tail rm cat; do ln -s "$(command -v $tool)" "$folder/bin/$tool"; done
failures=0

stand_in() {
  printf '#!/bin/sh\n%s\n' "$2" >"$folder/bin/$1"
  chmod +x "$folder/bin/$1"
}

# A fresh machine: Debian 12, root, everything installed but cmake and zlib1g-dev, a working apt-get that takes notes.
fresh() {
  rm -f "$folder/bin/sudo" "$folder/asked"
  printf 'ID=debian\nVERSION_ID="12"\n' >"$folder/os-release"
  stand_in id 'echo 0'
  stand_in dpkg-query 'for package; do case $package in -*|*status*|cmake|zlib1g-dev) ;; *) printf "installed:%s " "$package";; esac; done'
  stand_in apt-get "echo \"\$*\" >>'$folder/asked'"
}

# expect NAME STATUS TEXT-IN-OUTPUT
expect() {
  status=0
  output=$(env -i PATH="$folder/bin" LYDITE_OS_RELEASE="$folder/os-release" sh "$setup" "${mode:-run}" 2>&1 </dev/null) || status=$?
  case "$output" in
    *"$3"*) ;;
    *) status="$status, without \"$3\"" ;;
  esac
  [ "$status" = "$2" ] && return
  printf '%s: wanted %s, got %s\n%s\n' "$1" "$2" "$status" "$output"
  failures=$((failures + 1))
}

fresh
expect "missing packages are installed" 0 "cmake zlib1g-dev"
grep -q 'install --no-install-recommends cmake zlib1g-dev$' "$folder/asked" || { echo "apt-get was asked for others"; failures=1; }

fresh
stand_in dpkg-query 'for package; do printf "installed:%s " "$package"; done'
expect "nothing to do" 0 ""
[ -z "$output" ] && [ ! -e "$folder/asked" ] || { echo "nothing was missing, yet: $output"; failures=1; }

fresh
stand_in apt-get 'echo "E: Failed to fetch cmake"; exit 100'
expect "offline" 1 "is this machine online?"
expect "offline, with the reason" 1 "Failed to fetch cmake"

fresh
printf 'ID=fedora\nVERSION_ID=40\n' >"$folder/os-release"
expect "another system" 1 "not Debian 12: cmake zlib1g-dev"
rm "$folder/bin/dpkg-query" "$folder/bin/apt-get"
expect "no dpkg at all" 1 "not Debian 12: clang-19"

fresh
stand_in id 'echo 1000'
expect "neither root nor sudo" 1 "apt-get install -y --no-install-recommends cmake zlib1g-dev"
stand_in sudo "echo sudo >>'$folder/asked'; [ \"\$1\" != -n ] || shift; exec \"\$@\""
expect "sudo when not root" 0 "installing"
grep -q sudo "$folder/asked" || { echo "sudo was not used"; failures=1; }

fresh
mode=everything
expect "an unknown mode" 1 "usage"

[ "$failures" = 0 ] && echo "the set-up does what it says"
exit "$failures"
