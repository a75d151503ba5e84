"""The crowd of clients inside the machine (Crowd), for as long as a `with` lasts, and what it reports."""

import time

from .crowd_record import CrowdRecord
from .failure import expect
from .machine import Machine

# Where run.sh has put it.
FOLDER = "/usr/share/usb-tests"


class Crowd:
    def __init__(self, machine: Machine, count: int, numbers: "dict[str, int]"):
        self.machine, self.count, self.record, self.rest = machine, count, CrowdRecord(numbers, count), ""

    def __enter__(self):
        self.log = open(self.machine.log, encoding="ascii", errors="backslashreplace")
        self.log.seek(0, 2)
        # A program before it may still hold the log for a moment.
        self.process = self.machine.run(
            "until (: >/dev/virtio-ports/log) 2>/dev/null; do usleep 10000; done; cd /tmp; "
            f"PYTHONPATH={FOLDER} python3 -B -m Crowd /dev/virtio-ports/log {self.count} >/run/crowd.txt 2>&1 & "
            "echo $!").strip()
        return self

    def __exit__(self, *_):
        self.machine.shell.run(f"kill {self.process}")
        self.log.close()

    def wait(self, condition, what: str, seconds: float = 240):
        """Waits until something is true of the record; nothing that must not be may be in it."""
        end = time.monotonic() + seconds
        while self._read() or not condition(self.record):
            if time.monotonic() > end:
                said = self.machine.run("cat /run/crowd.txt")
                last = {client: told[-1].number if told else None for client, told in self.record.told.items()}
                expect(False, f"{what}: not within {seconds:g} s. Epochs that clients were told last: {last}. {said}")
            time.sleep(0.005)

    def _read(self) -> bool:
        """Whether there may be more."""
        text = self.log.read(1 << 16)
        *lines, self.rest = (self.rest + text).split("\n")
        for line in lines:
            self.record.take(line)
        self.record.check_so_far()
        return bool(text)
