#!/usr/bin/env bash
# Counts the memory allocations of each of the three parsing paths.
# usage: allocations.sh [MIB]
#
# A small preloaded library counts the calls; the benchmark reads the count before and after.
set -euo pipefail
cd "$(dirname "$0")/../.."

mib=${1:-4}
out=$PWD/.build/bench
mkdir -p "$out"
swift build -c release --product gpsbridge-benchmark >"$out/build.log" 2>&1 || { cat "$out/build.log"; exit 1; }
ours="$(swift build -c release --show-bin-path)/gpsbridge-benchmark"
corpus=${GPSBRIDGE_SHARED:-../shared}/perf/corpus.py
[ -f "$corpus" ] || { echo "allocations: skipped, there is no $corpus"; exit 0; }

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
  python3 "$corpus" $kind "$out/$kind" --mib "$mib" >/dev/null
  epochs=$(grep -ac 'RMC,' "$out/$kind")
  for mode in parse stream decode; do
    LD_PRELOAD="$out/count.so" "$ours" $mode "$out/$kind" 3 | awk -v k=$kind -v m=$mode -v e="$epochs" '
      /^allocations=/ { split($1, a, "=") } /^sentences=/ { split($1, s, "=") }
      END { printf "%-8s %-7s %8d allocations, %.5f a sentence, %.3f an epoch\n", k, m, a[2], a[2] / s[2], a[2] / 3 / e }'
  done
done
