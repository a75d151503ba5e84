#!/usr/bin/env bash
# Runs the tests while other programs use pseudo-terminals and ports.
#
# These run at the same time: a gpsbridge that waits for a link to a closed terminal, a gpsbridge that serves a simulated receiver, a
# gpsd that reads from its pseudo-terminal, and a tmux whose windows reuse the numbers of closed terminals. At the end all four must
# still run, and the shell in tmux must answer.
#
# usage: beside.sh PROGRAM [TIMES] [PART...]        runs the parts of test.sh TIMES times (1); PROGRAM is gpsbridge, KIND the build (debug)
set -euo pipefail
cd "$(dirname "$0")/../.."

original=${1:-} times=${2:-1}
[ -x "$original" ] || { echo "beside.sh: expected the path of gpsbridge, found '$original'" >&2; exit 2; }
shift $(($# < 2 ? 1 : 2))
[[ $times =~ ^[1-9][0-9]*$ ]] || { echo "beside.sh: '$times' is not a number of runs" >&2; exit 2; }
for needed in tmux gpsd; do
  command -v "$needed" >/dev/null || PATH=$PATH:/usr/sbin command -v "$needed" >/dev/null ||
    { echo "beside.sh: $needed is not installed: apt-get install $needed" >&2; exit 77; }
done

kind=${KIND:-debug}
Tests/Scripts/test.sh --build "$kind" "$@"
folder=$(mktemp -d /tmp/gpsbridge-beside-XXXXXX)
# A copy: the tests may build the program again while this one runs.
cp "$original" "$folder/gpsbridge"
program=$folder/gpsbridge
companions=()
cleanup() {
  tmux -S "$folder/tmux" kill-server 2>/dev/null || true
  for process in "${companions[@]}"; do kill "$process" 2>/dev/null || true; done
  # A stopped or hanging program must not delay the end.
  local end=$((SECONDS + 5)) process
  for process in "${companions[@]}"; do
    while kill -0 "$process" 2>/dev/null && [ $SECONDS -lt $end ]; do sleep 0.1; done
    kill -KILL "$process" 2>/dev/null || true
  done
  wait 2>/dev/null || true
  rm -rf "$folder"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

begin() { # name, command...: starts a program that runs during the tests
  local name=$1
  shift
  "$@" >"$folder/$name.log" 2>&1 </dev/null &
  companions+=($!)
  names+=("$name")
}
await() { # what, command...: waits until the command succeeds, at most 120 s
  local what=$1 end=$((SECONDS + 120))
  shift
  until "$@" 2>/dev/null; do
    [ $SECONDS -lt $end ] || { echo "beside.sh: waited 120 s for $what" >&2; cat "$folder"/*.log >&2; exit 1; }
    sleep 0.1
  done
}
names=()

"$program" simulate walk --pty "$folder/gone" >/dev/null 2>&1 </dev/null &
simulator=$!
await 'the simulated receiver' test -e "$folder/gone"
begin waiting "$program" watch "$folder/gone" --format gpsd
await 'its positions' grep -q TPV "$folder/waiting.log"
kill -9 $simulator
wait $simulator 2>/dev/null || true
await 'its end' grep -q 'is gone' "$folder/waiting.log"

begin serving "$program" serve sim:walk --gpsd "$folder/gpsd.sock" --pty "$folder/served"
await 'the port of the server' test -e "$folder/served"
port=$(PYTHONPATH=Tests/Scripts python3 -c 'import checking; print(checking.free_port())')
begin gpsd env PATH="$PATH:/usr/sbin" gpsd -N -n -S "$port" -F "$folder/control.sock" "$folder/served"

tmux -S "$folder/tmux" -f /dev/null new-session -d -s beside -x 80 -y 24 "env PS1='$ ' sh"
# Each new window takes the lowest free terminal number, and later frees it.
(while sleep 1; do tmux -S "$folder/tmux" new-window -d -t beside 'sleep 3' || exit 0; done) >/dev/null 2>&1 &
companions+=($!)
names+=(windows)

has_answered() { grep -q "^shell-$1\$" <<<"$(tmux -S "$folder/tmux" capture-pane -p -t beside:0)"; }
answers() { # number: waits until the shell in tmux has run a typed command
  tmux -S "$folder/tmux" send-keys -t beside:0 "echo shell-\$(($1 + 1))" Enter
  await 'the shell in tmux' has_answered $(($1 + 1))
}
answers 0

for run in $(seq "$times"); do
  start=$SECONDS
  if ! Tests/Scripts/test.sh --run "$kind" "$@"; then
    echo "beside.sh: run $run of $times failed after $((SECONDS - start)) s" >&2
    exit 1
  fi
  for index in "${!companions[@]}"; do
    kill -0 "${companions[$index]}" 2>/dev/null || {
      echo "beside.sh: ${names[$index]} has ended in run $run:" >&2
      cat "$folder/${names[$index]}.log" >&2 || true
      exit 1
    }
  done
  answers "$run"
  ! grep -q 'is back\|kill' "$folder/waiting.log" ||
    { echo 'beside.sh: a terminal of another program was opened:' >&2; grep -v TPV "$folder/waiting.log" >&2; exit 1; }
  echo "beside.sh: run $run of $times passed in $((SECONDS - start)) s"
done
