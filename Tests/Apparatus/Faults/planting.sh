# What run.sh and check.sh share: the list of faults, and a copy of the tree in which they are planted. Sourced, with `root` and `copy` set.

# each_fault COMMAND...: calls it with the round, name, path, old text, new text and test of each fault of faults.txt.
each_fault() {
  local line round='' name path old='' new=''
  while IFS= read -r line; do
    case $line in
      '' | '#'*) ;;
      '- '*) old+=${old:+$'\n'}${line#- } ;;
      '+ '*) new+=${new:+$'\n'}${line#+ } ;;
      '? '*)
        "$@" "$round" "$name" "$path" "$old" "$new" "${line#? }"
        old='' new=''
        ;;
      *) read -r round name path <<<"$line" ;;
    esac
  done <"$root/Tests/Apparatus/Faults/faults.txt"
}

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
