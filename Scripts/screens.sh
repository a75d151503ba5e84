#!/usr/bin/env bash
# Runs the monitor in a real terminal (tmux) and stores its screens as text in docs/screens; the one on the front page also as a
# picture.
#
#   Scripts/screens.sh [TOOL]        takes two minutes; needs tmux, python3, and root for two of the screens
#   Scripts/screens.sh front [TOOL]  only the screen on the front page, in a minute
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
only=
if [ "${1:-}" = front ]; then only=front; shift; fi
tool=${1:-"$root/.build/debug/gpsbridge"}
folder="$root/docs/screens"
for program in tmux python3; do
  command -v "$program" > /dev/null || { echo "screens.sh: $program is not installed" >&2; exit 77; }
done
[ -x "$tool" ] || { echo "screens.sh: there is no $tool; build it first: swift build" >&2; exit 2; }
mkdir -p "$folder"

work=$(mktemp -d)
server="gpsbridge-screens-$$"
feeder=
cleanup() {
  tmux -L "$server" kill-server 2> /dev/null || true
  [ -z "$feeder" ] || kill "$feeder" 2> /dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

# start NAME WIDTH HEIGHT COMMAND…: starts a command in its own terminal; all run at the same time.
start() {
  local name=$1 width=$2 height=$3
  shift 3
  tmux -L "$server" -f /dev/null new-session -d -s "$name" -x "$width" -y "$height" \
    "LANG=C.UTF-8 TZ=UTC $*; sleep 600"
}

# keep FILE SESSION: stores the current screen of a terminal.
keep() { tmux -L "$server" capture-pane -p -t "$2" > "$folder/$1.txt"; echo "docs/screens/$1.txt"; }

# draw FILE SESSION TITLE: the same with colors, as a picture.
draw() {
  tmux -L "$server" capture-pane -e -p -t "$2" |
    "$root/Scripts/terminal-svg.py" "$3" "$folder/$1.svg" "$folder/$1.txt"
  echo "docs/screens/$1.svg"
}

if [ "$only" = front ]; then
  start front 100 32 "$tool" monitor sim:drive
  sleep 45
  draw front front "gpsbridge monitor: a simulated drive"
  exit
fi

# A port with a receiver: the recorded walk through a pseudo-terminal, a group of sentences a second.
python3 - "$root/Tests/Recordings/morning-walk.nmea" "$work/port" <<'PYTHON' &
import os, pty, sys, termios, time, tty
device, program = pty.openpty()
tty.setraw(program)
os.chmod(os.ttyname(program), 0o600)
with open(sys.argv[2], "w") as file: file.write(os.ttyname(program))
os.close(program)
os.set_blocking(device, False)
moment = b""
for _ in range(600):
    for line in open(sys.argv[1], "rb"):
        if line.startswith(b"#"): continue
        if line[3:6] == b"RMC" and moment:
            try: os.write(device, moment)
            except OSError: pass
            time.sleep(1)
            moment = b""
        moment += line
PYTHON
feeder=$!
until [ -s "$work/port" ]; do sleep 0.1; done
port=$(cat "$work/port")

start cold 80 24 "$tool" monitor sim:coldstart
start large 132 50 "$tool" monitor sim:drive
start front 100 32 "$tool" monitor sim:drive
start tunnel 80 24 "$tool" monitor sim:tunnel
start unplug 80 24 "$tool" monitor sim:unplug
start speed 80 24 "$tool" monitor "'sim:wrongbaud?seed=2'"
start waiting 80 24 "$tool" monitor usb:1546:01a8
start small 40 10 "$tool" monitor sim:walk
start ascii 80 24 "$tool" monitor sim:walk --ascii
start holder 80 24 "$tool" monitor "$port"
sleep 0.8
keep wrong-speed-1-searching speed
sleep 3
start busy 80 24 "$tool" monitor "$port"
if [ "$(id -u)" = 0 ] && command -v setpriv > /dev/null; then
  cp "$tool" "$work/gpsbridge"
  chmod 755 "$work" "$work/gpsbridge"
  start denied 80 24 env HOME=/ setpriv --reuid=65534 --regid=65534 --clear-groups "$work/gpsbridge" monitor "$port"
fi
sleep 7
keep cold-start-1-searching cold
keep waiting waiting
keep forty-by-ten small
keep ascii ascii
keep busy-port busy
tmux -L "$server" has-session -t denied 2> /dev/null && keep no-permission denied
sleep 10
keep wrong-speed-2-found speed
sleep 24
keep cold-start-2-3d cold
tmux -L "$server" send-keys -t cold s
sleep 1
keep cold-start-3-sky cold
sleep 17
keep tunnel-1-lost tunnel
keep unplug-1-pulled unplug
sleep 16
keep unplug-2-back unplug
keep large large
draw front front "gpsbridge monitor: a simulated drive"
sleep 16
keep tunnel-2-why tunnel
sleep 12
keep tunnel-3-back tunnel
