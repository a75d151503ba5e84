#!/usr/bin/env bash
# Builds what the virtual machine boots: a Debian kernel, and a small Debian (udev, busybox, libudev) that is unpacked
# into its memory. No root needed, and nothing is installed: packages come through this machine's own apt sources.
#
# usage: image.sh FOLDER     FOLDER gets: kernel, system.cpio, busybox, modules (text: the kernel's version), stamp
# status: 0 built, or there already; 77 impossible on this machine, with the reason on standard error; else a fault.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
folder=${1:?usage: image.sh FOLDER}

# What udev and our program need there. libstdc++6 is for the Swift runtime inside that program.
packages=(udev kmod busybox-static base-passwd libc6 libstdc++6 libudev1)
# The part of the kernel's modules that has to do with USB serial ports and with virtio, by which we talk to the machine.
modules=(kernel/drivers/usb/{common,core,host,class,serial} kernel/drivers/virtio kernel/drivers/char/virtio_console.ko)

impossible() { echo "$*" >&2; exit 77; }

# The stamp tells of what these scripts, and the kernel that apt has to offer, would make.
kernel_package() { apt-cache depends linux-image-amd64 2>/dev/null | awk '/Depends: linux-image-[0-9]/ { print $2; exit }'; }
[ "$(uname -m)" = x86_64 ] || impossible "the machine is built from Debian's packages for x86_64, this is $(uname -m)"
command -v apt-get >/dev/null || impossible "the machine is built from Debian's packages, and there is no apt-get"
stamp=$(cat "$here"/image.sh "$here"/unpack_kernel.py "$here"/guest/* /etc/os-release | sha256sum)
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
mkdir -p "$work/packages/partial"
: >"$work/nothing-installed"
apt=(timeout 600 apt-get -qq -o Debug::NoLocking=1 -o APT::Sandbox::User= -o APT::Install-Recommends=false
  -o Dir::State::status="$work/nothing-installed" -o Dir::Cache::archives="$work/packages")
"${apt[@]}" install --download-only --yes "${packages[@]}" </dev/null >"$work/apt.log" 2>&1 ||
  impossible "cannot download ${packages[*]}: $(tail -n 1 "$work/apt.log")"
(mkdir "$work/kernel" && cd "$work/kernel" && "${apt[@]}" download "$kernel") </dev/null >"$work/apt.log" 2>&1 ||
  impossible "cannot download $kernel: $(tail -n 1 "$work/apt.log")"

# Debian's present shape: /bin and its like are links into /usr. Old packages still have both, so the links come first.
for name in bin sbin lib lib64; do
  mkdir -p "$root/usr/$name"
  ln -s "usr/$name" "$root/$name"
done
unpack() { # unpack PACKAGE [tar options...]
  dpkg-deb --fsys-tarfile "$1" | tar -x --keep-directory-symlink --no-same-owner -C "$root" "${@:2}"
}
for package in "$work"/packages/*.deb; do
  unpack "$package" --exclude='./usr/share/doc' --exclude='./usr/share/man' --exclude='./usr/share/locale' \
    --exclude='./usr/lib/*/gconv' --exclude='./usr/lib/*/perl*'
done
mkdir -p "$root"/{dev,proc,sys,run,tmp,root,etc}
cp "$root/usr/share/base-passwd/passwd.master" "$root/etc/passwd"
cp "$root/usr/share/base-passwd/group.master" "$root/etc/group"

# The kernel's own package has everything in one tree; only what matches is written.
version=${kernel#linux-image-}
wanted=("./boot/vmlinuz-$version" "./lib/modules/$version/modules.*")
for module in "${modules[@]}"; do wanted+=("./lib/modules/$version/$module"); done
unpack "$work"/kernel/*.deb --wildcards "${wanted[@]}"

# Programs of that system run here by its own loader: the same version, whatever this machine has, and no chroot.
library=$(dirname "$(find "$root/usr/lib" -name 'libkmod.so.2' | head -n 1)")
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

python3 "$here/unpack_kernel.py" "$root/boot/vmlinuz-$version" "$folder/kernel"
rm -r "$root/boot"
(cd "$root" && find . | "$folder/busybox" cpio -o -H newc -R 0:0 2>/dev/null) >"$work/system.cpio"
mv "$work/system.cpio" "$folder/system.cpio"
echo "$stamp" >"$folder/stamp"
echo "built the machine: kernel $version, system $(du -h "$folder/system.cpio" | cut -f 1)" >&2
