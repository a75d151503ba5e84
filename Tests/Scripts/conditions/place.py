"""Folders with unusual files, readers of pipes, and the files that a run reports as kept."""
import functools
import os
import pathlib
import re
import tempfile
import threading
import time

from checking import HANG

from . import tool

KEPT = re.compile(r"(?P<name>\S+): (?P<bytes>\d+) bytes")
# Files that must stay open until the end of the rows.
OPEN = []


class Place:
    """A folder for one row, with unusual files."""

    def __init__(self, folder):
        self.path = pathlib.Path(tempfile.mkdtemp(dir=folder))

    def __truediv__(self, name):
        return str(self.path / name)

    def fifo(self, name):
        path = self / name
        os.mkfifo(path)
        return path


class Reader:
    """A reader of a FIFO, of all of it or a part."""

    def __init__(self, path, most=None):
        self.path, self.most, self.data = path, most, b""
        self.thread = threading.Thread(target=self.run, daemon=True)

    def begin(self):
        # Open both ends at once, so that neither waits for the other.
        self.end = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK)
        self.thread.start()

    def run(self):
        """Reads up to the end of the writer, which is only one after its first bytes."""
        end = time.monotonic() + HANG
        while time.monotonic() < end and (self.most is None or len(self.data) < self.most):
            try:
                piece = os.read(self.end, 65536)
            except BlockingIOError:
                piece = None
            if piece == b"" and self.data:
                break
            self.data += piece or b""
            time.sleep(0.02)
        os.close(self.end)


@functools.cache
def minute(folder):
    return tool.output(["simulate", "walk", "--duration", "1min", "--speed", "max", "--seed", "7"], folder)


def recording(place):
    """A recording of a minute."""
    path = place / "walk.nmea"
    pathlib.Path(path).write_bytes(minute(place.path.parent))
    return path


def full_pipe():
    """The end of a full pipe whose other end stays open."""
    read, write = os.pipe()
    OPEN.append(read)
    os.set_blocking(write, False)
    try:
        while True:
            os.write(write, bytes(4096))
    except BlockingIOError:
        os.set_blocking(write, True)
    return write


def kept(place):
    """Checks the files that a successful run reported: their names and sizes."""
    def look(status, said):
        match = KEPT.search(said)
        if status != 0 or not match:
            return None
        path = place.path / match["name"]
        if not path.exists():
            return f"{match[0]}, and there is no such file"
        size = path.stat().st_size
        return f"{match[0]}, and the file has {size}" if size < int(match["bytes"]) else None
    return look
