#!/usr/bin/env bash
# The part of deb-check.sh that runs within the bare system, as root.
set -euo pipefail

failures=0
fail() {
  echo "deb-check: $*" >&2
  failures=$((failures + 1))
}
quietly() { "$@" >/tmp/said 2>&1 || { fail "$* ended with $?: $(cat /tmp/said)" && return 1; }; }

# All files and their contents, except for logs and caches of apt, dpkg, man, the dynamic linker and root's shells.
snapshot() {
  local folder skip=()
  for folder in /proc /sys /dev /tmp /run /package /var/log /var/cache /var/lib/apt '/var/lib/dpkg/status*' \
    '/var/lib/dpkg/triggers/*' /var/lib/dpkg/available '/var/lib/dpkg/*-old' '/var/lib/dpkg/lock*' /etc/ld.so.cache \
    /root/.config /root/.local /root/.cache; do
    skip+=(${skip:+-o} -path "$folder")
  done
  {
    find / \( "${skip[@]}" \) -prune -o ! -type f -printf '%y %m %p %l\n'
    find / \( "${skip[@]}" \) -prune -o -type f -print0 | xargs -0 sha256sum
  } | sort
}

apt-get update -qq
# Install what an ordinary machine has. No service starts, since systemd does not run here.
apt-get install -y -qq --no-install-recommends man-db udev systemd \
  bash-completion zsh fish >/dev/null 2>&1
snapshot >/tmp/before

echo '>>> install'
quietly apt-get install -y -qq --no-install-recommends /package/gpsbridge.deb
version=$(dpkg-query --show --showformat='${Version}' gpsbridge)
[ "$(gpsbridge version)" = "gpsbridge ${version%-*}" ] || fail "gpsbridge version: $(gpsbridge version)"
status=0
gpsbridge doctor >/tmp/doctor 2>&1 || status=$?
cat /tmp/doctor
# 12: something needs attention, for example that no receiver is plugged in.
[ "$status" -eq 0 ] || [ "$status" -eq 12 ] || fail "gpsbridge doctor ended with $status"
gpsbridge fix sim:static --timeout 30s >/tmp/fix || fail 'gpsbridge fix sim:static found no position'
for page in gpsbridge gpsbridge-record; do
  grep -q "^NAME" <<<"$(man "$page" 2>/tmp/said)" || fail "man $page: $(cat /tmp/said)"
done
# Each shell loads completions from its own folder.
bash -c 'source /usr/share/bash-completion/bash_completion; _completion_loader gpsbridge; complete -p gpsbridge' \
  >/dev/null || fail 'bash does not complete gpsbridge'
[ "$(zsh -fc 'autoload -Uz compinit; compinit -u -D; print $_comps[gpsbridge]')" = _gpsbridge ] ||
  fail 'zsh does not complete gpsbridge'
grep -q '^monitor' <<<"$(fish -c 'complete -C "gpsbridge moni"')" || fail 'fish does not complete gpsbridge'
systemd-analyze verify /lib/systemd/system/gpsbridge.service 2>&1 | grep -i gpsbridge && fail 'systemd complains about the unit'
systemd-analyze verify /lib/systemd/system/gpsbridge-{serve.service,gpsd.socket,nmea.socket} 2>&1 |
  grep -i gpsbridge && fail 'systemd complains about the units that serve'
for unit in gpsbridge.service gpsbridge@.service gpsbridge-serve.service gpsbridge-publish@.service; do
  grep -q '^ExecStart=/usr/bin/gpsbridge ' "/lib/systemd/system/$unit" || fail "$unit does not run /usr/bin/gpsbridge"
done
# 1.5 at most, also with a track store: it is in the folder that each unit has for itself.
for unit in gpsbridge.service gpsbridge-serve.service; do
  quietly systemd-analyze security --offline=yes --threshold=15 --no-pager "/lib/systemd/system/$unit" ||
    fail "$unit is exposed more than before"
  grep -q '^StateDirectoryMode=0700$' "/lib/systemd/system/$unit" || fail "others may read the store of $unit"
done
[ -z "$(find /etc/systemd/system -name 'gpsbridge*')" ] || fail 'a unit was enabled without being asked'
quietly dpkg --verify gpsbridge
[ -z "$(cat /tmp/said)" ] || fail "dpkg --verify: $(cat /tmp/said)"

if [ -e /package/gpsbridge-collect.deb ]; then
  echo '>>> the collector'
  quietly apt-get install -y -qq --no-install-recommends /package/gpsbridge-collect.deb
  grep -q '^usage: gpsbridge-collect ' <<<"$(gpsbridge-collect --help)" || fail 'gpsbridge-collect --help prints no usage'
  gpsbridge-collect >/tmp/said 2>&1 && fail 'gpsbridge-collect runs without an address'
  grep -q 'listen in /etc/gpsbridge/collect.json5' /tmp/said || fail "gpsbridge-collect: $(cat /tmp/said)"
  grep -q "^NAME" <<<"$(man gpsbridge-collect 2>/tmp/said)" || fail "man gpsbridge-collect: $(cat /tmp/said)"
  bash -c 'source /usr/share/bash-completion/bash_completion; _completion_loader gpsbridge-collect; complete -p gpsbridge-collect' \
    >/dev/null || fail 'bash does not complete gpsbridge-collect'
  systemd-analyze verify /lib/systemd/system/gpsbridge-collect.service 2>&1 | grep -i gpsbridge && fail 'systemd complains about its unit'
  quietly systemd-analyze security --offline=yes --threshold=15 --no-pager /lib/systemd/system/gpsbridge-collect.service ||
    fail 'the unit of the collector is exposed more than before'
  grep -q '^ExecStart=/usr/bin/gpsbridge-collect$' /lib/systemd/system/gpsbridge-collect.service ||
    fail 'the unit does not run /usr/bin/gpsbridge-collect'
  quietly dpkg --verify gpsbridge-collect
  [ -z "$(cat /tmp/said)" ] || fail "dpkg --verify: $(cat /tmp/said)"
  quietly apt-get purge -y -qq --autoremove gpsbridge-collect
  [ ! -e /usr/bin/gpsbridge-collect ] || fail 'the collector is still there'
fi

echo '>>> install once more, and remove'
quietly apt-get install -y -qq --reinstall --no-install-recommends /package/gpsbridge.deb
# As if the service had run.
mkdir -p /var/lib/private/gpsbridge /etc/systemd/system/multi-user.target.wants
echo 'a track' >/var/lib/private/gpsbridge/track.gbr
ln -s private/gpsbridge /var/lib/gpsbridge
ln -s /lib/systemd/system/gpsbridge.service /etc/systemd/system/multi-user.target.wants/gpsbridge.service
quietly apt-get remove -y -qq gpsbridge
[ ! -e /usr/bin/gpsbridge ] || fail 'the program is still there'
[ -e /var/lib/gpsbridge/track.gbr ] || fail 'removing the package removed recordings'

echo '>>> purge'
quietly dpkg --purge gpsbridge
grep -q 'What stays: the files of users' /tmp/said || fail "the purge does not report what stays: $(cat /tmp/said)"
snapshot >/tmp/after
if ! diff /tmp/before /tmp/after; then fail 'the system differs from before'; fi

[ "$failures" -eq 0 ] || exit 1
echo "deb-check: installed, tried and purged; $(wc -l </tmp/after) files and folders are as before"
