#!/usr/bin/env bash
# Builds what others build on this package, as packages of their own, and runs their tests or their program.
# usage: outside.sh [--short | --turn NUMBER | NAME...]    some of the packages below, or `texts`; without a name all of them
#        --short builds each package in the first of its ways
#        --turn builds one of them so, which one says the number: what each change must pass
#
# A package is copied to .build/outside/NAME and built there. Folders `then-1`, `then-2` and so on beside its manifest are changes:
# each is laid over the copy in turn, and the package is built and run again.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
out=$root/.build/outside

# The name of a package, its folder, and the ways it is built: with this folder as its dependency (`path`) or with a repository that
# has the same in it (`git`), then `+swiftbuild` for SwiftPM's new engine and `+release` for an optimized build.
packages=(
  'trip-meter docs/examples/trip-meter git+swiftbuild path git path+swiftbuild'
  'reactive   Tests/Outside/reactive   path'
  'names      Tests/Outside/names      path path+swiftbuild path+release'
  'aliases    Tests/Outside/aliases    git git+swiftbuild'
  'main-files Tests/Outside/main-files path path+swiftbuild path+release'
)

# What is here now, also what is not committed yet, as a version in a repository of its own.
publish() {
  local git=(git --git-dir="$out/gpsbridge.git" --work-tree="$root") tree commit
  [ -d "$out/gpsbridge.git" ] || git init --quiet --bare "$out/gpsbridge.git"
  "${git[@]}" config core.bare false
  "${git[@]}" add --all
  tree=$("${git[@]}" write-tree)
  # The same content is the same commit, so that nothing is built again for it.
  commit=$(GIT_AUTHOR_NAME=outside GIT_AUTHOR_EMAIL=outside@localhost GIT_AUTHOR_DATE='2026-01-01T00:00:00Z' \
    GIT_COMMITTER_NAME=outside GIT_COMMITTER_EMAIL=outside@localhost GIT_COMMITTER_DATE='2026-01-01T00:00:00Z' \
    "${git[@]}" commit-tree -m 'What is to be used from outside' "$tree")
  "${git[@]}" update-ref refs/heads/main "$commit"
  "${git[@]}" symbolic-ref HEAD refs/heads/main
}

# Copies a package and names its dependency: this folder, or the repository.
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

# Tests are run where a package has some, else each of its programs. Nobody outside is as strict as we are with ourselves.
build_and_run() ( # copy, scratch folder, engine, configuration
  unset GPSBRIDGE_STRICT
  # Nothing is kept in the user's own folders, and a branch that has moved is followed.
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
    # A program that waits for ever is a fault, too.
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
    copy "$folder" "$out/$name/$way/package" "${way%%+*}"
    build_and_run "$out/$name/$way/package" "$out/$name/$way/build" "$engine" "$configuration"
    for change in "$folder"/then-*/; do
      [ -d "$change" ] || continue
      printf '\noutside: %s, %s, %s\n' "$name" "$way" "$(basename "$change")"
      cp -r "$change/." "$out/$name/$way/package"
      build_and_run "$out/$name/$way/package" "$out/$name/$way/build" "$engine" "$configuration"
    done
    done+=("$(printf '%5d s  %s, %s' $((SECONDS - start)) "$name" "$way")")
  done
}

# The code of published texts, where they are at hand: a package with a target for each.
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
  env -u GPSBRIDGE_STRICT swift build --package-path "$folder"
  done+=("$(printf '%5d s  texts: %s' $((SECONDS - start)) "${targets[*]}")")
}

short=
case ${1:-} in
  --short)
    short=yes
    shift
    ;;
  --turn)
    short=yes
    read -r turn _ <<<"${packages[${2:?outside.sh: --turn needs a number} % ${#packages[@]}]}"
    set -- "$turn"
    ;;
esac
wanted=" $* "
done=()
published=
mkdir -p "$out"
for package in "${packages[@]}"; do
  read -r name folder ways <<<"$package"
  if [ $# -gt 0 ] && [[ $wanted != *" $name "* ]]; then continue; fi
  if [ -n "$short" ]; then ways=${ways%% *}; fi
  if [ -z "$published" ] && [[ " $ways" = *' git'* ]]; then
    publish
    published=yes
  fi
  # shellcheck disable=SC2086 # one word a way
  build "$name" "$folder" $ways
done
if [ -z "$short$*" ] || [[ $wanted = *' texts '* ]]; then build_texts; fi
if [ ${#done[@]} -eq 0 ]; then
  echo "outside: there is no package named $*" >&2
  exit 2
fi
printf '\noutside: all built and run\n'
printf '%s\n' "${done[@]}"
