"""Programs that collect the number of used satellites, and no position."""
import os
import re
import subprocess

from .client import Client


class Collectd(Client):
    """collectd with its plugin gps, which prints a figure each second; it uses libgps."""

    name = "collectd"
    needs = {"collectd": "collectd-core"}
    plugin = "/usr/lib/collectd/gps.so"
    shows_place = shows_time = False
    shows = "counts of used satellites"
    reconnects = True
    settings = """
Hostname "here"
FQDNLookup false
Interval 1
BaseDir "%s"
PIDFile "%s/pid"
TypesDB "/usr/share/collectd/types.db"
LoadPlugin csv
LoadPlugin gps
<Plugin csv>
  DataDir "stdout"
</Plugin>
<Plugin gps>
  Host "127.0.0.1"
  Port "%d"
  PauseConnect 1
</Plugin>
"""

    def missing(self):
        if why := super().missing():
            return why
        if not os.path.exists(self.plugin):
            return "%s is not there: Debian package collectd-core" % self.plugin
        told = subprocess.run(["ldd", self.plugin], capture_output=True, text=True)
        lacks = re.findall(r"(\S+) => not found", told.stdout)
        return "its plugin lacks %s" % ", ".join(lacks) if lacks else None

    def start(self):
        (self.home / "collectd.conf").write_text(
            self.settings.lstrip() % (self.home, self.home, self.bench.service.port))
        super().start()

    def command(self):
        return [self.path("collectd"), "-f", "-C", str(self.home / "collectd.conf")]

    def line(self, text):
        # PUTVAL here/gps/satellites-used interval=1.000 1795000000.123:9
        if match := re.search(r"/satellites-used\S* .* ([\d.]+):([\d.]+|nan)", text):
            self.see(float(match[1]), None, 3 if match[2] != "nan" and float(match[2]) > 0 else 1)


ALL = [Collectd]
