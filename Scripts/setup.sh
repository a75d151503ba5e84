#!/usr/bin/env bash
# Installs the named Debian packages that are missing. Prints nothing and needs no network if none is missing.
# usage: setup.sh PACKAGE...
set -euo pipefail

missing=()
for package in "$@"; do
  state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
  echo "These packages are missing, and apt-get, which would install them, is missing too: ${missing[*]}" >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "These packages are missing: ${missing[*]}" >&2
    echo "Install sudo, or run as root: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "Installing what the build needs: ${missing[*]}"
# Wait if another installation runs.
install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
  apt-get -o DPkg::Lock::Timeout=600 install --yes --quiet --quiet --no-install-recommends "${missing[@]}")
# Try with the present package list first; on a fresh system it is missing or old.
if ! "${install[@]}" >/dev/null 2>&1 </dev/null; then
  "${as_root[@]}" apt-get update --quiet --quiet </dev/null
  "${install[@]}" </dev/null
fi
