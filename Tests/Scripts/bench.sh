#!/usr/bin/env bash
# Measures our parser, a hand-written C program as the limit, and other programs, with the same bytes in the same run.
# usage: bench.sh [MIB]      megabytes of text for fast programs; slow programs read a sixteenth of it
#
# The C program and the text are shared data beside the project; without them the text is our own recording. Missing programs are
# skipped with a message. Then follow the costs of delivery, compared with an AsyncStream for each consumer; the time of a byte
# from a cable to a handler, and of an epoch to a program; and the speed of simulated receivers compared with real time.
set -euo pipefail
cd "$(dirname "$0")/../.."

mib=${1:-16}
perf=${GPSBRIDGE_SHARED:-../shared}/perf
out=$PWD/.build/bench
mkdir -p "$out"

echo "bench: building gpsbridge-benchmark"
swift build -c release --product gpsbridge-benchmark >"$out/build.log" 2>&1 || { cat "$out/build.log"; exit 1; }
built=$(swift build -c release --show-bin-path)
ours=$built/gpsbridge-benchmark
# The benchmark expects the text in its own folder.
clang -O2 -o "$built/cable-limit" Tests/Apparatus/gpsbridge-benchmark/CableLimit/main.c

# The text: long for fast programs, short for slow ones.
if [ -f "$perf/corpus.py" ] && command -v python3 >/dev/null; then
  python3 "$perf/corpus.py" typical "$out/long" --mib "$mib" >/dev/null
else
  echo "bench: there is no $perf/corpus.py; the text is our own recording, repeated"
  : >"$out/long"
  recording=(Tests/Recordings/*.nmea)
  while [ "$(stat -c %s "$out/long")" -lt $((mib * 1048576)) ]; do
    for _ in {1..64}; do cat "${recording[@]}"; done >>"$out/long"
  done
fi
head -c $((mib * 65536)) "$out/long" >"$out/short"
short_count=$(grep -ac '^\$' "$out/short")

# Prints nanoseconds per sentence, from the last line of a program's output: sentences=N … seconds=S.
told() {
  tail -n 1 | awk '{
    for (i = 1; i <= NF; i++) { split($i, part, "="); value[part[1]] = part[2] }
    if (value["sentences"] > 0) printf "%.1f", value["seconds"] * 1e9 / value["sentences"]
  }'
}

# The median of five runs.
middle() {
  for _ in {1..5}; do "$@" 2>/dev/null | told; echo; done | grep . | sort -n |
    awk '{ time[NR] = $1 } END { if (NR > 0) print time[int((NR + 1) / 2)] }'
}

# Nanoseconds per sentence, in real time, of a program that reads the short text from its input.
clocked() {
  local before after
  before=$(date +%s%N)
  "$@" <"$out/short" >/dev/null 2>&1
  after=$(date +%s%N)
  awk -v t=$((after - before)) -v n="$short_count" 'BEGIN { printf "%.0f", t / n }'
}

limit=
rows=()
row() { # name, nanoseconds
  if [ -n "$2" ]; then rows+=("$1|$2"); else echo "bench: $1 failed, skipped"; fi
}

if [ -f "$perf/limit.c" ] && command -v gcc >/dev/null; then
  gcc -O3 -march=native -o "$out/limit" "$perf/limit.c" -lm
  limit=$(middle "$out/limit" parse-avx2 "$out/long" 3)
  row "hand-written C with SIMD" "$limit"
else
  echo "bench: there is no $perf/limit.c, or no gcc: there is no limit to compare with"
fi

for mode in parse stream decode; do row "gpsbridge $mode" "$(middle "$ours" $mode "$out/long" 3)"; done

if command -v gpsdecode >/dev/null; then
  row "gpsdecode, to JSON ($(gpsdecode -V 2>&1 | grep -oE '[0-9]+\.[0-9.]+' | sed -n 1p))" "$(clocked gpsdecode -j)"
else
  echo "bench: gpsdecode is not installed (Debian package gpsd-clients), skipped"
fi

if python=$(PYTHONPATH=Tests/Scripts python3 -c 'import checking; print(checking.python_with_packages())' 2>"$out/pip.log"); then
  for library in pynmea2 pynmeagps; do
    version=$("$python" -c "import importlib.metadata as m; print(m.version('$library'))")
    row "$library ($version)" "$("$python" Tests/Scripts/other_parsers.py $library "$out/short" | told)"
  done
else
  echo "bench: pynmeagps and pynmea2 are skipped: $(tail -n 1 "$out/pip.log")"
fi

echo
printf '%-32s %15s %12s\n' "$(basename "$out/long"), $mib MiB" "ns per sentence" "relative to C"
for entry in "${rows[@]}"; do
  name=${entry%|*}
  time=${entry#*|}
  if [ -n "$limit" ]; then ratio=$(awk -v a="$time" -v b="$limit" 'BEGIN { printf "%.2f x", a / b }'); else ratio=-; fi
  printf '%-32s %15s %12s\n' "$name" "$time" "$ratio"
done

if [ -f "$perf/versus.sh" ] && [ -n "$limit" ]; then
  echo
  echo "Other texts, with the same limit:"
  "$perf/versus.sh" "$ours" "$mib"
fi

echo
echo "u-blox messages:"
Tests/Scripts/binary-bench.sh "$ours" "$out"

echo
echo "Delivery, in nanoseconds:"
"$ours" delivery

echo
echo "The cable, compared with a C program that only polls and reads:"
"$ours" cable

echo
echo "From the cable to a program, compared with gpsd and a TCP client if gpsd is installed:"
"$ours" receiver

echo
echo "A thousand simulated receivers at 10 Hz, on one core:"
"$ours" simulation 'sim:drive?rate=10' 1000 60

echo
program=$(Scripts/release.sh 2>"$out/build.log" | tail -n 1) || { cat "$out/build.log"; exit 1; }
python3 Tests/Scripts/tool-bench.py "$program"

echo
echo "One receiver and many clients, compared with gpsd and with a minimal server:"
Tests/Scripts/fanout-bench.sh "$program"
