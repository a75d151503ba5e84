"""The program under test inside the machine (cable-probe), and what it reports."""

import dataclasses
import time

from .failure import Failure
from .machine import Machine


@dataclasses.dataclass(frozen=True)
class Event:
    """A line of the report: `8123456 opened path=… node=…`. The time is the machine's, in microseconds."""
    microseconds: int
    name: str
    values: "dict[str, str]"
    # When we saw it, on our own clock, in seconds: a little after it happened.
    seen: float

    def __getitem__(self, key: str) -> str:
        if key not in self.values:
            raise Failure(f"the probe's “{self.name}” has no {key}: {self.values}")
        return self.values[key]

    @staticmethod
    def parsed(line: str) -> "Event | None":
        # Only a message has spaces in it, and it stands last.
        rest, _, message = line.partition(" message=")
        words = rest.split(" ")
        if len(words) < 2 or not words[0].isdigit() or not words[1].isalpha():
            return None
        values = dict(word.split("=", 1) for word in words[2:] if "=" in word)
        if message:
            values["message"] = message
        return Event(int(words[0]), words[1], values, time.monotonic())


class Probe:
    """A run of the probe, for as long as a `with` lasts."""

    def __init__(self, machine: Machine, *arguments: str):
        self.machine, self.arguments = machine, arguments
        self.events: "list[Event]" = []
        # What it says otherwise: its complaints.
        self.complaints: "list[str]" = []
        self.rest = ""

    def __enter__(self):
        self.log = open(self.machine.log, encoding="utf-8", errors="replace")
        self.log.seek(0, 2)
        # An earlier run may still hold the log for a moment.
        self.process = self.machine.run(
            "until (: >/dev/virtio-ports/log) 2>/dev/null; do usleep 10000; done; "
            f"cable-probe {' '.join(self.arguments)} >/dev/virtio-ports/log 2>&1 & echo $!").strip()
        self.wait("ready", since=0)
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            since = len(self.events)
            self.machine.run(f"kill {self.process}")
            self.wait("ended", since)
        else:
            # Something failed already; what it was must not be hidden.
            self.machine.shell.run(f"kill -9 {self.process}")
        self.log.close()

    def wait(self, name: str, since: int, seconds: float = 20, **values: str) -> Event:
        """The first event of that name, and with these values, since so many events ago."""
        end = time.monotonic() + seconds
        while True:
            for event in self.events[since:]:
                if event.name == name and all(event.values.get(key) == value for key, value in values.items()):
                    return event
            if time.monotonic() > end:
                raise Failure(self._missing(name, values, seconds, since))
            if not self._read():
                time.sleep(0.002)

    def any(self, name: str, since: int) -> "list[Event]":
        """Events of that name that are there by now."""
        while self._read():
            pass
        return [event for event in self.events[since:] if event.name == name]

    def _read(self) -> bool:
        text = self.log.read()
        *lines, self.rest = (self.rest + text).split("\n")
        for line in lines:
            event = Event.parsed(line)
            if event:
                self.events.append(event)
            elif line:
                self.complaints.append(line)
        return bool(text)

    def _missing(self, name, values, seconds, since) -> str:
        wanted = " ".join([name, *(f"{key}={value}" for key, value in values.items())])
        recent = [f"{event.name} {event.values}" for event in self.events[since:]][-8:]
        return (f"no “{wanted}” within {seconds:g} s. Since then: {recent or 'nothing'}. "
                f"Otherwise it said: {self.complaints[-5:] or 'nothing'}")
