#!/usr/bin/env bash
# Runs `make monitor` in a terminal, waits until it shows the simulated receiver, and types q. Prints the screen.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkfifo "$folder/keys"
TERM=xterm-256color script --quiet --return --flush --command 'stty columns 80 rows 24; make monitor' \
  "$folder/screen" <"$folder/keys" >"$folder/out" 2>&1 &
terminal=$!
exec 3>"$folder/keys"

# The output, a line for each line of the screen and each state of it.
text() {
  sed -e 's/\x1b\[[0-9]*;1H/\n/g' -e 's/\x1b\[[0-9;?]*[a-zA-Z]/ /g' "$folder/screen" | tr '\r' '\n' |
    grep -v '^ *\(\[[0-9]*\/[0-9]*\].*\)\?$'
}
# Most of this time is the build.
for ((second = 0; second < ${LIMIT:-3600}; second++)); do
  if ! kill -0 "$terminal" 2>/dev/null || grep -q 'NO FIX\|LIVE' "$folder/screen" 2>/dev/null; then break; fi
  sleep 1
done
shown=$(text)
printf q >&3
status=0
wait "$terminal" || status=$?
head -n 40 <<<"$shown"
if [ "$status" -ne 0 ] || ! grep -q '(simulated)' <<<"$shown"; then
  echo "newcomer: make monitor did not show a simulated receiver; it ended with $status" >&2
  exit 1
fi
