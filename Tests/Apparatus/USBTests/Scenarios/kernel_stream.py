"""The machine's kernel log as it grows: one clock, and one order, for what the kernel notices of a cable and for what our
programs say, since their output is the log.

A line of /dev/kmsg: `12,345,6789012,-;text`, the priority with the writer, a number, microseconds; what isn't printable
is written as `\\x0a`. Programs in the machine write under other facilities than the kernel, which has 0.
"""

import bisect
import dataclasses
import re
import threading
import time

from .failure import Failure

LINE = re.compile(rb"^(\d+),\d+,(\d+),[^;]*;(.*)$")
ESCAPED = re.compile(rb"\\x([0-9a-f]{2})")
TICK = "tick"
# The seconds between two ticks: so much later than the last one it may be.
TICK_LENGTH = 0.05


@dataclasses.dataclass(frozen=True)
class Entry:
    # The machine's time, in microseconds.
    at: int
    is_kernel: bool
    text: str


def entries(line: bytes) -> "list[Entry]":
    """What one line of the log says; a program may have written several lines at once."""
    match = LINE.match(line)
    if not match:
        return []
    text = ESCAPED.sub(lambda escape: bytes([int(escape[1], 16)]), match[3]).decode(errors="replace")
    is_kernel = int(match[1]) < 8
    return [Entry(int(match[2]), is_kernel, part.rstrip("\r")) for part in text.split("\n") if part.rstrip("\r")]


class KernelStream:
    """Reads the log from now on, in a thread of its own, so that it knows when what came."""

    def __init__(self, path: str):
        self.path = path
        self.entries: "list[Entry]" = []
        # When we saw it, on our clock, and the machine's time then: rising both.
        self.seen: "list[float]" = []
        self.machine_times: "list[int]" = []
        self.news = threading.Condition()
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def close(self):
        self.stopping.set()
        self.thread.join(5)

    def mark(self) -> int:
        """A place in the log: everything that comes is behind it."""
        with self.news:
            return len(self.entries)

    def since(self, mark: int) -> "list[Entry]":
        with self.news:
            return self.entries[mark:]

    def wait(self, wanted, mark: int, what: str, seconds: float = 60) -> Entry:
        """The first entry behind a mark that is wanted: a function of an entry, or a piece of its text."""
        is_wanted = wanted if callable(wanted) else (lambda entry: wanted in entry.text)
        end = time.monotonic() + seconds
        place = mark
        with self.news:
            while True:
                for entry in self.entries[place:]:
                    if is_wanted(entry):
                        return entry
                place = len(self.entries)
                if time.monotonic() > end:
                    recent = [f"{entry.at / 1e6:.3f} {entry.text}" for entry in self.entries[mark:]][-12:]
                    raise Failure(f"{what}: not within {seconds:g} s. Since then: {recent or 'nothing'}")
                self.news.wait(0.2)

    def machine_time(self, moment: float) -> int:
        """The machine's time at a moment of our clock, or a tick later."""
        with self.news:
            place = bisect.bisect_left(self.seen, moment)
            return self.machine_times[min(place, len(self.seen) - 1)]

    def moment(self, machine_time: int) -> float:
        """The moment of our clock at which the machine had come to a time, or a little later."""
        with self.news:
            place = bisect.bisect_left(self.machine_times, machine_time)
            return self.seen[place] if place < len(self.seen) else float("inf")

    def pass_time(self, seconds: float):
        """Waits until so much time has passed on both clocks."""
        start = time.monotonic()
        until = self.now() + int((seconds + TICK_LENGTH) * 1e6)
        while self.now() < until or time.monotonic() < start + seconds:
            if time.monotonic() > start + 60:
                raise Failure(f"the machine's clock has not gone on by {seconds:g} s within a minute")
            time.sleep(0.002)

    def now(self) -> int:
        with self.news:
            return self.machine_times[-1] if self.machine_times else 0

    def _run(self):
        rest = b""
        with open(self.path, "rb") as log:
            while not self.stopping.is_set():
                piece = log.read(1 << 16)
                if not piece:
                    time.sleep(0.002)
                    continue
                *lines, rest = (rest + piece).split(b"\n")
                came = [entry for line in lines for entry in entries(line)]
                if came:
                    self._take(came)

    def _take(self, came: "list[Entry]"):
        with self.news:
            # What came together shows where the machine is now, at the latest of it.
            latest = max(entry.at for entry in came)
            if not self.machine_times or latest > self.machine_times[-1]:
                self.seen.append(time.monotonic())
                self.machine_times.append(latest)
            self.entries += [entry for entry in came if entry.text != TICK]
            self.news.notify_all()
