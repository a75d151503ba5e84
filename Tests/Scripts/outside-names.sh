#!/usr/bin/env bash
# Builds a program with two packages: this one, by its product GPSCoreLocation, and one that declares types of its own unless
# `#if canImport(CoreLocation)`. It is built three times, with changes in between, and a fourth time as if the other package had been
# added only then. All builds must have the same interface.
# usage: outside-names.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$PWD/.build/outside-names
scratch=$folder/build
rm -rf "$folder"
mkdir -p "$folder"
cp -R Tests/Apparatus/Outside/NameSeekers/* "$folder"
sed -i "s|path: \"../../../../..\"|path: \"$PWD\"|" "$folder/App/Package.swift"
triple=$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')

# The interface of a module, a line for each symbol.
cat >"$folder/symbols.py" <<'PYTHON'
import json, sys
for symbol in json.load(sys.stdin)['symbols']:
    print(symbol['identifier']['precise'], *(part['spelling'] for part in symbol['declarationFragments']))
PYTHON

# build NUMBER: builds, runs the program, and compares its output and the interface of Places with the first build.
build() {
  local here=$folder/$1 modules
  mkdir "$here"
  swift build --package-path "$folder/App" --scratch-path "$scratch" >"$here/log" 2>&1 || {
    cat "$here/log" >&2
    echo "outside-names.sh: build $1 failed" >&2
    exit 1
  }
  modules=$(swift build --package-path "$folder/App" --scratch-path "$scratch" --show-bin-path)/Modules
  "${modules%Modules}App" >"$here/interface"
  swift symbolgraph-extract -module-name Places -I "$modules" -minimum-access-level public -target "$triple" -output-dir "$here"
  python3 "$folder/symbols.py" <"$here/Places.symbols.json" | sort >>"$here/interface"
  diff "$folder/1/interface" "$here/interface" || {
    echo "outside-names.sh: build $1 has a different interface from the first one" >&2
    exit 1
  }
}

build 1
head -1 "$folder/1/interface"
grep -qx 'GPSCoreLocation.CLLocationCoordinate2D and Places.CLLocationCoordinate2D' "$folder/1/interface"
echo '// The package beside ours has changed.' >>"$folder/Places/Sources/Places/Point.swift"
build 2
echo '// So has the program, and the package once more.' | tee -a "$folder/App/Sources/App/main.swift" >>"$folder/Places/Sources/Places/Point.swift"
build 3
# Our modules are already built when the other package is compiled for the first time.
find "$scratch/" \( -path '*/Places.build/*' -o -name 'Places.swiftmodule' \) -type f -not -name '*.json' -delete
build 4
echo 'outside: a package that looks for CoreLocation has the same interface in each of four builds'
