"""One run of the program, which must end in time with a documented status."""
import contextlib
import os
import signal
import subprocess
import time

from . import tool

# The statuses of docs/watch.md and of `man gpsbridge-VERB`, besides 0.
REFUSALS = frozenset(range(1, 11))
STOPPED = 128 + signal.SIGTERM
# Seconds after its limit or its signal at which a command hangs.
GRACE = 30


class Case:
    """A command, its allowed results, and its allowed time.

    `limit` is the command's own limit in seconds. Without one, the command is sent SIGTERM after `signal_at`.
    """

    def __init__(self, row, column, words, statuses, limit=None, signal_at=None, stdout=None, before=None, during=None,
                 after=None):
        self.row, self.column, self.words, self.statuses = row, column, words, frozenset(statuses)
        self.limit, self.signal_at, self.stdout = limit, signal_at, stdout
        self.before, self.during, self.after = before, during, after

    def run(self, report, folder):
        if self.before:
            self.before()
        errors = f"{folder}/errors"
        output = self.stdout or f"{folder}/output"
        end = os.open(output, os.O_WRONLY | os.O_CREAT) if isinstance(output, str) else output
        with open(errors, "wb") as message:
            process = tool.start(self.words, folder, stdout=end, stderr=message, cwd=folder)
        if isinstance(output, str):
            os.close(end)
        seen, took = self.outcome(process)
        with open(errors, errors="replace") as message:
            said = message.read().strip()
        shown = " or ".join(str(status) for status in sorted(self.statuses))
        if self.statuses == REFUSALS:
            shown = "1 to 10"
        wanted = f"status {shown} after its {'limit' if self.limit is not None else 'SIGTERM'}"
        is_right = seen in self.statuses
        report.check(self.row, self.column, wanted, f"{seen} after {took:.1f} s: {' '.join(said.split())[:160]}", is_right)
        if self.after and (problem := self.after(seen, said)):
            report.check(self.row, self.column, "what is reported as kept is there", problem, False)

    def outcome(self, process):
        """The status or another ending, and the time it took."""
        begun = time.monotonic()
        if self.during:
            self.during(process)
        wait = (self.limit + GRACE if self.limit is not None else self.signal_at) - (time.monotonic() - begun)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.status(process.wait(max(0.1, wait))), time.monotonic() - begun
        if self.limit is None:
            begun = time.monotonic()
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                return self.status(process.wait(GRACE)), time.monotonic() - begun
        process.kill()
        process.wait()
        return "no end", time.monotonic() - begun

    @staticmethod
    def status(code):
        return code if code >= 0 else 128 - code
