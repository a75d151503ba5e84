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

# How `.ci/run` tests what a round is planted in.
declare -A kinds=([low]='optimized pure' [high]='optimized tool library')

# ask ROUND TEST...: builds, and runs those files of the round's parts that have one of the tests.
ask() {
  local round=$1 words=() test
  shift
  for test in "$@"; do words+=(-e "func \`$test\`"); done
  TEST_FILES=$(cd "$copy" && grep -rlF "${words[@]}" --include='*.swift' Tests | paste -sd ' ')
  export TEST_FILES
  # shellcheck disable=SC2086 # a kind and its parts
  (cd "$copy" && Tests/Scripts/test.sh --build ${kinds[$round]}) >"$copy/build.log" 2>&1 || return 2
  # shellcheck disable=SC2086
  (cd "$copy" && timeout 900 Tests/Scripts/test.sh --run ${kinds[$round]}) >"$copy/test.log" 2>&1
}

for round in $(printf '%s\n' "${rounds[@]}" | sort -u); do
  renew
  asked=()
  for index in "${!names[@]}"; do
    [ "${rounds[index]}" != "$round" ] || asked+=("${tests[index]}")
  done
  echo "without a fault: ${kinds[$round]}"
  status=0
  ask "$round" "${asked[@]}" || status=$?
  case $status in
    0) ;;
    2) tail "$copy/build.log"; exit 2 ;;
    *) echo "the tests fail without a fault"; grep -a '✘' "$copy/test.log" | head; exit 2 ;;
  esac
  for test in "${asked[@]}"; do
    grep -rqF "func \`$test\`" --include='*.swift' "$copy/Tests" || { echo "there is no test \"$test\""; exit 2; }
  done

  for index in "${!names[@]}"; do
    [ "${rounds[index]}" = "$round" ] || continue
    if ! plant "${files[index]}" "${olds[index]}" "${news[index]}"; then
      echo "NOT PLANTED  ${names[index]}"
      alive=$((alive + 1))
    fi
  done
  ask "$round" "${asked[@]}"
  if [ $? -eq 2 ]; then
    echo "NOT BUILT    round $round"
    grep -m 3 'error:' "$copy/build.log"
    alive=$((alive + ${#asked[@]}))
  else
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
done
renew
echo "${#names[@]} planted, $alive alive"
[ "$alive" -eq 0 ]
