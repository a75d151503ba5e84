#!/usr/bin/env bash
# Builds the tests and runs them in four processes at a time, since many tests wait for programs.
#
# Tests that need the kernel's clock are in real-time-tests.txt; they run last, and mostly wait: twice as many at a time.
#
# Within a process one test runs at a time, so that no other test uses up its time limit. Only the pure modules, which never wait,
# run tests in parallel. All threads of a process run on the same core, since a moved clock passes each step from one thread to another:
# that takes a third of the processor time. The tests in folders `Races`, those of delivery, `make shake` and the thread sanitizer
# use all cores.
#
# usage: test.sh [--build | --run] [optimized | debug | address | thread] [PART...]
#        --build only builds, --run only runs the last build
#        test.sh --program NAME... prints the path of the first program, of the optimized build, and builds them if that is needed
#        test.sh --pieces [BUILD [PART...]] prints the path of the tests' program, then what each process runs: name, option, pattern
#        test.sh --long prints the names of the files that take longest
#        test.sh --seed prints the usual TEST_SEED
#
# The builds:
#   optimized  all modules as they are shipped, the tests themselves not optimized; also the programs that other checks run
#   debug      the folder of `swift build` and `swift test`
#   address    as optimized, with the address sanitizer
#   thread     not optimized, with the thread sanitizer
#
# The parts; without any, tool, truth, library, pure and tree:
#   pure     GPSBase, NMEA, UBX, GNSS, GPSGeodesy, GPSTrackRows and GPSFleetProtocol
#   tree     the rules of the source tree, its pages and its manifest
#   library  all other modules, programs that must not compile, the code in pages, stored fuzz inputs
#   truth    each scenario with each receiver, and random stories
#   tool     the command-line tool, mostly by running it
#   clients  programs of others with simulated receivers; they have real-time limits, so nothing may run at the same time
#   threads  the tests of library and tool that use threads, in place of these two parts
#   timed    the tests of real-time-tests.txt, each in a process of its own
#   MODULE   the tests of one module, for example GNSSTests; without the part `clients`
#
# Environment:
#   TEST_LIMIT    seconds (1800) after which a process is ended with all its children; the message names the test that was running
#   TEST_JOBS     the number of processes at a time (4)
#   TEST_FILES    runs only these files of the parts
#   TEST_LONG     no: without the files that take longest
#   TEST_BUILD    more targets for a build of a few modules
#   TEST_SEED     the seed of everything random, printed; the same at each run unless it is set
#   GPSBRIDGE_STRICT  makes warnings errors; always so with a sanitizer
set -euo pipefail
cd "$(dirname "$0")/../.."

# These files take longest, some because they wait: each runs in its own process, and first. MemoryTests measures the memory of its
# process, which must run nothing else.
long=(ForeignTerminalTests ConfigureProposalTests TruthTests RecordTruthTests RecordedVerdictTests SharedPortTests ExportMemoryTests TrackSchemaTests MemoryTests)

usual_seed=20261128
programs=(gpsbridge gpsbridge-collect store-probe fleet-probe)
what=all
case ${1:-} in
  --build | --run | --pieces)
    what=${1#--}
    shift
    ;;
  --program)
    what=program
    shift
    wanted=("$@")
    for program in "${wanted[@]}"; do
      [[ " ${programs[*]} " != *" $program "* ]] || continue
      echo "test.sh: expected some of the programs ${programs[*]}, found '$program'" >&2
      exit 2
    done
    set --
    ;;
  --long)
    printf '%s\n' "${long[@]}"
    exit 0
    ;;
  --seed)
    echo $usual_seed
    exit 0
    ;;
esac
kind=${1:-optimized}
[ $# -eq 0 ] || shift
parts=("$@")
[ $# -gt 0 ] || parts=(tool truth library pure tree)
# No index of the sources; the names and lines of a backtrace, and no more for a debugger. -enable-testing, since `swift build` sets it
# in debug builds only.
lean=(--disable-index-store -Xswiftc -gline-tables-only -Xswiftc -use-ld=lld -Xswiftc -enable-testing)
plain() { # folder of the build: tests without optimization
  export GPSBRIDGE_PLAIN_TESTS=$PWD/$1/$(uname -m)-unknown-linux-gnu/release/index/store
}
case $kind in
  optimized)
    flags=(-c release --scratch-path .build/tests "${lean[@]}" -Xswiftc -Xfrontend -Xswiftc -enable-layout-string-value-witnesses)
    plain .build/tests
    ;;
  debug) flags=() ;;
  # Optimized, to find errors that only the optimizer reveals.
  address)
    flags=(-c release --sanitize=address --scratch-path .build/address "${lean[@]}")
    plain .build/address
    ;;
  # Not optimized: the sanitizer reports inlined copies of arrays as races. A release build all the same, since it compiles whole
  # modules, which takes less time; but with the locks of a debug build, which fail if a thread takes them twice.
  thread) flags=(-c release -Xswiftc -Onone -Xswiftc -DDEBUG --sanitize=thread --scratch-path .build/thread "${lean[@]:1}") ;;
  *)
    echo "test.sh: unknown build '$kind'; expected optimized, debug, address or thread" >&2
    exit 2
    ;;
esac
# In folders that only this script builds in with a sanitizer, warnings are errors. Elsewhere the environment decides: a newer compiler has
# new warnings.
[[ $kind != address && $kind != thread ]] || export GPSBRIDGE_STRICT=1
if [ $what = program ]; then
  for program in "${wanted[@]}"; do swift build "${flags[@]}" --product "$program" >&2; done
  echo "$PWD/.build/tests/release/${wanted[0]}"
  exit
fi

# The modules of each part; all others belong to the library.
pure=(GPSBaseTests NMEATests UBXTests GNSSTests GPSFleetProtocolTests)
tree=(StyleTests)
tool=(ToolTests)
truth=(SimulatedGPSTests)
clients=(SimulatedGPSTests)
threads=(GPSEventRuntimeTests GPSDeliveryTests SerialPortsTests GPSBridgeTests GPSCoreLocationTests GPSServicesTests GPSWebTests
  SimulatedGPSTests ToolTests)
library=()
while read -r folder; do
  case " ${pure[*]} ${tree[*]} ${tool[*]} " in
    *" $folder "*) ;;
    *) library+=("$folder") ;;
  esac
done < <(find Tests -mindepth 1 -maxdepth 2 -name '*Tests' -not -name USBTests -not -name PageTests -not -name StoreTests -not -name FleetTests -printf '%f\n' | sort)

# The files of the part truth.
truth_folder=Tests/Core/SimulatedGPSTests/Truth
# The files of the part clients.
clients_folder=Tests/Core/SimulatedGPSTests/Clients
# Folders without threads: values, texts, and tests that run the compiler or another program. A new folder counts as one with threads.
without_threads=(
  Tests/{Core/GPSDelivery,Apple/GPSCoreLocation}Tests/Compiling
  Tests/Core/GPSEventRuntimeTests/GPSSystemCalls
  Tests/Services/GPSServicesTests/GPSDProtocol
  Tests/Core/GPSBridgeTests/{Diagnosis,Freshness,Location,Memory,Text}
  Tests/Core/SerialPortsTests/{Known,Rules}
  Tests/Core/SimulatedGPSTests/{Arithmetic,Commands,Dialects,Engine,Faults,Journeys,Life,Line,Scenario,Sky,Truth,UBlox,Clients}
  Tests/Tool/ToolTests/{Abuse,Arguments,Configure,Devices,Doctor,Export,Fix,Input,Monitor,Output,Pages,Recordings,Settings,Source,Stats}
  Tests/Tool/ToolTests/{Table,Truth,Wait}
)
# Modules whose files outside of folders have no threads.
no_files=(ToolTests)

modules_of() { # part
  case $1 in
    pure) echo "${pure[@]}" ;;
    tree) echo "${tree[@]}" ;;
    tool) echo "${tool[@]}" ;;
    truth) echo "${truth[@]}" ;;
    clients) echo "${clients[@]}" ;;
    library) echo "${library[@]}" ;;
    threads) echo "${threads[@]}" ;;
    timed) sed -nE 's/^(\w+) \|.*/\1/p' Tests/Scripts/real-time-tests.txt | uniq ;;
    *Tests) echo "$1" ;;
    *)
      echo "test.sh: unknown part '$1'; expected pure, tree, library, truth, tool, clients, threads, timed or a test module" >&2
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
    # Nothing may run at the same time as clients.
    *Tests) [[ $3 != "$clients_folder"/* ]] ;;
    threads)
      local folder=${3#*/$2/}
      folder=${3%%/$2/*}/$2/${folder%%/*}
      [[ " ${without_threads[*]} " != *" $folder "* ]] && { [[ " ${no_files[*]} " != *" $2 "* ]] || [ "$folder" != "$3" ]; }
      ;;
  esac
}

# A piece is the work of one process: its name, an option, and a pattern over the ids of tests (module, names, file).
pieces=()
most=80 # tests in a piece; files are not split
first=()
add_piece() { # name, how, module, files...
  local name=$1 how=$2 module=$3
  shift 3
  pieces+=("$name|$how|^$module\..*/($(printf '%s\n' "$@" | sed -E 's|.*/||; s/[+.]/\\&/g' | paste -sd '|')):")
}
modules=()
add_module() { # part, module
  local folder label=$2 file name count meant='' number=1 sum=0 files=() races=()
  folder=$(find Tests -mindepth 2 -maxdepth 2 -name "$2")
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
    if [[ $file = */Races/* || $file = */GPSDelivery* ]]; then
      meant=yes
      races+=("$file")
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
  [ ${#races[@]} -eq 0 ] || add_piece "$label, races" --races "$2" "${races[@]}"
  [ $sum -gt 0 ] || return 0
  if [ "$1" = pure ]; then
    add_piece "$2" --parallel "$2" "${files[@]}"
  else
    add_piece "$label $number" --no-parallel "$2" "${files[@]}"
  fi
}
for part in "${parts[@]}"; do
  of_part=$(modules_of "$part")
  for module in $of_part; do
    # A pure module runs the same way by itself.
    if [ "$part" = "$module" ] && [[ " ${pure[*]} " = *" $module "* ]]; then part=pure; fi
    if [ "$part" = timed ]; then modules+=("$module"); else add_module "$part" "$module"; fi
  done
done
if [ ${#modules[@]} -eq 0 ]; then
  echo "test.sh: there are no tests in ${parts[*]}${TEST_FILES:+ in the files $TEST_FILES}" >&2
  exit 2
fi
# Tests of the tool mostly wait, others compute: alternate them to keep the processors busy.
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

# The tests that need the kernel's clock run last, each in a process of its own, nothing else beside them.
real_times=
literal() { sed -E 's/^ +| +$//g; s/[][().*+?^$\\{}]/\\&/g' <<<"$1"; }
while IFS='|' read -r module suite name _; do
  module=${module// /}
  [[ -z ${TEST_FILES:-} && " ${modules[*]} " = *" $module "* ]] || continue
  pattern="^$module\.\`?$(literal "$suite")\`?/\`?$(literal "$name")\`?\("
  pieces+=("$module,$name|--alone|$pattern")
  real_times+="${real_times:+|}$pattern"
done < <(grep -v '^#' Tests/Scripts/real-time-tests.txt)

# Build the tests, and the programs of other checks with all of them; no benchmarks, and of the rest only what these depend on.
# shellcheck disable=SC2206 # a list of names
built=("${modules[@]}" ${TEST_BUILD:-})
if [ "$kind" = optimized ] && [ -z "${TEST_FILES:-}" ] && [[ " ${parts[*]} " = *' library '* ]]; then
  built+=(GPSBridgeProgram GPSFleetProgram store-probe fleet-probe)
fi
GPSBRIDGE_TESTS=$(IFS=,; echo "${built[*]}")
export GPSBRIDGE_TESTS
[[ $what != all && $what != build ]] || swift build --build-tests --disable-xctest "${flags[@]}"
[ "$what" != build ] || exit 0

tests=$(swift build "${flags[@]}" --show-bin-path)/gpsbridgePackageTests.xctest
if [ "$what" = pieces ]; then
  printf '%s\n' "$tests" "${pieces[@]}"
  exit
fi
# With a sanitizer, a crash would hang in the backtracer. Tests detect leaks by weak references and counts of instances: the
# sanitizer reports objects as lost that Swift references by tagged pointers, for example in an enum or a weak reference.
export SWIFT_BACKTRACE=${SWIFT_BACKTRACE:-enable=no} ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0}
export TEST_SEED=${TEST_SEED:-$usual_seed}
# All receivers where that is fast; elsewhere one per scenario, selected by the seed.
[[ $kind != optimized && $kind != address ]] || export TRUTH_DIALECTS=${TRUTH_DIALECTS-all}

logs=$(mktemp -d)
running=()
trap 'kill ${running[@]+"${running[@]}"} 2>/dev/null || true; rm -rf "$logs"' EXIT

# The numbers of the cores that this process may use.
mapfile -t cores < <(taskset -cp $$ | sed 's/.*: //; s/,/\n/g' | awk -F- '{ for (core = $1; core <= $NF; core++) print core }')

run_piece() { # number, slot: runs a piece and stores its output, status and time
  local how pattern child options start=$EPOCHREALTIME status=0
  IFS='|' read -r _ how pattern <<<"${pieces[$1]}"
  options=(--testing-library swift-testing --filter "$pattern")
  case $how in
    --parallel) ;;
    --alone) options+=(--no-parallel) ;;
    *)
      options+=(--no-parallel ${real_times:+--skip "$real_times"})
      [[ $how = --races || $kind = thread ]] || taskset -cp "${cores[$2 % ${#cores[@]}]}" $BASHPID >/dev/null
      ;;
  esac
  # Background processes of a script ignore interrupts, and so would the programs that tests interrupt: reset the signals.
  # `timeout` has its own process group and ends all processes in it.
  timeout --kill-after=10 "${TEST_LIMIT:-1800}" env --default-signal "$tests" "${options[@]}" >"$logs/$1" 2>&1 </dev/null &
  child=$!
  trap 'kill $child' TERM
  wait $child || status=$?
  echo "$status $(((${EPOCHREALTIME/./} - ${start/./}) / 100000))" >"$logs/$1.end"
  # The second line of `times` has the processor time of the process, user and system, like 0m1.234s.
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
report() { # number: prints the result of a piece, and its output if it failed
  local status tenths user kernel own time last name=${pieces[$1]%%|*}
  { read -r status tenths; read -r _; read -r user kernel; } <"$logs/$1.end"
  own=$(awk -v own="$user $kernel" 'BEGIN { split(own, of, /[ms] ?/); printf "%.1f", 60 * (of[1] + of[3]) + of[2] + of[4] }')
  time=$(printf '%4d.%d s, %5s s of processor time' $((tenths / 10)) $((tenths % 10)) "$own")
  spent=$((spent + ${own%.*}))
  last=$(grep -aE '^[^ ]+ Test run with' "$logs/$1" | tail -n 1 | sed -E 's/^[^ ]+ Test run with //; s/ after [0-9.]+ seconds//') || true
  # A pattern without tests is an error, since it would hide tests that should run; a test that can't run here is reported as skipped.
  if [[ $last = '0 tests'* ]] && ! grep -aq ' skipped' "$logs/$1"; then last=; fi
  if [ "$status" -eq 0 ] && [ -n "$last" ]; then
    printf '%s  %s: %s\n' "$time" "$name" "$last"
    return
  fi
  failed+=("$1")
  cat "$logs/$1"
  # The statuses of `timeout` after its first and its second signal.
  if [ "$status" -eq 124 ] || [ "$status" -eq 137 ]; then
    printf 'Ended after %s s in: %s\n' "${TEST_LIMIT:-1800}" "$(last_begun "$logs/$1")"
  fi
  printf '%s  %s: FAILED with status %s. %s\n' "$time" "$name" "$status" "${last:-No test run finished.}"
}

start=$SECONDS
printf '%d processes, %d at a time; TEST_SEED=%s TRUTH_DIALECTS=%s\n' "${#pieces[@]}" "${TEST_JOBS:-4}" "$TEST_SEED" "${TRUTH_DIALECTS:-}"
declare -A number_of=() slot_of=()
next=0 jobs=${TEST_JOBS:-4} are_alone=no
while [ $next -lt ${#pieces[@]} ] || [ ${#number_of[@]} -gt 0 ]; do
  while [ $next -lt ${#pieces[@]} ] && [ ${#number_of[@]} -lt $jobs ]; do
    if [[ ${pieces[next]} = *'|--alone|'* && $are_alone = no ]]; then
      [ ${#number_of[@]} -eq 0 ] || break
      are_alone=yes jobs=$((2 * jobs))
    fi
    # The first slot that is free.
    slot=0
    while [[ " ${slot_of[*]-} " = *" $slot "* ]]; do slot=$((slot + 1)); done
    run_piece $next $slot &
    number_of[$!]=$next slot_of[$!]=$slot
    running=("${!number_of[@]}")
    next=$((next + 1))
  done
  wait -n -p ended "${!number_of[@]}" || true
  report "${number_of[$ended]}"
  unset "number_of[$ended]" "slot_of[$ended]"
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
printf 'all passed in %d s, %d s of processor time\n' $((SECONDS - start)) "$spent"
