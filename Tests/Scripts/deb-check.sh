#!/usr/bin/env bash
# Installs the Debian package of `make deb` into a bare Debian 12 in a folder, tests the installed program, removes the package, and
# compares all files of the system with the state before. Status 77: it can't run here, and has printed the reason.
# SYSTEMS='trixie jammy noble' also tests these systems: the program starts, or apt refuses the package for a library's version.
# usage: deb-check.sh [PACKAGE]
set -euo pipefail
cd "$(dirname "$0")/../.."

shopt -s nullglob
packages=("${1:-}")
[ -n "${1:-}" ] || packages=(.build/deb/gpsbridge_*.deb)
[ ${#packages[@]} -eq 1 ] && [ -f "${packages[0]}" ] || {
  echo "deb-check: expected one package in .build/deb, found ${#packages[@]}: make deb" >&2
  exit 1
}
package=${packages[0]}
collectors=("$(dirname "$package")"/gpsbridge-collect_*.deb)

if command -v lintian >/dev/null; then
  lintian --fail-on error,warning "$package" "${collectors[@]}" || {
    echo 'deb-check: lintian reports errors or warnings' >&2
    exit 1
  }
  echo 'deb-check: lintian reports nothing'
else
  echo 'deb-check: lintian is not installed, skipped'
fi

folder=$(mktemp -d "${TMPDIR:-/var/tmp}/gpsbridge-deb-XXXXXX")
trap 'rm -rf --one-file-system "$folder"' EXIT

# Compare the version of the C library that the program needs with the one that the package declares.
dpkg-deb --fsys-tarfile "$package" | tar -xO ./usr/bin/gpsbridge >"$folder/program"
needed=$(readelf -V "$folder/program" | sed -n 's/.*GLIBC_ABI_DT_RELR.*/2.36/p; s/.*Name: GLIBC_\([0-9.]*\) .*/\1/p' | sort -uV | tail -n 1)
declared=$(dpkg-deb -f "$package" Depends | sed -n 's/.*libc6 (>= \([0-9.]*\)).*/\1/p')
[ -n "$declared" ] && [ "$(printf '%s\n' "$needed" "$declared" | sort -V | tail -n 1)" = "$declared" ] || {
  echo "deb-check: the program needs glibc $needed, and the package declares libc6 ${declared:-without a version}" >&2
  exit 1
}
echo "deb-check: the program needs glibc $needed, and the package declares libc6 $declared"

Tests/Scripts/clean-root.sh make "$folder/root"
mkdir "$folder/root/package"
cp "$package" "$folder/root/package/gpsbridge.deb"
[ ${#collectors[@]} -eq 0 ] || cp "${collectors[0]}" "$folder/root/package/gpsbridge-collect.deb"
cp Tests/Scripts/deb_check/check-inside.sh "$folder/root/package/"
Tests/Scripts/clean-root.sh run "$folder/root" bash /package/check-inside.sh

for suite in ${SYSTEMS:-}; do
  root=$folder/$suite status=0
  SUITE=$suite Tests/Scripts/clean-root.sh make "$root" || status=$?
  [ "$status" -eq 77 ] && continue
  [ "$status" -eq 0 ] || exit "$status"
  mkdir "$root/package"
  cp "$package" "$root/package/gpsbridge.deb"
  cp Tests/Scripts/deb_check/check-start.sh "$root/package/"
  echo ">>> $suite"
  Tests/Scripts/clean-root.sh run "$root" bash /package/check-start.sh
  rm -rf --one-file-system "$root"
done
