#!/usr/bin/env bash
# Measures `gpsbridge serve`, `gpsbridge watch` into a pipe, gpsd and a minimal server, in turns in one run.
# usage: fanout-bench.sh [EPOCHS]    epochs of each round, ten a second; FANOUT_ROUNDS is the number of rounds (3)
#
# Tests/Benchmark/Fanout/main.c explains the figures. They are medians of the rounds; the last columns are ratios to gpsd, or to the
# minimal server if gpsd can't serve that many clients.
set -euo pipefail
cd "$(dirname "$0")/../.."

epochs=${1:-50}
rounds=${FANOUT_ROUNDS:-3}
program=$(Scripts/release.sh | tail -n 1)
fanout=$PWD/.build/bench/fanout
mkdir -p .build/bench
clang -O2 -o "$fanout" Tests/Benchmark/{Fanout,Server}/*.c
told=$(mktemp)
trap 'rm -f "$told"' EXIT

round() { # name, clients, server...
  local name=$1 clients=$2 line
  shift 2
  line=$("$fanout" "$clients" "$epochs" "$@") || { echo "fanout-bench: $name with $clients clients failed"; return 0; }
  printf '%s %s\n' "$name" "$line" >>"$told"
}

for clients in 1 60 1000; do
  for ((number = 0; number < rounds; number++)); do
    round floor "$clients" floor 1500
    if [ "$clients" -le 60 ] && command -v gpsd >/dev/null; then
      round gpsd "$clients" gpsd -N -n -S PORT PTY
    fi
    round ours "$clients" "$program" serve PTY --gpsd PORT
    if [ "$clients" -eq 1 ]; then round watch "$clients" pipe "$program" watch PTY --format gpsd; fi
  done
done
command -v gpsd >/dev/null || echo 'fanout-bench: gpsd is not installed, skipped'

awk -v by=clients "$(cat Tests/Scripts/medians.awk)"'
  END {
    printf "%-7s %8s %8s %8s %9s %8s %8s %8s %8s %6s   %s\n", "server", "clients", "p50 ms", "p99 ms", "first ms", "last ms", "cpu ms", "RSS MiB", "missing", "twice", "p50, cpu, memory beside"
    for (i = 1; i <= places; i++) {
      place = order[i]; split(place, part, " ")
      line = sprintf("%-7s %8s %8.3f %8.3f %9.3f %8.3f %8.3f %8.1f %8d %6d", part[1], part[2], middle(place, "p50_ms"),
        middle(place, "p99_ms"), middle(place, "first_ms"), middle(place, "last_ms"), middle(place, "cpu_ms"),
        middle(place, "rss_mib"), most(place, "missing"), most(place, "twice"))
      beside = ("gpsd " part[2]) in rounds ? "gpsd" : "floor"
      if (part[1] == "ours" || part[1] == "watch")
        line = line sprintf("   %s: %.2f, %.2f, %.2f", beside, middle(place, "p50_ms") / middle(beside " " part[2], "p50_ms"),
          middle(place, "cpu_ms") / middle(beside " " part[2], "cpu_ms"),
          middle(place, "rss_mib") / middle(beside " " part[2], "rss_mib"))
      print line
    }
  }' "$told"
