#!/usr/bin/env bash
# Builds the tests and runs them, four processes side by side: many tests wait for programs.
#
# Within a process one test runs at a time, so that its time limit is its own. Only the pure modules, which never wait, run theirs
# in parallel.
#
# usage: test.sh [--build | --run] [debug | release | address | thread] [PART...]
#        --build only builds, --run only runs what was built; address and thread are the sanitizers of these names
#        test.sh --long prints the names of the files that take longest
#        test.sh --modules PART prints the test modules of a part
#
# The parts, all of them where none is named:
#   pure     GPSBase, NMEA, UBX, SiRF, CASIC, GNSS and GPSGeodesy
#   tree     the rules of the source tree, its pages and manifests
#   library  all other modules, programs for the compiler, the pages' code, kept fuzz inputs
#   truth    each scenario with each receiver, and stories that chance makes up
#   tool     the command line tool, much of it by its built program
#   clients  programs of others beside simulated receivers; they wait for answers by the clock, so nothing runs beside them
#   threads  what of library and tool has threads; instead of the two, not beside them. Or a part of it: runtime-threads,
#            bridge-threads, simulator-threads, tool-threads
#   MODULE   the tests of one module, for example GNSSTests; without the part `clients`
#
# A process that takes longer than TEST_LIMIT seconds, 1800 if it is not set, is ended with all that it has started, and the test that it was
# in is named.
#
# TEST_JOBS says how many processes run side by side, TEST_FILES which files of a part are meant, if not all; TEST_LONG=no leaves out
# those that take longest. TEST_BUILD names more targets that a build of a few modules has to contain.
set -euo pipefail
cd "$(dirname "$0")/../.."

# These take longest, some since they wait: each in a process of its own, and first. MemoryTests measures its process, which must run
# nothing else.
long=(ForeignTerminalTests ConfigureProposalTests TruthTests RecordTruthTests RecordedVerdictTests SharedPortTests ExportMemoryTests KMLSchemaTests MemoryTests)

what=all
case ${1:-} in
  --build | --run)
    what=${1#--}
    shift
    ;;
  --modules)
    what=modules
    shift
    set -- debug "$@"
    ;;
  --long)
    printf '%s\n' "${long[@]}"
    exit 0
    ;;
esac
kind=${1:-debug}
[ $# -eq 0 ] || shift
parts=("$@")
[ $# -gt 0 ] || parts=(tool truth library pure tree)
case $kind in
  debug) flags=() ;;
  release) flags=(-c release --scratch-path .build/release-tests) ;;
  # As it will be shipped: what only the optimiser brings out is asked here as well. It has no time for the tests themselves.
  address)
    flags=(-c release --sanitize=address --scratch-path .build/address)
    export GPSBRIDGE_PLAIN_TESTS=yes
    ;;
  # Not optimised: it takes copies of arrays that the optimiser has inlined for races. As a release all the same, which compiles a
  # module in one piece, and in less time; but with the locks of a debug build, which refuse to be taken twice.
  thread) flags=(-c release -Xswiftc -Onone -Xswiftc -DDEBUG --sanitize=thread --scratch-path .build/thread) ;;
  *)
    echo "test.sh: there is no kind of build named $kind: debug, release, address, thread" >&2
    exit 2
    ;;
esac

# The modules of each part; a module that no part names belongs to the library.
pure=(GPSBaseTests NMEATests UBXTests SiRFTests CASICTests GNSSTests GPSGeodesyTests)
tree=(StyleTests)
tool=(ToolTests)
truth=(SimulatedGPSTests)
clients=(SimulatedGPSTests)
runtime_threads=(GPSEventRuntimeTests GPSDeliveryTests GPSDeliveryReactiveTests SerialPortsTests)
bridge_threads=(GPSBridgeTests GPSCoreLocationTests GPSServicesTests GPSWebTests)
simulator_threads=(SimulatedGPSTests)
tool_threads=(ToolTests)
library=()
while read -r folder; do
  case " ${pure[*]} ${tree[*]} ${tool[*]} " in
    *" $folder "*) ;;
    *) library+=("$folder") ;;
  esac
done < <(find Tests -mindepth 1 -maxdepth 1 -name '*Tests' -not -name USBTests -printf '%f\n' | sort)

# Only the truth is in this folder.
truth_folder=Tests/SimulatedGPSTests/Truth
# And only programs of others in this one.
clients_folder=Tests/SimulatedGPSTests/Clients
# What no thread can disturb: values, texts, what the compiler or a second program is asked. A new folder is among what is run.
without_threads=(
  Tests/{GPSDelivery,GPSCoreLocation}Tests/Compiling
  Tests/GPSBridgeTests/{Diagnosis,Freshness,Location,Memory,Text}
  Tests/SerialPortsTests/{Known,Rules}
  Tests/SimulatedGPSTests/{Arithmetic,Commands,Dialects,Engine,Faults,Journeys,Life,Line,Scenario,Sky,Truth,UBlox,Clients}
  Tests/ToolTests/{Abuse,Arguments,Configure,Devices,Doctor,Export,Fix,Input,Monitor,Output,Pages,Recordings,Settings,Source,Stats}
  Tests/ToolTests/{Table,Truth,Wait}
)
# The same for files that lie in no folder: of the tool only folders have threads.
no_files=(ToolTests)

modules_of() { # part
  case $1 in
    pure) echo "${pure[@]}" ;;
    tree) echo "${tree[@]}" ;;
    tool) echo "${tool[@]}" ;;
    truth) echo "${truth[@]}" ;;
    clients) echo "${clients[@]}" ;;
    library) echo "${library[@]}" ;;
    threads) echo "${runtime_threads[@]} ${bridge_threads[@]} ${simulator_threads[@]} ${tool_threads[@]}" ;;
    runtime-threads) echo "${runtime_threads[@]}" ;;
    bridge-threads) echo "${bridge_threads[@]}" ;;
    simulator-threads) echo "${simulator_threads[@]}" ;;
    tool-threads) echo "${tool_threads[@]}" ;;
    *Tests) echo "$1" ;;
    *)
      echo "test.sh: there is no part named $1: pure, tree, library, truth, tool, clients, threads, runtime-threads, bridge-threads, simulator-threads, tool-threads, or a module of tests" >&2
      return 2
      ;;
  esac
}
is_meant() { # part, module, file
  [ -z "${TEST_FILES:-}" ] || [[ " $TEST_FILES " = *" $3 "* ]] || return 1
  case $1 in
    truth) [[ $3 = "$truth_folder"/* ]] ;;
    clients) [[ $3 = "$clients_folder"/* ]] ;;
    library) [[ $3 != "$truth_folder"/* && $3 != "$clients_folder"/* ]] ;;
    # Nothing may run beside these.
    *Tests) [[ $3 != "$clients_folder"/* ]] ;;
    threads | *-threads)
      local folder=${3#Tests/*/}
      folder=Tests/$2/${folder%%/*}
      [[ " ${without_threads[*]} " != *" $folder "* ]] && { [[ " ${no_files[*]} " != *" $2 "* ]] || [ "$folder" != "$3" ]; }
      ;;
  esac
}

# A piece is what one process runs: its name, how, and a pattern. A test is known by its module, its names and its file.
pieces=()
most=80 # tests of one piece, as far as files allow
first=()
add_piece() { # name, how, module, files...
  local name=$1 how=$2 module=$3
  shift 3
  pieces+=("$name|$how|^$module\..*/($(printf '%s\n' "$@" | sed -E 's|.*/||; s/[+.]/\\&/g' | paste -sd '|')):")
}
modules=()
add_module() { # part, module
  local folder=Tests/$2 label=$2 file name count meant='' number=1 sum=0 files=()
  [ "$1" != truth ] || label=Truth
  [ "$1" != clients ] || label=Clients
  while IFS=: read -r file count; do
    [ "$count" -gt 0 ] && is_meant "$1" "$2" "$file" || continue
    name=${file##*/} name=${name%.swift}
    if [[ " ${long[*]} " = *" $name "* ]]; then
      meant=yes
      [ "${TEST_LONG:-yes}" = no ] || first+=("$2, $name|--no-parallel|^$2\..*/$name\.swift:")
      continue
    fi
    if [ "$1" != pure ] && [ $sum -gt 0 ] && [ $((sum + count)) -gt $most ]; then
      add_piece "$label $number" --no-parallel "$2" "${files[@]}"
      number=$((number + 1)) sum=0 files=()
    fi
    files+=("$file")
    sum=$((sum + count))
  done < <(find "$folder" -name '*.swift' -not -path '*/Cases/*' -exec grep -cH '@Test' {} + | sort)
  [ "$meant$sum" = 0 ] || modules+=("$2")
  [ $sum -gt 0 ] || return 0
  if [ "$1" = pure ]; then
    add_piece "$2" --parallel "$2" "${files[@]}"
  else
    add_piece "$label $number" --no-parallel "$2" "${files[@]}"
  fi
}
if [ $what = modules ]; then
  for part in "${parts[@]}"; do modules_of "$part"; done
  exit
fi
for part in "${parts[@]}"; do
  of_part=$(modules_of "$part")
  for module in $of_part; do
    # By itself as with its part.
    if [ "$part" = "$module" ] && [[ " ${pure[*]} " = *" $module "* ]]; then part=pure; fi
    add_module "$part" "$module"
  done
done
if [ ${#modules[@]} -eq 0 ]; then
  echo "test.sh: no test is meant by ${parts[*]}${TEST_FILES:+ of $TEST_FILES}" >&2
  exit 2
fi
# Those of the tool mostly wait, the others compute: in turn they keep the processors busy.
waits=()
computes=()
for piece in ${pieces[@]+"${pieces[@]}"}; do
  case $piece in
    ToolTests*) waits+=("$piece") ;;
    *) computes+=("$piece") ;;
  esac
done
pieces=()
for name in "${long[@]}"; do
  for piece in ${first[@]+"${first[@]}"}; do
    [[ $piece != *", $name|"* ]] || pieces+=("$piece")
  done
done
while [ ${#waits[@]} -gt 0 ] || [ ${#computes[@]} -gt 0 ]; do
  pieces+=("${waits[@]::1}" "${computes[@]::1}")
  waits=("${waits[@]:1}")
  computes=("${computes[@]:1}")
done

# Of a few modules only those are built; with the whole library all there is, examples and benchmarks too.
if [ -n "${TEST_FILES:-}" ] || [[ " ${parts[*]} " != *' library '* ]]; then
  # shellcheck disable=SC2206 # a list of names
  built=("${modules[@]}" ${TEST_BUILD:-})
  GPSBRIDGE_TESTS=$(IFS=,; echo "${built[*]}")
  export GPSBRIDGE_TESTS
fi

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
case $kind in
  # Every receiver where it costs little.
  address | release) export TRUTH_DIALECTS=${TRUTH_DIALECTS:-all} ;;
  # One receiver for each scenario, another one each time; this number brings them back.
  *) export TRUTH_DIALECTS=${TRUTH_DIALECTS:-$RANDOM} ;;
esac

logs=$(mktemp -d)
running=()
trap 'kill ${running[@]+"${running[@]}"} 2>/dev/null || true; rm -rf "$logs"' EXIT

run_piece() { # number: runs it, and leaves what it said, how it ended and how long it took
  local how pattern child options start=$EPOCHREALTIME status=0
  IFS='|' read -r _ how pattern <<<"${pieces[$1]}"
  options=(--testing-library swift-testing --filter "$pattern")
  [ "$how" = --parallel ] || options+=("$how")
  # What a script starts beside itself is deaf to an interrupt, and so are the programs that tests then interrupt.
  # A limit for what waits for a program that does not end: `timeout` has a process group of its own, and ends all of that.
  timeout --kill-after=10 "${TEST_LIMIT:-1800}" env --default-signal "$tests" "${options[@]}" >"$logs/$1" 2>&1 </dev/null &
  child=$!
  trap 'kill $child' TERM
  wait $child || status=$?
  echo "$status $(((${EPOCHREALTIME/./} - ${start/./}) / 100000))" >"$logs/$1.end"
  # The second line is that of the process: how long it took of a processor, as 0m1.234s, for itself and for the system.
  times >>"$logs/$1.end"
}

failed=()
spent=0
failures='^✘|recorded an issue|runtime error:|(ERROR|WARNING): [A-Za-z]*Sanitizer|Fatal error|^TRUTH_'
last_begun() { # log: the tests that began and did not end
  awk '/^[^ ]+ Test .* started\.$/ { sub(/^[^ ]+ Test /, ""); sub(/ started\.$/, ""); if (!/^run/) open[$0] = 1 }
    / (passed|failed) after / { sub(/^[^ ]+ Test /, ""); sub(/ (passed|failed) after .*/, ""); delete open[$0] }
    END { for (name in open) printf "%s ", name }' "$1"
}
tell() { # number: what became of a piece, and all that it said where it failed
  local status tenths user kernel own time last name=${pieces[$1]%%|*}
  { read -r status tenths; read -r _; read -r user kernel; } <"$logs/$1.end"
  own=$(awk -v own="$user $kernel" 'BEGIN { split(own, of, /[ms] ?/); printf "%.1f", 60 * (of[1] + of[3]) + of[2] + of[4] }')
  time=$(printf '%4d.%d s, %5s s of a processor' $((tenths / 10)) $((tenths % 10)) "$own")
  spent=$((spent + ${own%.*}))
  last=$(grep -aE '^. Test run with' "$logs/$1" | tail -n 1 | sed -E 's/^. Test run with //; s/ after [0-9.]+ seconds//') || true
  # A pattern that meets no test would hide those that it is for; a test that cannot be run here says that it is skipped.
  if [[ $last = '0 tests'* ]] && ! grep -aq ' skipped' "$logs/$1"; then last=; fi
  if [ "$status" -eq 0 ] && [ -n "$last" ]; then
    printf '%s  %s: %s\n' "$time" "$name" "$last"
    return
  fi
  failed+=("$1")
  cat "$logs/$1"
  # 124 and 137 are those of `timeout`, by its first and its second signal.
  if [ "$status" -eq 124 ] || [ "$status" -eq 137 ]; then
    printf 'Ended after %s s, while it waited in: %s\n' "${TEST_LIMIT:-1800}" "$(last_begun "$logs/$1")"
  fi
  printf '%s  %s: FAILED with status %s. %s\n' "$time" "$name" "$status" "${last:-No test run came to its end.}"
}

start=$SECONDS
printf '%d processes, %d side by side; TRUTH_DIALECTS=%s\n' "${#pieces[@]}" "${TEST_JOBS:-4}" "$TRUTH_DIALECTS"
declare -A number_of=()
next=0
while [ $next -lt ${#pieces[@]} ] || [ ${#number_of[@]} -gt 0 ]; do
  while [ $next -lt ${#pieces[@]} ] && [ ${#number_of[@]} -lt "${TEST_JOBS:-4}" ]; do
    run_piece $next &
    number_of[$!]=$next
    running=("${!number_of[@]}")
    next=$((next + 1))
  done
  wait -n -p ended "${!number_of[@]}" || true
  tell "${number_of[$ended]}"
  unset "number_of[$ended]"
  running=(${number_of[@]+"${!number_of[@]}"})
done

if [ ${#failed[@]} -gt 0 ]; then
  printf '\n%d of %d processes failed after %d s:\n' "${#failed[@]}" "${#pieces[@]}" $((SECONDS - start))
  for number in "${failed[@]}"; do
    printf '%s:\n' "${pieces[number]%%|*}"
    grep -aE "$failures" "$logs/$number" || tail -n 5 "$logs/$number"
  done
  exit 1
fi
printf 'all passed in %d s, %d s of a processor\n' $((SECONDS - start)) "$spent"
