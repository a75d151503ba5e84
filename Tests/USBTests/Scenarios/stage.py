"""What all scenarios have: the machine, dongles to plug, the probe, how many cycles are asked for, and chance."""

import contextlib
import dataclasses
import random
import time

from Dongles.chip import Chip
from Dongles.dongle import Dongle
from Dongles.families import FAMILIES

from .failure import expect
from .kernel_stream import KernelStream
from .machine import Machine
from .numbered_lines import BEFORE_UNPLUGGING
from .probe import Probe
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

    def probe(self, *families: str, speeds: "tuple[int, ...]" = (9600,)) -> Probe:
        """The probe, asked to open dongles of these families. Bridges are opened only if they are asked for."""
        selectors = [f"--open {selector(family)}" for family in families]
        return Probe(self.machine, *selectors, "--speeds", ",".join(map(str, speeds)))

    def wait_until(self, condition, what: str, seconds: float = 60):
        """Waits for what happens on this side of the cable."""
        end = time.monotonic() + seconds
        while not condition():
            expect(time.monotonic() < end, f"{what}: not within {seconds:g} s")
            time.sleep(0.002)

    def pull(self, dongle: Dongle, unplugs: bool = True) -> float:
        """Pulls a talking dongle out; since when its lines may be lost, plus what the kernel may lose. What was sent before
        that has had its time in the machine, too, however busy the host is."""
        safe = time.monotonic()
        self.kernel.pass_time(BEFORE_UNPLUGGING)
        if unplugs:
            dongle.unplug()
        return safe + BEFORE_UNPLUGGING

    def receiver(self, *words: str) -> Receiver:
        """A simulated receiver that no other scenario has had: each drives another way."""
        return Receiver(self.kernel, self.simulator, *(words or ("drive",)), "--seed", str(self.random.randrange(1_000_000)))

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
