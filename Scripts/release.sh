#!/usr/bin/env bash
# Builds the tool as it is installed, into .build/install; its last line says where it is.
# usage: release.sh [--names | --probe]
#        --names keeps the names of its functions, for hot-functions.py
#        --probe builds the probe of the USB tests instead, from the same modules
set -euo pipefail
cd "$(dirname "$0")/.."

# Small, quick to start, and little of it in memory; docs/performance.md says what each brings.
static=$PWD/.build/static
flags=(
  -c release --scratch-path .build/install
  # The runtimes of Swift and C++ inside. Other libraries are the system's: none is looked for beside the program.
  --static-swift-stdlib -Xswiftc -use-ld=lld --disable-local-rpath
  -Xswiftc "-L$static" -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
  # The engine of regular expressions is a mistake.
  -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import
  # Nothing that is exported and nothing that is unused; relocations packed.
  -Xswiftc -Xfrontend -Xswiftc -function-sections
  -Xlinker --gc-sections -Xlinker --no-export-dynamic -Xlinker -O2 -Xlinker -z -Xlinker pack-relative-relocs
  # The functions that `watch`, `monitor` and `serve` run side by side.
  -Xlinker "--symbol-ordering-file=$PWD/Scripts/hot-functions.txt" -Xlinker --no-warn-symbol-ordering
)
# A build that had nothing to do leaves the program as old as it was.
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
# What root builds in somebody's folder, that somebody cannot build again; and sudo's path seldom has a toolchain.
if [ "$(id -u)" -eq 0 ] && [ "$(stat -c %u .)" -ne 0 ] || ! command -v swift >/dev/null; then
  echo "release: the tool is not built, or not of these sources. First, as yourself and with swift in your path:" >&2
  echo "    make release" >&2
  exit 1
fi
make --no-print-directory setup >&2
# The library of C++ where the linker looks first, and no shared one beside it.
install -d "$static"
clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang
ln -sf "$("$clang" -print-file-name=libstdc++.a)" "$static/"
swift build --product "$product" "${flags[@]}" >&2
[ "${1:-}" = --names ] || touch "$stamp"
echo "$program"
