#!/usr/bin/env bash
# Kills a recording at random moments, and checks the file that is left: record-kill.sh ROUNDS
#
# Only the last second may be missing: each file must be readable, each sentence in it must be complete, and its end must be at most
# a second before the kill.
set -euo pipefail
cd "$(dirname "$0")/../.."

rounds=${1:-100}
tool=$(Scripts/release.sh)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
worst=0
# The moments follow from the seed.
RANDOM=${TEST_SEED:=20261128}
echo "record-kill: seed $TEST_SEED"

for round in $(seq "$rounds"); do
  file=$folder/$round.gbr
  "$tool" record "sim:drive?rate=10&seed=$round" -o "$file" 2>"$folder/log" &
  child=$!
  # 0.8 to 3.3 seconds: some kills come before the first sync.
  sleep "$(awk -v r=$RANDOM 'BEGIN { printf "%.3f", 0.8 + r / 32768 * 2.5 }')"
  killed=$(date +%s%3N)
  kill -9 "$child"
  wait "$child" 2>/dev/null || true
  begun=$(date -d "$(head -n 1 "$file" | cut -d ' ' -f 3)" +%s%3N)
  last=$(grep -a '^[0-9]* ' "$file" | tail -n 1 | cut -d ' ' -f 1)
  missing=$((killed - begun - last))
  if [ "$missing" -gt 1000 ]; then
    echo "round $round: $missing ms are missing" >&2
    exit 1
  fi
  if [ "$missing" -gt "$worst" ]; then worst=$missing; fi
  if ! "$tool" export "$file" -o "$folder/out.csv" --force 2>"$folder/log" || ! grep -q ' 0 bad sentences' "$folder/log"; then
    echo "round $round: the file is damaged" >&2
    cat "$folder/log" >&2
    exit 1
  fi
done
echo "record-kill: $rounds kills, at most $worst ms were missing"
