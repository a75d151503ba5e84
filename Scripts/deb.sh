#!/usr/bin/env bash
# Builds a Debian package of the tool, and one of the collector of a fleet, in .build/deb, and prints their paths.
# usage: deb.sh PROGRAM [COLLECTOR]
#   DEBFULLNAME= DEBEMAIL=   the maintainer of the package
#   REVISION=1               the revision of the package for this version
set -euo pipefail
umask 022
cd "$(dirname "$0")/.."

program=$1 collector=${2:-}
for tool in dpkg-deb dpkg-shlibdeps; do
  command -v "$tool" >/dev/null || {
    echo "deb: $tool is not installed: apt-get install dpkg-dev" >&2
    exit 1
  }
done
for one in "$program" ${collector:+"$collector"}; do
  [ -x "$one" ] || {
    echo "deb: there is no program '$one' to pack: make release" >&2
    exit 1
  }
done

version=$("$program" version)
version=${version#gpsbridge }-${REVISION:-1}
architecture=$(dpkg --print-architecture)
maintainer="${DEBFULLNAME:-gpsbridge contributors} <${DEBEMAIL:-gpsbridge@noreply.invalid}>"
# The same sources always give the same package.
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)
fi
export SOURCE_DATE_EPOCH

out=$PWD/.build/deb
root=$out/gpsbridge_$version
rm -rf "$out"
mkdir -p "$root/DEBIAN" "$out/debian"

# The tool, its manual pages and completions as `make install` installs them; rules and units in the folders for packages.
DESTDIR=$root PREFIX=/usr SYSTEM=no Scripts/install.sh install "$program" >/dev/null
rm -r "$root/usr/share/gpsbridge"
gzip -9n "$root"/usr/share/man/man1/*
install -d "$root/lib/udev/rules.d" "$root/lib/systemd/system"
install -m 644 udev-rules/61-gpsbridge.rules "$root/lib/udev/rules.d/"
for unit in udev-rules/units/*; do
  sed 's|/usr/local/bin/|/usr/bin/|' "$unit" >"$root/lib/systemd/system/$(basename "$unit")"
done

# The papers of a package, the packages it needs, its sums and its file; a package is in $root, and the rest of its
# description comes from the standard input.
papers() { # papers NAME
  local documents=$root/usr/share/doc/$1
  install -d "$documents"
  install -m 644 Scripts/deb/copyright "$documents/copyright"
  gzip -9n <CHANGELOG.md >"$documents/changelog.gz"
  gzip -9n >"$documents/changelog.Debian.gz" <<END
$1 ($version) unstable; urgency=medium

  * Package of version ${version%-*}; changelog.gz lists the changes.

 -- $maintainer  $(date --utc --date="@$SOURCE_DATE_EPOCH" -R)
END
  chmod 644 "$documents"/*.gz
}
needs() { # needs NAME: the libraries that the program is linked with
  local depends
  mkdir -p "$out/debian/$1"
  printf 'Source: gpsbridge\n\nPackage: %s\nArchitecture: any\n' "$1" >"$out/debian/control"
  depends=$(cd "$out" && dpkg-shlibdeps -O --ignore-missing-info "$root/usr/bin/$1" 2>"$out/shlibdeps.log") || {
    cat "$out/shlibdeps.log" >&2
    exit 1
  }
  depends=${depends#shlibs:Depends=}
  # The linker packs relocations, which needs the loader of glibc 2.36. dpkg-shlibdeps looks at functions only and misses that.
  if grep -q GLIBC_ABI_DT_RELR <<<"$(readelf -V "$root/usr/bin/$1")"; then
    depends=$(printf '%s' "$depends" | sed -E 's/libc6 \(>= 2\.([0-9]|[12][0-9]|3[0-5])\)/libc6 (>= 2.36)/')
    case $depends in *'libc6 (>= 2.'*) ;; *) depends="libc6 (>= 2.36), $depends" ;; esac
  fi
  printf '%s' "$depends"
}
pack() { # pack NAME [LIBRARY that it loads, and can't do without]
  local depends package=$out/$1_${version}_$architecture.deb
  depends=$(needs "$1")${2:+, $2}
  (cd "$root" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
  {
    printf '%s\n' "Package: $1" "Version: $version" "Architecture: $architecture" "Maintainer: $maintainer" \
      "Installed-Size: $(du -k --apparent-size --exclude=DEBIAN -s "$root" | cut -f 1)" "Depends: $depends"
    cat
  } >"$root/DEBIAN/control"
  # All files in the package belong to root, no matter who builds it.
  find "$root" -newermt "@$SOURCE_DATE_EPOCH" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz --build "$root" "$package" >/dev/null
  rm -rf "$root" "$out/debian"
  echo "made ${package#"$PWD/"}, $(stat -c %s "$package") bytes"
}

papers gpsbridge
documents=$root/usr/share/doc/gpsbridge
install -d "$documents/examples"
# Not installed as an active rule: it would record each receiver that is plugged in.
install -m 644 udev-rules/62-gpsbridge-autostart.rules "$documents/examples/"
install -D -m 644 Scripts/deb/lintian-overrides "$root/usr/share/lintian/overrides/gpsbridge"
for script in postinst prerm postrm; do install -m 755 "Scripts/deb/$script" "$root/DEBIAN/$script"; done
# libmicrohttpd, zlib, SQLite and libcurl are no dependencies: the program loads them when it needs them.
pack gpsbridge <<END
Recommends: libcurl4, libmicrohttpd12, libsqlite3-0, udev, zlib1g
Section: science
Priority: optional
Description: GPS receiver on a USB cable as a location service
 Finds the receiver that is plugged in and its speed, shows it live in a
 terminal, and says why there is no fix and what to do about it.
 .
 It prints what a receiver says as JSON lines, CSV, NMEA or in the words of
 gpsd; gives one good position to a script; records, replays and exports
 tracks; sets receivers up; and plays receivers that are not there.
 .
 This package has rules for udev, so that receivers may be opened by who sits
 at the machine and are left alone by ModemManager, and units for systemd that
 record a receiver, or serve it to programs that speak to gpsd. The units are
 not enabled unless you do so.
END

[ -n "$collector" ] || exit 0

root=$out/gpsbridge-collect_$version
install -d "$root/DEBIAN" "$root/lib/systemd/system" "$root/usr/share/man/man1" "$root/usr/share/lintian/overrides"
install -D -m 755 "$collector" "$root/usr/bin/gpsbridge-collect"
"$collector" --manual | gzip -9n >"$root/usr/share/man/man1/gpsbridge-collect.1.gz"
for place in bash:bash-completion/completions/gpsbridge-collect zsh:zsh/vendor-completions/_gpsbridge-collect \
  fish:fish/vendor_completions.d/gpsbridge-collect.fish; do
  file=$root/usr/share/${place#*:}
  install -d "$(dirname "$file")"
  "$collector" --completions "${place%%:*}" >"$file"
done
sed 's|/usr/local/bin/|/usr/bin/|' udev-rules/collector/gpsbridge-collect.service >"$root/lib/systemd/system/gpsbridge-collect.service"
echo 'gpsbridge-collect: initial-upload-closes-no-bugs *' >"$root/usr/share/lintian/overrides/gpsbridge-collect"
for script in postinst prerm postrm; do install -m 755 "Scripts/deb/collect/$script" "$root/DEBIAN/$script"; done
papers gpsbridge-collect
pack gpsbridge-collect 'libmicrohttpd12 | libmicrohttpd12t64' <<END
Recommends: zlib1g
Suggests: nginx-light, postgresql
Section: science
Priority: optional
Description: collector of a fleet of GPS receivers
 Takes what many machines post with gpsbridge over HTTPS, writes each
 position into PostgreSQL once, and answers what is committed, so that the
 machines know what they need not send again.
 .
 This package has a unit for systemd, which is not enabled unless you do so.
END
