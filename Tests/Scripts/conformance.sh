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

# These fail for messages that we do not read yet. One that passes has to leave the list.
declare -A waiting=(
  [navisys-gr701w]='tells its fixes by NAV-SOL and NAV-POSLLH'
  [ublox-neo-m8l]='tells most of its epochs by HNR-PVT'
  [ublox-neo-m8t-s]='tells its fixes by messages other than NAV-PVT'
)

passed=0
waited=0
failed=()
while IFS= read -r check; do
  log=${check%.chk}
  name=$(basename "$log" .log)
  [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue

  status=0
  timeout 60 "$tool" watch "$log" --format gpsd >"$work/fixes" 2>"$work/complaints" </dev/null || status=$?
  # 6: nothing known in it, which is an answer.
  if [ $status -ne 0 ] && [ $status -ne 6 ]; then
    failed+=("$name")
    echo "FAILED $name: the tool ended with status $status: $(head -n 1 "$work/complaints")"
    continue
  fi
  if python3 "$corpus/compare.py" --strict --better "$work/fixes" "$check" >"$work/verdict" 2>&1; then
    passed=$((passed + 1))
    [ -z "${waiting[$name]-}" ] || { failed+=("$name"); echo "FAILED $name: it agrees, and is listed as one that does not"; }
  elif [ -n "${waiting[$name]-}" ]; then
    waited=$((waited + 1))
    echo "waiting $name: ${waiting[$name]}"
  else
    failed+=("$name")
    # The counts, and those errors that are over their limit.
    echo "FAILED $name: $(sed -n -e '1s/^[^:]*: //p' -e '2,$ { /over=0)/! s/  */ /gp }' "$work/verdict" | tr '\n' ' ')"
  fi
done < <(find "$corpus" -name '*.log.chk' | sort)

echo "conformance: $passed of $((passed + waited + ${#failed[@]})) recordings agree, $waited wait for messages that are not read yet"
[ ${#failed[@]} -eq 0 ]
