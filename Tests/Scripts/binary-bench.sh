#!/usr/bin/env bash
# Measures how fast u-blox messages become fixes, and gpsdecode with the same bytes in the same run.
# usage: binary-bench.sh BENCHMARK FOLDER      FOLDER is for the input files
#
# The recordings are shared data beside the project; without them only the solutions are measured.
set -euo pipefail
cd "$(dirname "$0")/../.."

ours=$1
out=$2
corpus=${GPSBRIDGE_SHARED:-../shared}/corpus/dev

# The median of five runs, in seconds; `decode` reads a file a number of times.
middle() {
  for _ in {1..5}; do "$@"; done | sort -n | sed -n 3p
}
decode() { # file, times
  "$ours" decode "$1" "$2" | tail -n 1 | sed 's/.*seconds=//'
}
clocked() { # file
  local before after
  before=$(date +%s%N)
  gpsdecode <"$1" >/dev/null 2>&1
  after=$(date +%s%N)
  awk -v t=$((after - before)) 'BEGIN { printf "%.4f\n", t / 1e9 }'
}

# Each recording is repeated separately: between two recordings the time goes back, which is slower than any real input.
if [ -d "$corpus" ]; then
  for log in "$corpus"/*.log; do
    # Recordings that are mostly UBX.
    [ "$(grep -aoc $'\xb5b' "$log" || true)" -gt 20 ] && cat "$log"
  done >"$out/once.ubx"
  : >"$out/messages.ubx"
  while [ "$(stat -c %s "$out/messages.ubx")" -lt 4000000 ]; do cat "$out/once.ubx" >>"$out/messages.ubx"; done
  head -c 4000000 "$out/messages.ubx" >"$out/cut.ubx"
  time=$(middle decode "$out/cut.ubx" 1)
  printf '%-44s %8.1f ms\n' "4 MB of u-blox's recordings, bytes to fixes" "$(awk -v t="$time" 'BEGIN { print t * 1e3 }')"
  if command -v gpsdecode >/dev/null; then
    theirs=$(middle clocked "$out/cut.ubx")
    printf '%-44s %8.1f ms, ours takes %.3f of it\n' "gpsdecode, the same" \
      "$(awk -v t="$theirs" 'BEGIN { print t * 1e3 }')" "$(awk -v a="$time" -v b="$theirs" 'BEGIN { print a / b }')"
  else
    echo "gpsdecode is not installed (Debian package gpsd-clients), skipped"
  fi
else
  echo "there is no $corpus: no recordings of u-blox to decode"
fi

count=20000
python3 Tests/Scripts/make-solutions.py $count >"$out/solutions.ubx"
time=$(middle decode "$out/solutions.ubx" 10)
printf '%-44s %8.0f ns\n' "NAV-PVT, bytes to fix" "$(awk -v t="$time" -v n=$count 'BEGIN { print t * 1e9 / n / 10 }')"
"$ours" decode "$out/solutions.ubx" 1 | grep -a allocations || true
