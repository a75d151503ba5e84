#!/usr/bin/env bash
# Prints the Debian 12 packages that the Swift toolchain needs and this system lacks, or nothing. An unpacked toolchain has
# neither its libraries nor a linker nor the C headers.
# usage: toolchain-needs.sh
set -euo pipefail

if ! command -v swift >/dev/null; then
  echo 'There is no swift in the path. Install the Swift toolchain, 6.2 or later: https://www.swift.org/install/linux/' >&2
  exit 1
fi
folder=$(dirname "$(readlink -f "$(command -v swift)")")
if [ ! -e "$folder/swift-build" ]; then
  # A launcher such as swiftly's, which has installed what its toolchain needs.
  exit 0
fi

declare -A package=(
  [libcurl.so.4]=libcurl4 [libedit.so.2]=libedit2 [libncurses.so.6]=libncurses6 [libncursesw.so.6]=libncursesw6
  [libsqlite3.so.0]=libsqlite3-0 [libtinfo.so.6]=libtinfo6 [libxml2.so.2]=libxml2 [libz.so.1]=zlib1g
  [libstdc++.so.6]=libstdc++6 [libgcc_s.so.1]=libgcc-s1
)
programs=()
for name in swift-build swift-driver swift-frontend clang lld docc; do
  [ ! -e "$folder/$name" ] || programs+=("$folder/$name")
done
mapfile -t absent < <(ldd "${programs[@]}" 2>/dev/null | awk '/not found/ { print $1 }' | sort -u)

needed=()
for library in "${absent[@]}"; do
  if [ -n "${package[$library]:-}" ]; then
    needed+=("${package[$library]}")
  else
    echo "The Swift toolchain needs $library, and this script does not know which package has it." >&2
  fi
done
# The toolchain links with gold.
command -v ld.gold >/dev/null || needed+=(binutils)
[ -e /usr/include/stdio.h ] || needed+=(libc6-dev)
compgen -G '/usr/lib/gcc/*/*/libstdc++.so' >/dev/null || needed+=(libstdc++-12-dev)
command -v pkg-config >/dev/null || needed+=(pkg-config)
echo "${needed[@]}"
