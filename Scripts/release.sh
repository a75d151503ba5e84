#!/usr/bin/env bash
# Builds the tool as it is installed, in .build/install; the last line printed is its path.
# usage: release.sh [--collector | --benchmark]
#        builds gpsbridge-collect or gpsbridge-benchmark instead, with the same modules
#
# The tool is linked twice. The first program runs, to find the order in which its functions are used; the second has them in that
# order: function-order.py. Beside the program are the linker's map, which has the names of its functions, and the order.
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1:-} in
  '') product=gpsbridge ;;
  --collector) product=gpsbridge-collect ;;
  --benchmark) product=gpsbridge-benchmark ;;
  *)
    echo "release: expected --collector, --benchmark or nothing, found '$1'" >&2
    exit 2
    ;;
esac
program=$PWD/.build/install/release/$product

# For a small program that starts quickly and uses little memory; docs/performance.md has the effect of each flag.
static=$PWD/.build/static
flags=(
  -c release --scratch-path .build/install
  # Link the runtimes of Swift and C++ statically. All other libraries are the system's; don't search beside the program.
  --static-swift-stdlib -Xswiftc -use-ld=lld --disable-local-rpath
  -Xswiftc "-L$static" -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
  # Don't import the engine for regular expressions, which the tool does not use; `link` checks that it is not there.
  -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import
  # Export nothing, drop unused code and all names, pack relocations.
  -Xswiftc -Xfrontend -Xswiftc -function-sections
  # Copy values by tables, where Package.swift names the feature.
  -Xswiftc -Xfrontend -Xswiftc -enable-layout-string-value-witnesses
  # Keep one of functions with the same code; nothing here compares the addresses of functions.
  -Xlinker --icf=all
  -Xlinker --gc-sections -Xlinker --no-export-dynamic -Xlinker -O2 -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -s
  # The table of functions of libraries is read-only from the start.
  -Xlinker -z -Xlinker now
  # Drop the tables for exceptions and the names of characters, keep constants out of the writable segment.
  -Xlinker --no-eh-frame-hdr -Xlinker "$PWD/Scripts/release.ld"
)
# Changed compiler flags would recompile everything; changed linker flags only link again.
link() {
  local map=$PWD/.build/install/$product.map
  swift build --product "$product" "${flags[@]}" -Xlinker "-Map=$map" -Xlinker --no-demangle "$@" >&2
  # It is there only if something was linked.
  [ ! -e "$map" ] || mv "$map" "$program.map"
  if [ "$product" != gpsbridge-benchmark ] && grep -qm 1 'libswift_StringProcessing' "$program.map"; then
    echo "release: $product contains the engine for regular expressions. Instead of String's contains and replacing," >&2
    echo "  call what Sources/Core/GPSBase/Texts/TextSearch.swift has." >&2
    exit 1
  fi
  local used
  used=$(xargs grep -lF UnicodeO6ScalarV10PropertiesV4name <"$program.product/Objects.LinkFileList" || true)
  if [ -n "$used" ]; then
    printf 'release: the names of characters (properties.name) are not in the program, but used in:\n%s\n' "$used" >&2
    exit 1
  fi
}
# A build without changes does not touch the program, so a separate file has the time of the last build.
stamp=$PWD/.build/install/built
[ "$product" = gpsbridge ] || stamp=$stamp-$product
is_fresh() {
  [ -x "$program" ] && [ -e "$stamp" ] &&
    [ -z "$(find Sources Package.swift Scripts/release.sh Scripts/release.ld Scripts/function-order.py Scripts/first-use.c \
      Tests/Scripts/tool-bench.py Tests/Apparatus/gpsbridge-benchmark -newer "$stamp" -print -quit)" ]
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
install -d "$static" "${stamp%/*}"
clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang
ln -sf "$("$clang" -print-file-name=libstdc++.a)" "$static/"
# The stamp has the time of the start, so that a change during the build is not lost.
rm -f "$stamp" "$program.order"
touch "$stamp.begun"
link
if [ "$product" = gpsbridge ]; then
  if reason=$(Scripts/function-order.py "$program" "$program.new-order" 2>&1); then
    echo "$reason" >&2
    link -Xlinker "--symbol-ordering-file=$program.new-order" -Xlinker --no-warn-symbol-ordering
    mv "$program.new-order" "$program.order"
  else
    case $? in
      77 | 127) ;; # 127: there is no Python
      *) echo "$reason" >&2; exit 1 ;;
    esac
    echo "release: linked without an order of functions, which costs speed and memory: ${reason##*$'\n'}" >&2
  fi
fi
mv "$stamp.begun" "$stamp"
echo "$program"
