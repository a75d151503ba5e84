#!/usr/bin/env bash
# Builds what others build on this package, as packages of their own that depend on this one by its path: the example of such
# a package, whose tests are run, and the code of published texts, where they are at hand.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$PWD/.build/outside

swift test --package-path docs/examples/trip-meter --scratch-path .build/trip-meter

rm -rf "$folder/Sources"
mkdir -p "$folder/Sources"
GPSBRIDGE_OUTSIDE=$folder swift test --no-parallel --filter 'The code of a published text'

mapfile -t targets < <(ls "$folder/Sources")
if [[ ${#targets[@]} -eq 0 ]]; then
  echo 'outside: skipped, the published texts are not at hand'
  exit 0
fi
{
  cat <<'PACKAGE'
// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "outside",
  dependencies: [.package(name: "gpsbridge", path: "../..")],
  targets: [
PACKAGE
  for target in "${targets[@]}"; do
    cat <<TARGET
    .target(
      name: "$target",
      dependencies: [
        .product(name: "CoreLocation", package: "gpsbridge"),
        .product(name: "DeliveryReactive", package: "gpsbridge"),
      ]),
TARGET
  done
  printf '  ]\n)\n'
} > "$folder/Package.swift"
swift build --package-path "$folder"
printf 'outside: %d texts built: %s\n' "${#targets[@]}" "${targets[*]}"
