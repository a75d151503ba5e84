#!/usr/bin/env bash
# Measures many clients of `gpsbridge serve`, of `gpsbridge watch` into a pipe, of gpsd and of a minimal server, in turns in one
# run; then many listeners of `serve --http`, beside a minimal server that sends the same records at the same times.
# usage: fanout-bench.sh PROGRAM    ROUNDS is the number of rounds (3); PROGRAM is gpsbridge
#
# Tests/Apparatus/gpsbridge-benchmark/{Fanout,Page}/main.c explain the figures. They are medians of the rounds; the last columns are ratios to gpsd,
# or to the minimal server if gpsd can't serve that many clients. A simulated receiver reports ten positions a second.
set -euo pipefail
cd "$(dirname "$0")/../.."

program=$1 rounds=${ROUNDS:-3} epochs=50 seconds=10
folder=$PWD/.build/bench
mkdir -p "$folder"
clang -O2 -o "$folder/fanout" Tests/Apparatus/gpsbridge-benchmark/{Fanout,Server}/*.c
clang -O2 -o "$folder/page" Tests/Apparatus/gpsbridge-benchmark/{Page,Server}/*.c
told=$(mktemp)
trap 'rm -f "$told"' EXIT

round() { # meter, its second argument, name, clients, server...
  local meter=$1 length=$2 name=$3 count=$4 line
  shift 4
  line=$("$folder/$meter" "$count" "$length" "$@") || { echo "fanout-bench: $name with $count clients failed"; return 0; }
  printf '%s %s\n' "$name" "$line" >>"$told"
}

for clients in 1 60 1000; do
  for ((number = 0; number < rounds; number++)); do
    round fanout $epochs floor "$clients" floor 1500
    if [ "$clients" -le 60 ] && command -v gpsd >/dev/null; then
      round fanout $epochs gpsd "$clients" gpsd -N -n -S PORT PTY
    fi
    round fanout $epochs ours "$clients" "$program" serve PTY --gpsd PORT
    if [ "$clients" -eq 1 ]; then round fanout $epochs watch "$clients" pipe "$program" watch PTY --format gpsd; fi
  done
done
command -v gpsd >/dev/null || echo 'fanout-bench: gpsd is not installed, skipped'

awk -v by=clients "$(cat Tests/Scripts/medians.awk)"'
  END {
    printf "%-7s %8s %8s %8s %9s %8s %8s %8s %8s %6s   %s\n", "server", "clients", "p50 ms", "p99 ms", "first ms", "last ms",
      "cpu ms", "RSS MiB", "missing", "twice", "p50, cpu, memory beside"
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

# What the service sends to one listener of its page.
python3 - "$program" "$folder" $seconds <<'PYTHON'
import pathlib, sys, time
sys.dont_write_bytecode = True
sys.path[:0] = ["Tests/Services/PageTests", "Tests/Scripts"]
from checks.bench import Bench
from checks.stream import Listener
program, folder, seconds = sys.argv[1:]
bench = Bench(program, folder)
try:
    listener = Listener(bench.serve("sim:drive?rate=10&time=2026-11-20T07:08:00Z"))
    listener.wait_for("there is a fix", lambda record: record.get("state") == "live")
    begun = listener.events[-1].came
    time.sleep(float(seconds))
finally:
    bench.end()
kept = [event for event in listener.events if event.id and event.came >= begun]
with open(pathlib.Path(folder) / "records", "w") as file:
    for event in kept:
        file.write("%.1f\t%s\n" % ((event.came - begun) * 1e3, event.text))
print("\nMany listeners of the page's records; the floor sends %.1f a second, %d bytes each:" % (
    len(kept) / float(seconds), sum(len(event.text) for event in kept) / len(kept)))
PYTHON
: >"$told"
for count in 500 5000; do
  for ((number = 0; number < rounds; number++)); do
    round page $seconds floor "$count" floor "$folder/records"
    round page $seconds ours "$count" "$program" serve 'sim:drive?rate=10&time=2026-11-20T07:08:00Z' --gpsd none --http PORT --http-listeners "$count"
  done
done

awk -v by=listeners "$(cat Tests/Scripts/medians.awk)"'
  END {
    printf "%-7s %9s %8s %8s %9s %9s %9s %9s %8s %6s %7s   %s\n", "server", "listeners", "p50 ms", "p99 ms", "cpu %", "alone %",
      "RSS MiB", "alone MiB", "missing", "gaps", "doubles", "cpu beside the floor; without what it takes alone"
    for (i = 1; i <= places; i++) {
      place = order[i]; split(place, part, " ")
      line = sprintf("%-7s %9s %8.2f %8.2f %9.2f %9.2f %9.1f %9.1f %8d %6d %7d", part[1], part[2], middle(place, "p50_ms"),
        middle(place, "p99_ms"), middle(place, "cpu"), middle(place, "cpu_alone"), middle(place, "rss_mib"),
        middle(place, "rss_alone_mib"), most(place, "missing"), most(place, "gaps"), most(place, "doubles"))
      beside = "floor " part[2]
      if (part[1] == "ours" && beside in rounds)
        line = line sprintf("   %.2f; %.2f", middle(place, "cpu") / middle(beside, "cpu"),
          (middle(place, "cpu") - middle(place, "cpu_alone")) / middle(beside, "cpu"))
      print line
    }
  }' "$told"
