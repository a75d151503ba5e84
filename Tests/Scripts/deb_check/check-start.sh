#!/usr/bin/env bash
# The part of deb-check.sh that runs inside another system, as root: the program starts there, or apt refuses the package.
set -euo pipefail

apt-get update -qq
if apt-get install -y --no-install-recommends /package/gpsbridge.deb >/tmp/said 2>&1; then
  gpsbridge version
  gpsbridge fix sim:static --timeout 30s
  gpsbridge serve sim:walk --http 127.0.0.1:8947 2>/tmp/served &
  server=$!
  for _ in $(seq 50); do
    grep -q 'the page is at' /tmp/served && break
    sleep 0.1
  done
  # The page needs a recommended library, which is not installed here: the message must name it.
  grep -E 'the page is at|apt install libmicrohttpd12' /tmp/served || { cat /tmp/served; exit 1; }
  kill "$server" 2>/dev/null || true
  echo "deb-check: installed and started"
elif grep -E 'libc6 \(>= [0-9.]+\)' /tmp/said; then
  echo "deb-check: refused by apt, the C library is too old"
else
  cat /tmp/said
  exit 1
fi
