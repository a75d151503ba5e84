#!/usr/bin/env bash
# Builds separate packages that depend on this one, and runs their tests or programs.
# usage: outside.sh [NAME...]    the named packages of the list below, `examples` or `texts`; all without a name
#
# A package is copied to .build/outside/NAME. Folders `then-1`, `then-2` and so on beside its manifest are changes: each in turn is
# copied over the package, which is built and run again. All packages that are built in one way have one folder of objects, since this
# package is the greater part of each.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
out=$root/.build/outside

# The name of a package, its folder, and the ways to build it: with this folder as its dependency (`path`) or with a repository of the
# same content (`git`), then `+swiftbuild` for SwiftPM's new build system and `+release` for an optimized build. Each way is in the
# list; not each package in each way.
packages=(
  'trip-meter docs/examples/trip-meter           git+swiftbuild path'
  'reactive   Tests/Apparatus/Outside/reactive   path'
  'names      Tests/Apparatus/Outside/names      path+swiftbuild path+release'
  'aliases    Tests/Apparatus/Outside/aliases    git git+swiftbuild'
  'main-files Tests/Apparatus/Outside/main-files path+swiftbuild path+release'
)

# Commits the present tree, with uncommitted changes, to a separate repository.
publish() {
  local git=(git --git-dir="$out/gpsbridge.git" --work-tree="$root") tree commit
  [ -d "$out/gpsbridge.git" ] || git init --quiet --bare "$out/gpsbridge.git"
  "${git[@]}" config core.bare false
  "${git[@]}" add --all
  tree=$("${git[@]}" write-tree)
  # The same content gives the same commit, so that nothing is built again.
  commit=$(GIT_AUTHOR_NAME=outside GIT_AUTHOR_EMAIL=outside@localhost GIT_AUTHOR_DATE='2026-01-01T00:00:00Z' \
    GIT_COMMITTER_NAME=outside GIT_COMMITTER_EMAIL=outside@localhost GIT_COMMITTER_DATE='2026-01-01T00:00:00Z' \
    "${git[@]}" commit-tree -m 'The tree for outside packages' "$tree")
  "${git[@]}" update-ref refs/heads/main "$commit"
  "${git[@]}" symbolic-ref HEAD refs/heads/main
}

# Copies a package and sets its dependency to this folder or the repository.
copy() { # folder, copy, path or git
  local dependency="name: \"gpsbridge\", path: \"$root\""
  rm -rf "$2"
  mkdir -p "$2"
  tar -C "$1" --exclude .build --exclude 'then-*' -c . | tar -C "$2" -x
  if [ "$3" = git ]; then dependency="url: \"file://$out/gpsbridge.git\", branch: \"main\""; fi
  sed -i -E "s|\.package\((name: \"gpsbridge\", )?path: \"[./]+\"\)|.package($dependency)|" "$2/Package.swift"
  grep -qF "$dependency" "$2/Package.swift" || {
    echo "outside: the manifest in $1 has no dependency .package(name: \"gpsbridge\", path: \"…\")" >&2
    exit 1
  }
}

# Runs the tests of a package, or each of its programs if it has none. Other packages don't build with our strict settings.
build_and_run() ( # copy, scratch folder, engine, configuration
  unset GPSBRIDGE_STRICT
  # Don't use the user's cache, and update to the latest commit of the branch.
  local flags=(--package-path "$1" --scratch-path "$2" --cache-path "$out/cache") main program
  if grep -q 'url: "file:' "$1/Package.swift"; then swift package "${flags[@]}" update; fi
  flags+=(--build-system "$3" --configuration "$4")
  if [ -d "$1/Tests" ]; then
    swift test "${flags[@]}" --disable-xctest
    return
  fi
  swift build "${flags[@]}"
  for main in "$1"/Sources/*/main.swift; do
    program=$(basename "$(dirname "$main")")
    printf 'outside: program %s\n' "$program"
    # A program that never ends is an error, too.
    timeout 120 swift run "${flags[@]}" --skip-build "$program" </dev/null || {
      echo "outside: $program ended with status $?" >&2
      return 1
    }
  done
)

build() { # name, folder, ways
  local name=$1 folder=$2 way word engine configuration change start
  shift 2
  for way in "$@"; do
    engine=native configuration=debug
    for word in ${way//+/ }; do
      case $word in
        path | git) ;;
        swiftbuild) engine=swiftbuild ;;
        release) configuration=release ;;
        *)
          echo "outside: $name cannot be built $word" >&2
          exit 2
          ;;
      esac
    done
    start=$SECONDS
    printf '\noutside: %s, %s\n' "$name" "$way"
    copy "$folder" "$out/$name/$way" "${way%%+*}"
    build_and_run "$out/$name/$way" "$out/objects/$way" "$engine" "$configuration"
    for change in "$folder"/then-*/; do
      [ -d "$change" ] || continue
      printf '\noutside: %s, %s, %s\n' "$name" "$way" "$(basename "$change")"
      cp -r "$change/." "$out/$name/$way"
      build_and_run "$out/$name/$way" "$out/objects/$way" "$engine" "$configuration"
    done
    done+=("$(printf '%5d s  %s, %s' $((SECONDS - start)) "$name" "$way")")
  done
}

# The code of published texts, if they are present: a package with one target.
build_texts() {
  local folder=$out/texts start=$SECONDS target targets
  rm -rf "$folder/Sources"
  mkdir -p "$folder/Sources"
  GPSBRIDGE_OUTSIDE=$folder swift test --disable-xctest --no-parallel --filter 'The code of a published text'
  mapfile -t targets < <(ls "$folder/Sources")
  if [[ ${#targets[@]} -eq 0 ]]; then
    done+=('skipped  texts: the published texts are not at hand')
    return
  fi
  {
    cat <<PACKAGE
// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "outside",
  dependencies: [.package(name: "gpsbridge", path: "$root")],
  targets: [
PACKAGE
    for target in "${targets[@]}"; do
      cat <<TARGET
    .target(
      name: "$target",
      dependencies: [
        .product(name: "CoreLocation", package: "gpsbridge"),
        .product(name: "GPSDeliveryReactive", package: "gpsbridge"),
      ]),
TARGET
    done
    printf '  ]\n)\n'
  } >"$folder/Package.swift"
  env -u GPSBRIDGE_STRICT swift build --package-path "$folder" --scratch-path "$out/objects/path"
  done+=("$(printf '%5d s  texts: %s' $((SECONDS - start)) "${targets[*]}")")
}

# The package of examples, whose programs tests run with simulated receivers.
build_examples() {
  local flags=(--package-path docs/examples --scratch-path "$out/objects/path") start=$SECONDS folder
  env -u GPSBRIDGE_STRICT swift build "${flags[@]}"
  folder=$(swift build "${flags[@]}" --show-bin-path)
  GPSBRIDGE_EXAMPLES=$folder TEST_FILES=Tests/Apparatus/GuideTests/Examples/ExampleTests.swift \
    Tests/Scripts/test.sh optimized GuideTests
  done+=("$(printf '%5d s  examples' $((SECONDS - start)))")
}

wanted=" $* "
done=()
published=
mkdir -p "$out"
for package in "${packages[@]}"; do
  read -r name folder ways <<<"$package"
  if [ $# -gt 0 ] && [[ $wanted != *" $name "* ]]; then continue; fi
  if [ -z "$published" ] && [[ " $ways" = *' git'* ]]; then
    publish
    published=yes
  fi
  # shellcheck disable=SC2086 # one word per way
  build "$name" "$folder" $ways
done
if [ $# -eq 0 ] || [[ $wanted = *' examples '* ]]; then build_examples; fi
if [ $# -eq 0 ] || [[ $wanted = *' texts '* ]]; then build_texts; fi
if [ ${#done[@]} -eq 0 ]; then
  echo "outside: there is no package named $*" >&2
  exit 2
fi
printf '\noutside: all built and run\n'
printf '%s\n' "${done[@]}"
