#!/usr/bin/env bash
# Builds the tool as it is installed, in .build/install; the last line printed is its path.
# usage: release.sh [--names | --probe]
#        --names keeps the names of functions, for hot-functions.py
#        --probe builds the probe of the USB tests instead, with the same modules
set -euo pipefail
cd "$(dirname "$0")/.."

# For a small program that starts quickly and uses little memory; docs/performance.md has the effect of each flag.
static=$PWD/.build/static
flags=(
  -c release --scratch-path .build/install
  # Link the runtimes of Swift and C++ statically. All other libraries are the system's; don't search beside the program.
  --static-swift-stdlib -Xswiftc -use-ld=lld --disable-local-rpath
  -Xswiftc "-L$static" -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
  # Don't link the engine for regular expressions, which the tool does not use.
  -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import
  # Export nothing, drop unused code, pack relocations.
  -Xswiftc -Xfrontend -Xswiftc -function-sections
  -Xlinker --gc-sections -Xlinker --no-export-dynamic -Xlinker -O2 -Xlinker -z -Xlinker pack-relative-relocs
  # Put the functions that `watch`, `monitor` and `serve` run next to each other.
  -Xlinker "--symbol-ordering-file=$PWD/Scripts/hot-functions.txt" -Xlinker --no-warn-symbol-ordering
)
# A build without changes does not touch the program, so a separate file has the time of the last build.
stamp=$PWD/.build/install/built
product=gpsbridge
case ${1:-} in
  '') flags+=(-Xlinker -s) ;;
  --names) flags+=(-Xlinker -S) && rm -f "$stamp" ;;
  --probe) flags+=(-Xlinker -s) && product=cable-probe stamp=$stamp-probe ;;
  *)
    echo "release: expected --names, --probe or nothing, found '$1'" >&2
    exit 2
    ;;
esac

program=$PWD/.build/install/release/$product
is_fresh() {
  [ -x "$program" ] && [ -e "$stamp" ] &&
    [ -z "$(find Sources Tests/USBTests/Probe Package.swift Scripts/release.sh Scripts/hot-functions.txt -newer "$stamp" -print -quit)" ]
}

if is_fresh; then
  echo "$program"
  exit 0
fi
# Don't build as root in another user's folder: that user could not build there again, and sudo's path rarely has a toolchain.
if [ "$(id -u)" -eq 0 ] && [ "$(stat -c %u .)" -ne 0 ] || ! command -v swift >/dev/null; then
  echo "release: the tool is not built, or its sources have changed. First, as yourself and with swift in your path:" >&2
  echo "    make release" >&2
  exit 1
fi
make --no-print-directory setup >&2
# The static C++ library in the folder that the linker searches first, without the shared one.
install -d "$static"
clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang
ln -sf "$("$clang" -print-file-name=libstdc++.a)" "$static/"
swift build --product "$product" "${flags[@]}" >&2
[ "${1:-}" = --names ] || touch "$stamp"
echo "$program"
