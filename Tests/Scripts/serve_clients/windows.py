"""Programs with windows, on an X server without a screen."""
import json
import os
import re
import select
import subprocess
import threading
import time

from checking import HANG

from .client import Client, seconds


class Display:
    """Xvfb, with a display number that it chooses."""

    def __init__(self, bench):
        reading, writing = os.pipe()
        self.process = subprocess.Popen(
            [Client.path("Xvfb"), "-displayfd", str(writing), "-screen", "0", "1024x768x24", "-nolisten", "tcp"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=bench.folder,
            pass_fds=[writing], start_new_session=True)
        os.close(writing)
        with os.fdopen(reading) as told:
            # Empty if it ends at once, or prints nothing.
            self.number = told.readline().strip() if select.select([told], [], [], HANG)[0] else ""


class Window(Client):
    """A program that draws on the display of the bench."""

    def missing(self):
        if why := super().missing():
            return why
        if self.path("Xvfb") is None:
            return "Xvfb is not installed: Debian package xvfb"
        return None if self.bench.display() else "Xvfb does not begin"

    def environment(self):
        return {
            "DISPLAY": ":" + self.bench.display(), "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1",
            "GSETTINGS_BACKEND": "keyfile"}


class XGPS(Window):
    """xgps: a GLib timer in the process of the unchanged script prints its labels."""

    name = "xgps"
    needs = {"xgps": "gpsd-clients"}
    has_terminal = False
    source = """
import gi, json, runpy, sys
gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk
def labels(widget, found):
    if isinstance(widget, Gtk.Label):
        found.append(widget.get_text().strip())
    if isinstance(widget, Gtk.Container):
        widget.forall(labels, found)
def tell():
    found = []
    for window in Gtk.Window.list_toplevels():
        labels(window, found)
    print(json.dumps(found), flush=True)
    return True
GLib.timeout_add(400, tell)
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""

    def missing(self):
        if why := super().missing():
            return why
        modules = "import gi, gps, cairo; gi.require_version('Gtk', '3.0')"
        told = subprocess.run(["/usr/bin/python3", "-c", modules], capture_output=True)
        return None if told.returncode == 0 else "it lacks a module: Debian packages python3-gi-cairo, gir1.2-gtk-3.0"

    def command(self):
        return [
            "/usr/bin/python3", "-c", self.source, self.path("xgps"), "-u", "m", "-l", "d", self.bench.address]

    def line(self, text):
        if not text.startswith("["):
            return
        labels = json.loads(text)
        # A value comes before its name; the second pane has the same names.
        shown = {}
        for value, name in zip(labels, labels[1:]):
            shown.setdefault(name, value)
        mode = {"NO FIX": 1, "2D FIX": 2, "3D FIX": 3}.get(re.sub(r" \(.*", "", shown.get("Status:", "")))
        if mode is None:
            return
        place = [re.match(r"([\d.]+) ([NSEW])$", shown.get(name, "")) for name in ("Latitude:", "Longitude:")]
        degrees = None
        if all(place):
            degrees = tuple(float(match[1]) * (-1 if match[2] in "SW" else 1) for match in place)
        self.see(seconds(shown.get("Time:", "")), degrees, mode)


class FoxtrotGPS(Window):
    """foxtrotgps, read from the track that it logs."""

    name = "foxtrotgps"
    needs = {"foxtrotgps": "foxtrotgps", "gsettings": "libglib2.0-bin"}
    reconnects = True
    # It writes ten points at a time.
    lag = 20
    tells_no_fix = False

    def start(self):
        (self.home / "tracks").mkdir()
        settings = {
            "gpsd-host": "'127.0.0.1'", "gpsd-port": "'%d'" % self.bench.service.port, "auto-download": "false",
            "tracklog-on": "true", "track-dir": "'%s/tracks/'" % self.home}
        for key, value in settings.items():
            subprocess.run(
                [self.path("gsettings"), "set", "org.foxtrotgps", key, value], capture_output=True, timeout=30,
                env=self.whole_environment())
        super().start()
        threading.Thread(target=self.follow, daemon=True).start()

    def command(self):
        return [self.path("foxtrotgps")]

    def line(self, text):
        pass

    def follow(self):
        """Reads each point of its tracks once."""
        point = re.compile(
            r'<trkpt lat="(\S+)" lon="(\S+)">.*?<time>(.*?)</time>\s*<fix>(.*?)</fix>.*?</trkpt>', re.DOTALL)
        known = set()
        while self.process.poll() is None:
            for file in sorted((self.home / "tracks").glob("*.gpx")):
                for match in point.finditer(file.read_text()):
                    if (file, match.start()) not in known:
                        known.add((file, match.start()))
                        self.see(
                            seconds(match[3]), (float(match[1]), float(match[2])),
                            {"3d": 3, "2d": 2}.get(match[4], 1))
            time.sleep(0.5)


ALL = [XGPS, FoxtrotGPS]
