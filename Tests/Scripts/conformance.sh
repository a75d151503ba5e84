#!/usr/bin/env bash
# Compares what we make of receivers' recordings with what gpsd made of them.
# usage: conformance.sh [RECORDING-NAME...]      all of them when none is named
#
# The recordings and their comparer are shared data beside the project; where they are missing, this says so and is done.
set -euo pipefail
cd "$(dirname "$0")/../.."

corpus=${GPSBRIDGE_SHARED:-../shared}/corpus
[ -f "$corpus/compare.py" ] || { echo "conformance: skipped, there is no $corpus"; exit 0; }
command -v python3 >/dev/null || { echo "conformance: skipped, there is no python3 to compare with"; exit 0; }

echo "conformance: building the tool"
swift build -c release --product gpsbridge >.build/conformance.log 2>&1 ||
  { cat .build/conformance.log; exit 1; }
tool="$(swift build -c release --show-bin-path)/gpsbridge"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# nmea, mixed or ubx, as the corpus' own table says.
kind() {
  awk -F ' *[|] *' -v name="$1" '$2 == name { print $3 }' "$corpus/README.md"
}

passed=0
failed=()
while IFS= read -r check; do
  log=${check%.chk}
  name=$(basename "$log" .log)
  [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
  rules=(--strict --better)
  # A recording of UBX alone needs messages that we do not read yet: say less, but nothing false, and never crash.
  # gpsd joins several messages of one epoch there, so values may differ by what their rounding and age explain.
  if [ "$(kind "$name")" = ubx ]; then
    rules+=(--allow-missing 1000000 --pos 0.5 --alt 0.5 --speed 0.5 --track 5)
  fi

  status=0
  timeout 60 "$tool" watch "$log" --format gpsd >"$work/fixes" 2>"$work/complaints" </dev/null || status=$?
  # 6: nothing known in it, which is an answer.
  if [ $status -ne 0 ] && [ $status -ne 6 ]; then
    failed+=("$name")
    echo "FAILED $name: the tool ended with status $status: $(head -n 1 "$work/complaints")"
    continue
  fi
  if python3 "$corpus/compare.py" "${rules[@]}" "$work/fixes" "$check" >"$work/verdict" 2>&1; then
    passed=$((passed + 1))
  else
    failed+=("$name")
    # The counts, and those errors that are over their limit.
    echo "FAILED $name: $(sed -n -e '1s/^[^:]*: //p' -e '2,$ { /over=0)/! s/  */ /gp }' "$work/verdict" | tr '\n' ' ')"
  fi
done < <(find "$corpus" -name '*.log.chk' | sort)

echo "conformance: $passed of $((passed + ${#failed[@]})) recordings agree"
[ ${#failed[@]} -eq 0 ]
