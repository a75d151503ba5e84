#!/usr/bin/env bash
# Measures `gpsbridge serve` beside gpsd and beside the least that a server can do, in turns and in one run.
# usage: fanout-bench.sh [EPOCHS]    epochs of each round, ten a second; FANOUT_ROUNDS says how many rounds (3)
#
# What a figure means, says the head of Tests/Benchmark/Fanout/main.c. Medians of the rounds; the last columns are ratios to gpsd, or to
# the floor where gpsd has no room for so many clients.
set -euo pipefail
cd "$(dirname "$0")/../.."

epochs=${1:-50}
rounds=${FANOUT_ROUNDS:-3}
program=$(Tests/Scripts/release.sh | tail -n 1)
swift build -c release --product fanout >/dev/null
fanout=$(swift build -c release --show-bin-path)/fanout
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
  done
done
command -v gpsd >/dev/null || echo 'fanout-bench: gpsd is not installed: it is passed over'

awk '
  { key = $1; split("", value)
    for (i = 2; i <= NF; i++) { split($i, part, "="); value[part[1]] = part[2] }
    place = key " " value["clients"]
    if (!(place in rounds)) order[++places] = place
    rounds[place]++
    for (name in value) all[place, name] = all[place, name] " " value[name] }
  function middle(place, name,   list, count, i, j, swap) {
    count = split(all[place, name], list, " ")
    for (i = 1; i <= count; i++) for (j = i + 1; j <= count; j++)
      if (list[j] + 0 < list[i] + 0) { swap = list[i]; list[i] = list[j]; list[j] = swap }
    return list[int((count + 1) / 2)] + 0
  }
  function most(place, name,   list, count, i, best) {
    count = split(all[place, name], list, " ")
    for (i = 1; i <= count; i++) if (list[i] + 0 > best) best = list[i] + 0
    return best + 0
  }
  END {
    printf "%-7s %8s %8s %8s %9s %8s %8s %8s %8s %6s   %s\n", "server", "clients", "p50 ms", "p99 ms", "first ms", "last ms", "cpu ms", "RSS MiB", "missing", "twice", "p50, cpu beside"
    for (i = 1; i <= places; i++) {
      place = order[i]; split(place, part, " ")
      line = sprintf("%-7s %8s %8.3f %8.3f %9.3f %8.3f %8.3f %8.1f %8d %6d", part[1], part[2], middle(place, "p50_ms"),
        middle(place, "p99_ms"), middle(place, "first_ms"), middle(place, "last_ms"), middle(place, "cpu_ms"),
        middle(place, "rss_mib"), most(place, "missing"), most(place, "twice"))
      beside = ("gpsd " part[2]) in rounds ? "gpsd" : "floor"
      if (part[1] == "ours")
        line = line sprintf("   %s: %.2f, %.2f", beside, middle(place, "p50_ms") / middle(beside " " part[2], "p50_ms"),
          middle(place, "cpu_ms") / middle(beside " " part[2], "cpu_ms"))
      print line
    }
  }' "$told"
