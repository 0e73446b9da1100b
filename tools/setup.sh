#!/bin/sh
# Installs the Debian 12 packages that Lydite needs, and nothing when all are there.
#   tools/setup.sh run    to build and use the command
#   tools/setup.sh test   and to run every test
set -eu

run_packages="clang-19 cmake ninja-build pkg-config libhwy-dev libcli11-dev nlohmann-json3-dev libfmt-dev libssl-dev
  libsodium-dev libgcrypt20-dev zlib1g-dev"
test_packages="g++ libgtest-dev googletest valgrind llvm-19 libclang-rt-19-dev clang-format-19 python3 git chromium
  qemu-user g++-aarch64-linux-gnu g++-riscv64-linux-gnu"

fail() {
  printf 'lydite: %s\n' "$*" >&2
  exit 1
}

case "${1-}" in
  run) wanted=$run_packages ;;
  test) wanted="$run_packages $test_packages" ;;
  *) fail "usage: tools/setup.sh run|test" ;;
esac
# For systems that bring the same tools under other names.
[ -z "${LYDITE_SKIP_SETUP-}" ] || exit 0

installed=" "
if command -v dpkg-query >/dev/null; then
  # shellcheck disable=SC2086
  installed=" $(dpkg-query -W -f '${db:Status-Status}:${Package} ' $wanted 2>/dev/null || true)"
fi
missing=""
for package in $wanted; do
  case "$installed" in
    *" installed:$package "*) ;;
    *) missing="$missing $package" ;;
  esac
done
[ -n "$missing" ] || exit 0

system=$(. "${LYDITE_OS_RELEASE:-/etc/os-release}" 2>/dev/null && printf '%s %s' "${ID-}" "${VERSION_ID-}") || true
if [ "$system" != "debian 12" ] || ! command -v apt-get >/dev/null; then
  fail "these packages of Debian 12 are missing, and this system is not Debian 12:$missing
Install what corresponds to them, then run make with LYDITE_SKIP_SETUP=1."
fi

as_root=""
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null || fail "packages are missing and sudo is not installed. As root, run:
  apt-get update && apt-get install -y --no-install-recommends$missing"
  as_root="sudo"
  [ -t 0 ] || as_root="sudo -n"
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Acquire::Retries=2 -o Acquire::http::Timeout=20 \
    -o Acquire::https::Timeout=20 -o Dpkg::Use-Pty=0 "$@" >>"$log" 2>&1
}
printf 'lydite: installing Debian packages:%s\n' "$missing" >&2
# An update may fail in part and still bring what is needed: the installation decides.
apt update || true
# shellcheck disable=SC2086
apt install --no-install-recommends $missing || fail "the packages could not be installed; is this machine online?
missing:$missing
$(grep -E '^(E|W|Err|sudo):' "$log" | tail -n 3)"
