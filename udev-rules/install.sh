#!/usr/bin/env bash
# Installs udev's rules for receivers and systemd's units that record and serve them, or takes away again what it installed;
# and, only where that is asked for by name, a file by which geoclue hears the receiver, and one by which Avahi tells of it.
# See docs/udev.md and docs/serve.md.
# usage: install.sh install [rules] [units] [geoclue] [avahi]       without such a word, rules and units
#        install.sh uninstall [rules] [units] [geoclue] [avahi]     without such a word, all of it
#   DESTDIR=    a folder to pretend is the root, for packagers; udev and systemd are told nothing then
#   PREFIX=     /usr: to /usr/lib/udev/rules.d and /usr/lib/systemd/system, as a package's; else rules go to
#               /etc/udev/rules.d, and units to /usr/local/lib/systemd/system or, with a PREFIX where systemd does not look,
#               to /etc/systemd/system. Units run PREFIX/bin/gpsbridge
#   RULESDIR= UNITSDIR= GEOCLUEDIR= AVAHIDIR=   or to here
#   AUTOSTART=1 install 62-gpsbridge-autostart.rules too, which starts a service when a receiver comes
#   OPEN=yes    of avahi: port 10110 is, or will be, open to other machines; else it is looked for
#   UDEV_CONTROL=/run/udev/control SYSTEMD_RUNS=/run/systemd/system GEOCLUE=/usr/libexec/geoclue PROC_NET=/proc/net
#               what is there when udev and systemd run, geoclue, and the kernel's list of ports (tests change it)
set -euo pipefail
umask 022

here=$(cd "$(dirname "$0")" && pwd)
rules=(61-gpsbridge.rules)
opt_in=(62-gpsbridge-autostart.rules)
units=(gpsbridge.service gpsbridge@.service gpsbridge-gpsd.socket gpsbridge-nmea.socket gpsbridge-serve.service
  gpsbridge-publish@.service)
made=()
signature='# Written by the install-rules of gpsbridge. sha256 of the lines above:'
what=rules

complain() {
  local line
  for line in "$@"; do echo "install-$what: $line" >&2; done
  exit 1
}

prefix=${PREFIX:-/usr/local}
prefix=${prefix%/}
case $prefix in
  /usr) rules_folder=/usr/lib/udev/rules.d units_folder=/usr/lib/systemd/system ;;
  /usr/local) rules_folder=/etc/udev/rules.d units_folder=/usr/local/lib/systemd/system ;;
  *) rules_folder=/etc/udev/rules.d units_folder=/etc/systemd/system ;;
esac
rules_folder=${DESTDIR:-}${RULESDIR:-$rules_folder}
units_folder=${DESTDIR:-}${UNITSDIR:-$units_folder}
destination=${DESTDIR:-}
destination=${destination%/}
geoclue_folder=$destination${GEOCLUEDIR:-/etc/geoclue/conf.d}
avahi_folder=$destination${AVAHIDIR:-/etc/avahi/services}

# A last line as the file's language has it.
signed() { # signed FILE SUM
  case $1 in
    "$avahi_folder"/*) echo "<!-- $signature $2 -->" ;;
    *) echo "$signature $2" ;;
  esac
}

sum() { sha256sum | cut -d ' ' -f 1; }
is_there() { [ -e "$1" ] || [ -L "$1" ]; }

# Whether this script wrote the file, and nobody has touched it since: its last line is right about the others.
is_ours() {
  [ -f "$1" ] && [ ! -L "$1" ] && [ -r "$1" ] || return 1
  [ "$(tail -n 1 "$1")" = "$(signed "$1" "$(head -n -1 "$1" | sum)")" ]
}
was_ours() { [ -f "$1" ] && [ ! -L "$1" ] && grep -qsF "$signature" "$1"; }

whose() {
  if [ "$(readlink "$1")" = /dev/null ]; then
    echo "$1 is a link to /dev/null: somebody has switched it off on purpose."
  elif was_ours "$1"; then
    echo "$1 was changed since it was installed."
  else
    echo "$1 was not installed by this script, perhaps by a package."
  fi
}

needs_right_to_write() { # needs_right_to_write FOLDER VERB
  [ -w "$1" ] || complain "cannot write to $1." "Run it with the rights to do so: sudo make $2-$what"
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

systemd_runs() {
  [ -z "${DESTDIR:-}" ] && [ -e "${SYSTEMD_RUNS:-/run/systemd/system}" ] && command -v systemctl >/dev/null
}

tell_systemd() {
  if [ -n "${DESTDIR:-}" ]; then
    echo "DESTDIR is set, so systemd was told nothing."
  elif ! systemd_runs; then
    echo "systemd is not running here, so there was nobody to tell."
  elif systemctl daemon-reload; then
    echo "systemd has read its units again."
  else
    complain "systemd would not read its units again." "Do it by hand: systemctl daemon-reload"
  fi
}

# Debian's name of the group that may open serial ports, or Arch's; on another machine's disk it is not known.
group_of_ports() {
  if [ -z "${DESTDIR:-}" ] && ! getent group dialout >/dev/null && getent group uucp >/dev/null; then
    echo uucp
  else
    echo dialout
  fi
}

# What a file is to say: units run the program where it was installed.
content() {
  case $what in
    geoclue) cat "$here/geoclue/$1" ;;
    avahi) cat "$here/avahi/$1" ;;
    units)
      local text
      text=$(<"$here/units/$1")
      text=${text//Groups=dialout/Groups=$(group_of_ports)}
      echo "${text//\/usr\/local\/bin\//"$prefix/bin/"}"
      ;;
    *) cat "$here/$1" ;;
  esac
}

# Before anything is written: a folder for all, and nothing of others in the way.
look_around() { # look_around FOLDER FILES...
  local folder=$1 name target
  install -d "$folder" 2>/dev/null || complain "cannot make the folder $folder." \
    "Run it with the rights to do so: sudo make install-$what"
  needs_right_to_write "$folder" install
  for name in "${@:2}"; do
    target=$folder/$name
    is_there "$target" && ! is_ours "$target" || continue
    complain "$(whose "$target")" "Nothing was installed. Look at it; if it may go, remove it and try again."
  done
}

# The folders that are not there, the innermost first, without DESTDIR. A file that stands in them says so in its last line
# but one, and they go with it.
missing_folders() { # missing_folders FOLDER
  local there=$1
  while [ "$there" != "$destination" ] && [ ! -e "$there" ]; do
    echo "${there#"$destination"}"
    there=$(dirname "$there")
  done
}
folders_line() {
  case $what in
    avahi) echo "<!-- Made for this file: $* -->" ;;
    *) echo "# Made for this file: $*" ;;
  esac
}
folders_of() { # folders_of FILE
  ! is_ours "$1" ||
    tail -n 2 "$1" | sed -nE 's/^(#|<!--) Made for this file: ([^<>]+[^<> -])( -->)?$/\2/p' | tr ' ' '\n'
}

look_beside() { # look_beside FOLDER FILE: a folder of others, which is made only if it has to be
  made_for[$what]=$({
    missing_folders "$1"
    folders_of "$1/$2"
  } | xargs)
  look_around "$1" "$2"
}

write_files() { # write_files FOLDER FILES...
  local folder=$1 name scratch
  for name in "${@:2}"; do
    scratch=$(mktemp "$folder/.gpsbridge-XXXXXX")
    # shellcheck disable=SC2064 # expanded now: this file, whichever is next
    trap "rm -f '$scratch'" EXIT
    content "$name" >"$scratch"
    [ ${#made[@]} -eq 0 ] || folders_line "${made[@]}" >>"$scratch"
    signed "$folder/$name" "$(sum <"$scratch")" >>"$scratch"
    chmod 644 "$scratch"
    mv -T "$scratch" "$folder/$name"
    echo "wrote $folder/$name"
  done
}

remove_files() { # remove_files FOLDER FILES...: sets `removed`, and adds to `kept` and `made`
  local folder=$1 name target
  removed=()
  for name in "${@:2}"; do
    target=$folder/$name
    is_there "$target" || continue
    if is_ours "$target"; then
      needs_right_to_write "$folder" uninstall
      mapfile -t -O ${#made[@]} made < <(folders_of "$target")
      rm -f "$target"
      echo "removed $target"
      removed+=("$target")
    else
      kept+=("$(whose "$target") It was left alone.")
    fi
  done
}

install_rules() {
  write_files "$rules_folder" "${rules[@]}"
  tell_udev
  [ -z "${AUTOSTART:-}" ] || echo "A receiver will start gpsbridge@ttyACM0.service or the like, if there is such a unit."
  [ -z "${DESTDIR:-}" ] || return 0
  cat <<END
Next: plug a receiver in, and find it in /dev/gpsbridge/by-path; the person at this machine's screen may
open it. Who logs in by SSH, and services, need the group of serial ports:
  sudo usermod -aG $(group_of_ports) NAME   (and log in again)
END
}

install_units() {
  write_files "$units_folder" "${units[@]}"
  tell_systemd
  [ -z "${DESTDIR:-}" ] || return 0
  cat <<'END'
Nothing was started. To have the receiver that is there, or that will be, recorded from now on:
  sudo systemctl enable --now gpsbridge   (into /var/lib/gpsbridge)
Or to have every program that speaks to gpsd served by it:
  sudo systemctl enable --now gpsbridge-gpsd.socket gpsbridge-serve.service
END
}

# Whether geoclue reads a folder of settings, as it does since 2.7: then the program has the folder's name in it.
geoclue_reads_folder() {
  local program
  [ -z "$destination" ] || return 0
  for program in ${GEOCLUE:-/usr/libexec/geoclue /usr/lib/geoclue /usr/lib/geoclue-2.0/geoclue}; do
    [ ! -f "$program" ] || {
      grep -qaF '/conf.d' "$program"
      return
    }
  done
  [ -d "$geoclue_folder" ]
}

install_geoclue() {
  if geoclue_reads_folder; then
    write_files "$geoclue_folder" gpsbridge.conf
  else
    echo 'There is no geoclue 2.7 or later, which would read a file of our own, so nothing was written. An older one reads'
    echo 'these two lines in /etc/geoclue/geoclue.conf; the first is there already:'
    grep -v '^#' "$here/geoclue/gpsbridge.conf" | grep . | sed 's/^/  /'
  fi
  [ -z "$destination" ] || return 0
  cat <<'END'
Next: sudo systemctl restart geoclue; and to have the socket, once:
  sudo systemctl stop gpsbridge-gpsd.socket gpsbridge-serve.service
  sudo systemctl enable --now gpsbridge-nmea.socket gpsbridge-gpsd.socket gpsbridge-serve.service
END
}

# Whether a program listens at port 10110 for more than this machine: the kernel tells addresses and ports in hexadecimal.
port_is_open() {
  # A machine without IPv6 has one list alone.
  [ "${OPEN:-}" = yes ] || { cat "${PROC_NET:-/proc/net}"/tcp "${PROC_NET:-/proc/net}"/tcp6 2>/dev/null || true; } |
    awk '$4 == "0A" && $2 ~ /:277E$/ && $2 !~ /^(......7F|00000000000000000000000001000000):/ { open = 1 }
      END { exit !open }'
}

check_avahi() {
  [ -z "${OPEN:-}" ] || [ "$OPEN" = yes ] || complain "OPEN is '$OPEN'. Expected: yes"
  [ -n "$destination" ] || [ -d "$avahi_folder" ] || complain "there is no Avahi here: $avahi_folder is not there." \
    "Install it first: apt-get install avahi-daemon"
  port_is_open || complain 'nothing sends sentences at port 10110 beyond this machine. Others would be told of nothing.' \
    "Start it first, as gpsbridge serve --nmea 'tcp:*:10110'. If it will be there: sudo make install-avahi OPEN=yes" \
    'Whoever reaches that port learns where you are, without a password.'
}

install_avahi() {
  write_files "$avahi_folder" gpsbridge.service
  [ -z "$destination" ] || return 0
  echo 'Avahi tells of it from now on. To see it: avahi-browse --resolve --terminate _nmea-0183._tcp'
}

uninstall_geoclue() {
  remove_files "$geoclue_folder" gpsbridge.conf
  all_removed=$((all_removed + ${#removed[@]}))
  ! grep -qs '^nmea-socket=/run/gpsbridge-nmea.sock' "$destination/etc/geoclue/geoclue.conf" ||
    echo "$destination/etc/geoclue/geoclue.conf still names /run/gpsbridge-nmea.sock: the line is yours to remove."
}

uninstall_avahi() {
  remove_files "$avahi_folder" gpsbridge.service
  all_removed=$((all_removed + ${#removed[@]}))
}

uninstall_rules() {
  remove_files "$rules_folder" "${rules[@]}" 62-gpsbridge-autostart.rules
  [ ${#removed[@]} -eq 0 ] || tell_udev
  all_removed=$((all_removed + ${#removed[@]}))
}

uninstall_units() {
  # What runs by a unit of ours ends before the unit goes, or nobody could end it by its name.
  if systemd_runs && is_ours "$units_folder/gpsbridge.service" && [ -w "$units_folder" ]; then
    systemctl --quiet disable --now gpsbridge.service || complain "systemd would not stop gpsbridge.service."
    # One that an older version has not installed need not be stopped.
    local name serving=()
    for name in gpsbridge-gpsd.socket gpsbridge-nmea.socket gpsbridge-serve.service; do
      ! is_ours "$units_folder/$name" || serving+=("$name")
    done
    [ ${#serving[@]} -eq 0 ] || systemctl --quiet disable --now "${serving[@]}" ||
      complain "systemd would not stop gpsbridge-serve.service."
    if is_ours "$units_folder/gpsbridge-publish@.service"; then
      systemctl --quiet disable gpsbridge-publish@gpsbridge.service gpsbridge-publish@gpsbridge-serve.service ||
        complain "systemd would not disable gpsbridge-publish@*.service."
      systemctl stop 'gpsbridge-publish@*.service' || complain "systemd would not stop gpsbridge-publish@*.service."
    fi
    systemctl stop 'gpsbridge@*.service' || complain "systemd would not stop gpsbridge@*.service."
  fi
  remove_files "$units_folder" "${units[@]}"
  [ ${#removed[@]} -eq 0 ] || tell_systemd
  all_removed=$((all_removed + ${#removed[@]}))
}

verb=${1:-}
shift || true
if [ $# -eq 0 ]; then
  set -- rules units
  [ "$verb" != uninstall ] || set -- rules units geoclue avahi
fi
for word in "$@"; do
  case $word in
    rules | units | geoclue | avahi) ;;
    *) complain "expected rules, units, geoclue or avahi, found '$word'" ;;
  esac
done
# In a unit, other characters would mean something, or end a word.
if [[ " $* " == *' units '* && ! $prefix =~ ^/[A-Za-z0-9/._+-]+$ ]]; then
  complain "PREFIX is '$prefix'. Expected for units: an absolute path of letters, digits and / . _ + -"
fi
case $verb in
  install)
    [ -z "${AUTOSTART:-}" ] || rules+=("${opt_in[@]}")
    declare -A made_for=()
    for what in "$@"; do
      case $what in
        rules) look_around "$rules_folder" "${rules[@]}" ;;
        units) look_around "$units_folder" "${units[@]}" ;;
        geoclue) ! geoclue_reads_folder || look_beside "$geoclue_folder" gpsbridge.conf ;;
        avahi) check_avahi && look_beside "$avahi_folder" gpsbridge.service ;;
      esac
    done
    for what in "$@"; do
      read -ra made <<<"${made_for[$what]:-}"
      "install_$what"
    done
    ;;
  uninstall)
    kept=() all_removed=0 folders=
    for what in "$@"; do
      "uninstall_$what"
      folder=${what}_folder
      folders+="${folders:+ and }${!folder}"
    done
    # The innermost first; one in which others have put something stays.
    printf '%s\n' "${made[@]}" | sort -ru | while IFS= read -r folder; do
      [ -z "$folder" ] || rmdir --ignore-fail-on-non-empty "$destination$folder"
    done
    what=rules
    [ ${#kept[@]} -eq 0 ] || complain "${kept[@]}"
    [ "$all_removed" -gt 0 ] || echo "There is nothing of gpsbridge in $folders."
    ;;
  *) complain "expected install or uninstall, found '$verb'" ;;
esac
