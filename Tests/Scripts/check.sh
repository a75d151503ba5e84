#!/usr/bin/env bash
# Checks a change quickly: the style of its files, the build of its modules and of all that depend on them, and the tests of these
# modules and of the modules that depend directly on one of them. The change is everything that differs from a revision, committed or not.
# usage: check.sh [REVISION]    without a revision: where this branch left its upstream, or HEAD
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
    # As in swift-files.sh.
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
mapfile -t run < <(awk '$1 == "run" { print $2 }' <<<"$affected")
# Compiled without their tests, unless files of these are run.
TEST_BUILD=$(awk '$1 == "build" { print $2 }' <<<"$affected" | paste -sd ' ')
export TEST_BUILD
files_of_tool=$(awk '$1 == "file" { print $2 }' <<<"$affected" | paste -sd ' ')
echo "check: building ${run[*]} $TEST_BUILD"
Tests/Scripts/test.sh --build debug "${run[@]}"
printf 'check: built in %d s; running %s\n' $((SECONDS - start)) "${run[*]}"

# `make test` runs the longest tests; here they run only if they changed.
long=no
for file in $(Tests/Scripts/test.sh --long); do
  if grep -q "/$file\.swift\$" <<<"$(printf '%s\n' "${changed[@]}")"; then long=yes; fi
done
start=$SECONDS
TEST_LONG=$long Tests/Scripts/test.sh --run debug "${run[@]}"
if [ -n "$files_of_tool" ]; then
  TEST_LONG=no TEST_FILES=$files_of_tool Tests/Scripts/test.sh --run debug ToolTests
fi
printf 'check: tested in %d s; `make test` runs the rest\n' $((SECONDS - start))
