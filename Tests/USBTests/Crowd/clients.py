"""The crowd's members: connections of its own, programs of others whose output it reads, and a visitor."""

import os
import socket
import subprocess
import sys
import time

from .report import Report

# The server listens at both; they are taken by turns.
ADDRESSES = ("127.0.0.1", "::1")
PORT = 2947
WATCH = b'?WATCH={"enable":true,"json":true}\n'
WATCH_SENTENCES = b'?WATCH={"enable":true,"json":true,"nmea":true}\n'
# Python's library for gpsd, as its manual has it.
LIBRARY = """
import gps
session = gps.gps(mode=gps.WATCH_ENABLE | gps.WATCH_NEWSTYLE)
for report in session:
    print(session.response.rstrip(), flush=True)
"""
PROGRAMS = {"gpspipe": ["gpspipe", "-w"], "python3-gps": [sys.executable, "-B", "-c", LIBRARY]}


class Client:
    """Somebody who stays: reports each whole line, and the end. The server ends lines with CR LF, a program as it likes."""

    def __init__(self, name: str, file, report: Report, before_newline: bytes = b"", process=None, wants: str = "reports"):
        self.name, self.file, self.report, self.before_newline, self.process = name, file, report, before_newline, process
        self.rest = b""
        report.say("joined", name, wants)

    def fileno(self) -> int:
        return self.file.fileno()

    def read(self) -> bool:
        """Whether it goes on."""
        try:
            piece = os.read(self.fileno(), 1 << 16)
        except OSError as error:
            return self._end(str(error))
        *lines, self.rest = (self.rest + piece).split(b"\n")
        if lines:
            self.report.came(self.name, [self._without_end(line) for line in lines])
        return bool(piece) or self._end("in the middle of a line" if self.rest else "closed")

    def leave(self):
        """A program of others would not notice at once that nobody reads what it prints."""
        if self.process:
            self.process.terminate()

    def _without_end(self, line: bytes) -> bytes:
        return line.removesuffix(b"\r") + (b"" if line.endswith(self.before_newline) else b" (without a CR)")

    def _end(self, why: str) -> bool:
        self.report.say("ended", self.name, why)
        return False


def own(number: int, report: Report) -> Client:
    """Each tenth wants sentences, too: what it wants has to outlive a restart as well."""
    connection = _connected(number)
    wants_sentences = number % 10 == 0
    connection.send(WATCH_SENTENCES if wants_sentences else WATCH)
    return Client(str(number), connection, report, b"\r", wants="sentences" if wants_sentences else "reports")


def of_others(name: str, report: Report) -> Client:
    process = subprocess.Popen(PROGRAMS[name], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return Client(name, process.stdout, report, process=process)


class Visitor:
    """Somebody who comes, waits for a word, goes, and comes again after a pause."""

    PAUSE = 0.3

    def __init__(self, report: Report):
        self.report, self.number, self.connection, self.due = report, 0, None, time.monotonic()

    def fileno(self) -> int:
        return self.connection.fileno()

    def comes(self) -> bool:
        """Whether it has come just now."""
        if self.connection or time.monotonic() < self.due:
            return False
        self.number += 1
        self.begun = time.monotonic()
        try:
            self.connection = _connected(self.number)
            self.connection.send(WATCH)
        except OSError as error:
            self._goes("refused", error)
        return self.connection is not None

    def read(self) -> bool:
        try:
            if self.connection.recv(1 << 16):
                self._goes("visited", int(1000 * (time.monotonic() - self.begun)))
            else:
                self._goes("refused", "the end came before a word")
        except OSError as error:
            self._goes("refused", error)
        return False

    def _goes(self, *words: object):
        self.report.say(*words)
        if self.connection:
            self.connection.close()
        self.connection, self.due = None, time.monotonic() + self.PAUSE


def _connected(number: int) -> socket.socket:
    """A connection to the server. Throws where it is refused."""
    connection = socket.create_connection((ADDRESSES[number % 2], PORT), timeout=30)
    connection.setblocking(False)
    return connection
