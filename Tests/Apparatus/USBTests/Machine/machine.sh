#!/usr/bin/env bash
# A throw-away virtual machine with a real USB stack (Linux, its drivers, udev), where there is no USB. Needs QEMU; no
# root. It is emulated down to the processor (TCG), since most machines that run tests have no usable KVM.
#
#   machine.sh build                      make what it boots, once; kept in the cache
#   machine.sh start WORK [OVERLAY]       boot; comes back when the machine obeys. OVERLAY is a folder that is laid over
#                                         its root (use usr/bin, not bin)
#   machine.sh stop WORK                  switch it off
#
# WORK is a folder, which holds while the machine lives:
#   control.sock      QEMU's control (QMP)
#   cable0.sock cable1.sock   where emulated dongles connect (usbredir), as chardevs cable0 and cable1
#   agent.sock        commands for the machine
#   log.txt           what the machine writes to /dev/virtio-ports/log;  console.txt its console;  qemu.txt, qemu.pid
#   kernel.txt        the kernel's log, as it grows: with the kernel's times, and with all that programs write to /dev/kmsg
#
# GPSBRIDGE_VM_CACHE     the cache (default ~/.cache/gpsbridge-vm)
# GPSBRIDGE_VM_SYSTEM    small: udev and a shell (the default); services: systemd, and somebody who sits at the screen
# GPSBRIDGE_VM_SECONDS   the machine's whole life; killed after it, whatever happens (default 300)
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
cache=${GPSBRIDGE_VM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gpsbridge-vm}
seconds=${GPSBRIDGE_VM_SECONDS:-300}

fail() { echo "machine.sh: $*" >&2; exit 1; }
usage() { sed -n '2,/^set /{ /^#/ s/^# \{0,1\}//p }' "$0"; exit 64; }

start() {
  [ -e "$cache/stamp" ] || fail "nothing to boot: machine.sh build"
  mkdir -p "$work"
  # What the machine before this one said may be what somebody wants to know.
  [ ! -e "$work/kernel.txt" ] || mv "$work/kernel.txt" "$work/kernel-before.txt"
  rm -f "$work"/*.sock "$work"/{qemu.pid,log.txt,console.txt}
  # The kernel takes several archives, one behind the other.
  cp "$cache/system.cpio" "$work/boot.cpio"
  local first=/init memory=512
  if [ "${GPSBRIDGE_VM_SYSTEM:-small}" = services ]; then
    cat "$cache/services.cpio" >>"$work/boot.cpio"
    first=/init-services memory=1024
  fi
  if [ -n "${1:-}" ]; then
    (cd "$1" && find . | "$cache/busybox" cpio -o -H newc -R 0:0 2>/dev/null) >>"$work/boot.cpio"
  fi

  # In the folder, since a socket's path is short. Not our child: it outlives this script, and timeout ends it.
  # An instruction lasts 8 ns there (icount): its clock stands while a busy host does not let it run, and what it
  # measures is the same on any host, as on a processor slower than a Raspberry Pi's.
  # No optional devices: each costs time to boot. What is written to a socket without a reader is lost, so the log is a file.
  (cd "$work" && setsid timeout --kill-after=5 "$seconds" qemu-system-x86_64 -name gpsbridge-usb-tests \
    -machine q35,accel=tcg -icount shift=3,sleep=on -cpu max -smp 1 -m $memory -no-user-config -nodefaults -display none -vga none -nic none -no-reboot \
    -kernel "$cache/kernel" -initrd boot.cpio \
    -append "console=ttyS0 quiet loglevel=4 panic=-1 mitigations=off printk.devkmsg=on log_buf_len=16M net.ifnames=0 rdinit=$first" \
    -pidfile qemu.pid -qmp unix:control.sock,server=on,wait=off \
    -chardev file,id=console,path=console.txt -serial chardev:console \
    -device virtio-serial-pci \
    -chardev socket,id=agent,path=agent.sock,server=on,wait=off -device virtserialport,chardev=agent,name=agent \
    -chardev file,id=log,path=log.txt -device virtserialport,chardev=log,name=log \
    -chardev file,id=kernel,path=kernel.txt -device virtserialport,chardev=kernel,name=kernel \
    -device qemu-xhci,id=usb \
    -chardev socket,id=cable0,path=cable0.sock,server=on,wait=off -device usb-redir,chardev=cable0,bus=usb.0,port=1 \
    -chardev socket,id=cable1,path=cable1.sock,server=on,wait=off -device usb-redir,chardev=cable1,bus=usb.0,port=2 \
    >qemu.txt 2>&1 </dev/null 9>&- &)

  local tries=0
  until grep -qs 'the machine is ready' "$work/console.txt"; do
    tries=$((tries + 1))
    # Five seconds for QEMU itself, some minutes for a slow host to boot in.
    if [ $tries -gt 4800 ] || { [ $tries -gt 100 ] && ! is_running; }; then
      stop
      tail -n 20 "$work/console.txt" "$work/qemu.txt" >&2
      fail "the machine does not come up"
    fi
    sleep 0.05
  done
  rm -f "$work/boot.cpio"
}

# The number in the file may be somebody else's by now.
is_running() {
  process=$(cat "$work/qemu.pid" 2>/dev/null) && [ "$(cat "/proc/$process/comm" 2>/dev/null)" = qemu-system-x86 ]
}

stop() {
  local tries=0
  while is_running; do
    kill $([ $tries -lt 100 ] || echo -KILL) "$process" 2>/dev/null || true
    tries=$((tries + 1))
    sleep 0.02
  done
}

[ $# -ge 1 ] || usage
command=$1
work=${2:-}
[ "$command" = build ] || [ -n "$work" ] || usage
case $command in
  build) exec "$here/image.sh" "$cache" ;;
  start) start "${3:-}" ;;
  stop) stop ;;
  *) usage ;;
esac
