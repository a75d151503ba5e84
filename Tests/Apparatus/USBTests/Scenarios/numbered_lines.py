"""Lines with numbers, sent by a dongle: what was sent when, and whether it came."""

import random
import threading
import time

from Dongles.dongle import Dongle

from .failure import expect
from .kernel_stream import TICK_LENGTH, KernelStream

# What the kernel may lose: what comes while a port is being opened, and what nobody has read when it is unplugged.
AFTER_OPENING = 0.100
BEFORE_UNPLUGGING = 0.200
# So many times its usual pause a sender may wait, and as much less.
LONGEST = 1.8


class Sender:
    """Sends one line after the other, as a receiver does: from the moment of plugging, whether anybody listens or not.

    So many a second of the machine's time: a busy host gives the machine little time, and it would be talked to faster than any
    cable can. `text` is the line of a number; numbers go on over all dongles, so that what is old can be told."""

    def __init__(self, clock: KernelStream, pause: float, text):
        self.clock, self.pause, self.text = clock, pause, text
        self.next = 1
        # The number, the moment, and whether the dongle had room for it, of each line.
        self.sent: "list[tuple[int, float, bool]]" = []
        # The numbers of the lines that must come.
        self.wanted: "list[int]" = []
        self.stopping = threading.Event()

    def start(self, dongle: Dongle):
        """Sends through a dongle until `stop`."""
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
        due = self.clock.now()
        while True:
            pause = self.pause * random.uniform(2 - LONGEST, LONGEST)
            due += int(pause * 1e6)
            if self.stopping.wait(pause):
                return
            # It is told in ticks, so that the machine may be as far ahead.
            while self.clock.now() + int(TICK_LENGTH * 1e6) < due:
                if self.stopping.wait(0.002):
                    return
            number, self.next = self.next, self.next + 1
            moment = time.monotonic()
            self.sent.append((number, moment, dongle.send(self.text(number))))

    def want(self, dongle: Dongle, pulled: float):
        """Wants all lines since the dongle was opened that nobody may lose, by our clock and by the machine's."""
        # The last that is set at an opening is the speed.
        opened = max(dongle.line.opened_at, dongle.line.speed_set_at or 0)
        in_the_machine = self.clock.moment(self.clock.machine_time(opened) + int(AFTER_OPENING * 1e6))
        start, end = max(opened + AFTER_OPENING, in_the_machine), pulled - BEFORE_UNPLUGGING
        window = [(number, had_room) for number, moment, had_room in self.sent if start <= moment <= end]
        expect(all(had_room for _, had_room in window),
               "the machine did not ask for data for seconds: the dongle's buffer ran over, which proves nothing")
        self.wanted += [number for number, _ in window]


def check(came: "list[int]", wanted: "list[int]"):
    """Each wanted line came, none twice, all in order."""
    expect(len(wanted) >= 5, f"only {len(wanted)} lines were sent while the port was open: too few to show anything")
    for earlier, later in zip(came, came[1:]):
        expect(earlier < later, f"line {later} came after line {earlier}")
    missing = sorted(set(wanted) - set(came))
    expect(not missing, f"{len(missing)} of {len(wanted)} lines are missing, the first is {missing[:1]}")
