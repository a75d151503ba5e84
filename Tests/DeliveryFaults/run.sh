#!/bin/bash
# Plants faults into a copy of the sources, one at a time, and asks the tests whether they notice, in the builds and by the choice of
# files of `.ci/run`, and those that go unnoticed there under the thread sanitizer.
# Usage: Tests/DeliveryFaults/run.sh [pattern of names]
# faults.sh says what each one is. The copy stays in .build/delivery-faults, so that the next run is quicker.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
copy=$root/.build/delivery-faults
wanted=${1:-}
alive=0
planted=0
export SWIFT_BACKTRACE=enable=no TEST_SEED=1
. "$root/Tests/Faults/planting.sh"

grep -E '^fault ' "$root/Tests/DeliveryFaults/faults.sh" | awk '{ print $2 }' | grep -Eq -- "$wanted" || exit 0
renew
cd "$copy" || exit 2
TEST_FILES=$(find Tests/GPSDeliveryTests Tests/GPSDeliveryReactiveTests -name '*.swift' -not -path '*/Cases/*' | sort | paste -sd ' ')
export TEST_FILES

# Without a fault, in both builds; then how long that takes says when a run that goes on waits for ever.
for parts in 'optimized library' 'thread threads'; do
  # shellcheck disable=SC2086 # a kind and its parts
  sound 600 $parts
done
patience=$((60 + 3 * (SECONDS - begun)))

# The first test that failed, or what stopped the run.
killer() {
  local by
  by=$(grep -am 1 -o '✘ Test "[^"]*"' test.log | cut -d'"' -f2)
  [ -n "$by" ] || by=$(grep -am 1 -o 'Fatal error: .*\|unexpected signal code [0-9]*\|[A-Z]*: [A-Za-z]*Sanitizer: [a-z -]*' test.log)
  echo "${by:-a test waits for ever}"
}

# fault NAME FILE OLD NEW: replaces the first OLD in the file, builds, tests, and puts the file back.
fault() {
  [[ $1 =~ $wanted ]] || return
  planted=$((planted + 1))
  local parts status=0 before
  before=$(date +%s)
  if ! plant "$2" "$3" "$4"; then
    echo "NOT PLANTED  $1"
    alive=$((alive + 1))
    return
  fi
  for parts in 'optimized library' 'thread threads'; do
    # shellcheck disable=SC2086
    ask "$patience" $parts || { status=$?; break; }
  done
  before=$(($(date +%s) - before))
  case $status in
    0) echo "ALIVE        $1"; alive=$((alive + 1)) ;;
    1) echo "killed       $1 (${parts%% *}, $before s): $(killer)" ;;
    2)
      echo "NOT BUILT    $1"
      grep -m 2 'error:' build.log
      alive=$((alive + 1))
      ;;
  esac
  renew
}

. "$root/Tests/DeliveryFaults/faults.sh"
echo "$planted planted, $alive alive"
[ "$alive" -eq 0 ]
