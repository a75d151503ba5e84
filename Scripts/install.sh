#!/usr/bin/env bash
# Installs the tool with its manual pages and completions, udev rules and systemd units, or removes exactly the files that it
# installed: PREFIX/share/gpsbridge/installed lists them.
# usage: install.sh install PROGRAM [COLLECTOR]     the second one is gpsbridge-collect, with its page, completions and unit
#        install.sh uninstall
#   PREFIX=/usr/local   the folder to install into
#   DESTDIR=            a folder to use as the root, for packagers
#   SYSTEM=yes|no       whether to install rules and units, too; yes if PREFIX is /usr or /usr/local
set -euo pipefail
umask 022
cd "$(dirname "$0")/.."

verb=${1:-}
program=${2:-}
collector=${3:-}
destination=${DESTDIR:-}
destination=${destination%/}
prefix=${PREFIX:-/usr/local}
while [[ $prefix == */ && $prefix != / ]]; do prefix=${prefix%/}; done

complain() {
  local line
  for line in "$@"; do echo "$verb: $line" >&2; done
  exit 1
}

[[ $prefix == /* ]] || complain "PREFIX is '$prefix'. Expected: an absolute path, as /usr/local or \$HOME/.local"
[[ -z $destination || $destination == /* ]] || complain "DESTDIR is '$destination'. Expected: an absolute path"
[[ $prefix$destination != *$'\n'* ]] || complain 'PREFIX and DESTDIR may not have a line end in them.'

case $prefix in
  /usr) system=yes rules=/usr/lib/udev/rules.d units=/usr/lib/systemd/system zsh=vendor-completions ;;
  /usr/local) system=yes rules=/etc/udev/rules.d units=/usr/local/lib/systemd/system zsh=site-functions ;;
  *) system=no rules=/etc/udev/rules.d units=/etc/systemd/system zsh=site-functions ;;
esac
root=$destination$prefix
list=$root/share/gpsbridge/installed
# The lines of the list: `file PATH`, `folder PATH` for each folder that was created, and `system yes`; paths without DESTDIR.
listed() { [ ! -f "$list" ] || sed -n "s/^$1 //p" "$list"; }

[ "$verb" = install ] || system=$(listed system | grep . || echo $system)
system=${SYSTEM:-$system}
case $system in
  yes | no) ;;
  *) complain "SYSTEM is '$system'. Expected: yes or no" ;;
esac
bash=$root/share/bash-completion/completions
zsh=$root/share/zsh/$zsh
fish=$root/share/fish/vendor_completions.d
folders=("$root/bin" "$root/share/man/man1" "$bash" "$zsh" "$fish" "$root/share/gpsbridge")
[ $system = no ] || folders+=("$destination$rules" "$destination$units")

# Check before writing anything.
check_rights() {
  local folder there
  for folder in "${folders[@]}"; do
    there=$folder
    while [ ! -e "$there" ]; do there=$(dirname "$there"); done
    [ -d "$there" ] || complain "$there is in the way: expected a folder."
    [ -w "$there" ] || complain "cannot write to $there." \
      "Run it with the rights to do so: sudo make $verb" \
      "Or have the tool alone, in a place of yours: make $verb PREFIX=\$HOME/.local"
  done
}

system_files() { # system_files VERB
  local words=(rules units)
  # Remove optional files, too, such as the one for geoclue.
  [ "$1" = install ] || words+=(geoclue avahi)
  DESTDIR=$destination PREFIX=$prefix RULESDIR=$rules UNITSDIR=$units udev-rules/install.sh "$1" "${words[@]}"
}

install_all() {
  local folder there path files=() old
  [ -x "$program" ] || complain "there is no program '$program' to install: make release"
  [ -z "$collector" ] || [ -x "$collector" ] || complain "there is no program '$collector' to install"
  check_rights
  mapfile -t old < <(listed file)
  mapfile -t made < <(listed folder)
  for folder in "${folders[@]}"; do
    there=$folder
    while [ ! -e "$there" ] && [ "$there" != "$destination" ]; do
      made+=("${there#"$destination"}")
      there=$(dirname "$there")
    done
    install -d "$folder"
  done
  [ $system = no ] || system_files install || {
    remove_folders
    exit 1
  }

  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  mkdir "$scratch/man"
  "$program" manual "$scratch/man"
  local shell
  for shell in bash zsh fish; do "$program" completions "$shell" >"$scratch/$shell"; done

  # Replace the file instead of overwriting it: a running program keeps its old file.
  put 755 "$program" "$root/bin/gpsbridge"
  local page
  for page in "$scratch"/man/*; do put 644 "$page" "$root/share/man/man1/$(basename "$page")"; done
  put 644 "$scratch/bash" "$bash/gpsbridge"
  put 644 "$scratch/zsh" "$zsh/_gpsbridge"
  put 644 "$scratch/fish" "$fish/gpsbridge.fish"
  if [ -n "$collector" ]; then
    put_collector
  else
    # An installed collector stays.
    for path in "${old[@]}"; do
      case $path in */gpsbridge-collect | */gpsbridge-collect.* | */_gpsbridge-collect) files+=("$path") ;; esac
    done
  fi
  # Remove files that only an older version had.
  local -A kept=()
  for path in "${files[@]}"; do kept[$path]=yes; done
  for path in "${old[@]}"; do [ -n "${kept[$path]:-}" ] || rm -f "$destination$path"; done
  {
    printf 'file %s\n' "${files[@]}"
    [ ${#made[@]} -eq 0 ] || printf 'folder %s\n' "${made[@]}" | sort -u
    echo "system $system"
  } >"$scratch/list"
  install -m 644 "$scratch/list" "$list"
  echo "installed gpsbridge in $root, $((${#files[@]} + 1)) files"
  advise
}

put_collector() {
  local shell
  "$collector" --manual >"$scratch/collect.1"
  for shell in bash zsh fish; do "$collector" --completions "$shell" >"$scratch/collect.$shell"; done
  put 755 "$collector" "$root/bin/gpsbridge-collect"
  put 644 "$scratch/collect.1" "$root/share/man/man1/gpsbridge-collect.1"
  put 644 "$scratch/collect.bash" "$bash/gpsbridge-collect"
  put 644 "$scratch/collect.zsh" "$zsh/_gpsbridge-collect"
  put 644 "$scratch/collect.fish" "$fish/gpsbridge-collect.fish"
  [ $system = yes ] || return 0
  sed "s|/usr/local/bin/|$prefix/bin/|" udev-rules/collector/gpsbridge-collect.service >"$scratch/unit"
  put 644 "$scratch/unit" "$destination$units/gpsbridge-collect.service"
  reload_units
}

# Makes systemd load its units, if it runs here.
reload_units() {
  if [ -z "$destination" ] && [ -d /run/systemd/system ]; then systemctl daemon-reload || true; fi
}

put() { # put MODE FROM TO: installs a file and adds it to the list
  install -m "$1" "$2" "$3.new"
  mv -fT "$3.new" "$3"
  files+=("${3#"$destination"}")
}

advise() {
  [ -z "$destination" ] || return 0
  case :$PATH: in
    *":$prefix/bin:"*) ;;
    *) echo "Your path does not have it yet: export PATH=\"$prefix/bin:\$PATH\"" ;;
  esac
  [ $system = yes ] || echo 'For the right to open receivers, and for services: sudo make install-rules install-units'
  echo 'Next: gpsbridge doctor'
}

# The created folders, the innermost first; folders with files of others stay.
remove_folders() {
  local path
  printf '%s\n' "${made[@]}" | sort -ru | while IFS= read -r path; do
    [ -z "$path" ] || [ ! -d "$destination$path" ] || rmdir --ignore-fail-on-non-empty "$destination$path"
  done
}

uninstall_all() {
  local path files
  mapfile -t files < <(listed file)
  mapfile -t made < <(listed folder)
  [ $system = no ] || system_files uninstall || status=1
  if [ ! -f "$list" ]; then
    echo "There is nothing in $root that was installed so."
    return "${status:-0}"
  fi
  [ -w "$root/bin" ] || complain "cannot write to $root/bin." "Run it with the rights to do so: sudo make uninstall"
  local unit=gpsbridge-collect.service
  if [[ " ${files[*]} " = *"/$unit "* ]] && [ -z "$destination" ] && [ -d /run/systemd/system ]; then
    systemctl disable --now "$unit" || true
  fi
  for path in "${files[@]}"; do rm -f "$destination$path"; done
  reload_units
  rm -f "$list"
  remove_folders
  echo "removed gpsbridge from $root, $((${#files[@]} + 1)) files"
  return "${status:-0}"
}

case $verb in
  install) install_all ;;
  uninstall) uninstall_all ;;
  *)
    verb=install
    complain "expected install or uninstall, found '${1:-}'"
    ;;
esac
