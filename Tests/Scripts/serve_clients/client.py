"""A client of gpsd: a process, and what it has shown so far."""
import calendar
import collections
import fcntl
import os
import re
import shutil
import struct
import subprocess
import termios
import threading
import time

# What a client showed and when: UTC in seconds, degrees, and a mode as gpsd counts them; each may be missing.
Sighting = collections.namedtuple("Sighting", "heard time place mode")


def seconds(text):
    """The moment that a text like 2026-11-20T07:08:03.000Z names."""
    match = re.match(r"(\d+)-(\d+)-(\d+)[T ](\d+):(\d+):(\d+)", text)
    return None if match is None else calendar.timegm(tuple(int(part) for part in match.groups()) + (0, 0, 0))


class Client:
    """One program, run unchanged; what it prints comes line by line, from a terminal unless told otherwise."""

    name = ""
    # The programs it needs, each with the Debian package that has it.
    needs = {}
    shows_time = shows_mode = shows_place = True
    shows = "positions"
    # The mode of a fix of its receiver.
    mode = 3
    # Whether it connects before the receiver is plugged in for the first time.
    is_early = False
    # Whether it connects again by itself after the server was away; a person starts the others again.
    reconnects = False
    # Whether it has a word for "no fix"; one that has none says nothing then.
    tells_no_fix = True
    # Seconds by which it may be behind.
    lag = 4
    has_terminal = True

    def __init__(self, bench):
        self.bench = bench
        self.sightings = []
        self.process = None
        # What it showed that no client may be sent; None so far.
        self.fault = None
        # What it does not run without, each begun before it.
        self.helpers = []
        self.last_words = collections.deque(maxlen=3)
        self.home = bench.folder / "".join(letter for letter in self.name if letter.isalnum())

    # MARK: - What each one says about itself

    def missing(self):
        """Why it can't be tried here; None if it can."""
        for program, package in self.needs.items():
            if self.path(program) is None:
                return "%s is not installed: Debian package %s" % (program, package)
        return None

    def command(self):
        raise NotImplementedError

    def environment(self):
        return {}

    def outputs(self):
        """What `serve` must be told to offer for it."""
        return []

    def may_lose(self):
        """Whether the receiver may be unplugged now."""
        return True

    def line(self, text):
        """Takes a line that it printed."""
        raise NotImplementedError

    # MARK: - What is the same for all

    def begin(self):
        self.home.mkdir(exist_ok=True)
        self.start()

    def whole_environment(self):
        return {
            **os.environ, "HOME": str(self.home), "XDG_CONFIG_HOME": str(self.home / "config"), "TERM": "vt100",
            "LC_ALL": "C.UTF-8", **self.environment()}

    def again(self):
        """Ends it, and starts it again, as a person does after the server was away."""
        self.process.terminate()
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(timeout=5)
        Client.start(self)

    def help_out(self, words):
        """Begins a program that this one needs beside it."""
        with open(self.home / "helpers.log", "a") as log:
            self.helpers.append(subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.home,
                env=self.whole_environment(), start_new_session=True))

    def start(self):
        own, theirs = os.openpty() if self.has_terminal else os.pipe()
        if self.has_terminal:
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        try:
            self.process = subprocess.Popen(
                self.command(), stdin=theirs if self.has_terminal else subprocess.DEVNULL, stdout=theirs,
                stderr=theirs, cwd=self.home, env=self.whole_environment(), start_new_session=True)
        finally:
            os.close(theirs)
        threading.Thread(target=self.read, args=(own,), daemon=True).start()

    def read(self, descriptor):
        """Takes what it prints, to its end, in a thread of its own."""
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
        """Keeps what it shows; what it has shown already is nothing new."""
        last = self.sightings[-1] if self.sightings else None
        if last is None or (last.time, last.place, last.mode) != (time_shown, place, mode) or mode in (0, 1):
            self.sightings.append(Sighting(time.monotonic(), time_shown, place, mode))

    def see_report(self, report):
        """Keeps what a TPV says, or what has the same keys."""
        place = (report["lat"], report["lon"]) if "lat" in report and "lon" in report else None
        self.see(seconds(report["time"]) if report.get("time") else None, place, report["mode"])

    def ending(self):
        """How it ended, or what it needs; or what was wrong with what it showed. None while all is well."""
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
