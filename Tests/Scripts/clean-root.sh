#!/usr/bin/env bash
# Installs a bare Debian 12 or another system in a folder, and runs commands in it as on a separate machine: mounts and processes end
# with the commands. Needs root. Status 77: it can't run here, and has printed the reason.
# usage: clean-root.sh make FOLDER               installs the system in an empty or new folder
#        clean-root.sh run FOLDER [--bind SOURCE TARGET]... COMMAND...
#   SUITE=jammy  another system: trixie (Debian 13), jammy or noble (Ubuntu 22.04, 24.04)
#   MIRROR=URL   its package mirror; without it, this system's mirror or the archive of that suite
#   CACHE=.build/clean-root  a folder that keeps fetched packages
set -euo pipefail
cd "$(dirname "$0")/../.."

suite=${SUITE:-bookworm}
options=()
case $suite in
  bookworm) archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | sed -n 1p) ;;
  trixie) archive=http://deb.debian.org/debian ;;
  *)
    archive=http://archive.ubuntu.com/ubuntu
    options=(--components=main,universe)
    ;;
esac
# Debian has no package with Ubuntu's keys in every release, so they come from Ubuntu's archive and must be these. They contain
# the published keys 843938DF228D22F7B3742BC0D94AA3F0EFE21092 and F6ECB3762474EDA9D21B7022871920D1991BC93C.
keyring_package=pool/main/u/ubuntu-keyring/ubuntu-keyring_2021.03.26_all.deb
keyring_sum=0d0e7ed6b112f5d03eabf3c7eb01ebdacf9c57714b279e90495cfc58c8c4520f
mirror=${MIRROR:-$archive}
cache=${CACHE:-$PWD/.build/clean-root}

skip() {
  echo "clean-root: skipped, $1" >&2
  exit 77
}

make_root() {
  local folder=$1 archive=$cache/$suite.tar scratch
  if [ -d "$folder" ] && [ -n "$(ls -A "$folder")" ]; then
    echo "clean-root: $folder is not empty" >&2
    exit 1
  fi
  mkdir -p "$folder" "$cache"
  if [ ! -f "$archive" ]; then
    [ -n "$mirror" ] || skip 'this system names no Debian mirror: set MIRROR=URL'
    Scripts/setup.sh debootstrap || skip 'debootstrap is not installed and could not be installed'
    # For a suite newer than this debootstrap use the script of its distribution.
    script=/usr/share/debootstrap/scripts/$suite
    [ -e "$script" ] || script=/usr/share/debootstrap/scripts/gutsy
    scratch=$(mktemp -d "$cache/making-XXXXXX")
    # shellcheck disable=SC2064 # expanded now: this folder
    trap "rm -rf '$scratch'" EXIT
    echo "clean-root: fetching $suite from $mirror"
    if [ ${#options[@]} -gt 0 ]; then
      python3 -c 'import sys, urllib.request as u; u.urlretrieve(*sys.argv[1:])' "$mirror/$keyring_package" "$scratch/keys.deb" ||
        skip "Ubuntu's keys could not be fetched from $mirror"
      echo "$keyring_sum  $scratch/keys.deb" | sha256sum --check --quiet || {
        echo "clean-root: expected the package of keys with the SHA-256 $keyring_sum: $mirror/$keyring_package" >&2
        exit 1
      }
      dpkg-deb -x "$scratch/keys.deb" "$scratch/keys"
      options+=("--keyring=$scratch/keys/usr/share/keyrings/ubuntu-archive-keyring.gpg")
    fi
    debootstrap --variant=minbase "${options[@]}" "$suite" "$scratch/root" "$mirror" "$script" >"$scratch/log" 2>&1 || {
      tail -n 5 "$scratch/log" >&2
      skip "debootstrap failed with $mirror"
    }
    rm -f "$scratch"/root/var/cache/apt/archives/*.deb
    tar -C "$scratch/root" --numeric-owner --xattrs -cf "$scratch/tar" .
    mv "$scratch/tar" "$archive"
  fi
  tar -C "$folder" --numeric-owner --xattrs -xf "$archive"
}

# Runs as the first process of new namespaces.
inside() {
  local root=$1 node
  shift
  mount --make-rprivate /
  mount -t proc proc "$root/proc"
  mount --rbind /sys "$root/sys"
  mount --make-rslave "$root/sys"
  mount -o remount,bind,ro "$root/sys"
  mount -t tmpfs -o mode=755 dev "$root/dev"
  for node in null zero full random urandom tty; do
    : >"$root/dev/$node"
    mount --bind "/dev/$node" "$root/dev/$node"
  done
  mkdir "$root/dev/pts" "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,gid=5 devpts "$root/dev/pts"
  mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
  ln -s pts/ptmx "$root/dev/ptmx"
  ln -s /proc/self/fd "$root/dev/fd"
  ln -s fd/0 "$root/dev/stdin"
  ln -s fd/1 "$root/dev/stdout"
  ln -s fd/2 "$root/dev/stderr"
  mount -t tmpfs -o mode=1777 tmp "$root/tmp"
  mount -t tmpfs -o mode=755 run "$root/run"
  mkdir "$root/run/lock"
  # Host names are resolved as outside.
  if [ -e /etc/resolv.conf ]; then
    : >>"$root/etc/resolv.conf"
    mount --bind "$(readlink -f /etc/resolv.conf)" "$root/etc/resolv.conf"
  fi
  while [ "${1:-}" = --bind ]; do
    mkdir -p "$root/$3"
    mount --rbind "$2" "$root/$3"
    shift 3
  done
  exec chroot "$root" env -i HOME=/root TERM="${TERM:-linux}" LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    PATH=/opt/swift/usr/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

[ "$(id -u)" -eq 0 ] || skip 'only root can install a system in a folder'
case ${1:-} in
  make) make_root "$2" ;;
  run)
    shift
    unshare --mount true 2>/dev/null || skip 'namespaces cannot be created here'
    exec unshare --mount --pid --fork --kill-child --ipc --uts "$PWD/Tests/Scripts/clean-root.sh" inside "$@"
    ;;
  inside) shift && inside "$@" ;;
  *)
    echo "clean-root: expected make or run, found '${1:-}'" >&2
    exit 2
    ;;
esac
