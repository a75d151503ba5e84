#!/usr/bin/env bash
# Shakes the parsers with libFuzzer and the address sanitizer.
# usage: fuzz.sh run SECONDS   look for new inputs, so many seconds for each target
#        fuzz.sh replay        read the kept inputs once more
#        fuzz.sh keep          take the smallest set of inputs that reaches as much into Tests/Fuzz/Corpora
set -euo pipefail
cd "$(dirname "$0")/../.."

targets=(NMEAFuzz UBXFuzz FixDecoderFuzz)
kept=Tests/Fuzz/Corpora
out=.build/fuzz
most=200000 # bytes that a kept corpus may have
what=${1:?usage: fuzz.sh run SECONDS | replay | keep}
limits=(-max_len=2048 -timeout=10 -rss_limit_mb=2048)
# Without this a crash hangs for ever: the runtime starts its own back-tracer on a process that is going down already.
export SWIFT_BACKTRACE=enable=no

toolchain=$(dirname "$(command -v swiftc)")
runtime=$(find "$toolchain/../lib" -name 'libclang_rt.fuzzer*.a' -print -quit 2>/dev/null)
[ -n "$runtime" ] || { echo "fuzz: skipped, this toolchain has no libFuzzer runtime"; exit 0; }

exists() { [ -f "Tests/Fuzz/${1%Fuzz}/$1.swift" ] && grep -q "name: \"$1\"" Package.swift; }

build() {
  mkdir -p "$out"
  # Both in one argument: of two, the compiler hears only the last, and SwiftPM puts them in any order.
  swift build -c release --target "$1" -Xswiftc -sanitize=fuzzer,address --scratch-path "$out" \
    >"$out/$1.log" 2>&1 || { cat "$out/$1.log"; return 1; }
  # Only what this target stands on: objects of other modules may be left from an older build.
  local modules objects
  case $1 in
    NMEAFuzz) modules=(NMEA) ;;
    UBXFuzz) modules=(UBX) ;;
    *) modules=(NMEA UBX GNSS) ;;
  esac
  mapfile -t objects < <(cd "$out/release" && find "$1.build" "${modules[@]/%/.build}" -name '*.o' \
    -printf "$out/release/%p\n")
  swiftc -sanitize=fuzzer,address -use-ld=lld -o "$out/$1" "${objects[@]}"
}

# At most so many bytes: the smallest inputs stay.
shrink() {
  local sum=0
  while read -r size file; do
    sum=$((sum + size))
    [ $sum -le $most ] || rm "$file"
  done < <(find "$1" -type f -printf '%s %p\n' | sort -n)
}

for target in "${targets[@]}"; do
  exists "$target" || continue
  corpus=$kept/$target
  found=$out/corpora/$target
  findings=$out/findings/$target
  mkdir -p "$corpus" "$found" "$findings"
  echo "fuzz: building $target"
  build "$target"
  case $what in
    run)
      seconds=${2:?usage: fuzz.sh run SECONDS}
      echo "fuzz: $target for $seconds seconds"
      "$out/$target" "${limits[@]}" -max_total_time="$seconds" -print_final_stats=1 \
        -artifact_prefix="$findings/" "$found" "$corpus" >"$out/$target.log" 2>&1 </dev/null || {
        grep -aE 'Fatal error|ERROR: ' "$out/$target.log" || tail -n 40 "$out/$target.log"
        echo "fuzz: $target has a finding; the input is in $findings"
        exit 1
      }
      grep -E '^(Done|stat::(number_of|new_units|peak))' "$out/$target.log" || true
      ;;
    replay)
      "$out/$target" "${limits[@]}" -runs=0 -artifact_prefix="$findings/" "$corpus" \
        >"$out/$target.log" 2>&1 </dev/null || { grep -aE 'Fatal error|ERROR: ' "$out/$target.log" || tail -n 40 "$out/$target.log"; exit 1; }
      echo "fuzz: $target read its $(find "$corpus" -type f | wc -l) kept inputs without a finding"
      ;;
    keep)
      merged=$(mktemp -d)
      "$out/$target" "${limits[@]}" -set_cover_merge=1 "$merged" "$corpus" "$found" >"$out/$target.log" 2>&1 </dev/null
      shrink "$merged"
      find "$corpus" -type f -delete
      find "$merged" -type f -exec cp {} "$corpus/" \;
      rm -rf "$merged"
      echo "fuzz: $target keeps $(find "$corpus" -type f | wc -l) inputs"
      ;;
    *) echo "usage: fuzz.sh run SECONDS | replay | keep" >&2; exit 2 ;;
  esac
done
