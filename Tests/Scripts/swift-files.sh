#!/usr/bin/env bash
# Runs `swift format` with the given arguments on all Swift files of the project.
# usage: swift-files.sh lint --strict | swift-files.sh --in-place
set -euo pipefail
cd "$(dirname "$0")/../.."

# Except for the programs that a test compiles: they are written as users would write them, with races, and the documentation
# quotes some of them.
mapfile -d '' files < <(find Package.swift Sources Tests docs -name '*.swift' -not -path '*/.build/*' \
  -not -path 'Tests/*/Compiling/Cases/*' -print0 | sort -z)
exec swift format "$@" --parallel "${files[@]}"
