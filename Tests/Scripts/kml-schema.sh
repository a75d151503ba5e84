#!/usr/bin/env bash
# Stores the official schemas of KML 2.2 and of Google's extensions in .build/kml-schema, unless they are there.
#
# They come from PyPI's pykml, in which they refer to no other address. Its wheel is only unpacked, not installed or run.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=.build/kml-schema
[ ! -f "$folder/kml22gx.xsd" ] || exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "pykml==0.2.0 --hash=sha256:bd4e259527a88c3b3d0d264c133b8b05bfc457efca37467f7f891b6be937d60e" >"$work/packages"
if ! python3 -m pip --quiet --disable-pip-version-check download --no-deps --only-binary :all: --dest "$work" \
  --require-hashes --requirement "$work/packages" >"$work/log" 2>&1; then
  echo "The official schemas of KML can't be fetched: $(tail -n 1 "$work/log")" >&2
  exit 1
fi
python3 -m zipfile --extract "$work"/pykml-*.whl "$work/wheel"
mkdir -p "$folder"
# Copy gx last: a test looks for it.
for name in atom-author-link xAL ogckml22 kml22gx; do cp "$work/wheel/pykml/schemas/$name.xsd" "$folder/"; done
# Its imports name a folder for the other schemas.
sed -i 's|\.\./schemas/||' "$folder/kml22gx.xsd"
