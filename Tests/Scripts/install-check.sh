#!/usr/bin/env bash
# Installs the tool into folders, compares the installed files with the expected ones, uninstalls it, and checks that nothing is left.
# usage: install-check.sh PROGRAM
set -euo pipefail
cd "$(dirname "$0")/../.."

program=$1
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
failures=0

fail() {
  echo "install-check: $*" >&2
  failures=$((failures + 1))
}
same() { # same WHAT EXPECTED FOUND
  [ "$2" = "$3" ] || {
    fail "$1"
    diff <(echo "$2") <(echo "$3") >&2 || true
  }
}
script() { # script VERB [ARGUMENT]...: with DESTDIR, PREFIX and SYSTEM
  env -u SYSTEM "DESTDIR=$destination" "PREFIX=$prefix" ${system:+SYSTEM=$system} \
    Scripts/install.sh "$@" >"$folder/said" 2>&1
}
tree() { (cd "$1" && find . -type f -printf '%m %P\n' | sort -k 2); }

pages() { # the manual pages that the tool generates
  mkdir -p "$folder/pages"
  "$program" manual "$folder/pages"
  (cd "$folder/pages" && printf "644 $1/share/man/man1/%s\n" *)
}
tool_files() { # tool_files PREFIX ZSH-FOLDER, both without the leading slash
  pages "$1"
  cat <<END
644 $1/share/bash-completion/completions/gpsbridge
644 $1/share/fish/vendor_completions.d/gpsbridge.fish
644 $1/share/gpsbridge/installed
644 $1/share/zsh/$2/_gpsbridge
755 $1/bin/gpsbridge
END
}
system_files() { # system_files RULES-FOLDER UNITS-FOLDER
  printf '644 %s\n' "$1/61-gpsbridge.rules" "$2/gpsbridge.service" "$2/gpsbridge@.service" \
    "$2/gpsbridge-gpsd.socket" "$2/gpsbridge-nmea.socket" "$2/gpsbridge-serve.service" \
    "$2/gpsbridge-publish@.service"
}

check() { # check NAME EXPECTED [LEFT]: installs twice, compares, uninstalls, compares with the state before, or with LEFT
  local before
  mkdir -p "$destination"
  before=$(cd "$destination" && find . | sort)
  before=${3:-$before}
  script install "$program" || fail "$1: install: $(cat "$folder/said")"
  script install "$program" || fail "$1: second time: $(cat "$folder/said")"
  same "$1: installed files" "$(sort -k 2 <<<"$2")" "$(tree "$destination")"
  "$destination$prefix/bin/gpsbridge" version >/dev/null || fail "$1: the program does not run"
  script uninstall || fail "$1: uninstall: $(cat "$folder/said")"
  same "$1: left files" "$before" "$(cd "$destination" && find . | sort)"
  script uninstall || fail "$1: uninstalling twice failed: $(cat "$folder/said")"
}

system=
destination=$folder/one prefix=/usr/local
check 'as usual' "$(tool_files usr/local site-functions; system_files etc/udev/rules.d usr/local/lib/systemd/system)"

destination="$folder/two of them/" prefix=/usr/
check 'for a package' "$(tool_files usr vendor-completions; system_files usr/lib/udev/rules.d usr/lib/systemd/system)"

destination=$folder/three prefix="/home/some one's/.local"
check 'for somebody' "$(tool_files "${prefix#/}" site-functions)"

destination=$folder/four prefix=/opt/gpsbridge system=yes
check 'elsewhere, whole' "$(tool_files opt/gpsbridge site-functions; system_files etc/udev/rules.d etc/systemd/system)"
system=

# Optional files and their folders are removed, too.
destination=$folder/asked prefix=/usr/local
mkdir -p "$destination/etc"
for what in geoclue avahi; do
  DESTDIR=$destination OPEN=yes udev-rules/install.sh install "$what" >"$folder/said" || fail "$what: $(cat "$folder/said")"
done
check 'with geoclue and Avahi' "$(
  tool_files usr/local site-functions
  system_files etc/udev/rules.d usr/local/lib/systemd/system
  printf '644 %s\n' etc/geoclue/conf.d/gpsbridge.conf etc/avahi/services/gpsbridge.service
)" $'.\n./etc'

# Existing folders and files of others stay.
destination=$folder/five prefix=/usr/local
mkdir -p "$destination/usr/local/bin"
script install "$program" || fail "beside others: $(cat "$folder/said")"
echo mine >"$destination/usr/local/share/man/man1/gpsbridge-mine.1"
script uninstall || fail "beside others: $(cat "$folder/said")"
same 'files of others' './usr/local/bin
./usr/local/share/man/man1/gpsbridge-mine.1' \
  "$(cd "$destination" && find . \( -type f -o -type d -empty \) | sort)"

# The collector comes on request, with a unit beside the others; an update of the tool alone leaves it.
printf '#!/bin/sh\necho "$*"\n' >"$folder/collector"
chmod 755 "$folder/collector"
destination=$folder/collecting
both() { # both PREFIX ZSH-FOLDER UNITS-FOLDER: all files with the collector's
  tool_files "$1" "$2"
  system_files etc/udev/rules.d "$3"
  printf '%s\n' "755 $1/bin/gpsbridge-collect" "644 $1/share/man/man1/gpsbridge-collect.1" "644 $3/gpsbridge-collect.service" \
    "644 $1/share/bash-completion/completions/gpsbridge-collect" "644 $1/share/zsh/$2/_gpsbridge-collect" \
    "644 $1/share/fish/vendor_completions.d/gpsbridge-collect.fish"
}
script install "$program" "$folder/collector" || fail "with the collector: $(cat "$folder/said")"
expected=$(both usr/local site-functions usr/local/lib/systemd/system | sort -k 2)
same 'with the collector' "$expected" "$(tree "$destination")"
[ "$(cat "$destination/usr/local/share/man/man1/gpsbridge-collect.1")" = --manual ] || fail 'the collector makes another page'
grep -q '^ExecStart=/usr/local/bin/gpsbridge-collect$' "$destination/usr/local/lib/systemd/system/gpsbridge-collect.service" ||
  fail 'the unit of the collector runs another program'
script install "$program" || fail "without the collector: $(cat "$folder/said")"
same 'an update without the collector' "$expected" "$(tree "$destination")"
script uninstall || fail "with the collector: $(cat "$folder/said")"
same 'left of the collector' '' "$(find "$destination" -type f)"

# An update removes files that only an older version had.
destination=$folder/six
script install "$program" || fail "update: $(cat "$folder/said")"
old=/usr/local/share/man/man1/gpsbridge-old.1
echo old >"$destination$old"
echo "file $old" >>"$destination/usr/local/share/gpsbridge/installed"
script install "$program" || fail "update: $(cat "$folder/said")"
[ ! -e "$destination$old" ] || fail 'an update leaves files of the previous version'

# Each error has a message, and nothing is written.
refused() { # refused NAME PART-OF-THE-MESSAGE VERB [ARGUMENT]...
  local name=$1 answer=$2
  shift 2
  if script "$@"; then fail "$name: was not refused"; fi
  grep -qF -- "$answer" "$folder/said" || fail "$name: said: $(cat "$folder/said")"
  if [ -d "$destination" ]; then same "$name: wrote something" '' "$(find "$destination" -type f)"; fi
}
destination=$folder/seven
refused 'no program' "no program '/nowhere/gpsbridge' to install: make release" install /nowhere/gpsbridge
prefix=local refused 'a relative prefix' "PREFIX is 'local'. Expected: an absolute path" install "$program"
prefix='/opt/a b' system=yes refused 'units in a path with a blank' "PREFIX is '/opt/a b'" install "$program"
system=maybe refused 'neither yes nor no' "SYSTEM is 'maybe'" install "$program"
refused 'no verb' "expected install or uninstall, found 'remove'" remove
mkdir -p "$destination/usr"
: >"$destination/usr/local"
if script install "$program"; then fail 'a file in the way: was not refused'; fi
grep -qF "$destination/usr/local is in the way: expected a folder." "$folder/said" ||
  fail "a file in the way: said: $(cat "$folder/said")"

# Root can write everywhere.
if [ "$(id -u)" -eq 0 ]; then
  someone=(setpriv --reuid 65534 --regid 65534 --clear-groups)
else
  someone=()
fi
destination=$folder/eight
mkdir -p "$destination/usr/local"
chmod 755 "$folder" "$destination" "$destination/usr"
chmod 555 "$destination/usr/local"
if "${someone[@]}" env "DESTDIR=$destination" PREFIX=/usr/local "$BASH" "$PWD/Scripts/install.sh" install \
  /bin/true >"$folder/said" 2>&1; then
  fail 'without rights: was not refused'
fi
grep -qF "cannot write to $destination/usr/local." "$folder/said" || fail "without rights: said: $(cat "$folder/said")"
grep -qF 'sudo make install' "$folder/said" || fail "without rights: no advice: $(cat "$folder/said")"

[ "$failures" -eq 0 ] || exit 1
echo 'install-check: installed in seven places and removed again, nothing is left'
