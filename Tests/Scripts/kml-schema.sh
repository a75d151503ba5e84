#!/usr/bin/env bash
# Puts the official schemas of KML 2.2 and of Google's extensions into .build/kml-schema, unless they are there.
#
# PyPI's pykml has them in a form that needs no network. Its wheel is only unpacked: nothing of it is installed or run.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=.build/kml-schema
[ ! -f "$folder/kml22gx.xsd" ] || exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! python3 -m pip --quiet --disable-pip-version-check download --no-deps --only-binary :all: --dest "$work" \
  pykml==0.2.0 >"$work/log" 2>&1; then
  echo "The official schemas of KML can't be had: $(tail -n 1 "$work/log")" >&2
  exit 1
fi
python3 -m zipfile --extract "$work"/pykml-*.whl "$work/wheel"
mkdir -p "$folder"
# The last one is the one that is looked for.
for name in atom-author-link xAL ogckml22 kml22gx; do cp "$work/wheel/pykml/schemas/$name.xsd" "$folder/"; done
# It looks for its neighbours in a folder of that name.
sed -i 's|\.\./schemas/||' "$folder/kml22gx.xsd"
