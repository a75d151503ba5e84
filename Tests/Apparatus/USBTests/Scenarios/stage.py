"""What all scenarios have: the machine, dongles to plug, how many cycles are asked for, and chance."""

import contextlib
import dataclasses
import random
import time

from Dongles.chip import Chip
from Dongles.dongle import Dongle
from Dongles.families import FAMILIES

from .epochs import Epochs
from .failure import expect
from .kernel_stream import Entry, KernelStream
from .machine import Machine
from .numbered_lines import BEFORE_UNPLUGGING, Sender
from .simulated import Receiver


@dataclasses.dataclass
class Stage:
    machine: Machine
    cycles: int
    random: random.Random
    # The program on this machine, which simulates the receivers behind the dongles.
    simulator: str
    # How many clients the served receiver has.
    clients: int

    @property
    def kernel(self) -> KernelStream:
        return self.machine.kernel

    @contextlib.contextmanager
    def plugged(self, family: str, cable: int = 0, **options):
        """A dongle, pulled out at the latest when the `with` ends."""
        dongle = Dongle(chip(family), self.machine.cable(cable), **options)
        try:
            yield dongle
        finally:
            dongle.unplug()

    def attached(self, family: str, mark: int) -> Entry:
        """Waits for the driver's word of a port, and until udev has heard it."""
        entry = self.kernel.wait(chip(family).announcement, mark, "the driver's word")
        self.machine.run("udevadm settle")
        return entry

    def node(self) -> str:
        """The name of the only port."""
        return self.machine.run("ls -d /dev/ttyACM* /dev/ttyUSB* 2>/dev/null || true").strip()

    def opened(self, dongle: Dongle):
        """Waits until a port is opened."""
        end = time.monotonic() + 60
        while dongle.line.opened_at is None:
            expect(time.monotonic() < end, "the port was not opened within 60 s")
            time.sleep(0.002)

    def pull(self, dongle: Dongle, sender: Sender, unplugs: bool = True):
        """Pulls a talking dongle out, and has its sender want the lines so far, but for those that the kernel may lose. What was
        sent before that has had its time in the machine, too, however busy the host is."""
        safe = time.monotonic()
        self.kernel.pass_time(BEFORE_UNPLUGGING)
        if unplugs:
            dongle.unplug()
        sender.stop()
        sender.want(dongle, safe + BEFORE_UNPLUGGING)

    def receiver(self, *words: str) -> Receiver:
        """A simulated receiver that no other scenario has had: each drives another way."""
        return Receiver(self.kernel, self.simulator, *(words or ("drive",)), "--seed", self.seed())

    def epochs(self, rate: int, minutes: int) -> Epochs:
        """One that sends epoch by epoch."""
        return Epochs(self.kernel, self.simulator, self.seed(), rate, minutes)

    def seed(self) -> str:
        return str(self.random.randrange(1_000_000))

    def some_lines(self) -> int:
        """How many lines a dongle may send before it is pulled out: another number each time, so that it is pulled out
        in another place of a line. Of these some are too early or too late to be held against anybody."""
        return self.random.randint(30, 50)


def chip(family: str) -> Chip:
    return FAMILIES[family]()


def selector(family: str) -> str:
    identity = chip(family).identity
    return f"usb:{identity.vendor:04X}:{identity.product:04X}"


def source(family: str) -> "list[str]":
    """What a person writes to have a dongle of this family: nothing for a receiver, and for a bridge which one."""
    return [] if family == "ublox" else [selector(family)]
