#!/bin/bash
# Says which faults of faults.txt could not be planted any more, since the text that they replace has changed or their test has
# another name. Builds nothing. Usage: Tests/Apparatus/Faults/check.sh
set -u
root=$(cd "$(dirname "$0")/../../.." && pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -r "$root/Sources" "$copy"
. "$root/Tests/Apparatus/Faults/planting.sh"
count=0
bad=0

try() { # round, name, path, old, new, test
  local path
  count=$((count + 1))
  if ! { path=$(locate "$3" "$4") && cp "$path" "$copy/sound" && plant "$3" "$4" "$5" && cp "$copy/sound" "$path"; }; then
    echo "faults: $2 cannot be planted: what it replaces is not in ${3}, or in several files of its name"
  elif ! grep -rqF "func \`$6\`" --include='*.swift' "$root/Tests"; then
    echo "faults: there is no test \"$6\" for $2"
  else
    return
  fi
  bad=$((bad + 1))
}
each_fault try

echo "faults: $((count - bad)) of $count can be planted"
[ $count -gt 0 ] && [ $bad -eq 0 ]
