"""What all scenarios have: the machine, dongles to plug, the probe, how many cycles are asked for, and chance."""

import contextlib
import dataclasses
import random

from Dongles.chip import Chip
from Dongles.dongle import Dongle
from Dongles.families import FAMILIES

from .machine import Machine
from .probe import Probe


@dataclasses.dataclass
class Stage:
    machine: Machine
    cycles: int
    random: random.Random

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

    def some_lines(self) -> int:
        """How many lines a dongle may send before it is pulled out: another number each time, so that it is pulled out
        in another place of a line. Of these some are too early or too late to be held against anybody."""
        return self.random.randint(30, 50)


def chip(family: str) -> Chip:
    return FAMILIES[family]()


def selector(family: str) -> str:
    identity = chip(family).identity
    return f"usb:{identity.vendor:04X}:{identity.product:04X}"
