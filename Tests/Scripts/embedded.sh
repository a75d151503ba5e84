#!/usr/bin/env bash
# Builds the pure modules as Embedded Swift, and checks which external symbols they need.
#
# If a module compiles, it needs neither Foundation nor type information at run time. The undefined symbols of its object file show
# the rest: it may need an allocator, and nothing else of libc or libm.
set -euo pipefail
cd "$(dirname "$0")/../.."

modules=(NMEA UBX GNSS)
# Symbols that the Embedded standard library needs: an allocator, block moves, hash seeds, output.
allowed='^(malloc|free|posix_memalign|memcpy|memmove|memset|arc4random_buf|putchar|__stack_chk_(fail|guard))$'
# Arithmetic functions of the compiler, for chips without a unit for it.
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
    # Names that begin with $ are Swift symbols of another module.
    local asked
    asked=$(llvm_nm "$out/$module.o" | grep -v '^\$' | grep -vE "$allowed" | grep -vE "$compiler" || true)
    if [ -n "$asked" ]; then
      echo "$module needs these symbols: $(echo "$asked" | tr '\n' ' ')" >&2
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

echo "Embedded Swift, this machine: ${modules[*]}"
build .build/embedded/host
echo "Embedded Swift, ARM Cortex-M4: ${modules[*]}"
build .build/embedded/cortex-m4 -target armv7em-none-none-eabi
