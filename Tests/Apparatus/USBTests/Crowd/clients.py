"""The crowd's members: connections that stay, and a visitor."""

import socket
import time

from .report import Report

# The server listens at both; they are taken by turns.
ADDRESSES = ("127.0.0.1", "::1")
PORT = 2947
WATCH = b'?WATCH={"enable":true,"json":true}\n'


class Client:
    """Somebody who stays: reports each whole line, and the end. The server ends lines with CR LF."""

    def __init__(self, name: str, connection: socket.socket, report: Report):
        self.name, self.connection, self.report, self.rest = name, connection, report, b""

    def fileno(self) -> int:
        return self.connection.fileno()

    def read(self) -> bool:
        """Whether it goes on."""
        try:
            piece = self.connection.recv(1 << 16)
        except OSError as error:
            self.report.say("ended", self.name, error)
            return False
        *lines, self.rest = (self.rest + piece).split(b"\n")
        if lines:
            self.report.came(self.name, [line[:-1] if line.endswith(b"\r") else line + b" (without a CR)" for line in lines])
        if not piece:
            self.report.say("ended", self.name, "in the middle of a line" if self.rest else "closed")
        return bool(piece)


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
            self.connection = connected(self.number)
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


def connected(number: int) -> socket.socket:
    """A connection to the server that wants reports. Throws where it is refused."""
    connection = socket.create_connection((ADDRESSES[number % 2], PORT), timeout=30)
    connection.setblocking(False)
    connection.send(WATCH)
    return connection
