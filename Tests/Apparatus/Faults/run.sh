#!/bin/bash
# Plants the faults of faults.txt in a copy of the sources, those of one round together, and runs the test of each one: it must fail,
# and pass in the build of `.ci/run`, which has no fault. Usage: Tests/Apparatus/Faults/run.sh [pattern of names]
# The copy stays in .build/faults, so that the next run is quicker.
set -u
root=$(cd "$(dirname "$0")/../../.." && pwd)
copy=$root/.build/faults
wanted=${1:-}
export SWIFT_BACKTRACE=enable=no
rounds=() names=() files=() olds=() news=() tests=()
alive=0
. "$root/Tests/Apparatus/Faults/planting.sh"

# The build and the parts that a round is tested with, by the beginning of its name.
declare -A kinds=([low]='optimized pure' [high]='optimized tool library' [delivery]='optimized library')

choose() {
  [[ $2 =~ $wanted ]] || return 0
  rounds+=("$1") names+=("$2") files+=("$3") olds+=("$4") news+=("$5") tests+=("$6")
}
each_fault choose
if [ ${#names[@]} -eq 0 ]; then
  echo "faults: no name matches '$wanted'" >&2
  exit 2
fi

# build KIND PARTS...: builds the modules of $TEST_FILES in the copy.
build() { (cd "$copy" && Tests/Scripts/test.sh --build "$@") >"$copy/build.log" 2>&1; }

# passes PROGRAM TEST: runs it in a process of its own, since a fault may crash it or make it wait for ever.
passes() {
  local pattern
  pattern=$(sed -E 's/[][().*+?^$\\{}|]/\\&/g' <<<"$2")
  (cd "${1%/.build/*}" && timeout 60 "$1" --testing-library swift-testing --no-parallel --filter "/\`?$pattern\`?\(" >"$copy/test.log" 2>&1 </dev/null) &&
    ! grep -q ' with 0 tests' "$copy/test.log"
}

try_round() { # round, kind and parts...
  local index indices=()
  for index in "${!names[@]}"; do
    [ "${rounds[index]}" = "$1" ] || continue
    if plant "${files[index]}" "${olds[index]}" "${news[index]}"; then
      indices+=("$index")
    else
      echo "NOT PLANTED  ${names[index]}"
      alive=$((alive + 1))
    fi
  done
  if build "${@:2}"; then
    for index in "${indices[@]}"; do
      if passes "$program" "${tests[index]}"; then
        echo "ALIVE        ${names[index]}: ${tests[index]}"
        alive=$((alive + 1))
      elif grep -q ' with 0 tests' "$copy/test.log"; then
        echo "NOT TESTED   ${names[index]}: ${tests[index]}"
        alive=$((alive + 1))
      else
        echo "killed       ${names[index]}: ${tests[index]}"
      fi
    done
  else
    echo "NOT BUILT    round $1"
    grep -m 3 'error:' "$copy/build.log"
    alive=$((alive + ${#indices[@]}))
  fi
  renew
}

renew
(cd "$root" && Tests/Scripts/test.sh --build) >"$copy/build.log" 2>&1 || { tail "$copy/build.log"; exit 2; }
program=$(cd "$root" && Tests/Scripts/test.sh --pieces | sed -n 1p)
for test in "${tests[@]}"; do
  passes "$program" "$test" || { echo "\"$test\" fails without a fault, or does not exist"; exit 2; }
done
for kind in "${!kinds[@]}"; do
  mapfile -t of_kind < <(printf '%s\n' "${rounds[@]}" | grep -E "^$kind(-|$)" | sort -u)
  [ ${#of_kind[@]} -gt 0 ] || continue
  words=()
  for index in "${!names[@]}"; do
    [ "${rounds[index]%%-*}" != "$kind" ] || words+=(-e "func \`${tests[index]}\`")
  done
  TEST_FILES=$(cd "$copy" && grep -rlF "${words[@]}" --include='*.swift' Tests | paste -sd ' ')
  export TEST_FILES
  read -ra parts <<<"${kinds[$kind]}"
  program=$(cd "$copy" && Tests/Scripts/test.sh --pieces "${parts[@]}" | sed -n 1p)
  for round in "${of_kind[@]}"; do try_round "$round" "${parts[@]}"; done
done
echo "${#names[@]} planted, $alive alive"
[ $alive -eq 0 ]
