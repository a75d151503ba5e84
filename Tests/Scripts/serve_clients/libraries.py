"""Libraries, each in a short program that prints the reports as JSON."""
import json
import os
import subprocess

from checking import Missing, free_port, python_with_packages

from .client import Client
from .nmea import wait_for_port


class Library(Client):
    """A Python library, Debian's or one of PyPI's in a separate environment."""

    has_terminal = False
    module = package = source = ""
    python = "/usr/bin/python3"

    def missing(self):
        if not os.path.exists(self.python):
            return "%s is not installed: Debian package python3" % self.python
        told = subprocess.run([self.python, "-c", "import " + self.module], capture_output=True)
        return None if told.returncode == 0 else "%s has no module %s: %s" % (self.python, self.module, self.package)

    def command(self):
        return [self.python, "-u", "-c", self.source, str(self.bench.service.port)]

    def line(self, text):
        if text.startswith("{"):
            self.see_report(json.loads(text))


class PyPILibrary(Library):
    """A library from PyPI."""

    def missing(self):
        try:
            self.python = python_with_packages()
        except Missing as reason:
            return str(reason)
        return super().missing()


class PythonGPS(Library):
    name = "python3-gps"
    module, package = "gps", "Debian package python3-gps"
    source = """
import gps, json, sys
session = gps.gps(host="127.0.0.1", port=sys.argv[1], mode=gps.WATCH_ENABLE)
while True:
    report = session.next()
    if report["class"] == "SKY":
        # As programs do; a satellite without a word of it would end this one.
        used = sum(satellite.used for satellite in report.satellites)
    if report["class"] == "TPV":
        print(json.dumps({key: report[key] for key in ("mode", "time", "lat", "lon") if key in report}))
"""


class PollingGPS(PythonGPS):
    """The same library, which asks for the newest report each half second."""

    name = "python3-gps, polling"
    source = """
import gps, json, sys, time
session = gps.gps(host="127.0.0.1", port=sys.argv[1])
session.send('?WATCH={"enable":true};')
while True:
    session.send("?POLL;")
    while (report := session.next())["class"] != "POLL":
        pass
    for told in report["tpv"] or [{"mode": 0}]:
        print(json.dumps({key: told[key] for key in ("mode", "time", "lat", "lon") if key in told}))
    time.sleep(0.5)
"""


class GPSDPy3(PyPILibrary):
    name = "gpsd-py3"
    module, package = "gpsd", "PyPI package gpsd-py3"
    # It reports a missing error as 0 meters.
    tells_errors = True
    # It only answers requests.
    source = """
import gpsd, json, sys, time
gpsd.connect("127.0.0.1", int(sys.argv[1]))
while True:
    try:
        told = gpsd.get_current()
        report = {"mode": told.mode, "time": told.time}
        if told.mode >= 2:
            report["lat"], report["lon"] = told.position()
            report["errors"] = told.position_precision()
        print(json.dumps(report))
    except UserWarning:
        print('{"mode": 0}')
    time.sleep(0.5)
"""


    def line(self, text):
        super().line(text)
        if not self.tells_errors or not text.startswith("{"):
            return
        report = json.loads(text)
        errors = report.get("errors", [])
        # It shows 0 for an unknown error, for example that of the altitude in a 2D fix.
        if 0 in errors[:2 if report["mode"] == 3 else 1]:
            self.fault = "expected errors of a position, found %s m horizontally and %s m vertically" % tuple(errors)


class GPSDPy3OfRMC(GPSDPy3):
    """The same at a second server, whose receiver sends only the RMC sentences of the first one."""

    name = "gpsd-py3, RMC alone"
    # RMC has neither an altitude nor a dilution.
    mode, tells_errors = 2, False
    # The second server reconnects; this client keeps its connection.
    reconnects = True

    def outputs(self):
        self.sentences, self.port = free_port(), free_port()
        return ["--nmea", "tcp:127.0.0.1:%d,only=RMC" % self.sentences]

    def start(self):
        self.help_out([
            self.bench.program, "serve", "tcp://127.0.0.1:%d" % self.sentences, "--gpsd", "127.0.0.1:%d" % self.port])
        wait_for_port(self.port, self.helpers[-1])
        super().start()

    def command(self):
        return [self.python, "-u", "-c", self.source, str(self.port)]


class GPSDClient(PyPILibrary):
    name = "gpsdclient"
    module, package = "gpsdclient", "PyPI package gpsdclient"
    source = """
import json, sys
from gpsdclient import GPSDClient
with GPSDClient(host="127.0.0.1", port=int(sys.argv[1])) as client:
    for told in client.dict_stream(convert_datetime=True, filter=["TPV"]):
        report = {key: told[key] for key in ("mode", "lat", "lon") if key in told}
        if "time" in told:
            report["time"] = told["time"].isoformat()
        print(json.dumps(report))
"""


class LibGPS(Client):
    name = "libgps in C"
    needs = {"gcc": "gcc"}
    has_terminal = False
    source = """
#include <gps.h>
#include <stdio.h>
#include <time.h>
int main(int count, char **words) {
  static struct gps_data_t data;
  char moment[40] = "";
  if (count != 2 || gps_open("127.0.0.1", words[1], &data) != 0) return 2;
  gps_stream(&data, WATCH_ENABLE | WATCH_JSON, NULL);
  setlinebuf(stdout);
  while (gps_waiting(&data, 60 * 1000000)) {
    if (gps_read(&data, NULL, 0) == -1) return 3;
    if (!(data.set & MODE_SET)) continue;
    printf("{\\"mode\\": %d", data.fix.mode);
    if (data.set & TIME_SET) {
      strftime(moment, sizeof moment, "%FT%TZ", gmtime(&data.fix.time.tv_sec));
      printf(", \\"time\\": \\"%s\\"", moment);
    }
    if (data.fix.mode >= MODE_2D)
      printf(", \\"lat\\": %.9f, \\"lon\\": %.9f", data.fix.latitude, data.fix.longitude);
    printf("}\\n");
  }
  return 4;
}
"""

    def missing(self):
        if why := super().missing():
            return why
        program = self.bench.folder / "libgps"
        program.with_suffix(".c").write_text(self.source)
        told = subprocess.run(
            ["gcc", "-o", program, program.with_suffix(".c"), "-lgps"], capture_output=True, text=True)
        if told.returncode != 0:
            return "it does not compile, without Debian package libgps-dev? %s" % told.stderr.strip()[:200]
        return None

    def command(self):
        return [self.bench.folder / "libgps", str(self.bench.service.port)]

    def line(self, text):
        self.see_report(json.loads(text))


ALL = [PythonGPS, PollingGPS, LibGPS, GPSDPy3, GPSDPy3OfRMC, GPSDClient]
