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

tool=$(Tests/Scripts/release.sh 2>.build/conformance.log) || { cat .build/conformance.log; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# These fail for messages that we do not read yet. One that passes has to leave the list.
declare -A waiting=(
  [navisys-gr701w]='tells its fixes by NAV-SOL and NAV-POSLLH'
  [ublox-neo-m8l]='tells most of its epochs by HNR-PVT'
  [ublox-neo-m8t-s]='tells its fixes by messages other than NAV-PVT'
)

# The recordings that are meant, with what gpsd made of them.
checks=()
while IFS= read -r check; do
  name=$(basename "$check" .log.chk)
  [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
  checks+=("$check")
done < <(find "$corpus" -name '*.log.chk' | sort)

# compare CHECK: leaves `agrees`, `differs` or `ended` and why in a file of its name.
compare() {
  local log=${1%.chk} name status=0
  name=$(basename "$log" .log)
  mkdir "$work/$name"
  timeout 60 "$tool" watch "$log" --format gpsd >"$work/$name/fixes" 2>"$work/$name/complaints" </dev/null || status=$?
  # 6: nothing known in it, which is an answer.
  if [ $status -ne 0 ] && [ $status -ne 6 ]; then
    echo "ended with status $status: $(head -n 1 "$work/$name/complaints")" >"$work/$name/verdict"
  elif python3 "$corpus/compare.py" --strict --better "$work/$name/fixes" "$1" >"$work/$name/counts" 2>&1; then
    echo agrees >"$work/$name/verdict"
  else
    # The counts, and those errors that are over their limit.
    echo "differs: $(sed -n -e '1s/^[^:]*: //p' -e '2,$ { /over=0)/! s/  */ /gp }' "$work/$name/counts" | tr '\n' ' ')" \
      >"$work/$name/verdict"
  fi
}
export -f compare
export corpus work tool
[ ${#checks[@]} -eq 0 ] || printf '%s\0' "${checks[@]}" | xargs -0 -n 1 -P 4 bash -c 'compare "$1"' compare

passed=0
waited=0
failed=0
for check in ${checks[@]+"${checks[@]}"}; do
  name=$(basename "$check" .log.chk)
  verdict=$(cat "$work/$name/verdict" 2>/dev/null || echo 'was not compared')
  case $verdict in
    agrees)
      if [ -z "${waiting[$name]-}" ]; then
        passed=$((passed + 1))
      else
        failed=$((failed + 1))
        echo "FAILED $name: it agrees, and is listed as one that does not"
      fi
      ;;
    differs*)
      if [ -n "${waiting[$name]-}" ]; then
        waited=$((waited + 1))
        echo "waiting $name: ${waiting[$name]}"
      else
        failed=$((failed + 1))
        echo "FAILED $name: it $verdict"
      fi
      ;;
    *)
      failed=$((failed + 1))
      echo "FAILED $name: the tool $verdict"
      ;;
  esac
done

echo "conformance: $passed of ${#checks[@]} recordings agree, $waited wait for messages that are not read yet"
[ $failed -eq 0 ]
