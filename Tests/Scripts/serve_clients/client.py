"""A gpsd client: a process, and what it has shown."""
import calendar
import collections
import os
import re
import shutil
import subprocess
import threading
import time

from checking import end, terminal

# What a client showed and when: UTC in seconds, degrees, and gpsd's mode; each may be None.
Sighting = collections.namedtuple("Sighting", "heard time place mode")


def seconds(text):
    """The time in a text like 2026-11-20T07:08:03.000Z."""
    match = re.match(r"(\d+)-(\d+)-(\d+)[T ](\d+):(\d+):(\d+)", text)
    return None if match is None else calendar.timegm(tuple(int(part) for part in match.groups()) + (0, 0, 0))


class Client:
    """One unchanged program; its output is read line by line, by default from a terminal."""

    name = ""
    # The programs it needs, each with its Debian package.
    needs = {}
    shows_time = shows_mode = shows_place = True
    shows = "positions"
    # The mode of its receiver's fixes.
    mode = 3
    # Whether it connects before the receiver is first plugged in.
    is_early = False
    # Whether it reconnects by itself after a restart of the server; otherwise it is restarted.
    reconnects = False
    # Whether it shows that there is no fix; other programs print nothing then.
    tells_no_fix = True
    # Seconds by which it may be late.
    lag = 4
    has_terminal = True

    def __init__(self, bench):
        self.bench = bench
        self.sightings = []
        self.process = None
        # An output that no client should have received, or None.
        self.fault = None
        # Programs that it needs, started before it.
        self.helpers = []
        self.last_words = collections.deque(maxlen=3)
        self.home = bench.folder / "".join(letter for letter in self.name if letter.isalnum())

    # MARK: - Properties of each client

    def missing(self):
        """Why it can't run here, or None."""
        for program, package in self.needs.items():
            if self.path(program) is None:
                return "%s is not installed: Debian package %s" % (program, package)
        return None

    def command(self):
        raise NotImplementedError

    def environment(self):
        return {}

    def outputs(self):
        """The outputs that `serve` must have for it."""
        return []

    def line(self, text):
        """Takes a line that it printed."""
        raise NotImplementedError

    # MARK: - Common to all clients

    def begin(self):
        self.home.mkdir(exist_ok=True)
        self.start()

    def whole_environment(self):
        return {
            **os.environ, "HOME": str(self.home), "XDG_CONFIG_HOME": str(self.home / "config"), "TERM": "vt100",
            "LC_ALL": "C.UTF-8", **self.environment()}

    def again(self):
        """Restarts it, as a user does after a restart of the server."""
        end(self.process)
        Client.start(self)

    def help_out(self, words):
        """Starts a program that this one needs."""
        with open(self.home / "helpers.log", "a") as log:
            self.helpers.append(subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.home,
                env=self.whole_environment(), start_new_session=True))

    def start(self):
        own, theirs = terminal(40, 120) if self.has_terminal else os.pipe()
        try:
            self.process = subprocess.Popen(
                self.command(), stdin=theirs if self.has_terminal else subprocess.DEVNULL, stdout=theirs,
                stderr=theirs, cwd=self.home, env=self.whole_environment(), start_new_session=True)
        finally:
            os.close(theirs)
        threading.Thread(target=self.read, args=(own,), daemon=True).start()

    def read(self, descriptor):
        """Reads its output to the end, in a separate thread."""
        rest = b""
        while True:
            try:
                chunk = os.read(descriptor, 65536)
            except OSError:
                chunk = b""
            if not chunk:
                os.close(descriptor)
                return
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                text = line.decode("utf-8", "replace").strip()
                if text:
                    self.last_words.append(text[:200])
                    self.line(text)

    def see(self, time_shown, place, mode):
        """Stores what it shows, unless it has shown the same before."""
        last = self.sightings[-1] if self.sightings else None
        if last is None or (last.time, last.place, last.mode) != (time_shown, place, mode) or mode in (0, 1):
            self.sightings.append(Sighting(time.monotonic(), time_shown, place, mode))

    def see_report(self, report):
        """Stores a TPV report, or an object with the same keys."""
        place = (report["lat"], report["lon"]) if "lat" in report and "lon" in report else None
        self.see(seconds(report["time"]) if report.get("time") else None, place, report["mode"])

    def ending(self):
        """How it or a program that it needs ended, or what was wrong with its output; None while all is well."""
        if self.fault:
            return self.fault
        for process in [self.process] + self.helpers:
            if (code := process.poll()) is not None:
                how = "by signal %d" % -code if code < 0 else "with %d" % code
                return "%s ended %s: %s" % (process.args[0], how, " / ".join(self.last_words) or "no word")
        return None

    @staticmethod
    def path(program):
        return shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/bin:/usr/sbin")
