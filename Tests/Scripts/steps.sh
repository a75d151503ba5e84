#!/usr/bin/env bash
# Runs checks of steps.txt one after another, goes on after a failure, and prints a table at the end. Steps of `beside` mostly wait:
# with all steps of the nightly run they are a second row beside the first, once the build is done.
# usage: steps.sh ready | gate | nightly [NAME...]    with names only these steps of that run
#        STEPS names another list
#
# The table has a line for each step: its result, its seconds, its limit, and the seconds of processor time of all its processes.
#   over     it passed, but took more than its limit
#   TIME     it took more than 150 % of its limit, or hung and was ended after 300 %: the load of the machine is printed
#   skipped  status 77: it can't run here, and has printed the reason; or a number of parts that can't
# The status is 1 if a step failed or took too much time. The output of each step is also in .build/steps. A run that is interrupted
# prints the table of what it has done.
#
# TEST_SEED is the seed of everything random: fixed, so that only a change makes a check fail; `nightly` draws one, unless it is set.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec </dev/null

run=${1:-}
[[ $run =~ ^(ready|gate|nightly)$ ]] || { sed -n '3s/^# //p' "$0" >&2; exit 2; }
shift
export TEST_SEED=${TEST_SEED:-}
[ -n "$TEST_SEED" ] || case $run in
  nightly) TEST_SEED=$(od -An -N4 -tu4 /dev/urandom | tr -d ' ') ;;
  *) TEST_SEED=$(Tests/Scripts/test.sh --seed) ;;
esac
logs=.build/steps
mkdir -p "$logs"
group= row= table=$(mktemp)
trap '[ -z "$group" ] || kill -- -"$group" 2>/dev/null || true; [ -z "$row" ] || kill "$row" 2>/dev/null || true; rm -f "$table"*' EXIT
trap 'show; exit 130' INT TERM

show() {
  printf '\n%9s %7s %9s  %-16s %s\n' seconds limit processor step result
  cat "$table"
}
now() { echo $((${EPOCHREALTIME/[.,]/} / 100000)); }
# The processor time of all ended children, in tenths of a second. Not in a subshell, whose children are others.
children() {
  local file=$logs/.times-$BASHPID
  times >"$file"
  spent=$(awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, of, /[ms]/); sum += 60 * of[1] + of[2] } printf "%d", 10 * sum }' "$file")
  rm "$file"
}

step() { # limit, name, command
  local limit=$1 name=$2 command=$3 start before status=0 tenths result=ok load skipped
  printf '\n>>> %s: %s\n' "$name" "$command"
  start=$(now)
  children
  before=$spent
  : >"$logs/$name.log"
  # In a process group of its own, which can be ended as a whole.
  set -m
  timeout --kill-after=10 $((3 * limit)) bash -c "$command" >"$logs/$name.log" 2>&1 &
  group=$!
  set +m
  tail -f --pid=$group -n +1 -s 0.2 "$logs/$name.log" & # ends with the step
  local tail=$!
  wait "$group" || status=$?
  group=
  wait "$tail" || true
  tenths=$(($(now) - start))
  children
  load=$(cut -d ' ' -f 1-3 /proc/loadavg)
  case $status in
    0)
      # A recipe of the Makefile succeeds although its script has status 77.
      skipped=$(grep -acE '^ *([a-z0-9][A-Za-z0-9 _.-]*: )?skipped[,:]' "$logs/$name.log") || true
      [ "$skipped" -eq 0 ] || result="ok, $skipped skipped"
      [ $tenths -le $((10 * limit)) ] || result=over
      ;;
    77) result=skipped ;;
    *) result=FAILED ;;
  esac
  if [ $status -eq 124 ] || [ $status -eq 137 ] || { [ $status -eq 0 ] && [ $tenths -gt $((15 * limit)) ]; }; then result="TIME, load $load"; fi
  case $result in
    FAILED)
      printf '\n>>> FAILED with status %d: %s\n' "$status" "$name"
      # The lines that explain the failure, among thousands of others.
      grep -aE '^✘|recorded an issue|error:|FAILED|^FAIL|^not ok|^WRONG|SUMMARY: [A-Za-z]*Sanitizer' "$logs/$name.log" | tail -n 30 || true
      ;;
    over | TIME*) printf '\n>>> %s: %s took %d s, its limit is %d s; load %s\n' "${result%%,*}" "$name" $((tenths / 10)) "$limit" "$load" ;;
  esac
  printf '%7d.%d %7d %9d  %-16s %s\n' $((tenths / 10)) $((tenths % 10)) "$limit" $(((spent - before) / 10)) "$name" "$result" >>"$table"
  # All other steps use what this one builds.
  [ "$name" != build ] || [ $status -eq 0 ] || return 1
}

known=" $(awk -v run="$run" '!/^ *(#|$)/ && $1 ~ "(^|,)" run "(,|$)" { print $3 }' "${STEPS:-Tests/Scripts/steps.txt}" | tr '\n' ' ')"
for name in "$@"; do
  [[ $known = *" $name "* ]] || { echo "steps: $run has no step '$name'; expected some of:$known" >&2; exit 2; }
done
steps() { # which rows, names...
  local which=$1 of limit name command
  shift
  while read -r of limit name command; do
    [[ ,$of, = *,$run,* ]] || continue
    case $which:$name:$of in
      all:* | build:build:*) ;;
      build:* | *:build:* | first:*,beside | second:*:"$run") continue ;;
    esac
    [ $# -eq 0 ] || [[ " $* " = *" $name "* ]] || continue
    step "$limit" "$name" "$command" || return 1
  done < <(grep -v '^ *\(#\|$\)' "${STEPS:-Tests/Scripts/steps.txt}")
}

if [ $# -gt 0 ] || [ "$run" != nightly ]; then
  steps all "$@" || true
elif steps build; then
  (
    trap '[ -z "$group" ] || kill -- -"$group" 2>/dev/null || true' EXIT
    trap 'exit 130' TERM
    steps second
  ) >"$table-beside" 2>&1 &
  row=$!
  steps first
  wait "$row" || true
  row=
  cat "$table-beside"
fi

failures=$(grep -cE ' (FAILED$|TIME, )' "$table") || true
show
printf '%s: %d steps in %d s, %d failed; TEST_SEED=%s, load %s\n' "$run" "$(wc -l <"$table")" "$SECONDS" "$failures" "$TEST_SEED" "$(cut -d ' ' -f 1-3 /proc/loadavg)"
[ "$failures" -eq 0 ]
