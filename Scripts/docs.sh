#!/usr/bin/env bash
# Builds the documentation of the libraries as one site, .build/docs/gpsbridge.doccarchive. Warnings, undocumented public symbols
# and types that no topic lists are errors.
# usage: docs.sh [FOLDER]    uses the modules of a release build in FOLDER; without it, builds them
#        docs.sh --targets   prints the targets that such a build must contain
set -euo pipefail
cd "$(dirname "$0")/.."

# Each after the modules that it mentions. CoreLocation has no symbols of its own: it
# only re-exports GPSCoreLocation.
modules=(NMEA UBX GNSS GPSGeodesy GPSDelivery GPSDeliveryReactive GPSEventRuntime SerialPorts GPSBridge GPSFormats GPSServices GPSWeb GPSStore SimulatedGPS GPSCoreLocation)
highest=(SimulatedGPS GPSServices GPSStore GPSWeb GPSCoreLocation) # building them builds the others
if [ "${1:-}" = --targets ]; then
  echo "${highest[@]}"
  exit
fi
out=$PWD/.build/docs
rm -rf "$out"
mkdir -p "$out/symbols"

if [ $# -gt 0 ]; then
  built=$PWD/$1/release
  [ -d "$built/Modules" ] || { echo "docs.sh: there is no build in $1" >&2; exit 2; }
else
  for target in "${highest[@]}"; do swift build --target "$target"; done
  built=$(swift build --show-bin-path)
fi
triple=$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')
c_modules=(-I "$(find Sources -type d -name CGPSUdev)")
for folder in "$built"/C*.build; do c_modules+=(-I "$folder"); done

# Symbols and their comments come from the built modules, so nothing is compiled again. Each archive has the symbols of its module
# and that module's extensions of others.
for module in "${modules[@]}"; do
  mkdir "$out/symbols/$module"
  swift symbolgraph-extract -module-name "$module" -I "$built/Modules" "${c_modules[@]}" -target "$triple" \
    -minimum-access-level public -output-dir "$out/symbols/$module"
done
Tests/Scripts/documentation-coverage.py "$out"/symbols/*

archives=()
known=()
for module in "${modules[@]}"; do
  catalogue=()
  folder=$(find Sources -type d -name "$module.docc")
  if [ -n "$folder" ]; then catalogue=("$folder"); fi
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
