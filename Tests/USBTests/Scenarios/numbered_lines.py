"""Lines with numbers, sent by a dongle: what was sent when, and whether it came."""

import functools
import operator
import random
import threading
import time

from Dongles.dongle import Dongle

from .failure import Failure, expect
from .kernel_stream import TICK_LENGTH, KernelStream

# What the kernel may lose: what comes while a port is being opened, and what nobody has read when it is unplugged.
AFTER_OPENING = 0.100
BEFORE_UNPLUGGING = 0.200
# So many times its usual pause a sender may wait, and as much less.
LONGEST = 1.8


def line(sender: str, number: int) -> bytes:
    """A sentence like a receiver's, of a length of its own, with a checksum."""
    body = f"PGBT,{sender},{number},{'x' * (number * 7 % 40)}"
    return f"${body}*{checksum(body):02X}\r\n".encode()


def checksum(body: str) -> int:
    """NMEA's, of what stands between the dollar and the star."""
    return functools.reduce(operator.xor, body.encode())


class Sender:
    """Sends one line after the other, as a receiver does: from the moment of plugging, whether anybody listens or not.

    With a machine's clock, so many a second of its time: a busy host gives the machine little time, and it would be talked
    to faster than any cable can."""

    def __init__(self, name: str, clock: "KernelStream | None" = None, pause: float = 0.02, text=None):
        self.name, self.clock, self.pause = name, clock, pause
        # The line of a number.
        self.text = text or (lambda number: line(name, number))
        self.next = 1
        self.stopping = threading.Event()

    def start(self, dongle: Dongle):
        """Sends through a dongle until `stop`. Numbers go on from the dongle before: what is old can be told."""
        self.sent: "list[tuple[int, float, bool]]" = []
        self.stopping.clear()
        self.thread = threading.Thread(target=self._run, args=(dongle,), daemon=True)
        self.thread.start()

    def talk(self, lines: int):
        """Waits until so many more lines are sent: some fifty a second, fewer on a busy host."""
        until = len(self.sent) + lines
        while len(self.sent) < until and self.thread.is_alive():
            time.sleep(0.005)

    def stop(self):
        self.stopping.set()
        self.thread.join(10)

    def _run(self, dongle: Dongle):
        due = self.clock.now() if self.clock else 0
        while True:
            pause = self.pause * random.uniform(2 - LONGEST, LONGEST)
            due += int(pause * 1e6)
            if self.stopping.wait(pause):
                return
            # It is told in ticks, so that the machine may be as far ahead.
            while self.clock and self.clock.now() + int(TICK_LENGTH * 1e6) < due:
                if self.stopping.wait(0.002):
                    return
            number, self.next = self.next, self.next + 1
            moment = time.monotonic()
            self.sent.append((number, moment, dongle.send(self.text(number))))

    def must_come(self, kernel: KernelStream, dongle: Dongle, pulled: float) -> "list[int]":
        """The numbers of all lines that nobody may lose, by our clock and by the machine's."""
        # The last that is set at an opening is the speed.
        opened = max(dongle.line.opened_at, dongle.line.speed_set_at or 0)
        in_the_machine = kernel.moment(kernel.machine_time(opened) + int(AFTER_OPENING * 1e6))
        return self.between(max(opened + AFTER_OPENING, in_the_machine), pulled - BEFORE_UNPLUGGING)

    def between(self, start: float, end: float) -> "list[int]":
        """The numbers of all lines that were sent in that time."""
        window = [(number, had_room) for number, moment, had_room in self.sent if start <= moment <= end]
        expect(all(had_room for _, had_room in window),
               "the machine did not ask for data for seconds: the dongle's buffer ran over, which proves nothing")
        return [number for number, _ in window]


def numbers(runs: str, sender: str) -> "list[int]":
    """What the probe says has come: "A3-17,A18-20" are 3 to 20, from A."""
    came = []
    for run in filter(None, runs.split(",")):
        expect(run[0] == sender, f"lines of another sender than {sender}: {run}")
        first, last = run[1:].split("-")
        came.extend(range(int(first), int(last) + 1))
    return came


def check(came: "list[int]", wanted: "list[int]"):
    """Each wanted line came, none twice, all in order."""
    expect(len(wanted) >= 5, f"only {len(wanted)} lines were sent while the port was open: too few to show anything")
    for earlier, later in zip(came, came[1:]):
        expect(earlier < later, f"line {later} came after line {earlier}")
    missing = sorted(set(wanted) - set(came))
    if missing:
        raise Failure(f"{len(missing)} of {len(wanted)} lines are missing, the first is {missing[:1]}",
                      sent=len(wanted), received=len(wanted) - len(missing))
