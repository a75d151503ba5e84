#!/bin/bash
# Plants faults into a copy of the sources, one at a time, and asks the tests whether they notice.
# Usage: Tests/DeliveryFaults/run.sh [pattern of names]
# docs/delivery-testing.md says what each one is.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
wanted=${1:-}
alive=0
planted=0
export SWIFT_BACKTRACE=enable=no DELIVERY_SEED=1

grep -E '^fault ' "$root/Tests/DeliveryFaults/faults.sh" | awk '{ print $2 }' | grep -Eq -- "$wanted" || exit 0
cp -r "$root/Package.swift" "$root/README.md" "$root/Sources" "$root/Tests" "$copy"
[ -d "$root/docs" ] && cp -r "$root/docs" "$copy"
cd "$copy" || exit 2
echo "building what is sound"
swift build --build-tests >build.log 2>&1 || { tail build.log; exit 2; }
timeout 120 swift test --skip-build --disable-xctest --filter Delivery >test.log 2>&1 ||
  { echo "the tests fail without a fault"; exit 2; }

# The first test that failed, or what stopped the run.
killer() {
  by=$(grep -m 1 -o '✘ Test "[^"]*"' test.log | cut -d'"' -f2)
  [ -n "$by" ] || by=$(grep -m 1 -o 'Fatal error: .*\|unexpected signal code [0-9]*' test.log)
  echo "${by:-a test waits for ever}"
}

# fault NAME FILE OLD NEW: replaces the first OLD in the file, builds, tests, and puts the file back.
fault() {
  [[ $1 =~ $wanted ]] || return
  planted=$((planted + 1))
  cp "$2" sound.swift
  OLD=$3 NEW=$4 perl -0pi -e '$old = $ENV{OLD}; s/\Q$old\E/$ENV{NEW}/' "$2"
  if cmp -s "$2" sound.swift; then
    echo "NOT PLANTED  $1"
    alive=$((alive + 1))
  elif ! swift build --build-tests >build.log 2>&1; then
    echo "NOT BUILT    $1"
    grep -m 2 'error:' build.log
    alive=$((alive + 1))
  else
    timeout 90 swift test --skip-build --disable-xctest --filter Delivery >test.log 2>&1
    case $? in
      0) echo "ALIVE        $1"; alive=$((alive + 1)) ;;
      124) echo "killed       $1: $(killer) (and the run never ends)" ;;
      *) echo "killed       $1: $(killer)" ;;
    esac
  fi
  cp sound.swift "$2"
}

. "$root/Tests/DeliveryFaults/faults.sh"
echo "$planted planted, $alive alive"
[ "$alive" -eq 0 ]
