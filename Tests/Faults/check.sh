#!/bin/bash
# Says which planted faults could not be planted any more, since the text that they replace has changed or their test has another name.
# Builds nothing. Usage: Tests/Faults/check.sh
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -r "$root/Sources" "$copy"
. "$root/Tests/Faults/planting.sh"
count=0
bad=0

try() { # name, path, old, new
  local path
  count=$((count + 1))
  path=$(locate "$2" "$3") && cp "$path" "$copy/sound" && plant "$2" "$3" "$4" && cp "$copy/sound" "$path" && return
  echo "faults: $1 cannot be planted: what it replaces is not in ${2}, or in several files of its name"
  bad=$((bad + 1))
}

fault() { try "$@"; }
. "$root/Tests/DeliveryFaults/faults.sh"
fault() { # round, name, path, old, new, test
  try "$2" "$3" "$4" "$5"
  grep -rqF "func \`$6\`" --include='*.swift' "$root/Tests" && return
  echo "faults: there is no test \"$6\" for $2"
  bad=$((bad + 1))
}
. "$root/Tests/Faults/faults.sh"

echo "faults: $((count - bad)) of $count can be planted"
[ "$bad" -eq 0 ]
