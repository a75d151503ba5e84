#!/usr/bin/env bash
# Builds the documentation of the libraries into .build/docs/gpsbridge.doccarchive; a warning is an error.
# usage: docs.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

# Each behind those that it speaks of.
modules=(NMEA UBX GNSS Delivery DeliveryReactive SerialPorts GPSBridge SimulatedGPS CoreLocation)
highest=(SimulatedGPS CoreLocation) # building them builds the others
out=$PWD/.build/docs

# From scratch: for what an earlier build left, the compiler would write no symbols.
rm -rf "$out"
mkdir -p "$out/symbols"
for target in "${highest[@]}"; do
  swift build --target "$target" --scratch-path "$out/build" \
    -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$out/symbols" \
    -Xswiftc -symbol-graph-minimum-access-level -Xswiftc public >"$out/build.log" 2>&1 ||
    { cat "$out/build.log"; exit 1; }
done

archives=()
known=()
for module in "${modules[@]}"; do
  # Each archive gets the symbols of its own module, and what that adds to others.
  mkdir "$out/symbols/$module"
  find "$out/symbols" -maxdepth 1 \( -name "$module.symbols.json" -o -name "$module@*.symbols.json" \) \
    -exec mv {} "$out/symbols/$module/" \;
  catalogue=()
  if [ -d "Sources/$module/$module.docc" ]; then catalogue=("Sources/$module/$module.docc"); fi
  echo "docs: $module"
  docc convert "${catalogue[@]}" --additional-symbol-graph-dir "$out/symbols/$module" \
    --fallback-display-name "$module" --fallback-bundle-identifier "gpsbridge.$module" \
    --enable-experimental-external-link-support "${known[@]}" \
    --output-dir "$out/$module.doccarchive" --warnings-as-errors
  archives+=("$out/$module.doccarchive")
  known+=(--dependency "$out/$module.doccarchive")
done

docc merge "${archives[@]}" --output-path "$out/gpsbridge.doccarchive" \
  --synthesized-landing-page-name gpsbridge --synthesized-landing-page-kind Package
echo "docs: in .build/docs/gpsbridge.doccarchive, for any file server"
