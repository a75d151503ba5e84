#!/usr/bin/env bash
# Measures our parser, a hand-written C program as the limit, and other programs, with the same bytes in the same run.
# usage: bench.sh [MIB]      megabytes of text for fast programs; slow programs read a sixteenth of it
#
# The C program and the text are shared data beside the project; without them the text is our own recording. Missing programs are
# skipped with a message. Then follow the allocations of each parsing path; how fast u-blox messages become fixes, of shared recordings
# and of solutions; the costs of delivery, compared with an AsyncStream for each consumer; the time of a byte from a cable to a handler,
# and of an epoch to a program; and the speed of simulated receivers compared with real time.
set -euo pipefail
cd "$(dirname "$0")/../.."

mib=${1:-16}
shared=${GPSBRIDGE_SHARED:-../shared}
perf=$shared/perf
out=$PWD/.build/bench
mkdir -p "$out"

echo "bench: building gpsbridge-benchmark"
ours=$(Scripts/release.sh --benchmark 2>"$out/build.log" | tail -n 1) || { cat "$out/build.log"; exit 1; }
built=${ours%/*}
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

# The median of the numbers that a command prints in five runs.
middle() {
  for _ in {1..5}; do "$@"; echo; done | grep . | sort -n |
    awk '{ time[NR] = $1 } END { if (NR > 0) print time[int((NR + 1) / 2)] }'
}
timed() { "$@" 2>/dev/null | told; }

# Nanoseconds, in real time, of a program that reads a file from its input.
clocked() { # file, command...
  local before after file=$1
  shift
  before=$(date +%s%N)
  "$@" <"$file" >/dev/null 2>&1
  after=$(date +%s%N)
  echo $((after - before))
}
divided() { awk -v a="$1" -v b="$2" -v form="${3:-%.0f}" 'BEGIN { printf form, a / b }'; }

limit=
rows=()
row() { # name, nanoseconds
  if [ -n "$2" ]; then rows+=("$1|$2"); else echo "bench: $1 failed, skipped"; fi
}

if [ -f "$perf/limit.c" ] && command -v gcc >/dev/null; then
  gcc -O3 -march=native -o "$out/limit" "$perf/limit.c" -lm
  limit=$(middle timed "$out/limit" parse-avx2 "$out/long" 3)
  row "hand-written C with SIMD" "$limit"
else
  echo "bench: there is no $perf/limit.c, or no gcc: there is no limit to compare with"
fi

for mode in parse stream decode; do row "gpsbridge $mode" "$(middle timed "$ours" $mode "$out/long" 3)"; done

if command -v gpsdecode >/dev/null; then
  row "gpsdecode, to JSON ($(gpsdecode -V 2>&1 | grep -oE '[0-9]+\.[0-9.]+' | sed -n 1p))" \
    "$(divided "$(clocked "$out/short" gpsdecode -j)" "$short_count")"
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
  if [ -n "$limit" ]; then ratio=$(divided "$time" "$limit" '%.2f x'); else ratio=-; fi
  printf '%-32s %15s %12s\n' "$name" "$time" "$ratio"
done

if [ -f "$perf/versus.sh" ] && [ -n "$limit" ]; then
  echo
  echo "Other texts, with the same limit:"
  "$perf/versus.sh" "$ours" "$mib"
fi

# A small preloaded library counts the calls; the benchmark reads the count before and after.
if [ -f "$perf/corpus.py" ]; then
  echo
  echo "Allocations:"
  clang -x c -O2 -shared -fPIC -o "$out/count.so" - -ldl <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
static long count;
long gpsbridge_allocation_count(void) { return __atomic_load_n(&count, __ATOMIC_RELAXED); }
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
static void one(void) { __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED); }
void *malloc(size_t n) { one(); return __libc_malloc(n); }
void *calloc(size_t n, size_t s) { one(); return __libc_calloc(n, s); }
void *realloc(void *p, size_t n) { one(); return __libc_realloc(p, n); }
void *aligned_alloc(size_t a, size_t n) { one(); return __libc_memalign(a, n); }
int posix_memalign(void **p, size_t a, size_t n) { one(); *p = __libc_memalign(a, n); return *p ? 0 : 12; }
C
  for kind in typical dirty; do
    python3 "$perf/corpus.py" $kind "$out/$kind" --mib 4 >/dev/null
    epochs=$(grep -ac 'RMC,' "$out/$kind")
    for mode in parse stream decode; do
      LD_PRELOAD="$out/count.so" "$ours" $mode "$out/$kind" 3 | awk -v k=$kind -v m=$mode -v e="$epochs" '
        /^allocations=/ { split($1, a, "=") } /^sentences=/ { split($1, s, "=") }
        END { printf "%-8s %-7s %8d allocations, %.5f a sentence, %.3f an epoch\n", k, m, a[2], a[2] / s[2], a[2] / 3 / e }'
    done
  done
fi

echo
echo "u-blox messages:"
decode() { "$ours" decode "$1" "$2" | tail -n 1 | sed 's/.*seconds=//'; } # file, times: seconds
# Each recording is repeated separately: between two recordings the time goes back, which is slower than any real input.
if [ -d "$shared/corpus/dev" ]; then
  for log in "$shared"/corpus/dev/*.log; do
    # Recordings that are mostly UBX.
    [ "$(grep -aoc $'\xb5b' "$log" || true)" -gt 20 ] && cat "$log"
  done >"$out/once.ubx"
  : >"$out/messages.ubx"
  while [ "$(stat -c %s "$out/messages.ubx")" -lt 4000000 ]; do cat "$out/once.ubx" >>"$out/messages.ubx"; done
  head -c 4000000 "$out/messages.ubx" >"$out/cut.ubx"
  time=$(middle decode "$out/cut.ubx" 1)
  printf '%-44s %8s ms\n' "4 MB of u-blox's recordings, bytes to fixes" "$(divided "$time" 0.001 %.1f)"
  if command -v gpsdecode >/dev/null; then
    theirs=$(middle clocked "$out/cut.ubx" gpsdecode)
    printf '%-44s %8s ms, ours takes %s of it\n' "gpsdecode, the same" "$(divided "$theirs" 1e6 %.1f)" \
      "$(divided "$time" "${theirs}e-9" %.3f)"
  fi
else
  echo "there is no $shared/corpus/dev: no recordings of u-blox to decode"
fi
python3 Tests/Scripts/make-solutions.py 20000 >"$out/solutions.ubx"
printf '%-44s %8s ns\n' "NAV-PVT, bytes to fix" "$(divided "$(middle decode "$out/solutions.ubx" 10)" 0.0002)"
"$ours" decode "$out/solutions.ubx" 1 | grep -a allocations || true

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
