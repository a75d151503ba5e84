#!/usr/bin/env bash
# Shows the effect of udev rules on emulated devices. `udevadm test` really creates links, entries in udev's
# database and changes in sysfs; so it runs in a mount namespace with its own /dev and /run, on devices that
# umockdev emulates. The host is not changed. Needs root or user namespaces.
# usage: private-udevadm-test.sh --can      checks whether it can run here; prints what is missing
#        private-udevadm-test.sh FOLDER     with rules.d/*.rules, devices.umockdev, and in paths the devices
#                                           to test: /devices/... and an action (add)
set -euo pipefail

namespace=(unshare --mount)
[ "$(id -u)" -eq 0 ] || namespace=(unshare --user --map-root-user --mount)

if [ $# -eq 0 ]; then
  echo "usage: $0 --can | FOLDER" >&2
  exit 2
fi
if [ "$1" = --can ]; then
  for tool in unshare umockdev-run udevadm; do
    command -v $tool >/dev/null || { echo "$tool is not installed (Debian: util-linux, umockdev, udev)"; exit 1; }
  done
  "${namespace[@]}" sh -c 'mount -t tmpfs tmpfs /run && mkdir /run/pts &&
    mount -t devpts devpts /run/pts -o newinstance' 2>&1 ||
    { echo "no mount namespace with its own /dev can be created (needs root or user namespaces)"; exit 1; }
  exit 0
fi

folder=$(readlink -f "$1")
[ "${2:-}" = --inside ] || exec "${namespace[@]}" --propagation private "$0" "$folder" --inside

mount -t tmpfs tmpfs /run
mkdir -p /run/udev/data /run/udev/rules.d /run/lock /run/dev/pts /run/dev/shm
cp "$folder"/rules.d/*.rules /run/udev/rules.d

# Of the system's rules only udev's own for serial ports: rules of gpsd or of this machine's administrator
# would change the result.
for place in /etc /usr/local/lib /usr/lib /lib; do
  [ -d $place/udev/rules.d ] || continue
  mkdir -p /run/kept$place
  for name in 50-udev-default 60-serial 70-uaccess 71-seat 73-seat-late; do
    [ $place = /etc ] || [ ! -e $place/udev/rules.d/$name.rules ] ||
      cp $place/udev/rules.d/$name.rules /run/kept$place
  done
  mount --bind /run/kept$place $place/udev/rules.d
done

for device in null zero urandom tty; do
  touch /run/dev/$device
  mount --bind /dev/$device /run/dev/$device
done
# With the host's devpts umockdev finds no terminal to emulate one with.
mount -t devpts devpts /run/dev/pts -o newinstance,ptmxmode=0666
ln -s pts/ptmx /run/dev/ptmx
mount --rbind /run/dev /dev

# Inside the emulated sysfs: each device in turn, then its power control.
# shellcheck disable=SC2016 # expanded by the inner shell
timeout 60 umockdev-run -d "$folder/devices.umockdev" -- bash -c '
  while read -r path action; do
    echo "@ test $path"
    udevadm test --action="${action:-add}" "/sys$path" 2>&1 || echo "@ failed $?"
    [ ! -e "/sys$path/power/control" ] || echo "@ power $(cat "/sys$path/power/control")"
  done' <"$folder/paths"
[ ! -d /dev/gpsbridge ] || find /dev/gpsbridge -type l -printf '@ link %p %l\n' | sort
