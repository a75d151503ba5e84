#!/usr/bin/env bash
# Plugs emulated GPS receivers into a virtual machine and asks whether our programs there see what they must see.
# The files in Scenarios begin with what must happen; docs/testing.md explains the rest.
#
# usage: run.sh PROGRAM [--cycles N] [--families ublox,pl2303,cp210x,ftdi] [--scenarios watch-cycles,...] [--clients N] [--seed N]
#        run.sh --check         only what needs no machine: the scripts compile, and their checks notice faults
#
# PROGRAM is gpsbridge as it is installed: with the Swift runtime inside, since the machine has none.
#
# status: 0 all passed, 1 something failed, 2 wrong arguments, 77 skipped: it cannot be run here, and the last line says
# why. QEMU and python3 are installed where that is allowed. What is built once is kept in ~/.cache/gpsbridge-vm
# (GPSBRIDGE_VM_CACHE), what a failed run leaves to look at is in .build/usb-tests.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
cd "$here/../../.."
# Compiled Python belongs where all that is built is.
export PYTHONPYCACHEPREFIX=$PWD/.build/usb-python PYTHONPATH=$here:$PWD/Tests/Scripts

skipped() {
  printf '\n%s\nskipped: %s\n' '!!! The tests with USB receivers did not run !!!' "$*"
  exit 77
}

# need PROGRAM PACKAGE NAME: installs what is missing.
need() {
  local reason
  command -v "$1" >/dev/null && return
  reason=$(timeout 900 Scripts/setup.sh "$2" 2>&1 </dev/null) || true
  reason=$(grep . <<<"$reason" | tail -n 1) || reason="the package $2 is there, but no $1"
  command -v "$1" >/dev/null || skipped "$3 is not installed and could not be installed ($reason)"
}

need python3 python3 python3
python3 -m compileall -q "$here/Machine" "$here/Dongles" "$here/Scenarios" "$here/Crowd" "$here/Checks"
python3 -m unittest discover --quiet --start-directory "$here/Checks" --top-level-directory "$here"
case ${1:-} in
  --check) exit 0 ;;
  -h | --help) exec python3 -m Scenarios.arguments --help ;;
esac
program=${1:-}
[ -x "$program" ] || { echo "run.sh: expected the path of gpsbridge, found '$program'" >&2; exit 2; }
shift
chosen=$(python3 -m Scenarios.arguments "$@")

need qemu-system-x86_64 qemu-system-x86 qemu
case " $chosen " in *' package '*) need dpkg-shlibdeps dpkg-dev dpkg-shlibdeps ;; esac
status=0
reason=$("$here/Machine/machine.sh" build 2>&1) || status=$?
[ $status -ne 77 ] || skipped "$(tail -n 1 <<<"$reason")"
[ -z "$reason" ] || echo "$reason"
[ $status -eq 0 ] || exit 1

work=$(mktemp -d)
scenarios=
finish() {
  if [ -n "$scenarios" ]; then
    kill "$scenarios" 2>/dev/null || true
    wait "$scenarios" || true
  fi
  "$here/Machine/machine.sh" stop "$work/machine"
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM HUP
install -D --target-directory "$work/overlay/usr/bin" "$program"
DESTDIR=$work/overlay PREFIX=/usr udev-rules/install.sh install >/dev/null
install -D -m 644 --target-directory "$work/overlay/usr/share/gpsbridge" udev-rules/62-gpsbridge-autostart.rules
install -D -m 644 --target-directory "$work/overlay/usr/share/usb-tests/Crowd" "$here"/Crowd/*.py
case " $chosen " in
  *' package '*)
    Scripts/deb.sh "$program"
    install -D -m 644 .build/deb/gpsbridge_*.deb "$work/overlay/root/gpsbridge.deb"
    ;;
esac

# In the background, since a shell heeds a signal only when it waits.
python3 -m Scenarios "$@" --work "$work/machine" --overlay "$work/overlay" \
  --simulator "$work/overlay/usr/bin/gpsbridge" </dev/null &
scenarios=$!
status=0
wait $scenarios || status=$?
scenarios=
if [ $status -ne 0 ]; then
  mkdir -p .build/usb-tests
  cp "$work"/machine/*.txt .build/usb-tests/ 2>/dev/null || true
  echo "What the machine said is in .build/usb-tests"
fi
exit $status
