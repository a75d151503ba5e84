"""Programs that read sentences instead of gpsd's protocol, from TCP or a Unix socket."""
import re
import socket
import subprocess

from checking import end, free_port, wait_for

from .client import Client
from .programs import PipeReports


class SentenceClient(Client):
    """A client of `serve --nmea`. It does not see the receiver's state, only sentences or none."""

    tells_no_fix = False


class DaemonOverTCP(SentenceClient):
    """gpsd itself as a client, read by gpspipe.

    gpsd 3.22 tries only once to reconnect to a server, when its next client connects; so both are restarted.
    """

    name = "gpsd over TCP"
    needs = {"gpsd": "gpsd", "gpspipe": "gpsd-clients"}

    def outputs(self):
        self.sentences, self.port = free_port(), free_port()
        return ["--nmea", "tcp:127.0.0.1:%d" % self.sentences]

    def start(self):
        self.help_out(
            [self.path("gpsd"), "-N", "-n", "-S", str(self.port), "tcp://127.0.0.1:%d" % self.sentences])
        wait_for_port(self.port, self.helpers[-1])
        super().start()

    def command(self):
        return [self.path("gpspipe"), "-w", "127.0.0.1:%d" % self.port]

    line = PipeReports.line

    def again(self):
        for process in [self.process, *self.helpers]:
            end(process)
        self.helpers = []
        self.start()


class Geoclue(SentenceClient):
    """geoclue, on a separate bus with its demo agent, read by its demo client.

    It runs without a network, since it would use a service on the internet, and with its own settings in place of the
    machine's.
    """

    name = "geoclue"
    service = "/usr/libexec/geoclue"
    demos = "/usr/libexec/geoclue-2.0/demos/"
    needs = {
        service: "geoclue-2.0", demos + "agent": "geoclue-2.0", demos + "where-am-i": "geoclue-2-demo",
        "dbus-daemon": "dbus-daemon", "unshare": "util-linux"}
    shows_mode = False
    latitude = longitude = None
    bus = """
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=%s/bus</listen>
  <servicedir>%s</servicedir>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
    <allow user="*"/>
  </policy>
</busconfig>
"""
    settings = """
[agent]
whitelist=geoclue-demo-agent
[network-nmea]
enable=true
[3g]
enable=false
[cdma]
enable=false
[modem-gps]
enable=false
[wifi]
enable=false
submit-data=false
[compass]
enable=false
[geoclue-where-am-i]
allowed=true
system=true
users=
"""
    # All capabilities in a new namespace, but the same user id, by which the bus identifies the client.
    alone = ["unshare", "--user", "--map-current-user", "--keep-caps", "--mount", "--net"]

    def missing(self):
        if why := super().missing():
            return why
        told = subprocess.run(
            self.alone + ["mount", "--bind", "/dev/null", "/etc/geoclue/geoclue.conf"], capture_output=True,
            text=True)
        return None if told.returncode == 0 else "no namespace can be created: " + told.stderr.strip()

    def outputs(self):
        return ["--nmea", "unix:%s/sentences" % self.bench.folder]

    def environment(self):
        bus = "unix:path=%s/bus" % self.home
        return {"DBUS_SYSTEM_BUS_ADDRESS": bus, "DBUS_SESSION_BUS_ADDRESS": bus}

    def start(self):
        (self.home / "bus.conf").write_text(self.bus.lstrip() % (self.home, self.home))
        (self.home / "geoclue.conf").write_text(self.settings)
        # The bus starts it on the first request.
        (self.home / "begin").write_text(
            "mount --bind %s/geoclue.conf /etc/geoclue/geoclue.conf && exec %s -t 600 -u %s/sentences\n" % (
                self.home, self.service, self.bench.folder))
        (self.home / "geoclue.service").write_text(
            "[D-BUS Service]\nName=org.freedesktop.GeoClue2\nExec=%s sh %s/begin\n" % (
                " ".join([self.path("unshare")] + self.alone[1:]), self.home))
        self.help_out([self.path("dbus-daemon"), "--config-file=bus.conf", "--nofork", "--nopidfile"])
        wait_for("the bus", (self.home / "bus").exists, self.helpers[-1])
        self.help_out([self.demos + "agent"])
        super().start()

    def again(self):
        # It has dropped the server, and connects again only after its own restart, with its bus.
        for process in [self.process] + self.helpers:
            end(process)
        self.helpers.clear()
        (self.home / "bus").unlink(missing_ok=True)
        self.latitude = self.longitude = None
        self.start()

    def command(self):
        return [self.demos + "where-am-i", "-t", "600", "-a", "8"]

    def line(self, text):
        if match := re.match(r"Latitude: +(-?[\d.]+)", text):
            self.latitude = float(match[1])
        elif match := re.match(r"Longitude: +(-?[\d.]+)", text):
            self.longitude = float(match[1])
        elif (match := re.match(r"Timestamp: .*\((\d+) seconds", text)) and self.longitude is not None:
            self.see(int(match[1]), (self.latitude, self.longitude), None)


def wait_for_port(port, process):
    def is_listening():
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", port)) == 0

    wait_for("port %d" % port, is_listening, process)


ALL = [DaemonOverTCP, Geoclue]
