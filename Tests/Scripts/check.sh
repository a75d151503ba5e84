#!/usr/bin/env bash
# Checks what a change touches: the style of its files, the build of their modules and of all that stands on them, and the tests of
# those modules. The change is what lies here and is not in a commit of others yet.
# usage: check.sh [REVISION]    compares with this revision; else with where this branch left its upstream, or with HEAD
set -euo pipefail
cd "$(dirname "$0")/../.."

base=${1:-}
[ -n "$base" ] || base=$(git merge-base HEAD '@{upstream}' 2>/dev/null) || base=HEAD
mapfile -t changed < <({
  git diff --name-only --no-renames "$base" --
  git ls-files --others --exclude-standard
} | sort -u)
if [ ${#changed[@]} -eq 0 ]; then
  echo "check: nothing differs from $base"
  exit 0
fi

start=$SECONDS
files=()
for file in "${changed[@]}"; do
  case $file in
    # As in swift-files.sh: these are written as their readers would write them.
    Tests/*/Compiling/Cases/*) ;;
    *.swift) [ ! -f "$file" ] || files+=("$file") ;;
  esac
done
[ ${#files[@]} -eq 0 ] || swift format lint --strict --parallel "${files[@]}"
printf 'check: %d files differ from %s; lint %d s\n' ${#changed[@]} "$(git rev-parse --short "$base")" $((SECONDS - start))

start=$SECONDS
description=$(mktemp)
trap 'rm -f "$description"' EXIT
swift package describe --type json >"$description"
affected=$(printf '%s\n' "${changed[@]}" | Tests/Scripts/affected.py "$description")
mapfile -t built < <(awk '$1 != "file" { print $2 }' <<<"$affected")
files_of_tool=$(awk '$1 == "file" { print $2 }' <<<"$affected" | paste -sd ' ')
mapfile -t run < <(awk '$1 == "run" { print $2 }' <<<"$affected")
echo "check: building ${built[*]}"
Tests/Scripts/test.sh --build debug "${built[@]}"
printf 'check: built in %d s; running %s\n' $((SECONDS - start)) "${run[*]}"

# What takes longest is left to `make test`, unless it is what has changed.
long=no
for file in $(Tests/Scripts/test.sh --long); do
  if printf '%s\n' "${changed[@]}" | grep -q "/$file\.swift\$"; then long=yes; fi
done
TEST_LONG=$long Tests/Scripts/test.sh --run debug "${run[@]}"
if [ -n "$files_of_tool" ]; then
  TEST_LONG=no TEST_FILES=$files_of_tool Tests/Scripts/test.sh --run debug ToolTests
fi
[ ${#run[@]} -eq ${#built[@]} ] && [ $long = yes ] || echo 'check: `make test` runs the rest'
