#!/usr/bin/env bash
# Compares our fixes for recordings of receivers with gpsd's.
# usage: conformance.sh PROGRAM [RECORDING-NAME...]      all recordings without a name
#
# PROGRAM is gpsbridge. The recordings and the program that compares are shared data beside the project. Status 77: something is missing.
set -euo pipefail
cd "$(dirname "$0")/../.."

[ $# -gt 0 ] || { sed -n '2,3s/^# //p' "$0" >&2; exit 2; }
tool=$(realpath "$1")
shift
shared=${GPSBRIDGE_SHARED:-../shared}
corpus=$shared/corpus
for needed in "$corpus/compare.py" "$shared/corpus2/dev"; do
  [ -e "$needed" ] || { echo "conformance: skipped, there is no $needed"; exit 77; }
done
command -v python3 >/dev/null || { echo 'conformance: skipped, python3 is not installed'; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# These differ since we don't read a message yet, or by a decision. Remove one from the list when it agrees.
declare -A waiting=(
  [garmin48]='the height of PGRMZ is a pressure altitude, and gpsd takes it for the altitude'
)

# reads COMMAND...: whether the tool reads a recording, with its output in $place; prints a status that is not expected. 6 is one that
# is: nothing known is in it.
reads() {
  local status=0
  timeout 300 "$tool" "$@" >"$place/out" 2>"$place/err" </dev/null || status=$?
  [ $status -eq 0 ] || [ $status -eq 6 ] || { echo "$* ended with status $status: $(head -n 1 "$place/err")"; return 1; }
}

# compare LOG FOLDER: prints `agrees`, or why it does not.
compare() {
  local log=$1 place=$2
  reads watch "$log" --format gpsd || return 0
  if python3 "$corpus/compare.py" --strict --better "$place/out" "$log.chk" >"$place/counts" 2>&1; then
    echo agrees
  else
    # The counts, and the errors over their limits.
    echo "differs: $(sed -n -e '1s/^[^:]*: //p' -e '2,$ { /over=0)/! s/  */ /gp }' "$place/counts" | tr '\n' ' ')"
  fi
}

# language NAME: what must be printed of a protocol that we don't read; empty for the others.
language() {
  case $1 in
    corpus2/garmin*) echo 'Garmin binary' ;;
    corpus2/greis*) echo 'Javad GREIS' ;;
    corpus2/navcom*) echo 'NavCom binary' ;;
    corpus2/oncore*) echo 'Motorola Oncore' ;;
    corpus2/rtcm3*) echo 'RTCM 3' ;;
    corpus2/skytraq*) echo 'SkyTraq binary' ;;
    corpus2/trimble*) echo 'Trimble TSIP' ;;
    corpus2/zodiac*) echo 'Zodiac binary' ;;
    corpus/* | corpus2/bu303* | corpus2/sirfstar* | corpus2/ublox-sirf* | corpus2/quectel*) ;;
    *) echo 'a protocol that this script does not know' ;;
  esac
}

# named LOG FOLDER NAME: prints which format or command does not print the name of a language, or prints a fix; otherwise `agrees`.
named() {
  local log=$1 place=$2 name=$3 format
  for format in ndjson gpsd csv nmea; do
    reads watch "$log" --format "$format" || return 0
    grep -qF "$name" "$place/err" || { echo "watch --format $format does not print $name"; return; }
    ! grep -qE '"lat":|"mode":"[23]d"' "$place/out" || { echo "watch --format $format prints a fix"; return; }
  done
  reads stats "$log" || return 0
  if grep -qF "$name" "$place/out" "$place/err"; then echo agrees; else echo "stats does not print $name"; fi
}

# judge FILE: writes the verdict about the recording of a file of gpsd's results.
judge() {
  local log=${1%.chk} name place said
  name=$(basename "$log" .log)
  case $1 in "$corpus"/*) name=corpus/$name ;; *) name=corpus2/$name ;; esac
  place=$work/$name
  mkdir -p "$place"
  said=$(language "$name")
  if [ -n "$said" ]; then named "$log" "$place" "$said"; else compare "$log" "$place"; fi >"$place/verdict"
}
export -f reads compare language named judge
export corpus work tool

checks=()
while IFS= read -r check; do
  [ $# -eq 0 ] || [[ " $* " == *" $(basename "$check" .log.chk) "* ]] || continue
  checks+=("$check")
done < <(find "$corpus" "$shared/corpus2/dev" -name '*.log.chk' | sort)
[ ${#checks[@]} -gt 0 ] || { echo "conformance: no recording is called $*" >&2; exit 2; }
printf '%s\0' "${checks[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c 'judge "$1"' judge

passed=0 waited=0 failed=0
for verdict in "$work"/corpus*/*/verdict; do
  name=$(basename "$(dirname "$verdict")")
  text=$(cat "$verdict")
  case $text in
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
        echo "FAILED $name: it $text"
      fi
      ;;
    *)
      failed=$((failed + 1))
      echo "FAILED $name: the tool: $text"
      ;;
  esac
done
echo "conformance: $passed of ${#checks[@]} recordings agree, $waited wait for messages or differ by a decision"
[ $failed -eq 0 ] && [ $((passed + waited)) -eq ${#checks[@]} ]
