#!/usr/bin/env bash
# Runs `swift format` with the arguments given over all Swift files of the project.
# usage: swift-files.sh lint --strict | swift-files.sh --in-place
set -euo pipefail
cd "$(dirname "$0")/../.."

places=(Package.swift)
for folder in Sources Tests docs; do
  [ -z "$(find "$folder" -name '*.swift' -print -quit 2>/dev/null)" ] || places+=("$folder")
done
exec swift format "$@" --parallel --recursive "${places[@]}"
