#!/usr/bin/env bash
# Prints how many positions lie inside the radius that their accuracy states, by surroundings, receiver and source.
# usage: accuracy.sh [SEEDS] [MINUTES]
#
# The places of recordings are those that their headers name with at least five decimals of a degree. Without the shared
# recordings only simulated receivers are shown.
set -euo pipefail
cd "$(dirname "$0")/../.."

recordings=${GPSBRIDGE_SHARED:-../shared}/corpus/dev
known=(
  gr8013-w.log=52.51478,13.46427 st-teseo-liv4f.log=47.38333,0.76480
  ublox-zed-f9p-nmea.log=-45.8775915,170.500124833 ublox-zed-f9p-sfrbx.log=44.068859,-121.314089
  unicore-um621.log=44.06886183,-121.3141
  ublox-lea-4h.log=49.126356,-122.710015 motorola-t805.log=48.66564,2.24812
)
files=()
for entry in "${known[@]}"; do
  if [ -f "$recordings/${entry%%=*}" ]; then files+=("$recordings/$entry"); fi
done
[ ${#files[@]} -gt 0 ] || echo "accuracy: skipped: recordings with a known place, $recordings is missing"

swift build -c release --product accuracy-benchmark >.build/accuracy.log 2>&1 || { cat .build/accuracy.log; exit 1; }
exec "$(swift build -c release --show-bin-path)/accuracy-benchmark" "${1:-8}" "${2:-20}" ${files[@]+"${files[@]}"}
