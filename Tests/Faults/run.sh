#!/bin/bash
# Plants faults all over a copy of the sources, those of one round together, and asks each one's own test.
# Usage: Tests/Faults/run.sh [pattern of names]
# docs/testing.md says what each one is. The copy stays in .build/faults, so that the next run is quicker.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
copy=$root/.build/faults
wanted=${1:-}
export SWIFT_BACKTRACE=enable=no
names=() rounds=() files=() olds=() news=() tests=()
alive=0

fault() {
  [[ $2 =~ $wanted ]] || return
  names+=("$2") rounds+=("$1") files+=("$3") olds+=("$4") news+=("$5") tests+=("$6")
}
. "$root/Tests/Faults/faults.sh"
[ ${#names[@]} -gt 0 ] || exit 0

# Only what differs, so that only that is built again.
renew() {
  (cd "$root" && find Package.swift ./*.md docs Sources Tests udev-rules -type f) >"$copy/.new"
  while IFS= read -r file; do
    cmp -s "$root/$file" "$copy/$file" || install -D -m "$(stat -c %a "$root/$file")" "$root/$file" "$copy/$file"
  done <"$copy/.new"
  # What is no more, is no more in the copy either.
  (cd "$copy" && find Package.swift ./*.md docs Sources Tests udev-rules -type f) | grep -vxFf "$copy/.new" |
    while IFS= read -r file; do rm "$copy/$file"; done
}

# All tests of a round whose names are these, in one run.
pattern() {
  printf '%s\n' "$@" | sed 's/[][().*^$?+{}|\\]/./g' | paste -sd '|'
}

ask() {
  (cd "$copy" && timeout 600 swift test --skip-build --disable-xctest --no-parallel --filter "$(pattern "$@")") >"$copy/test.log" 2>&1
}

mkdir -p "$copy"
renew
echo "building what is sound"
(cd "$copy" && swift build --build-tests) >"$copy/build.log" 2>&1 || { tail "$copy/build.log"; exit 2; }
ask "${tests[@]}" || { echo "the tests fail without a fault"; grep -a '✘' "$copy/test.log" | head; exit 2; }
for test in "${tests[@]}"; do
  grep -aqF "\"$test\"" "$copy/test.log" || { echo "there is no test \"$test\""; exit 2; }
done

for round in $(printf '%s\n' "${rounds[@]}" | sort -u); do
  asked=()
  for index in "${!names[@]}"; do
    [ "${rounds[index]}" = "$round" ] || continue
    file=$copy/${files[index]}
    sound=$(sha1sum <"$file")
    OLD=${olds[index]} NEW=${news[index]} perl -0pi -e '$old = $ENV{OLD}; s/\Q$old\E/$ENV{NEW}/' "$file"
    if [ "$sound" = "$(sha1sum <"$file")" ]; then
      echo "NOT PLANTED  ${names[index]}"
      alive=$((alive + 1))
    fi
    asked+=("${tests[index]}")
  done
  if ! (cd "$copy" && swift build --build-tests) >"$copy/build.log" 2>&1; then
    echo "NOT BUILT    round $round"
    grep -m 3 'error:' "$copy/build.log"
    alive=$((alive + ${#asked[@]}))
  else
    ask "${asked[@]}"
    for index in "${!names[@]}"; do
      [ "${rounds[index]}" = "$round" ] || continue
      if grep -aF "✘" "$copy/test.log" | grep -aqF "\"${tests[index]}\""; then
        echo "killed       ${names[index]}: ${tests[index]}"
      else
        echo "ALIVE        ${names[index]}: ${tests[index]}"
        alive=$((alive + 1))
      fi
    done
  fi
  renew
done
echo "${#names[@]} planted, $alive alive"
[ "$alive" -eq 0 ]
