# What both kinds of planted faults need: a copy of the tree, faults in it, and its tests. Sourced by run.sh, which has set `root`
# and `copy`.

# Brings the copy up to date: only what differs, so that only that is built again.
renew() {
  mkdir -p "$copy"
  (cd "$root" && find Package.swift ./*.md docs Sources Tests udev-rules -type f) >"$copy/.new"
  while IFS= read -r file; do
    cmp -s "$root/$file" "$copy/$file" || install -D -m "$(stat -c %a "$root/$file")" "$root/$file" "$copy/$file"
  done <"$copy/.new"
  # What is no more, is no more in the copy either.
  (cd "$copy" && find Package.swift ./*.md docs Sources Tests udev-rules -type f) | grep -vxFf "$copy/.new" |
    while IFS= read -r file; do rm "$copy/$file"; done
  # A fault may leave something unused: that is no error here.
  sed -i 's/^let isStrict = .*/let isStrict = false/' "$copy/Package.swift"
}

# locate PATH OLD: the file in the copy that has the text. A file that was moved is found by its name. The same text in another file
# is another rule.
locate() {
  local path=$copy/$1 found
  if [ ! -f "$path" ] || ! has "$path" "$2"; then
    mapfile -t found < <(find "$copy/Sources" -name "${1##*/}" | while IFS= read -r path; do ! has "$path" "$2" || echo "$path"; done)
    [ ${#found[@]} -eq 1 ] || return 1
    path=${found[0]}
  fi
  echo "$path"
}
has() { # file, text
  OLD=$2 perl -0ne '$old = $ENV{OLD}; exit(/\Q$old\E/ ? 0 : 1)' "$1"
}

# plant PATH OLD NEW: replaces the first OLD.
plant() {
  local path sound
  path=$(locate "$1" "$2") || return 1
  sound=$(sha1sum <"$path")
  OLD=$2 NEW=$3 perl -0pi -e '$old = $ENV{OLD}; s/\Q$old\E/$ENV{NEW}/' "$path"
  [ "$sound" != "$(sha1sum <"$path")" ]
}

# ask SECONDS KIND PARTS...: builds the copy and runs its tests of $TEST_FILES: 1 if they fail, 2 if they can't be built. `begun`
# is when they began.
ask() {
  (cd "$copy" && Tests/Scripts/test.sh --build "${@:2}") >"$copy/build.log" 2>&1 || return 2
  begun=$SECONDS
  (cd "$copy" && timeout "$1" Tests/Scripts/test.sh --run "${@:2}") >"$copy/test.log" 2>&1 || return 1
}

# sound SECONDS KIND PARTS...: ends the run if tests fail without a fault.
sound() {
  local status=0
  echo "without a fault: ${*:2}"
  ask "$@" || status=$?
  case $status in
    1) echo "the tests fail without a fault"; grep -a '✘' "$copy/test.log" | head; exit 2 ;;
    2) tail "$copy/build.log"; exit 2 ;;
  esac
}
