"""A simulated receiver that sends epoch by epoch; each can be told by its time and by its place."""

import dataclasses
import functools
import subprocess

from .failure import Failure, expect
from .kernel_stream import KernelStream
from .numbered_lines import LONGEST, Sender


@dataclasses.dataclass(frozen=True)
class Epoch:
    """As gpsd's clients are told it: its time, and its place as a key."""
    time: str
    place: "tuple[int, int]"
    sentences: bytes


@functools.lru_cache(maxsize=None)
def drive(simulator: str, seed: int, rate: int, minutes: int) -> "tuple[Epoch, ...]":
    """All epochs of a drive that have a position, at once."""
    run = subprocess.run([simulator, "simulate", "drive", "--seed", str(seed), "--rate", str(rate),
                          "--duration", f"{minutes}min", "--speed", "max"],
                         stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=120)
    found = tuple(epochs(run.stdout))
    if run.returncode or len(found) < 30 * rate * minutes:
        raise Failure(f"gpsbridge simulate drive: status {run.returncode}, {len(found)} epochs, {run.stderr!r}")
    return found


def epochs(sentences: bytes) -> "list[Epoch]":
    """Takes sentences apart where an RMC begins an epoch; without those that have no position."""
    pieces: "list[list[bytes]]" = []
    for line in sentences.splitlines(keepends=True):
        if line[3:6] == b"RMC":
            pieces.append([])
        if pieces:
            pieces[-1].append(line)
    found = []
    for piece in pieces:
        _, time, status, latitude, north, longitude, east, _, _, date, *_ = piece[0].decode().split(",")
        if status == "A":
            where = place(degrees(latitude) * (1 if north == "N" else -1), degrees(longitude) * (1 if east == "E" else -1))
            found.append(Epoch(moment(time, date), where, b"".join(piece)))
    return found


def moment(time: str, date: str) -> str:
    """The time and the date of an RMC as gpsd writes them."""
    return f"20{date[4:6]}-{date[2:4]}-{date[:2]}T{time[:2]}:{time[2:4]}:{time[4:6]}.{time[7:]:0<3}Z"


def degrees(text: str) -> float:
    """Degrees and minutes, as NMEA writes them in one."""
    whole, _, _ = text.partition(".")
    return int(whole[:-2]) + float(text[len(whole) - 2:]) / 60


def place(latitude: float, longitude: float) -> "tuple[int, int]":
    """A place as a key: in hundred-thousandths of a minute, as receivers print it. A multiple of a degree's millionth would not
    do, since a place in the middle between two is rounded to either."""
    return round(latitude * 6e6), round(longitude * 6e6)


class Epochs(Sender):
    """Sends each in one piece. Numbers go on over all dongles, from 1."""

    def __init__(self, clock: KernelStream, simulator: str, seed: int, rate: int, minutes: int):
        self.epochs = drive(simulator, seed, rate, minutes)
        # By its time, and by its place where no other one has that.
        self.numbers: "dict[object, int | None]" = {}
        for number, epoch in enumerate(self.epochs, start=1):
            self.numbers[epoch.time] = number
            self.numbers[epoch.place] = None if epoch.place in self.numbers else number
        # Those that the machine left in a dongle's buffer until there was no room for more: nobody may be blamed for them.
        self.without_room: "set[int]" = set()
        super().__init__("epochs", clock, pause=1 / rate, text=lambda number: self.epochs[number - 1].sentences)

    def stop(self):
        super().stop()
        self.without_room |= {number for number, _, had_room in self.sent if not had_room}
        expect(self.next <= len(self.epochs), "the simulated drive was too short for this play")

    @property
    def longest_pause(self) -> float:
        """The seconds that it takes at most from one to the next."""
        return self.pause * LONGEST

    @property
    def last(self) -> int:
        """The number of the epoch that was sent last."""
        return self.next - 1
