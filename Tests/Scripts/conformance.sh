#!/usr/bin/env bash
# Compares our fixes for recordings of receivers with gpsd's.
# usage: conformance.sh [RECORDING-NAME...]      all recordings without a name
#
# The recordings and the program that compares are shared data beside the project; without them the check is skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."

corpus=${GPSBRIDGE_SHARED:-../shared}/corpus
[ -f "$corpus/compare.py" ] || { echo "conformance: skipped, there is no $corpus"; exit 0; }
command -v python3 >/dev/null || { echo "conformance: skipped, python3 is not installed"; exit 0; }

tool=$(Scripts/release.sh 2>.build/conformance.log) || { cat .build/conformance.log; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# These differ since we don't read a message yet, or by a decision. Remove one from the list when it agrees.
declare -A waiting=(
  [garmin48]='the height of PGRMZ is a pressure altitude, and gpsd takes it for the altitude'
)

# gpsd's results for the chosen recordings.
checks=()
while IFS= read -r check; do
  name=$(basename "$check" .log.chk)
  [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
  checks+=("$check")
done < <(find "$corpus" -name '*.log.chk' | sort)

# compare CHECK: writes `agrees`, or `differs` or `ended` with the reason, to a file named after the recording.
compare() {
  local log=${1%.chk} name status=0
  name=$(basename "$log" .log)
  mkdir "$work/$name"
  timeout 60 "$tool" watch "$log" --format gpsd >"$work/$name/fixes" 2>"$work/$name/complaints" </dev/null || status=$?
  # 6 means that nothing known is in it, which is a valid answer.
  if [ $status -ne 0 ] && [ $status -ne 6 ]; then
    echo "ended with status $status: $(head -n 1 "$work/$name/complaints")" >"$work/$name/verdict"
  elif python3 "$corpus/compare.py" --strict --better "$work/$name/fixes" "$1" >"$work/$name/counts" 2>&1; then
    echo agrees >"$work/$name/verdict"
  else
    # The counts, and the errors over their limits.
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
        echo "FAILED $name: it agrees, but is listed as different"
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

echo "conformance: $passed of ${#checks[@]} recordings agree, $waited wait for messages or differ by a decision"

# The other binary protocols. Those that we read are compared; each output must name the others, and must have no fix of them.
others=${GPSBRIDGE_SHARED:-../shared}/corpus2
if [ ! -d "$others/dev" ]; then
  echo "conformance: skipped the other protocols, there is no $others"
  [ $failed -eq 0 ]
  exit
fi

# language NAME: the name that must be printed; empty for a protocol that we read.
language() {
  case $1 in
    bu303* | sirfstar* | ublox-sirf* | quectel*) ;;
    garmin*) echo 'Garmin binary' ;;
    greis*) echo 'Javad GREIS' ;;
    navcom*) echo 'NavCom binary' ;;
    oncore*) echo 'Motorola Oncore' ;;
    rtcm3*) echo 'RTCM 3' ;;
    skytraq*) echo 'SkyTraq binary' ;;
    trimble*) echo 'Trimble TSIP' ;;
    zodiac*) echo 'Zodiac binary' ;;
    *) echo 'a protocol that this script does not know' ;;
  esac
}

# named LOG NAME: prints which format or command does not print the name, or prints a fix.
named() {
  local log=$1 name=$2 format status
  for format in ndjson gpsd csv nmea; do
    status=0
    timeout 60 "$tool" watch "$log" --format "$format" >"$work/out" 2>"$work/err" </dev/null || status=$?
    if [ $status -ne 0 ] && [ $status -ne 6 ]; then echo "watch --format $format ended with $status"; return; fi
    grep -qF "$name" "$work/err" || { echo "watch --format $format does not print $name"; return; }
    ! grep -qE '"lat":|"mode":"[23]d"' "$work/out" || { echo "watch --format $format prints a fix"; return; }
  done
  status=0
  timeout 60 "$tool" stats "$log" >"$work/out" 2>&1 </dev/null || status=$?
  if [ $status -ne 0 ] && [ $status -ne 6 ]; then echo "stats ended with $status"; return; fi
  grep -qF "$name" "$work/out" || echo "stats does not print $name"
}

passed=0
count=0
while IFS= read -r check; do
  name=$(basename "$check" .log.chk)
  [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
  count=$((count + 1))
  said=$(language "$name")
  if [ -n "$said" ]; then
    verdict=$(named "${check%.chk}" "$said")
    verdict=${verdict:-agrees}
  else
    compare "$check"
    verdict=$(cat "$work/$name/verdict")
  fi
  if [ "$verdict" = agrees ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED $name: $verdict"
  fi
done < <(find "$others/dev" -name '*.log.chk' | sort)
echo "conformance: $passed of $count recordings of other languages agree"
[ $failed -eq 0 ]
