#!/usr/bin/env bash
# Installs udev's rules for receivers, or takes away again what it installed. See docs/udev.md.
# usage: install.sh install|uninstall
#   DESTDIR=    a folder to pretend is the root, for packagers; udev is told nothing then
#   PREFIX=     /usr: the rules go to /usr/lib/udev/rules.d, as a package's; else to /etc/udev/rules.d
#   RULESDIR=   or to here
#   AUTOSTART=1 install 62-gpsbridge-autostart.rules too, which starts a service when a receiver comes
#   UDEV_CONTROL=/run/udev/control   what is there when udev runs (tests change it)
set -euo pipefail
umask 022

here=$(cd "$(dirname "$0")" && pwd)
rules=(61-gpsbridge.rules)
opt_in=(62-gpsbridge-autostart.rules)
signature='# Written by the install-rules of gpsbridge. sha256 of the lines above:'

complain() {
  local line
  for line in "$@"; do echo "install-rules: $line" >&2; done
  exit 1
}

case ${PREFIX:-/usr/local} in
  /usr | /usr/) folder=${RULESDIR:-/usr/lib/udev/rules.d} ;;
  *) folder=${RULESDIR:-/etc/udev/rules.d} ;;
esac
folder=${DESTDIR:-}$folder

sum() { sha256sum | cut -d ' ' -f 1; }
is_there() { [ -e "$1" ] || [ -L "$1" ]; }

# Whether this script wrote the file, and nobody has touched it since: its last line is right about the others.
is_ours() {
  [ -f "$1" ] && [ ! -L "$1" ] && [ -r "$1" ] || return 1
  [ "$(tail -n 1 "$1")" = "$signature $(head -n -1 "$1" | sum)" ]
}
was_ours() { [ -f "$1" ] && [ ! -L "$1" ] && grep -qsF "$signature" "$1"; }

whose() {
  if [ "$(readlink "$1")" = /dev/null ]; then
    echo "$1 is a link to /dev/null: somebody has switched these rules off on purpose."
  elif was_ours "$1"; then
    echo "$1 was changed since it was installed."
  else
    echo "$1 was not installed by this script, perhaps by a package."
  fi
}

needs_right_to_write() {
  [ -w "$folder" ] || complain "cannot write to $folder." "Run it with the rights to do so: sudo make $1"
}

tell_udev() {
  if [ -n "${DESTDIR:-}" ]; then
    echo "DESTDIR is set, so udev was told nothing."
  elif [ ! -e "${UDEV_CONTROL:-/run/udev/control}" ] || ! command -v udevadm >/dev/null; then
    echo "udev is not running here, so there was nobody to tell."
  # The ports and the devices that are there already are looked at once more.
  elif udevadm control --reload &&
    udevadm trigger --action=change --subsystem-match=usb --property-match=DEVTYPE=usb_device &&
    udevadm trigger --action=change --subsystem-match=tty --property-match=ID_BUS=usb &&
    udevadm settle --timeout=10; then
    echo "udev has read its rules again and looked at what is plugged in."
  else
    complain "udev would not read its rules again." \
      "Do it by hand: udevadm control --reload && udevadm trigger; or plug the receiver in anew."
  fi
}

install_rules() {
  local name target scratch
  [ -z "${AUTOSTART:-}" ] || rules+=("${opt_in[@]}")
  install -d "$folder" 2>/dev/null || complain "cannot make the folder $folder." \
    "Run it with the rights to do so: sudo make install-rules"
  needs_right_to_write install-rules
  for name in "${rules[@]}"; do
    target=$folder/$name
    is_there "$target" && ! is_ours "$target" || continue
    complain "$(whose "$target")" "Nothing was installed. Look at it; if it may go, remove it and try again."
  done
  for name in "${rules[@]}"; do
    scratch=$(mktemp "$folder/.gpsbridge-XXXXXX")
    # shellcheck disable=SC2064 # expanded now: this file, whichever is next
    trap "rm -f '$scratch'" EXIT
    cat "$here/$name" >"$scratch"
    echo "$signature $(sum <"$here/$name")" >>"$scratch"
    chmod 644 "$scratch"
    mv -T "$scratch" "$folder/$name"
    echo "wrote $folder/$name"
  done
  tell_udev
  [ -z "${AUTOSTART:-}" ] || echo "A receiver will start gpsbridge@ttyACM0.service or the like, if there is such a unit."
  [ -z "${DESTDIR:-}" ] || return 0
  cat <<'END'
Next: plug a receiver in, and find it in /dev/gpsbridge/by-path; the person at this machine's screen may
open it. Who logs in by SSH, and services, need the group of serial ports:
  sudo usermod -aG dialout NAME   (and log in again)
END
}

uninstall_rules() {
  local name target removed=() kept=()
  for name in "${rules[@]}" "${opt_in[@]}"; do
    target=$folder/$name
    is_there "$target" || continue
    if is_ours "$target"; then
      needs_right_to_write uninstall-rules
      rm -f "$target"
      echo "removed $target"
      removed+=("$target")
    else
      kept+=("$(whose "$target") It was left alone.")
    fi
  done
  [ ${#removed[@]} -eq 0 ] || tell_udev
  [ ${#kept[@]} -eq 0 ] || complain "${kept[@]}"
  [ ${#removed[@]} -gt 0 ] || echo "There are no rules of gpsbridge in $folder."
}

case ${1:-} in
  install) install_rules ;;
  uninstall) uninstall_rules ;;
  *) complain "expected install or uninstall, found '${1:-}'" ;;
esac
