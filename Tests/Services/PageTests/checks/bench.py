"""What all checks share: services that are started and ended, waiting for a condition, and faults."""
import http.client
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import threading
import time

from checking import of_process, processor_time
from seeding import SEED

ROOT = pathlib.Path(__file__).resolve().parents[4]
# Seconds after which something hangs. No check judges how long anything takes by the clock.
HANGS = 180


class Wrong(Exception):
    """What was expected, and what was found."""


class Skipped(Exception):
    """Why a check can't be run here."""


CHECKS = []


def check(name, takes="bench", nightly=False):
    """Makes a function a check.

    `takes` is `bench` for one without a browser, `browser` for one in Chromium, `alone` for one in Chromium while nothing else
    runs, and `engine` for one that runs once in each engine: in Chromium, and nightly also in Firefox and WebKit. A check that is
    `nightly` runs only with `--nightly`.
    """
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


def wait_for(what, condition, limit=HANGS, step=0.05, seen=None):
    """Waits until a condition returns something that is true, and returns it; Wrong with what is `seen` when it hangs."""
    end = time.monotonic() + limit
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise Wrong("expected that %s; found %s" % (what, shown(seen() if seen else found)))
        time.sleep(step)


class Bench:
    """The folder of a check, and the processes that end with it."""

    lock, shared = threading.Lock(), None

    def __init__(self, program, folder, pictures=None):
        self.program = os.path.abspath(program)
        self.folder = pathlib.Path(folder)
        self.pictures = pictures and pathlib.Path(pictures)
        self.services = []
        self.players = []
        # Figures for the report.
        self.lines = []

    def run(self, *words, status=0, **more):
        """What the program prints, in UTC."""
        done = subprocess.run([self.program, *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, timeout=2 * HANGS, check=False,
                              env={**os.environ, "HOME": str(self.folder), "TZ": "UTC"}, **more)
        expect("the status of %s, which printed %s" % (words[0], done.stderr.decode(errors="replace")), done.returncode, status)
        return done.stdout

    def records(self, *words):
        """The records that the program prints."""
        return [json.loads(line) for line in self.run(*words).splitlines()]

    def serve(self, *words, is_quiet=False, **settings):
        """Starts `gpsbridge serve` with a page at a free port; settings are variables of its environment.

        A page of one that is quiet gets the records of a test alone, and greets with the service's simulated receivers.
        """
        service = Service(self, words, settings, is_quiet)
        self.services.append(service)
        return service

    def silent(self):
        """A service that all checks share; its pages get the records of a test alone."""
        with Bench.lock:
            if Bench.shared is None:
                folder = self.folder.parent / "shared"
                folder.mkdir()
                Bench.shared = Bench(self.program, folder)
                Bench.shared.serve("sim:silent", is_quiet=True)
            return Bench.shared.services[0]

    def play(self, name, link=None):
        """Plays a simulated receiver at a pseudo-terminal, by a program of its own; returns the name of its port."""
        link = pathlib.Path(link or self.folder / ("receiver-%d" % len(self.players)))
        self.players.append(subprocess.Popen(
            [self.program, "simulate", name, "--pty", str(link)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True))
        wait_for("simulate makes its port", link.exists)
        return str(link)

    def secret(self, secret, name="token"):
        """A file with a token."""
        file = self.folder / name
        file.write_text(secret + "\n")
        file.chmod(0o600)
        return str(file)

    def note(self, text):
        """Keeps a figure for the report."""
        self.lines.append(text)

    def end(self):
        for service in self.services:
            service.kill()
        for player in self.players:
            player.kill()
            player.wait()


class Service:
    """`gpsbridge serve --http`."""

    def __init__(self, bench, words, settings, is_quiet=False):
        self.bench, self.words, self.settings = bench, list(words), settings
        # Whether its pages have a stream of the test's.
        self.is_quiet = is_quiet
        self.log = bench.folder / ("serve-%d.log" % len(bench.services))
        self.port = 0
        self.begin()

    def begin(self):
        """Starts it; again at the same port if it had one."""
        environment = {**os.environ, "HOME": str(self.bench.folder), "XDG_STATE_HOME": str(self.bench.folder), **self.settings}
        words = list(self.words)
        if "--http" not in words:
            words += ["--http", "127.0.0.1:%d" % self.port]
        if "--gpsd" not in words:
            words += ["--gpsd", "none"]
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [self.bench.program, "serve"] + words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment,
                start_new_session=True)
        wait_for("serve prints where its page is", self.found_port, step=0.01)

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

    def ask(self, path, method="GET", headers=None, body=None):
        """Requests a path: the status, the headers in lower case, and the body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=HANGS)
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

    def records(self, path):
        """The records of an answer."""
        return [json.loads(line) for line in self.text(path).splitlines()]

    def has_fix(self):
        """Waits until the service has a position."""
        wait_for("there is a fix", lambda: self.ask("/healthz")[0] == 200)
        return self

    def memory(self):
        """Anonymous memory in MiB."""
        return of_process(self.process.pid, "RssAnon") / 1024

    def processor(self):
        """Seconds of the processor that the service has used."""
        return processor_time(self.process.pid)

    def stop(self):
        """Stops it as a user would."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=HANGS)

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def metric(service, name):
    """The value of a metric without labels; NaN where there is none."""
    for line in service.text("/metrics").splitlines():
        if line.startswith(name + " "):
            return float(line.split()[1])
    return float("nan")
