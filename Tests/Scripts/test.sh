#!/usr/bin/env bash
# Runs all tests, in three processes side by side: the tool's in two, since they mostly wait for programs, and all others. In each
# one test runs at a time: what fails there, fails by itself, and its time limit is its own.
#
# usage: test.sh [--build | --run] [debug | release | address | thread]
#        --build only builds, --run only runs what was built; address and thread are the sanitizers of these names
set -euo pipefail
cd "$(dirname "$0")/../.."

what=all
case ${1:-} in
  --build | --run)
    what=${1#--}
    shift
    ;;
esac
kind=${1:-debug}
case $kind in
  debug) flags=() ;;
  release) flags=(-c release --scratch-path .build/release-tests) ;;
  # As it will be shipped: what only the optimiser brings out is asked here as well.
  address) flags=(-c release --sanitize=address --scratch-path .build/address) ;;
  # Not optimised: it takes copies of arrays that the optimiser has inlined for races. As a release all the same, which compiles a
  # module in one piece, and in less time.
  thread) flags=(-c release -Xswiftc -Onone --sanitize=thread --scratch-path .build/thread) ;;
  *)
    echo "test.sh: there is no kind of build named $kind: debug, release, address, thread" >&2
    exit 2
    ;;
esac

# Where nothing else is built, a warning is an error whoever asks. The folder of a debug build is shared with `swift build` and
# `swift test` by hand: there it is as the environment says, or all would be built again and again.
[ "$kind" = debug ] || export GPSBRIDGE_STRICT=1

# `swift test list` builds with the flags with which tests are run, and then only names them. None of them is one of XCTest.
[ "$what" = run ] || swift test list --disable-xctest "${flags[@]}" > >(grep -v '^[A-Za-z]*Tests\.' || true)
[ "$what" != build ] || exit 0

tests=$(swift build "${flags[@]}" --show-bin-path)/gpsbridgePackageTests.xctest
# With a sanitizer a crash hangs in the tracer. Leaks are looked for by weak references and counts of lives: the sanitizer takes for
# lost what Swift points to with a tag in the pointer, as in an enum or a weak reference.
export SWIFT_BACKTRACE=${SWIFT_BACKTRACE:-enable=no} ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0}

# A test is known by its module, its names and its file, of which the first letter halves those of the tool.
parts=('--skip ^ToolTests\.' '--filter ^ToolTests\..*/[A-L][^/]*\.swift:' '--filter ^ToolTests\..*/[^A-L/][^/]*\.swift:')
names=('all others' 'the tool, A to L' 'the tool, M to Z')
logs=$(mktemp -d)
runs=()
trap 'rm -rf "$logs"; kill "${runs[@]}" 2>/dev/null || true' EXIT

for part in "${!parts[@]}"; do
  read -r choice pattern <<<"${parts[part]}"
  # What a script starts beside itself is deaf to an interrupt, and so are the programs that tests then interrupt.
  env --default-signal "$tests" --testing-library swift-testing --no-parallel "$choice" "$pattern" >"$logs/$part" 2>&1 </dev/null &
  runs+=($!)
done

status=0
for part in "${!parts[@]}"; do
  tail -n +1 --pid="${runs[part]}" -f "$logs/$part"
  wait "${runs[part]}" || status=1
done
runs=()

for part in "${!parts[@]}"; do
  printf '\n%s:\n' "${names[part]}"
  grep -aE '^. Test run with|^✘|runtime error:|(ERROR|WARNING): [A-Za-z]*Sanitizer' "$logs/$part" || {
    echo "no test was run to its end; the last lines were"
    tail -n 5 "$logs/$part"
    status=1
  }
done
exit "$status"
