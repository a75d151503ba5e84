#!/usr/bin/env bash
# Prints the share of positions within the radius of their stated accuracy, by environment, receiver and source.
# usage: accuracy.sh [SEEDS] [MINUTES]
#
# The true place of a recording is in its header, with at least five decimals of a degree, unless the header means the town:
# quectelLC79D-1 is 28 km from its place, ublox-lea-4h 900 m. The place of the carrier-phase solution is the median of its fixed
# epochs. Without the shared recordings only simulated receivers are measured.
# The status is 1 if the share of a class of simulated receivers differs from its stated accuracy without a documented exception.
set -euo pipefail
cd "$(dirname "$0")/../.."

recordings=${GPSBRIDGE_SHARED:-../shared}
known=(
  corpus/dev/gr8013-w.log=52.51478,13.46427 corpus/dev/st-teseo-liv4f.log=47.38333,0.76480
  corpus/dev/ublox-zed-f9p-nmea.log=-45.8775915,170.500124833
  corpus/dev/ublox-zed-f9p-sfrbx.log=44.068859,-121.314089
  corpus/dev/unicore-um621.log=44.06886183,-121.3141
  corpus/dev/motorola-t805.log=48.66564,2.24812
  corpus/dev/quectel-eg25-g.log=36.763803983,31.410876250 corpus/dev/ublox-neo-m8u.log=51.5910173,-0.024636
  corpus-rtcm/rtk-by-rtklib.nmea=35.160872549,139.613836793
)
files=()
for entry in "${known[@]}"; do
  if [ -f "$recordings/${entry%%=*}" ]; then files+=("$recordings/$entry"); fi
done
[ ${#files[@]} -gt 0 ] || echo "accuracy: skipped: recordings with a known place, $recordings is missing"

program=$(Scripts/release.sh --benchmark 2>.build/accuracy.log | tail -n 1) || { cat .build/accuracy.log; exit 1; }
exec "$program" accuracy "${1:-8}" "${2:-20}" \
  ${files[@]+"${files[@]}"}
