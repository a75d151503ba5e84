"""A simulated receiver that sends epoch by epoch; each can be told by its time."""

import functools
import re

from .failure import expect
from .kernel_stream import KernelStream
from .numbered_lines import LONGEST, Sender
from .simulated import simulated


@functools.lru_cache(maxsize=None)
def drive(simulator: str, seed: str, rate: int, minutes: int) -> "tuple[tuple[str, bytes], ...]":
    """All epochs of a drive that have a position, at once."""
    words = ("drive", "--seed", seed, "--rate", str(rate), "--duration", f"{minutes}min")
    found = tuple(epochs(simulated(simulator, *words)))
    expect(len(found) >= 30 * rate * minutes, f"gpsbridge simulate {' '.join(words)}: {len(found)} epochs")
    return found


def epochs(sentences: bytes):
    """The time of each epoch that has a position, as gpsd writes it, and its sentences. An RMC begins one."""
    for piece in re.split(rb"(?=\$G[A-Z]RMC,)", sentences)[1:]:
        _, time, status, *rest = piece.decode().split(",")
        date = rest[6]
        if status == "A":
            yield f"20{date[4:6]}-{date[2:4]}-{date[:2]}T{time[:2]}:{time[2:4]}:{time[4:6]}.{time[7:]:0<3}Z", piece


class Epochs(Sender):
    """Sends each in one piece. Numbers go on over all dongles, from 1."""

    def __init__(self, clock: KernelStream, simulator: str, seed: str, rate: int, minutes: int):
        self.epochs = drive(simulator, seed, rate, minutes)
        self.numbers = {time: number for number, (time, _) in enumerate(self.epochs, start=1)}
        super().__init__(clock, 1 / rate, lambda number: self.epochs[number - 1][1])

    def stop(self):
        super().stop()
        expect(self.next <= len(self.epochs), "the simulated drive was too short for this play")

    def want(self, dongle, pulled: float):
        """Whoever is told of epochs looks for those that are missing."""

    @property
    def without_room(self) -> "set[int]":
        """Those that the machine left in a dongle's buffer until there was no room for more: nobody may be blamed for them."""
        return {number for number, _, had_room in self.sent if not had_room}

    @property
    def longest_pause(self) -> float:
        """The seconds that it takes at most from one to the next."""
        return self.pause * LONGEST

    @property
    def last(self) -> int:
        """The number of the epoch that was sent last."""
        return self.next - 1
