#!/usr/bin/env bash
# Compares the public interface of the libraries with that of the last release; a break is an error.
# usage: api.sh [TAG]
#
# Before the first release there is nothing that could break: it says so and ends well. From then on it compares with the newest tag
# that can be reached from here and looks like a version. A break that is meant is written into Tests/Scripts/api-breaks.txt,
# word for word as it is told, and taken out again with the release that has it.
set -euo pipefail
cd "$(dirname "$0")/../.."

tag=${1:-$(git describe --tags --abbrev=0 --match '[0-9]*.[0-9]*.[0-9]*' --match 'v[0-9]*.[0-9]*.[0-9]*' 2>/dev/null || true)}
if [ -z "$tag" ]; then
  echo "api: nothing is released yet, so nothing can break"
  exit 0
fi
git rev-parse --quiet --verify "$tag^{commit}" >/dev/null || {
  echo "api.sh: there is no $tag here; a shallow clone has no tags: git fetch --tags" >&2
  exit 2
}
meant=Tests/Scripts/api-breaks.txt
allowed=()
if [ -s "$meant" ]; then allowed=(--breakage-allowlist-path "$meant"); fi
echo "api: compared with $tag"
# A folder of its own: the old revision is built too, and may have what a newer compiler warns of.
unset GPSBRIDGE_STRICT
exec swift package --scratch-path .build/api diagnose-api-breaking-changes "$tag" "${allowed[@]}"
