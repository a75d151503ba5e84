#!/usr/bin/env bash
# Fuzzes the parsers with libFuzzer and the address sanitizer.
# usage: fuzz.sh run SECONDS [TARGET…]   search for new inputs, this many seconds for each target
#        fuzz.sh replay [TARGET…]        run the stored inputs again
#        fuzz.sh keep [TARGET…]          store the smallest set of inputs with the same coverage
# The stored inputs of a target are lines of Tests/Apparatus/GPSBridgeFuzz/Corpora/TARGET.txt, sorted: a name and the bytes in base64.
set -euo pipefail
cd "$(dirname "$0")/../.."

mapfile -t targets < <(basename -s .swift Tests/Apparatus/GPSBridgeFuzz/*Fuzz.swift)
out=.build/fuzz
most=200000 # the maximum bytes of a stored corpus
usage='usage: fuzz.sh run SECONDS [TARGET…] | replay [TARGET…] | keep [TARGET…]'
what=${1:?$usage}
shift
[ "$what" != run ] || { seconds=${1:?$usage}; shift; }
[ $# -eq 0 ] || targets=("$@")
# Optimizing takes longer than running a few hundred inputs.
optimised=-O
[ "$what" != replay ] || { optimised=-Onone; out=.build/fuzz-replay; }
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

build() {
  mkdir -p "$out"
  # Both sanitizers in one argument: of two the compiler uses only the last, and SwiftPM does not keep their order.
  swift build -c release --target "$module" -Xswiftc "$optimised" -Xswiftc -sanitize=fuzzer,address -Xswiftc -DLIBFUZZER \
    -Xswiftc -enable-testing --scratch-path "$out" >"$program.log" 2>&1 || { cat "$program.log"; return 1; }
  # Only these modules: objects of others may be left from an older build.
  local modules objects
  mapfile -t modules < <(stands_on "$module")
  mapfile -t objects < <(cd "$out/release" && find "$module.build" "${modules[@]/%/.build}" -name '*.o' \
    -printf "$out/release/%p\n")
  swiftc -sanitize=fuzzer,address -use-ld=lld -o "$program" "${objects[@]}" -ludev
}

# Prints the smallest inputs of a folder, up to the maximum, as an archive.
pack() {
  local sum=0
  find "$1" -type f -printf '%s %f\n' | LC_ALL=C sort -n | while read -r size name; do
    sum=$((sum + size))
    [ $sum -gt $most ] || printf '%s %s\n' "$name" "$(base64 -w 0 "$1/$name")"
  done | LC_ALL=C sort
}

# Writes the inputs of an archive into a folder.
unpack() {
  [ -s "$1" ] || { echo "fuzz: $1 has no inputs" >&2; return 1; }
  rm -rf "$2" && mkdir -p "$2"
  while read -r name bytes; do
    base64 -d <<<"$bytes" >"$2/$name" || { echo "fuzz: $1: $name is no base64" >&2; return 1; }
  done <"$1"
}

# Runs libFuzzer with these options and folders; an error of the target ends the script.
fuzz() {
  "$program" "${limits[@]}" -artifact_prefix="$findings/" "$@" >"$out/$target.log" 2>&1 </dev/null || {
    grep -aE 'Fatal error|ERROR: ' "$out/$target.log" || tail -n 40 "$out/$target.log"
    echo "fuzz: $target found an error; the input is in $findings"
    exit 1
  }
}

echo "fuzz: building $module"
build
for target in "${targets[@]}"; do
  archive=Tests/Apparatus/GPSBridgeFuzz/Corpora/$target.txt
  corpus=$out/kept/$target
  found=$out/corpora/$target
  findings=$out/findings/$target
  unpack "$archive" "$corpus"
  mkdir -p "$found" "$findings"
  export GPSBRIDGE_FUZZ=$target
  case $what in
    run)
      echo "fuzz: $target for $seconds seconds"
      fuzz -max_total_time="$seconds" -print_final_stats=1 "$found" "$corpus"
      grep -E '^(Done|stat::(number_of|new_units|peak))' "$out/$target.log" || true
      ;;
    replay)
      fuzz -runs=0 "$corpus"
      echo "fuzz: $target read its $(wc -l <"$archive") stored inputs without an error"
      ;;
    keep)
      merged=$(mktemp -d)
      fuzz -set_cover_merge=1 "$merged" "$corpus" "$found"
      pack "$merged" >"$archive"
      rm -rf "$merged"
      echo "fuzz: $target keeps $(wc -l <"$archive") inputs"
      ;;
    *) echo "$usage" >&2; exit 2 ;;
  esac
done
