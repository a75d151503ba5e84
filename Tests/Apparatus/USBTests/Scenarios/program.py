"""A run of gpsbridge in the machine. What it prints goes into the kernel's log: each line with the kernel's time."""

import itertools
import json
import shlex

from .failure import Failure
from .kernel_stream import Entry
from .machine import Machine

NUMBERS = itertools.count(1)
# What a program's line may have at most there; longer ones the kernel refuses.
LONGEST = 976


class Program:
    """A run, for as long as a `with` lasts: ended by SIGTERM then, if it hasn't ended by itself.

    Its memory of ports is its own, unless `memory` names one. With a tag, each of its lines begins with it, and is cut where
    the kernel would refuse it; that is for programs that print long lines, or several at the same time."""

    def __init__(self, machine: Machine, *words: str, user: str = "root", memory: "str | None" = None, tag: str = ""):
        self.machine, self.words, self.user, self.tag = machine, words, user, tag
        self.number = next(NUMBERS)
        self.memory = memory or f"/tmp/memory-{self.number}"
        self.status: "int | None" = None

    @property
    def process(self) -> str:
        """Its number, for a shell in the machine."""
        return f"$(cat /run/program-{self.number})"

    def __enter__(self):
        self.mark = self.machine.kernel.mark()
        command = " ".join(map(shlex.quote, ("gpsbridge", *self.words)))
        environment = f"HOME=/tmp XDG_STATE_HOME={self.memory}"
        if self.user != "root":
            command = f"su -s /bin/sh {self.user} -c {shlex.quote(f'{environment} exec {command}')}"
        run = f"{environment} sh -c {shlex.quote(f'echo $$ >/run/program-{self.number}; exec {command}')} </dev/null"
        end = f"echo \"program {self.number} ended by $?\""
        if self.tag or self.user != "root":
            cut = LONGEST - len(self.tag) - 1
            run = f"({run} 2>&1; {end}) | awk '{{ print \"{self.tag}\" substr($0, 1, {cut}); fflush() }}' >/dev/kmsg"
        else:
            run = f"({run}; {end}) >/dev/kmsg 2>&1"
        self.machine.run(f"rm -f /run/program-{self.number}; ({run}) >/dev/null 2>&1 & "
                         f"until [ -s /run/program-{self.number} ]; do usleep 5000; done")
        return self

    def __exit__(self, kind, *_):
        if self.status is not None:
            return
        if kind is None:
            self.machine.run(f"kill {self.process}")
            status = self.ended()
            if status != 143:
                raise Failure(f"by SIGTERM gpsbridge {self.words[0]} should end with 143, it ended with {status}")
        else:
            # Something failed already; what it was must not be hidden.
            self.machine.shell.run(f"kill -9 {self.process}")

    def ended(self, seconds: float = 60) -> int:
        """Waits for its end; the status."""
        words = f"{self.tag}program {self.number} ended by "
        entry = self.machine.kernel.wait(lambda entry: entry.text.startswith(words), self.mark,
                                         f"the end of gpsbridge {self.words[0]}", seconds)
        self.status = int(entry.text.removeprefix(words))
        return self.status

    def wait(self, wanted, mark: int, what: str, seconds: float = 60) -> Entry:
        """The first of its lines behind a mark that is wanted: by a function, or a piece of its text."""
        is_wanted = wanted if callable(wanted) else (lambda entry: wanted in entry.text)
        return self.machine.kernel.wait(
            lambda entry: not entry.is_kernel and entry.text.startswith(self.tag) and is_wanted(entry), mark, what, seconds)

    def first_line(self, mark: int):
        """Waits for a sentence."""
        self.wait(lambda entry: entry.text.startswith(f"{self.tag}$"), mark, f"a sentence of gpsbridge {self.words[0]}")

    def printed(self) -> "list[bytes]":
        """The sentences that it has printed."""
        return sentences(self.machine.kernel.since(self.mark), self.tag)

    def event(self, name: str, mark: int, seconds: float = 60) -> "dict[str, object]":
        """The first record of an event behind a mark, and when it came, in the machine's seconds."""
        entry = self.wait(f'"event":"{name}"', mark, f"the event {name}", seconds)
        return dict(json.loads(entry.text.removeprefix(self.tag)), came=entry.at / 1e6)


def sentences(log: "list[Entry]", tag: str = "") -> "list[bytes]":
    """The sentences among what programs printed, of the one with a tag."""
    return [entry.text.removeprefix(tag).encode() for entry in log
            if not entry.is_kernel and entry.text.startswith(f"{tag}$")]
