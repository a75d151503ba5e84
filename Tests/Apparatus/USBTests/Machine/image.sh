#!/usr/bin/env bash
# Builds what the virtual machine boots: a Debian kernel, and a small Debian (udev, busybox, libudev) that is unpacked
# into its memory. No root needed, and nothing is installed: packages come through this machine's own apt sources.
#
# usage: image.sh FOLDER     FOLDER gets: kernel, system.cpio, services.cpio, busybox, stamp
#
# services.cpio is what a system with systemd and people at a screen has beside that; it is unpacked on top.
# status: 0 built, or there already; 77 impossible on this machine, with the reason on standard error; else a fault.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
folder=${1:?usage: image.sh FOLDER}

# What udev and our program need there. libstdc++6 is for the Swift runtime inside that program.
packages=(udev kmod busybox-static base-passwd libc6 libstdc++6 libudev1)
# And for the system with services: a user who logs in gets a seat, and its rights.
# The last five are for our own package: what installs it, what stops its service, what its page and its store need; and for
# clients of the receiver that is served there.
services=(systemd systemd-sysv dbus libpam-systemd login util-linux acl dpkg init-system-helpers libmicrohttpd12 libsqlite3-0
  python3)
# The part of the kernel's modules that has to do with USB serial ports and with virtio, by which we talk to the machine.
modules=(kernel/drivers/usb/{common,core,host,class,serial} kernel/drivers/virtio kernel/drivers/char/virtio_console.ko)

impossible() { echo "$*" >&2; exit 77; }

# The stamp tells of what these scripts, and the kernel that apt has to offer, would make.
kernel_package() { apt-cache depends linux-image-amd64 2>/dev/null | awk '/Depends: linux-image-[0-9]/ { print $2; exit }'; }
[ "$(uname -m)" = x86_64 ] || impossible "the machine is built from Debian's packages for x86_64, this is $(uname -m)"
command -v apt-get >/dev/null || impossible "the machine is built from Debian's packages, and there is no apt-get"
stamp=$(cat "$here"/image.sh "$here"/guest/{init,agent} "$here"/guest/services/* /etc/os-release | sha256sum)
up_to_date() { [ "$(cat "$folder/stamp" 2>/dev/null)" = "$stamp" ]; }
up_to_date && exit 0

mkdir -p "$folder"
exec 9>"$folder/lock"
flock --wait 600 9 || { echo "another build in $folder does not end" >&2; exit 1; }
up_to_date && exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root

# A fresh system has no package lists yet.
kernel=$(kernel_package)
if [ -z "$kernel" ] && [ "$(id -u)" -eq 0 ]; then
  timeout 300 apt-get update -qq </dev/null >/dev/null 2>&1 || true
  kernel=$(kernel_package)
fi
[ -n "$kernel" ] || impossible "apt knows no linux-image-amd64: no package lists (apt-get update), or not a Debian"

# Asked with an empty list of what is installed, apt names all that a system needs. In a cache of our own: no root needed.
: >"$work/nothing-installed"
apt=(timeout 600 apt-get -qq -o Debug::NoLocking=1 -o APT::Sandbox::User= -o APT::Install-Recommends=false
  -o Dir::State::status="$work/nothing-installed")
download() { # download FOLDER PACKAGES...
  mkdir -p "$1/partial"
  "${apt[@]}" -o Dir::Cache::archives="$1" install --download-only --yes "${@:2}" </dev/null >"$work/apt.log" 2>&1 ||
    impossible "cannot download ${*:2}: $(tail -n 1 "$work/apt.log")"
}
download "$work/packages" "${packages[@]}"
# What is there already is not fetched twice.
mkdir "$work/services"
cp "$work"/packages/*.deb "$work/services"
download "$work/services" "${packages[@]}" "${services[@]}"
for package in "$work"/packages/*.deb; do
  case ${package##*/} in perl-base_*) ;; *) rm "$work/services/${package##*/}" ;; esac
done
# Without what it depends on.
(mkdir "$work/kernel" && cd "$work/kernel" && "${apt[@]}" download "$kernel") </dev/null >"$work/apt.log" 2>&1 ||
  impossible "cannot download $kernel: $(tail -n 1 "$work/apt.log")"

# Debian's present shape: /bin and its like are links into /usr. Old packages still have both, so the links come first.
shape() { # shape ROOT
  local name
  for name in bin sbin lib lib64; do
    mkdir -p "$1/usr/$name"
    ln -s "usr/$name" "$1/$name"
  done
}
unpack() { # unpack ROOT PACKAGE [tar options...]
  dpkg-deb --fsys-tarfile "$2" | tar -x --keep-directory-symlink --no-same-owner -C "$1" "${@:3}"
}
unpack_all() { # unpack_all ROOT PACKAGES...: without what only people read
  local package
  for package in "${@:2}"; do
    unpack "$1" "$package" --exclude='./usr/share/doc' --exclude='./usr/share/man' --exclude='./usr/share/locale' \
      --exclude='./usr/lib/*/gconv'
  done
}
pack() { # pack ROOT ARCHIVE
  (cd "$1" && find . | "$folder/busybox" cpio -o -H newc -R 0:0 2>/dev/null) >"$2"
}
shape "$root"
unpack_all "$root" "$work"/packages/*.deb
mkdir -p "$root"/{dev,proc,sys,run,tmp,root,etc}
cp "$root/usr/share/base-passwd/passwd.master" "$root/etc/passwd"
cp "$root/usr/share/base-passwd/group.master" "$root/etc/group"

# The kernel's own package has everything in one tree; only what matches is written.
version=${kernel#linux-image-}
wanted=("./boot/vmlinuz-$version" "./lib/modules/$version/modules.*")
for module in "${modules[@]}"; do wanted+=("./lib/modules/$version/$module"); done
unpack "$root" "$work"/kernel/*.deb --wildcards "${wanted[@]}"

# Programs of that system run here by its own loader: the same version, whatever this machine has, and no chroot.
library=$(dirname "$(find "$root/usr/lib" -name 'libkmod.so.2' -print -quit)")
there() { # there NAME PROGRAM ARGUMENTS...: NAME is what the program thinks it was called
  "$root/lib64/ld-linux-x86-64.so.2" --library-path "$library" --argv0 "$1" "$root/$2" "${@:3}"
}
there depmod bin/kmod -b "$root" "$version"
# udev's names of vendors and products; of the hardware database only what is about USB.
find "$root/usr/lib/udev/hwdb.d" -name '*.hwdb' ! -name '*usb*' -delete
there systemd-hwdb bin/systemd-hwdb --root="$root" update
rm -rf "$root/usr/lib/udev/hwdb.d" "$root"/usr/share/{base-passwd,debconf,perl5,bash-completion}

# Whatever Debian's programs leave open, busybox does.
cp "$root/bin/busybox" "$folder/busybox"
for name in $("$folder/busybox" --list); do
  [ -e "$root/bin/$name" ] || [ -e "$root/sbin/$name" ] || ln -s busybox "$root/bin/$name"
done
ln -sf busybox "$root/bin/sh"
install -m 755 "$here/guest/init" "$root/init"
install -m 755 "$here/guest/agent" "$root/usr/bin/agent"

mv "$root/boot/vmlinuz-$version" "$folder/kernel"
rm -r "$root/boot"
# Perl is for the scripts of packages, and comes with the services.
rm -rf "$root"/usr/lib/*/perl-base "$root/usr/bin/perl"*
pack "$root" "$work/system.cpio"

# The system with services. Nothing of it is configured by its packages' scripts, so that is done here.
second=$work/second
shape "$second"
unpack_all "$second" "$work"/services/*.deb
# Of Python what its own tools and tests need stays away: all of this is unpacked at each start.
rm -rf "$second"/usr/lib/python3*/{lib2to3,distutils,idlelib,ensurepip,pydoc_data,unittest} "$second"/usr/share/python3
etc=$second/etc
mkdir -p "$second"/var/lib/dpkg/{info,updates,triggers}
touch "$second"/var/lib/dpkg/{status,available}
# dpkg asks for it, and a system that never gets another library has no use for it.
printf '#!/bin/sh\n' >"$second/usr/sbin/ldconfig"
chmod 755 "$second/usr/sbin/ldconfig"
mkdir -p "$etc/pam.d" "$etc/systemd/system/"{multi-user.target.wants,sysinit.target.wants,getty@tty1.service.d} "$second/var/lib"
cp "$root/etc/passwd" "$root/etc/group" "$etc"
# The sailor sits at the screen, and is not in the group dialout.
echo 'sailor:x:1001:1001::/tmp:/bin/sh' >>"$etc/passwd"
echo 'messagebus:x:101:101::/nonexistent:/usr/sbin/nologin' >>"$etc/passwd"
printf '%s\n' 'sailor:x:1001:' 'messagebus:x:101:' >>"$etc/group"
sed 's/:.*/:*:19000::::::/' "$etc/passwd" >"$etc/shadow"
for name in auth account password session session-noninteractive; do
  echo "${name%-noninteractive} required pam_permit.so" >"$etc/pam.d/common-$name"
done
echo 'session optional pam_systemd.so' | tee -a "$etc/pam.d/common-session" >/dev/null
printf '[Service]\nExecStart=\nExecStart=-/sbin/agetty --autologin sailor --noclear tty1 linux\n' \
  >"$etc/systemd/system/getty@tty1.service.d/sailor.conf"
ln -sf /usr/lib/systemd/system/multi-user.target "$etc/systemd/system/default.target"
ln -sf /usr/lib/systemd/system/getty@.service "$etc/systemd/system/multi-user.target.wants/getty@tty1.service"
# None of these has anything to do here, and each takes time.
for name in systemd-hwdb-update systemd-timesyncd systemd-firstboot systemd-pstore systemd-binfmt systemd-update-utmp \
  systemd-journal-catalog-update systemd-update-done ldconfig fstrim console-getty serial-getty@ttyS0; do
  ln -sf /dev/null "$etc/systemd/system/$name.service"
done
for name in proc-sys-fs-binfmt_misc.automount dev-hugepages.mount fstrim.timer systemd-tmpfiles-clean.timer; do
  ln -sf /dev/null "$etc/systemd/system/$name"
done
install -m 644 "$here"/guest/services/*.service "$etc/systemd/system"
ln -s ../kernel-stream.service "$etc/systemd/system/sysinit.target.wants"
ln -s ../agent.service "$etc/systemd/system/multi-user.target.wants"
echo 00000000000000000000000000000001 >"$etc/machine-id"
: >"$etc/fstab"
printf '%s\n' '127.0.0.1 localhost' '::1 localhost' >"$etc/hosts"
install -m 755 "$here/guest/services/init" "$second/init-services"
pack "$second" "$work/services.cpio"
mv "$work/system.cpio" "$work/services.cpio" "$folder"
echo "$stamp" >"$folder/stamp"
size() { du -h "$folder/$1" | cut -f 1; }
echo "built the machine: kernel $version, system $(size system.cpio), services $(size services.cpio)" >&2
