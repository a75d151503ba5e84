#!/usr/bin/env bash
# Runs `swift format` with the arguments given over all Swift files of the project.
# usage: swift-files.sh lint --strict | swift-files.sh --in-place
set -euo pipefail
cd "$(dirname "$0")/../.."

# The programs that a test gives to the compiler are written as their readers would write them, races and all, and some
# stand word for word in the documentation: they are not held to the rules.
mapfile -d '' files < <(find Package.swift Sources Tests docs -name '*.swift' -not -path '*/.build/*' \
  -not -path 'Tests/*/Compiling/Cases/*' -print0 | sort -z)
exec swift format "$@" --parallel "${files[@]}"
