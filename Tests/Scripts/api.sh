#!/usr/bin/env bash
# Compares the public interface of the libraries with the last release; a breaking change is an error.
# usage: api.sh [TAG]
#
# Before the first release nothing can break, and the script succeeds. Afterwards it compares with the newest version tag that is an
# ancestor. An intended break is listed in Tests/Scripts/api-breaks.txt, in the words of the message, until it is released.
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
# A separate folder without strict warnings: the old revision is built too, and a newer compiler may warn about it.
unset GPSBRIDGE_STRICT
exec swift package --scratch-path .build/api diagnose-api-breaking-changes "$tag" "${allowed[@]}"
