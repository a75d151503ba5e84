#!/usr/bin/env bash
# Shakes the parsers with libFuzzer and the address sanitizer.
# usage: fuzz.sh run SECONDS [TARGET…]   look for new inputs, so many seconds for each target
#        fuzz.sh replay [TARGET…]        read the kept inputs once more
#        fuzz.sh keep [TARGET…]          take the smallest set of inputs that reaches as much into Tests/Fuzz/Corpora
set -euo pipefail
cd "$(dirname "$0")/../.."

targets=(NMEAFuzz UBXFuzz BinaryFramesFuzz FixDecoderFuzz RecordingFuzz SimulationFuzz ServiceFuzz ToolFuzz)
kept=Tests/Fuzz/Corpora
out=.build/fuzz
most=200000 # bytes that a kept corpus may have
usage='usage: fuzz.sh run SECONDS [TARGET…] | replay [TARGET…] | keep [TARGET…]'
what=${1:?$usage}
shift
if [ "$what" = run ]; then
  seconds=${1:?$usage}
  shift
fi
[ $# -eq 0 ] || targets=("$@")
# To read some hundred inputs once, no optimiser is worth its time.
optimised=-O
if [ "$what" = replay ]; then
  optimised=-Onone
  out=.build/fuzz-replay
fi
# Leaks are looked for by counts of lives: the sanitizer takes for lost what Swift points to with a tag in the pointer.
limits=(-max_len=2048 -timeout=10 -rss_limit_mb=2048 -detect_leaks=0)
# Also at the end, where the sanitizer looks by itself.
export ASAN_OPTIONS=detect_leaks=0
# Without this a crash hangs for ever: the runtime starts its own back-tracer on a process that is going down already.
export SWIFT_BACKTRACE=enable=no
# In the folders of these builds a warning is an error, whoever asks.
export GPSBRIDGE_STRICT=1

Scripts/setup.sh python3
toolchain=$(dirname "$(command -v swiftc)")
runtime=$(find "$toolchain/../lib" -name 'libclang_rt.fuzzer*.a' -print -quit 2>/dev/null)
[ -n "$runtime" ] || { echo "fuzz: skipped, this toolchain has no libFuzzer runtime"; exit 0; }

exists() { [ -f "Tests/Fuzz/$1.swift" ]; }

# One program has all targets; GPSBRIDGE_FUZZ names the one of a process.
module=GPSBridgeFuzz
program=$out/$module

# The modules that a target stands on, as the manifest has them.
stands_on() {
  swift package --scratch-path "$out" describe --type json | python3 -c '
import json, sys
targets = {target["name"]: target for target in json.load(sys.stdin)["targets"]}
found, open = set(), [sys.argv[1]]
while open:
    for name in targets[open.pop()].get("target_dependencies", []):
        # A library of the system has no objects.
        if name not in found and targets[name]["type"] != "system-target":
            found.add(name)
            open.append(name)
print(*sorted(found), sep="\n")' "$1"
}

compile() {
  # Both in one argument: of two, the compiler hears only the last, and SwiftPM puts them in any order.
  swift build -c release --target "$1" -Xswiftc "$optimised" -Xswiftc -sanitize=fuzzer,address \
    -Xswiftc -DLIBFUZZER -Xswiftc -enable-testing --scratch-path "$out"
}

build() {
  mkdir -p "$out"
  compile "$module" >"$program.log" 2>&1 || { cat "$program.log"; return 1; }
  # Only the modules that it depends on: objects of others may be left from an older build.
  local modules objects
  mapfile -t modules < <(stands_on "$module")
  mapfile -t objects < <(cd "$out/release" && find "$module.build" "${modules[@]/%/.build}" -name '*.o' \
    -printf "$out/release/%p\n")
  swiftc -sanitize=fuzzer,address -use-ld=lld -o "$program" "${objects[@]}" -ludev
}

# At most so many bytes: the smallest inputs stay.
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
        echo "fuzz: $target has a finding; the input is in $findings"
        exit 1
      }
      grep -E '^(Done|stat::(number_of|new_units|peak))' "$out/$target.log" || true
      ;;
    replay)
      "$program" "${limits[@]}" -runs=0 -artifact_prefix="$findings/" "$corpus" \
        >"$out/$target.log" 2>&1 </dev/null || { grep -aE 'Fatal error|ERROR: ' "$out/$target.log" || tail -n 40 "$out/$target.log"; exit 1; }
      echo "fuzz: $target read its $(find "$corpus" -type f | wc -l) kept inputs without a finding"
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
