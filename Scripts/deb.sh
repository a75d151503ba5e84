#!/usr/bin/env bash
# Builds a Debian package of the tool in .build/deb and prints its path.
# usage: deb.sh PROGRAM
#   DEBFULLNAME= DEBEMAIL=   the maintainer of the package
#   REVISION=1               the revision of the package for this version
set -euo pipefail
umask 022
cd "$(dirname "$0")/.."

program=$1
for tool in dpkg-deb dpkg-shlibdeps; do
  command -v "$tool" >/dev/null || {
    echo "deb: $tool is not installed: apt-get install dpkg-dev" >&2
    exit 1
  }
done
[ -x "$program" ] || {
  echo "deb: there is no program '$program' to pack: make release" >&2
  exit 1
}

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

documents=$root/usr/share/doc/gpsbridge
install -d "$documents/examples"
install -m 644 Scripts/deb/copyright "$documents/copyright"
# Not installed as an active rule: it would record each receiver that is plugged in.
install -m 644 udev-rules/62-gpsbridge-autostart.rules "$documents/examples/"
install -D -m 644 Scripts/deb/lintian-overrides "$root/usr/share/lintian/overrides/gpsbridge"
gzip -9n <CHANGELOG.md >"$documents/changelog.gz"
gzip -9n >"$documents/changelog.Debian.gz" <<END
gpsbridge ($version) unstable; urgency=medium

  * Package of version ${version%-*}; changelog.gz lists the changes.

 -- $maintainer  $(date --utc --date="@$SOURCE_DATE_EPOCH" -R)
END
chmod 644 "$documents"/*.gz

# The dependencies are the libraries that the program is linked with. libmicrohttpd and SQLite are not among them: the program loads
# them at run time, for the page.
mkdir "$out/debian/gpsbridge"
printf 'Source: gpsbridge\n\nPackage: gpsbridge\nArchitecture: any\n' >"$out/debian/control"
depends=$(cd "$out" && dpkg-shlibdeps -O --ignore-missing-info "$root/usr/bin/gpsbridge" 2>"$out/shlibdeps.log") || {
  cat "$out/shlibdeps.log" >&2
  exit 1
}
depends=${depends#shlibs:Depends=}
# The linker packs relocations, which needs the loader of glibc 2.36. dpkg-shlibdeps looks at functions only and misses that.
if grep -q GLIBC_ABI_DT_RELR <<<"$(readelf -V "$root/usr/bin/gpsbridge")"; then
  depends=$(printf '%s' "$depends" | sed -E 's/libc6 \(>= 2\.([0-9]|[12][0-9]|3[0-5])\)/libc6 (>= 2.36)/')
  case $depends in *'libc6 (>= 2.'*) ;; *) depends="libc6 (>= 2.36), $depends" ;; esac
fi

for script in postinst prerm postrm; do install -m 755 "Scripts/deb/$script" "$root/DEBIAN/$script"; done
(cd "$root" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
cat >"$root/DEBIAN/control" <<END
Package: gpsbridge
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -k --apparent-size --exclude=DEBIAN -s "$root" | cut -f 1)
Depends: $depends
Recommends: libmicrohttpd12, libsqlite3-0, udev
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

package=$out/gpsbridge_${version}_$architecture.deb
# All files in the package belong to root, no matter who builds it.
find "$root" -newermt "@$SOURCE_DATE_EPOCH" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$root" "$package" >/dev/null
rm -rf "$root" "$out/debian"
echo "made ${package#"$PWD/"}, $(stat -c %s "$package") bytes"
