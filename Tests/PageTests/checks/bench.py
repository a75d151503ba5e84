"""What all checks share: services that are begun and ended, conditions that are waited for, and what was found wrong."""
import http.client
import os
import pathlib
import random
import re
import signal
import subprocess
import time

from seeding import SEED

ROOT = pathlib.Path(__file__).resolve().parents[3]


class Wrong(Exception):
    """What was expected, and what was found."""


class Skipped(Exception):
    """Why a check can't be run here."""


CHECKS = []


def check(name, takes="bench", nightly=False):
    """Makes a function a check; `takes` is `bench`, or `browser` for one that looks at the page."""
    def keep(function):
        function.name, function.takes, function.nightly = name, takes, nightly
        CHECKS.append(function)
        return function
    return keep


def expect(what, found, expected):
    if found != expected:
        raise Wrong("%s: expected %s, found %s" % (what, shown(expected), shown(found)))


def expect_that(what, holds, found):
    if not holds:
        raise Wrong("expected that %s; found %s" % (what, shown(found)))


def shown(value):
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 300 else text[:300] + " …"


def token_of(length):
    """A token of so many hexadecimal digits, from the seed of the run."""
    return random.Random(SEED).randbytes(length).hex()[:length]


def wait_for(what, condition, limit=10, step=0.05):
    """Waits until a condition answers something that is true, and answers it; Wrong after the limit."""
    end = time.monotonic() + limit
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise Wrong("expected within %g s that %s; found %s" % (limit, what, shown(found)))
        time.sleep(step)


class Bench:
    """Everything that is begun for a run, and ended with it."""

    def __init__(self, program, folder, pictures=None):
        self.program = os.path.abspath(program)
        self.folder = pathlib.Path(folder)
        self.pictures = pictures and pathlib.Path(pictures)
        self.services = []
        self.players = []
        # Figures for the report.
        self.lines = []

    def serve(self, *words, port=0):
        """Begins `gpsbridge serve` with a page at a port of the system's choice."""
        service = Service(self, words, port)
        self.services.append(service)
        return service

    def play(self, name):
        """Plays a receiver behind a pseudo-terminal, as a program of its own; the name of its port."""
        link = self.folder / ("receiver-%d" % len(self.players))
        self.players.append(subprocess.Popen(
            [self.program, "simulate", name, "--pty", str(link)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True))
        wait_for("simulate makes its port", link.exists, 20)
        return str(link)

    def tell(self, text):
        """Keeps a figure for the report."""
        self.lines.append(text)

    def end(self):
        for service in self.services:
            service.kill()
        for player in self.players:
            player.terminate()
            player.wait(timeout=10)


class Service:
    """`gpsbridge serve --http`."""

    def __init__(self, bench, words, port):
        self.bench = bench
        self.words = list(words)
        self.log = bench.folder / ("serve-%d.log" % len(bench.services))
        self.port = port
        self.begin()

    def begin(self):
        """Begins it; again at the same port if it had one."""
        environment = {**os.environ, "HOME": str(self.bench.folder), "XDG_STATE_HOME": str(self.bench.folder)}
        words = list(self.words)
        if "--http" not in words:
            words += ["--http", "127.0.0.1:%d" % self.port]
        if "--gpsd" not in words:
            words += ["--gpsd", "none"]
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [self.bench.program, "serve"] + words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment,
                start_new_session=True)
        wait_for("serve says where its page is", self.found_port, 20)

    def found_port(self):
        if self.process.poll() is not None:
            raise Wrong("expected that serve works; it ended with %d: %s" % (self.process.returncode, self.said()))
        found = re.search(r"the page is at https?://\S*?:(\d+)/", self.said())
        if found:
            self.port = int(found.group(1))
        return found

    def said(self):
        return self.log.read_text(errors="replace").strip()

    @property
    def address(self):
        return "http://127.0.0.1:%d" % self.port

    def ask(self, path, method="GET", headers=None, body=None, limit=10):
        """Asks for a path: the status, the headers in lower case, and the body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=limit)
        try:
            connection.request(method, path, body=body, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def text(self, path, **more):
        """The body of an answer of 200."""
        status, _, body = self.ask(path, **more)
        expect("the status of " + path, status, 200)
        return body.decode()

    def memory(self):
        """MiB that stand in memory."""
        words = pathlib.Path("/proc/%d/status" % self.process.pid).read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", words).group(1)) / 1024

    def stop(self):
        """Stops it as a user would."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=10)

    def kill(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def metric(service, name):
    """The value of a metric without labels; NaN where there is none."""
    for line in service.text("/metrics").splitlines():
        if line.startswith(name + " "):
            return float(line.split()[1])
    return float("nan")
