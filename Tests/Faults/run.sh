#!/bin/bash
# Plants faults all over a copy of the sources, those of one round together, and asks each one's own test, in the builds and by the
# choice of files of `.ci/run`. Usage: Tests/Faults/run.sh [pattern of names]
# faults.sh says what each one is. The copy stays in .build/faults, so that the next run is quicker.
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
. "$root/Tests/Faults/planting.sh"
. "$root/Tests/Faults/faults.sh"
[ ${#names[@]} -gt 0 ] || exit 0

# A fault that makes its process crash hides those that the same process would have found.
fails_alone() { # test
  local pattern
  pattern=$(sed -E 's/[][().*+?^$\\{}|]/\\&/g' <<<"$1")
  (cd "$copy" && ! timeout 300 "$program" --testing-library swift-testing --no-parallel --filter "$pattern" >"$copy/alone.log" 2>&1 </dev/null)
}

# How `.ci/run` tests what a round is planted in.
declare -A kinds=([low]='optimized pure' [high]='optimized tool library')

for round in $(printf '%s\n' "${rounds[@]}" | sort -u); do
  renew
  indices=()
  words=()
  for index in "${!names[@]}"; do
    [ "${rounds[index]}" = "$round" ] || continue
    indices+=("$index")
    words+=(-e "func \`${tests[index]}\`")
    grep -rqF "${words[-1]}" --include='*.swift' "$copy/Tests" || { echo "there is no test \"${tests[index]}\""; exit 2; }
  done
  TEST_FILES=$(cd "$copy" && grep -rlF "${words[@]}" --include='*.swift' Tests | paste -sd ' ')
  export TEST_FILES
  # shellcheck disable=SC2086 # a kind and its parts
  sound 900 ${kinds[$round]}

  for index in "${indices[@]}"; do
    if ! plant "${files[index]}" "${olds[index]}" "${news[index]}"; then
      echo "NOT PLANTED  ${names[index]}"
      alive=$((alive + 1))
    fi
  done
  # shellcheck disable=SC2086
  ask 900 ${kinds[$round]}
  if [ $? -eq 2 ]; then
    echo "NOT BUILT    round $round"
    grep -m 3 'error:' "$copy/build.log"
    alive=$((alive + ${#indices[@]}))
  else
    # shellcheck disable=SC2086
    program=$(cd "$copy" && Tests/Scripts/test.sh --pieces ${kinds[$round]} | sed -n 1p)
    [ -x "$program" ] || { echo "the tests' program is not there: $program"; exit 2; }
    for index in "${indices[@]}"; do
      if grep -aF "✘" "$copy/test.log" | grep -aqF "\"${tests[index]}\"" || fails_alone "${tests[index]}"; then
        echo "killed       ${names[index]}: ${tests[index]}"
      else
        echo "ALIVE        ${names[index]}: ${tests[index]}"
        alive=$((alive + 1))
      fi
    done
  fi
done
renew
echo "${#names[@]} planted, $alive alive"
[ "$alive" -eq 0 ]
