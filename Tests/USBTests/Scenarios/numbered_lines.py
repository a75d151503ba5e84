"""Lines with numbers, sent by a dongle: what was sent when, and whether it came."""

import functools
import operator
import random
import threading
import time

from Dongles.dongle import Dongle

from .failure import expect

# What the kernel may lose: what comes while a port is being opened, and what nobody has read when it is unplugged.
AFTER_OPENING = 0.100
BEFORE_UNPLUGGING = 0.200


def line(sender: str, number: int) -> bytes:
    """A sentence like a receiver's, of a length of its own, with a checksum."""
    body = f"PGBT,{sender},{number},{'x' * (number * 7 % 40)}"
    return f"${body}*{checksum(body):02X}\r\n".encode()


def checksum(body: str) -> int:
    """NMEA's, of what stands between the dollar and the star."""
    return functools.reduce(operator.xor, body.encode())


class Sender:
    """Sends one line after the other, as a receiver does: from the moment of plugging, whether anybody listens or not."""

    def __init__(self, name: str, pause: float = 0.02):
        self.name, self.pause = name, pause
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
        while not self.stopping.wait(self.pause * random.uniform(0.2, 1.8)):
            number, self.next = self.next, self.next + 1
            moment = time.monotonic()
            self.sent.append((number, moment, dongle.send(line(self.name, number))))

    def must_have_come(self, opened: float, unplugged: float) -> "list[int]":
        """The numbers of all lines that no kernel may lose."""
        window = [(number, had_room) for number, moment, had_room in self.sent
                  if opened + AFTER_OPENING <= moment <= unplugged - BEFORE_UNPLUGGING]
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
    expect(not missing, f"{len(missing)} of {len(wanted)} lines are missing, the first is {missing[:1]}")
