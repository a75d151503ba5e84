#!/usr/bin/env bash
# Builds the pure modules as Embedded Swift, and looks at what they ask of the world.
# usage: embedded.sh [host | cortex-m4]    for one of the two; else for both
#
# That a module compiles proves that it needs neither Foundation nor the runtime's type information. The names that its
# object file leaves open prove the rest: memory from an allocator, and nothing of libc or libm beside it.
set -euo pipefail
cd "$(dirname "$0")/../.."

modules=(NMEA UBX SiRF CASIC GNSS)
# What the Embedded standard library itself asks for: an allocator, block moves, hash seeds, a way to print.
allowed='^(malloc|free|posix_memalign|memcpy|memmove|memset|arc4random_buf|putchar|__stack_chk_(fail|guard))$'
# The arithmetic of chips without a unit for it comes with the compiler.
compiler='^__aeabi_'

build() { # folder, further arguments of swiftc
  local out=$1
  shift
  rm -rf "$out"
  mkdir -p "$out"
  for module in "${modules[@]}"; do
    mapfile -t sources < <(find Sources -path "*/$module/*.swift" | sort)
    swiftc -swift-version 6 -wmo -parse-as-library -package-name gpsbridge -module-name "$module" \
      -enable-experimental-feature Embedded -enable-upcoming-feature ExistentialAny \
      -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility \
      -emit-module -emit-module-path "$out/$module.swiftmodule" -I "$out" \
      -c -o "$out/$module.o" "$@" "${sources[@]}"
    # Names that begin with $ are Swift's own, from a module below.
    local asked
    asked=$(llvm_nm "$out/$module.o" | grep -v '^\$' | grep -vE "$allowed" | grep -vE "$compiler" || true)
    if [ -n "$asked" ]; then
      echo "$module asks the world for: $(echo "$asked" | tr '\n' ' ')" >&2
      return 1
    fi
  done
}

llvm_nm() {
  local nm
  nm="$(dirname "$(command -v swiftc)")/llvm-nm"
  [ -x "$nm" ] || nm="nm"
  "$nm" --undefined-only --format=just-symbols "$1" 2>/dev/null || "$nm" -u "$1" | awk '{ print $NF }'
}

case ${1-} in
  "" | host | cortex-m4) ;;
  *)
    echo "embedded.sh: there is no machine named $1: host, cortex-m4" >&2
    exit 2
    ;;
esac
if [ "${1:-host}" = host ]; then
  echo "Embedded Swift, this machine: ${modules[*]}"
  build .build/embedded/host
fi
if [ "${1:-cortex-m4}" = cortex-m4 ]; then
  echo "Embedded Swift, ARM Cortex-M4: ${modules[*]}"
  build .build/embedded/cortex-m4 -target armv7em-none-none-eabi
fi
