"""A clock that can be moved under a running program."""
import mmap
import struct
import time

NANOSECONDS = 1_000_000_000


class Clock:
    """The clocks of all programs of one row."""

    def __init__(self, library, path):
        self.library, self.path, self.realtime, self.boottime, self.voucher = library, path, 0, 0, -1
        with open(path, "wb") as file:
            file.write(bytes(24))
        with open(path, "r+b") as file:
            self.shared = mmap.mmap(file.fileno(), 24)
        self.store()

    def environment(self):
        return {"LD_PRELOAD": self.library, "CONDITIONS_CLOCK": self.path}

    def store(self):
        self.shared[:] = struct.pack("=qqq", int(self.realtime * NANOSECONDS), int(self.boottime * NANOSECONDS), self.voucher)

    def moment(self):
        """The time that the programs of the row see."""
        return time.time() + self.realtime

    def vouch(self, is_right):
        """Whether the kernel reports the clock as synchronized."""
        self.voucher = int(is_right)
        self.store()

    def set(self, realtime):
        """Sets the error of the host's clock, in seconds."""
        self.realtime = realtime
        self.store()

    def sleep(self, seconds):
        """As if the machine had slept: clocks that count sleep move on, and CLOCK_MONOTONIC does not."""
        self.realtime += seconds
        self.boottime += seconds
        self.store()
