"""What a receiver says, as `gpsbridge simulate` makes it up."""

import functools
import subprocess

from .failure import Failure, expect
from .kernel_stream import KernelStream
from .numbered_lines import Sender, check

RATE = 5


@functools.lru_cache(maxsize=None)
def simulated(simulator: str, *words: str) -> bytes:
    """All that a simulated receiver sends, at once."""
    run = subprocess.run([simulator, "simulate", *words, "--speed", "max"],
                         stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=120)
    if run.returncode or len(run.stdout) < 50_000:
        raise Failure(f"gpsbridge simulate {' '.join(words)}: status {run.returncode}, {len(run.stdout)} bytes, {run.stderr!r}")
    return run.stdout


class Receiver(Sender):
    """A simulated receiver at the far end of a cable: it talks on, whether the cable is in or not."""

    def __init__(self, clock: KernelStream, simulator: str, *words: str):
        # No two epochs are the same.
        lines = simulated(simulator, *words, "--rate", str(RATE), "--duration", "20min").splitlines(keepends=True)
        super().__init__(clock, 0.02, lambda number: lines[number % len(lines)])

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

    def check(self, came: "list[bytes]"):
        """Each wanted line came, none twice, all in order."""
        check(self.numbers(came), self.wanted)
