#!/usr/bin/env bash
# The steps of a new contributor: a bare Debian 12 with git, make and the Swift toolchain, a clone, `make monitor`, `make test`.
# Prints the time of each step, and the installed packages. Only some tests run: all of them are the gate, in a fresh clone.
set -euo pipefail
cd "$(dirname "$0")/../.."

swift=$(readlink -f "$(command -v swift)") || {
  echo 'newcomer: skipped, there is no Swift toolchain to use' >&2
  exit 77
}
folder=$(mktemp -d "${TMPDIR:-/var/tmp}/gpsbridge-newcomer-XXXXXX")
trap 'rm -rf --one-file-system "$folder"' EXIT

Tests/Scripts/clean-root.sh make "$folder/root"
run() {
  Tests/Scripts/clean-root.sh run "$folder/root" --bind "${swift%/usr/bin/*}/usr" /opt/swift/usr --bind "$PWD" /mnt "$@"
}
step() {
  local start=$SECONDS
  printf '\n>>> %s\n' "$1"
  shift
  run "$@"
  printf '>>> %d s\n' $((SECONDS - start))
}
packages() { run dpkg-query --show --showformat='${Package}\n' | sort; }

step 'what is given: git and make' bash -c '
  apt-get update -qq && apt-get install -y -qq --no-install-recommends git make ca-certificates >/dev/null 2>&1'
packages >"$folder/given"
# As from a server: without uncommitted changes.
step 'clone' git -c safe.directory='*' clone --quiet --no-local /mnt /root/gpsbridge
step 'make monitor' /root/gpsbridge/Tests/Scripts/newcomer-monitor.sh
packages >"$folder/after"
echo "setup installed: $(comm -13 "$folder/given" "$folder/after" | tr '\n' ' ')"
step 'make test' make -C /root/gpsbridge test PARTS='pure tree'
