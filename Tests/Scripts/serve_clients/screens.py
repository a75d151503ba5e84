"""gpsd's own programs that fill a terminal; tmux is the terminal, and shows what is on it."""
import os
import re
import subprocess
import threading

from .client import Client, seconds

# No line of its own, the terminal that clients have elsewhere, and no program that goes on after the terminal has gone.
SETTINGS = "set -g status off\nset -g default-terminal vt100\nset -g destroy-unattached on\n"


class FullScreen(Client):
    """A program that draws; its screen is read when it has not drawn for a moment, to avoid half an update."""

    program = ""



    def tmux(self, *words):
        return [self.path("tmux"), "-S", str(self.home / "tmux"), "-f", str(self.home / "tmux.conf"), *words]

    def command(self):
        (self.home / "tmux.conf").write_text(SETTINGS)
        return self.tmux("new-session", self.path(self.program), self.bench.address)

    def read(self, descriptor):
        ended = threading.Event()
        threading.Thread(target=self.watch, args=(ended,), daemon=True).start()
        try:
            while os.read(descriptor, 65536):
                pass
        except OSError:
            pass
        ended.set()
        os.close(descriptor)

    def watch(self, ended):
        """Looks at the screen when it is as it was a moment before, and has changed since the last look."""
        seen = before = ""
        while not ended.wait(0.15):
            now = subprocess.run(self.tmux("capture-pane", "-p"), capture_output=True, text=True, check=False).stdout
            if now == before != seen:
                self.look(now)
                seen = now
                self.last_words.extend(line for line in now.splitlines() if line)
            before = now

    def look(self, text):
        raise NotImplementedError


class CursesGPS(FullScreen):
    """cgps: time, place and mode in a column."""

    name = program = "cgps"
    needs = {"cgps": "gpsd-clients", "tmux": "tmux"}

    def look(self, text):
        status = re.search(r"Status: +(NO FIX|2D|3D)", text)
        if status is None:
            return
        mode = {"NO FIX": 1, "2D": 2, "3D": 3}[status[1]]
        moment = re.search(r"Time: +([\d-]+T[\d:.]+Z)", text)
        place = [
            re.search(name + r": +([\d.]+) ([NSEW])", text) for name in ("Latitude", "Longitude")]
        degrees = None
        if all(place):
            degrees = tuple(float(match[1]) * (-1 if match[2] in "SW" else 1) for match in place)
        self.see(seconds(moment[1]) if moment else None, degrees, mode)


class Monitor(FullScreen):
    """gpsmon: the contents of sentences, in panes. Without new ones it continues to show the last ones."""

    name = program = "gpsmon"
    needs = {"gpsmon": "gpsd-clients", "tmux": "tmux"}
    tells_no_fix = False

    def look(self, text):
        fix = re.search(r"Time: (\S+) +Lat: +(\d+) ([\d.]+)' ([NS]) +Lon: +(\d+) ([\d.]+)' ([EW])", text)
        mode = re.search(r"Mode: [AM]([123])", text)
        if fix and mode:
            degrees = [
                (int(fix[at]) + float(fix[at + 1]) / 60) * (-1 if fix[at + 2] in "SW" else 1) for at in (2, 5)]
            self.see(seconds(fix[1]), tuple(degrees), int(mode[1]))


ALL = [CursesGPS, Monitor]
