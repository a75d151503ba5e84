"""What the kernel's log says of cables. It has one clock for what the kernel notices and for what the probe notes there,
so it times the probe without the probe's help."""

import re

from .machine import Machine

LINE = re.compile(r"^\[ *(\d+)\.(\d+)\] (.*)$")


class KernelLog:
    """The log since this object was made."""

    def __init__(self, machine: Machine):
        self.machine = machine
        self.since = self._lines()[-1][0]

    def _lines(self) -> "list[tuple[int, str]]":
        matches = map(LINE.match, self.machine.run("dmesg").splitlines())
        return [(int(match[1]) * 1_000_000 + int(match[2]), match[3]) for match in matches if match]

    def closings(self) -> "list[int]":
        """For each unplugging, the microseconds from when the kernel noticed it until the probe had closed the port."""
        unplugged, times = None, []
        for time, text in self._lines():
            if time <= self.since:
                continue
            if "USB disconnect" in text:
                unplugged = time
            elif text.startswith("cable-probe: closed") and unplugged is not None:
                times.append(time - unplugged)
                unplugged = None
        return times
