"""What the crowd reports, a line each, with the machine's milliseconds in front:

    81234 line 17 {"class":"TPV",…}     a line that nobody had before, whose number is 17
    81234 came 17,18 1,2                these lines came, in this order, to each of these clients
    92000 ended 2 closed                a client's connection has ended, and how
    92100 visited 12                    somebody came, was answered after so many milliseconds, and went
    92100 refused [Errno 111] …         somebody was not let in, and why

All clients are told the same: a line is reported once, however many it came to.
"""

import os
import time


class Report:
    """Collects what comes in one turn of the loop, and writes it at its end."""

    def __init__(self, path: str):
        self.file = os.open(path, os.O_WRONLY)
        self.numbers: "dict[bytes, int]" = {}
        self.texts: "list[str]" = []
        # The lines that came last, and to whom: who is told the same next is added.
        self.lines, self.clients = "", []

    def say(self, *words: object):
        self._end_group()
        self.texts.append(_text(*words))

    def came(self, client: str, lines: "list[bytes]"):
        """Lines, without their ends."""
        numbers = ",".join(str(self._number(line)) for line in lines)
        if numbers != self.lines:
            self._end_group()
            self.lines = numbers
        self.clients.append(client)

    def write(self):
        self._end_group()
        rest = "".join(self.texts).encode()
        self.texts.clear()
        while rest:
            rest = rest[os.write(self.file, rest):]

    def _number(self, line: bytes) -> int:
        number = self.numbers.get(line)
        if number is None:
            number = self.numbers[line] = len(self.numbers)
            self.say("line", number, line.decode("ascii", "backslashreplace"))
        return number

    def _end_group(self):
        if self.clients:
            self.texts.append(_text("came", self.lines, ",".join(self.clients)))
        self.lines, self.clients = "", []


def _text(*words: object) -> str:
    return f"{time.monotonic_ns() // 1_000_000} {' '.join(map(str, words))}\n"
