"""What the crowd of clients reports (Crowd/report.py), kept as what each client was told, and what must be true of it."""

import dataclasses
import itertools
import json

from .epochs import place
from .failure import Failure, expect
from .numbered_lines import checksum

SENTENCE = "sentence"


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

    def __init__(self, numbers: "dict[object, int | None]"):
        """With the number of each epoch that is sent, by its time and by its place; none where two have that place."""
        self.numbers = numbers
        # Clients that were told anything.
        self.heard: "set[str]" = set()
        # The epoch of each line; none, of reports of other kinds; or that it is a sentence. And whether it has no position.
        self.lines: "dict[int, tuple[int | str | None, bool]]" = {}
        self.told: "dict[str, list[Told]]" = {}
        # When each client that wants sentences was told one last.
        self.sentences: "dict[str, int]" = {}
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
            came = [self.lines[int(line)] for line in lines.split(",")]
            for client in clients.split(","):
                self.heard.add(client)
                for what, is_held_back in came:
                    if what == SENTENCE:
                        self._tell_sentence(client, int(moment))
                    elif what is not None:
                        self._tell(client, Told(what, int(moment), is_held_back))
        elif name == "joined":
            client, wants = rest.split(" ")
            self.told[client] = []
            if wants == "sentences":
                self.sentences[client] = 0
        elif name == "visited":
            self.visits.append(int(rest))
        else:
            self._object(f"{name} {rest}, at {int(moment) / 1000:.3f}")

    def _epoch(self, line: str) -> "tuple[int | str | None, bool]":
        """The number of the epoch that a line reports, and whether it comes without its position; no number for other reports."""
        if line.startswith("$"):
            body, _, found = line[1:].partition("*")
            if found != f"{checksum(body):02X}":
                self._object(f"a sentence that is broken: {line}")
            return SENTENCE, False
        try:
            report = json.loads(line)
        except ValueError:
            self._object(f"a line that is broken: {line}")
            return None, False
        if report.get("class") == "ERROR":
            self._object(f"an error: {line}")
        if report.get("class") != "TPV":
            return None, False
        if report.get("mode", 0) < 2:
            # That of a receiver that has gone, or has no fix, has no time of an epoch that was sent.
            return self.numbers.get(report.get("time")), True
        # Of an epoch that the opening of the port has cut, there may be no date and so no time.
        key = report.get("time") or place(report["lat"], report["lon"])
        if key not in self.numbers:
            self._object(f"an epoch that was not sent: {line}")
        return self.numbers.get(key), False

    def _tell(self, client: str, told: Told):
        before = self.told[client][-1].number if self.told[client] else 0
        if told.is_held_back and told.number <= before:
            # A position is withdrawn under the time of the last epoch.
            return
        if told.number <= before:
            self._object(f"client {client} was told epoch {told.number} after epoch {before}")
        self.told[client].append(told)

    def _tell_sentence(self, client: str, at: int):
        if client not in self.sentences:
            self._object(f"client {client} was told a sentence, and wants none")
        self.sentences[client] = at

    def _object(self, what: str):
        self.fault = self.fault or what

    def check_so_far(self):
        expect(self.fault is None, f"in the crowd: {self.fault}")

    def all_were_told(self, since: int) -> bool:
        """Whether each client has an epoch of this number, or a later one."""
        return bool(self.told) and all(told and told[-1].number >= since for told in self.told.values())

    def missing(self, absences: "list[Absence]", until: int) -> "dict[str, int]":
        """How many epochs a client was not told in each absence, at worst.

        Raises where one is missing outside all of them, from a client's first one on to the one that is named last."""
        worst = {absence.name: 0 for absence in absences}
        for client, told in self.told.items():
            expect(len(told) > 0, f"client {client} was never told any epoch")
            came = {one.number for one in told}
            gone = [number for number in range(told[0].number, until + 1) if number not in came]
            counts = dict.fromkeys(worst, 0)
            for number in gone:
                absence = next((one for one in absences if one.first <= number <= one.last), None)
                if absence is None:
                    raise Failure(f"client {client} was never told epoch {number}; {len(gone)} are missing in all",
                                  sent=until + 1 - told[0].number, received=until + 1 - told[0].number - len(gone))
                counts[absence.name] += 1
            worst = {name: max(worst[name], count) for name, count in counts.items()}
        return worst

    def withheld(self) -> int:
        """How many epochs a client was told without their positions, at worst: a machine that stands still delivers late."""
        return max(sum(one.is_held_back for one in told) for told in self.told.values())

    def check_sentences(self, within: float):
        """Who wants sentences, still gets them."""
        for client, at in self.sentences.items():
            silence = (self.told[client][-1].at - at) / 1000
            expect(silence <= within, f"client {client} was told no sentence in the last {silence:.1f} s")

    def silences(self, absence: Absence) -> "list[float]":
        """For each client the longest time between two epochs that it was told one behind the other, in seconds, as far as
        the absence lies between them."""
        return [max(((later.at - earlier.at) / 1000 for earlier, later in itertools.pairwise(told)
                     if later.number >= absence.first and earlier.number <= absence.last), default=0)
                for told in self.told.values()]
