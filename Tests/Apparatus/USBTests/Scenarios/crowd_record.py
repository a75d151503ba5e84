"""What the crowd of clients reports (Crowd/report.py), kept as what each client was told, and what must be true of it."""

import dataclasses
import itertools
import json

from .failure import expect


@dataclasses.dataclass(frozen=True)
class Told:
    """An epoch that a client was told: its number among those that were sent, and the machine's milliseconds."""
    number: int
    at: int
    # Whether it came without its position, since it was held back on its way.
    is_held_back: bool = False


@dataclasses.dataclass(frozen=True)
class Absence:
    """What happened while epochs with these numbers were sent: of these, some may be missing."""
    name: str
    first: int
    last: int
    # For how many seconds clients may be told of no epoch; None for as long as it is.
    within: "float | None" = None


class CrowdRecord:
    """Grows by a line of the report at a time."""

    def __init__(self, numbers: "dict[str, int]", clients: int):
        """With the number of each epoch that is sent, by its time."""
        self.numbers = numbers
        # Clients that were told anything.
        self.heard: "set[str]" = set()
        # The epoch of each line, none of reports of other kinds; and whether it has no position.
        self.lines: "dict[int, tuple[int | None, bool]]" = {}
        self.told: "dict[str, list[Told]]" = {str(number): [] for number in range(clients)}
        self.visits: "list[int]" = []
        # The first thing that must not be, if there is one.
        self.fault: "str | None" = None

    def take(self, text: str):
        moment, name, rest = text.split(" ", 2)
        if name == "line":
            number, line = rest.split(" ", 1)
            self.lines[int(number)] = self._epoch(line)
        elif name == "came":
            lines, clients = rest.split(" ")
            self.heard.update(clients.split(","))
            for client, line in itertools.product(clients.split(","), lines.split(",")):
                number, is_held_back = self.lines[int(line)]
                if number is not None:
                    self._tell(client, Told(number, int(moment), is_held_back))
        elif name == "visited":
            self.visits.append(int(rest))
        else:
            self._object(f"{name} {rest}, at {int(moment) / 1000:.3f}")

    def _epoch(self, line: str) -> "tuple[int | None, bool]":
        """The number of the epoch that a line reports, and whether it comes without its position; no number for other reports."""
        try:
            report = json.loads(line)
        except ValueError:
            self._object(f"a line that is broken: {line}")
            return None, False
        if report.get("class") == "ERROR":
            self._object(f"an error: {line}")
        if report.get("class") != "TPV":
            return None, False
        # That of a receiver that has gone, or has no fix, has no time of an epoch that was sent.
        is_held_back = report.get("mode", 0) < 2
        # An epoch that the opening of the port has cut may have no date, and so no time: it counts as not told.
        time = report.get("time")
        if time is not None and time not in self.numbers and not is_held_back:
            self._object(f"an epoch that was not sent: {line}")
        return self.numbers.get(time), is_held_back

    def _tell(self, client: str, told: Told):
        before = self.told[client][-1].number if self.told[client] else 0
        if told.is_held_back and told.number <= before:
            # A position is withdrawn under the time of the last epoch.
            return
        if told.number <= before:
            self._object(f"client {client} was told epoch {told.number} after epoch {before}")
        self.told[client].append(told)

    def _object(self, what: str):
        self.fault = self.fault or what

    def check_so_far(self):
        expect(self.fault is None, f"in the crowd: {self.fault}")

    def all_were_told(self, since: int) -> bool:
        """Whether each client has an epoch of this number, or a later one."""
        return all(told and told[-1].number >= since for told in self.told.values())

    def missing(self, absences: "list[Absence]", until: int) -> "dict[str, int]":
        """How many epochs a client was not told in each absence, at worst.

        Raises where one is missing outside all of them, from a client's first one on to the one that is named last."""
        worst = {absence.name: 0 for absence in absences}
        for client, told in self.told.items():
            expect(len(told) > 0, f"client {client} was never told any epoch")
            gone = set(range(told[0].number, until + 1)) - {one.number for one in told}
            for absence in absences:
                excused = {number for number in gone if absence.first <= number <= absence.last}
                worst[absence.name] = max(worst[absence.name], len(excused))
                gone -= excused
            expect(not gone, f"client {client} was never told epoch {min(gone, default=0)}; {len(gone)} are missing in all")
        return worst

    def withheld(self) -> int:
        """How many epochs a client was told without their positions, at worst: a machine that stands still delivers late."""
        return max(sum(one.is_held_back for one in told) for told in self.told.values())

    def silences(self, absence: Absence) -> "list[float]":
        """For each client the longest time between two epochs that it was told one behind the other, in seconds, as far as
        the absence lies between them."""
        return [max(((later.at - earlier.at) / 1000 for earlier, later in itertools.pairwise(told)
                     if later.number >= absence.first and earlier.number <= absence.last), default=0)
                for told in self.told.values()]
