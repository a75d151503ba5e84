#!/usr/bin/env bash
# Measures the cost of many listeners of `gpsbridge serve --http`, and of a minimal server, in turns in one run.
# usage: page-bench.sh [SECONDS]    seconds of each round; PAGE_ROUNDS is the number of rounds (3), PAGE_LISTENERS the number
#                                   of listeners ("500 5000"), PAGE_PROGRAM the measured program
#
# A simulated receiver reports ten positions a second. The script first stores what the service sends to one listener; the minimal
# server then sends the same records at the same times. Tests/Benchmark/Page/main.c explains the figures, medians of the rounds.
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=${1:-10}
rounds=${PAGE_ROUNDS:-3}
program=${PAGE_PROGRAM:-$(Scripts/release.sh | tail -n 1)}
folder=$PWD/.build/bench/page
listeners=$folder/page-listeners
mkdir -p "$folder"
clang -O2 -o "$listeners" Tests/Benchmark/{Page,Server}/*.c
told=$(mktemp)
trap 'rm -f "$told"' EXIT

python3 - "$program" "$folder" 10 <<'PYTHON'
import pathlib, sys, time
sys.dont_write_bytecode = True
sys.path.insert(0, "Tests/PageTests")
from checks.bench import Bench
from checks.stream import Listener
program, folder, seconds = sys.argv[1:]
bench = Bench(program, folder)
try:
    listener = Listener(bench.serve("sim:drive?rate=10"))
    listener.wait_for("there is a fix", lambda record: record.get("state") == "live")
    begun = listener.events[-1].came
    time.sleep(float(seconds))
finally:
    bench.end()
kept = [event for event in listener.events if event.id and event.came >= begun]
with open(pathlib.Path(folder) / "records", "w") as file:
    for event in kept:
        file.write("%.1f\t%s\n" % ((event.came - begun) * 1e3, event.text))
print("page-bench: the floor sends %.1f records a second, %d bytes each" % (
    len(kept) / float(seconds), sum(len(event.text) for event in kept) / len(kept)))
PYTHON

round() { # name, listeners, server...
  local name=$1 count=$2 line
  shift 2
  line=$("$listeners" "$count" "$seconds" "$@") || { echo "page-bench: $name with $count listeners failed"; return 0; }
  printf '%s %s\n' "$name" "$line" >>"$told"
}

for count in ${PAGE_LISTENERS:-500 5000}; do
  for ((number = 0; number < rounds; number++)); do
    round floor "$count" floor "$folder/records"
    round ours "$count" "$program" serve 'sim:drive?rate=10' --gpsd none --http PORT --http-listeners "$count"
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
