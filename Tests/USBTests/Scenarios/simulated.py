"""What a receiver says, as `gpsbridge simulate` makes it up."""

import functools
import itertools
import subprocess

from .failure import Failure, expect
from .kernel_stream import Entry, KernelStream
from .numbered_lines import Sender

RATE = 5


@functools.lru_cache(maxsize=None)
def sentences(simulator: str, *words: str) -> "tuple[bytes, ...]":
    """Twenty minutes of a receiver, at once. No two epochs are the same."""
    run = subprocess.run([simulator, "simulate", *words, "--rate", str(RATE), "--duration", "20min", "--speed", "max"],
                         stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=120)
    lines = run.stdout.splitlines(keepends=True)
    if run.returncode or len(lines) < 1000:
        raise Failure(f"gpsbridge simulate {' '.join(words)}: status {run.returncode}, {len(lines)} lines, {run.stderr!r}")
    return tuple(lines)


class Receiver(Sender):
    """A simulated receiver at the far end of a cable: it talks on, whether the cable is in or not."""

    def __init__(self, clock: KernelStream, simulator: str, *words: str):
        self.lines = sentences(simulator, *words)
        super().__init__(" ".join(words), clock, text=lambda number: self.lines[number % len(self.lines)])

    def numbers(self, came: "list[bytes]") -> "list[int]":
        """Which of the lines that were sent these are. Backwards, since the first ones after an opening may be lost; lines
        may be alike, but no two epochs."""
        numbers = []
        last = self.sent[-1][0] + 1 if self.sent else 0
        first = self.sent[0][0] if self.sent else 0
        for line in reversed(came):
            last = next((number for number in range(last - 1, first - 1, -1) if self.text(number).rstrip() == line), None)
            expect(last is not None, f"a line came that was not sent, not at this place, or twice: {line!r}")
            numbers.append(last)
        return numbers[::-1]


def printed(log: "list[Entry]", tag: str = "") -> "list[bytes]":
    """The sentences among what a program printed."""
    return [entry.text.removeprefix(tag).encode() for entry in _sentences(log, tag)]


def worst_gap(log: "list[Entry]", tag: str = "") -> float:
    """The longest time between two sentences that were printed one behind the other, in the machine's seconds."""
    times = [entry.at for entry in _sentences(log, tag)]
    return max((later - earlier for earlier, later in itertools.pairwise(times)), default=0) / 1e6


def _sentences(log: "list[Entry]", tag: str) -> "list[Entry]":
    return [entry for entry in log if not entry.is_kernel and entry.text.startswith(tag + "$")]
