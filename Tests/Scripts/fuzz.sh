#!/usr/bin/env bash
# Fuzzes the parsers with libFuzzer and the address sanitizer.
# usage: fuzz.sh run SECONDS [TARGET…]   search for new inputs, this many seconds for each target
#        fuzz.sh replay [TARGET…]        run the stored inputs again
#        fuzz.sh keep [TARGET…]          store the smallest set of inputs with the same coverage in Tests/Fuzz/Corpora
set -euo pipefail
cd "$(dirname "$0")/../.."

targets=(NMEAFuzz UBXFuzz BinaryFramesFuzz FixDecoderFuzz RecordingFuzz SimulationFuzz ServiceFuzz ToolFuzz TrackRowsFuzz
  FleetFuzz)
kept=Tests/Fuzz/Corpora
out=.build/fuzz
most=200000 # the maximum bytes of a stored corpus
usage='usage: fuzz.sh run SECONDS [TARGET…] | replay [TARGET…] | keep [TARGET…]'
what=${1:?$usage}
shift
if [ "$what" = run ]; then
  seconds=${1:?$usage}
  shift
fi
[ $# -eq 0 ] || targets=("$@")
# Optimizing takes longer than running a few hundred inputs.
optimised=-O
if [ "$what" = replay ]; then
  optimised=-Onone
  out=.build/fuzz-replay
fi
# Tests detect leaks by counts of instances: the sanitizer reports objects with tagged pointers as lost.
limits=(-max_len=2048 -timeout=10 -rss_limit_mb=2048 -detect_leaks=0)
# The same for the sanitizer's check at exit.
export ASAN_OPTIONS=detect_leaks=0
# Otherwise a crash hangs: the runtime starts its backtracer on a process that is already ending.
export SWIFT_BACKTRACE=enable=no
# In the folders of these builds warnings are errors.
export GPSBRIDGE_STRICT=1

Scripts/setup.sh python3
toolchain=$(dirname "$(command -v swiftc)")
runtime=$(find "$toolchain/../lib" -name 'libclang_rt.fuzzer*.a' -print -quit 2>/dev/null)
[ -n "$runtime" ] || { echo "fuzz: skipped, this toolchain has no libFuzzer runtime"; exit 0; }

exists() { [ -f "Tests/Fuzz/$1.swift" ]; }

# One program has all targets; GPSBRIDGE_FUZZ selects one.
module=GPSBridgeFuzz
program=$out/$module

# The modules that a target depends on, from the manifest.
stands_on() {
  swift package --scratch-path "$out" describe --type json | python3 -c '
import json, sys
targets = {target["name"]: target for target in json.load(sys.stdin)["targets"]}
found, open = set(), [sys.argv[1]]
while open:
    for name in targets[open.pop()].get("target_dependencies", []):
        # A system library has no objects.
        if name not in found and targets[name]["type"] != "system-target":
            found.add(name)
            open.append(name)
print(*sorted(found), sep="\n")' "$1"
}

compile() {
  # Both in one argument: of two arguments the compiler uses only the last, and SwiftPM does not keep their order.
  swift build -c release --target "$1" -Xswiftc "$optimised" -Xswiftc -sanitize=fuzzer,address \
    -Xswiftc -DLIBFUZZER -Xswiftc -enable-testing --scratch-path "$out"
}

build() {
  mkdir -p "$out"
  compile "$module" >"$program.log" 2>&1 || { cat "$program.log"; return 1; }
  # Only these modules: objects of others may be left from an older build.
  local modules objects
  mapfile -t modules < <(stands_on "$module")
  mapfile -t objects < <(cd "$out/release" && find "$module.build" "${modules[@]/%/.build}" -name '*.o' \
    -printf "$out/release/%p\n")
  swiftc -sanitize=fuzzer,address -use-ld=lld -o "$program" "${objects[@]}" -ludev
}

# Keep the smallest inputs, up to the maximum.
shrink() {
  local sum=0
  while read -r size file; do
    sum=$((sum + size))
    [ $sum -le $most ] || rm "$file"
  done < <(find "$1" -type f -printf '%s %p\n' | sort -n)
}

echo "fuzz: building $module"
build
for target in "${targets[@]}"; do
  exists "$target" || continue
  corpus=$kept/$target
  found=$out/corpora/$target
  findings=$out/findings/$target
  mkdir -p "$corpus" "$found" "$findings"
  export GPSBRIDGE_FUZZ=$target
  case $what in
    run)
      echo "fuzz: $target for $seconds seconds"
      "$program" "${limits[@]}" -max_total_time="$seconds" -print_final_stats=1 \
        -artifact_prefix="$findings/" "$found" "$corpus" >"$out/$target.log" 2>&1 </dev/null || {
        grep -aE 'Fatal error|ERROR: ' "$out/$target.log" || tail -n 40 "$out/$target.log"
        echo "fuzz: $target found an error; the input is in $findings"
        exit 1
      }
      grep -E '^(Done|stat::(number_of|new_units|peak))' "$out/$target.log" || true
      ;;
    replay)
      "$program" "${limits[@]}" -runs=0 -artifact_prefix="$findings/" "$corpus" \
        >"$out/$target.log" 2>&1 </dev/null || { grep -aE 'Fatal error|ERROR: ' "$out/$target.log" || tail -n 40 "$out/$target.log"; exit 1; }
      echo "fuzz: $target read its $(find "$corpus" -type f | wc -l) stored inputs without an error"
      ;;
    keep)
      merged=$(mktemp -d)
      "$program" "${limits[@]}" -set_cover_merge=1 "$merged" "$corpus" "$found" >"$out/$target.log" 2>&1 </dev/null
      shrink "$merged"
      find "$corpus" -type f -delete
      find "$merged" -type f -exec cp {} "$corpus/" \;
      rm -rf "$merged"
      echo "fuzz: $target keeps $(find "$corpus" -type f | wc -l) inputs"
      ;;
    *) echo "$usage" >&2; exit 2 ;;
  esac
done
